/** Towns, streets and people of the countries, in the way people there write them. Facts only. */

export interface Town {
  city: string;
  /** State, prefecture or area as it is answered; empty where the country's addresses have none. */
  province: string;
  /** How else the province is written. */
  provinceText?: string;
  district?: string;
  postcode: string;
}

/** `city|state|postcode`. */
const towns = (table: string): Town[] =>
  table.split('; ').map((row) => {
    const [city, province, postcode, provinceText] = row.split('|') as [string, string, string, string?];
    return { city, province, postcode, ...(provinceText ? { provinceText } : undefined) };
  });

export const usTowns = towns(
  "Springfield|IL|62704|Illinois; Portland|OR|97205|Oregon; Boston|MA|02116|Massachusetts; San Francisco|CA|94103|California; Salt Lake City|UT|84111|Utah; Fort Worth|TX|76102|Texas; St. Louis|MO|63103|Missouri; New Orleans|LA|70112|Louisiana; Ann Arbor|MI|48104|Michigan; Brooklyn|NY|11216|New York; Las Vegas|NV|89109|Nevada; Colorado Springs|CO|80903|Colorado; Saint Paul|MN|55102|Minnesota; Grand Rapids|MI|49503|Michigan; Newport|RI|02840|Rhode Island; Washington|DC|20009|D.C.; Chapel Hill|NC|27514|North Carolina; North Bend|WA|98045|Washington; Park City|UT|84060|Utah; Lake Forest|IL|60045|Illinois; El Paso|TX|79901|Texas; Bozeman|MT|59715|Montana; Madison|WI|53703|Wisconsin; Anchorage|AK|99501|Alaska; Honolulu|HI|96815|Hawaii; Cedar Rapids|IA|52401|Iowa; Jersey City|NJ|07302|New Jersey; New York|NY|10013|New York; Phoenix|AZ|85004|Arizona; Little Rock|AR|72201|Arkansas; Oak Park|IL|60302|Illinois; West Hartford|CT|06107|Connecticut; College Station|TX|77840|Texas; Coeur d'Alene|ID|83814|Idaho; Winston-Salem|NC|27101|North Carolina; Santa Fe|NM|87501|New Mexico; Buffalo|NY|14202|New York; Charlotte|NC|28202|North Carolina",
);
export const usStreets =
  'Main St;Oak Avenue;Church Street;Park Ave;Elm Street;N Lincoln Blvd;SW Morrison St;Martin Luther King Jr Dr;Broadway;5th Ave;E 42nd Street;Sunset Boulevard;Maple Ln;Cedar Court;Highland Rd;Washington St NW;County Road 12;State Route 9;Old Mill Road;Avenue B;Pine Ridge Circle;Lakeshore Drive;W Peachtree St;Mission St;College Way;Fox Run Trail;Kings Hwy;Park Place;Spring Garden Terrace'.split(
    ';',
  );
export const usUnits = [
  '',
  '',
  '',
  'Apt 4B',
  '#12',
  'Suite 900',
  'Unit 3',
  'Fl 2',
  'Apt. 210',
  'Ste 1200',
  'Bldg C',
  'Room 5',
];

export const caTowns = towns(
  "Toronto|ON|M5V 2T6|Ontario; Vancouver|BC|V6B 1A1|British Columbia; Montréal|QC|H3B 2Y5|Québec; Calgary|AB|T2P 1J9|Alberta; Ottawa|ON|K1P 5M7|Ontario; Halifax|NS|B3J 1S9|Nova Scotia; Winnipeg|MB|R3C 0A5|Manitoba; Québec|QC|G1R 2B5|Quebec; St. John's|NL|A1C 5S7|Newfoundland and Labrador; Victoria|BC|V8W 1P6|British Columbia; Red Deer|AB|T4N 1X5|Alberta; Saskatoon|SK|S7K 1N2|Saskatchewan; Thunder Bay|ON|P7B 6M8|Ontario; Fredericton|NB|E3B 1B2|New Brunswick; Charlottetown|PE|C1A 4P3|Prince Edward Island; North Bay|ON|P1B 2H6|Ontario; Trois-Rivières|QC|G9A 5H7|Québec; Yellowknife|NT|X1A 2N2|Northwest Territories; Richmond Hill|ON|L4C 3C7|Ontario; Burnaby|BC|V5H 4N2|British Columbia",
);
export const caStreets =
  'King Street West;Yonge St;Granville Street;rue Sainte-Catherine Ouest;boul. René-Lévesque;Bay Street;Jasper Ave;Portage Avenue;Water Street;Douglas St;8th Avenue SW;rue Saint-Jean;chemin de la Côte-des-Neiges;Kingsway;Barrington Street;Spadina Road;Concession Rd 5;Lakeshore Blvd E'.split(
    ';',
  );

export const gbTowns = towns(
  'London||SW1A 2AA; Manchester||M1 5QA; Birmingham||B2 4QA; Leeds||LS1 4DY; Bristol||BS1 5TR; Edinburgh||EH2 2EQ; Glasgow||G2 1DY; Cardiff||CF10 1EP; Belfast||BT1 5GS; Oxford||OX1 3BQ; Cambridge||CB2 1TN; York||YO1 7HH; Bath||BA1 1LZ; Newcastle upon Tyne||NE1 4ST; Stoke-on-Trent||ST4 2DF; Milton Keynes||MK9 3XL; Canterbury|Kent|CT1 2HX; St Albans|Hertfordshire|AL1 3JQ; Bury St Edmunds|Suffolk|IP33 1QT; High Wycombe|Buckinghamshire|HP11 2BE; Kings Lynn|Norfolk|PE30 1EL; Guildford|Surrey|GU1 3UW; Swansea||SA1 3QG; Aberdeen||AB10 1AB; Exeter|Devon|EX1 1EE; Truro|Cornwall|TR1 2LS; Tunbridge Wells|Kent|TN1 1RS; Newport||NP20 1PA; Hove|East Sussex|BN3 2DH; Inverness||IV1 1QY',
);
export const gbStreets =
  'High Street;Church Lane;Park Road;Victoria Street;Station Road;The Green;Mill Lane;Queens Road;Kings Avenue;London Road;Manor Close;Albert Embankment;Castle Hill;St James Square;Upper Parliament Street;North Parade;Bridge St;Rose Cottage Lane;Grove Terrace;Chapel Walk;Market Place;Broadway;Oakfield Crescent;The Mews'.split(
    ';',
  );
export const gbUnits = [
  '',
  '',
  '',
  'Flat 3',
  'Flat 12A',
  'Unit 7',
  'Apartment 21',
  'The Old Bakery',
  'Rose Cottage',
  'Wellington House',
  'Suite 4',
  'First Floor Flat',
];
export const gbSuburbs = [
  '',
  '',
  '',
  '',
  '',
  'Shoreditch',
  'Didsbury',
  'Headington',
  'Clifton',
  'Camden Town',
];

export const auTowns = towns(
  'Sydney|NSW|2000|New South Wales; Melbourne|VIC|3000|Victoria; Brisbane|QLD|4000|Queensland; Perth|WA|6000|Western Australia; Adelaide|SA|5000|South Australia; Hobart|TAS|7000|Tasmania; Canberra|ACT|2601|Australian Capital Territory; Darwin|NT|0800|Northern Territory; St Kilda|VIC|3182|Victoria; Surry Hills|NSW|2010|New South Wales; Surfers Paradise|QLD|4217|Queensland; Fremantle|WA|6160|Western Australia; Byron Bay|NSW|2481|New South Wales; North Sydney|NSW|2060|New South Wales; Newcastle|NSW|2300|New South Wales; Glen Waverley|VIC|3150|Victoria; Port Melbourne|VIC|3207|Victoria; Mount Gambier|SA|5290|South Australia; Alice Springs|NT|0870|Northern Territory; Parramatta|NSW|2150|New South Wales; Wagga Wagga|NSW|2650|New South Wales',
);
export const auStreets =
  'George St;Collins Street;Queen St;Chapel Street;Pacific Highway;Bourke St;Hay Street;Macquarie Road;The Esplanade;Ocean Drive;Victoria Parade;King William St;Station Rd;Beach Road;Elizabeth St;Church Street;Flinders Lane;Anzac Parade'.split(
    ';',
  );
export const auUnits = ['', '', '', 'Unit 7', 'Level 3', 'Suite 12', 'Shop 4', 'Apt 1502', 'U 5'];

export const deTowns = towns(
  'Berlin||10115; München||80331; Hamburg||20095; Köln||50667; Frankfurt am Main||60311; Stuttgart||70173; Düsseldorf||40212; Leipzig||04109; Dresden||01067; Nürnberg||90402; Bremen||28195; Hannover||30159; Freiburg im Breisgau||79098; Heidelberg||69117; Bonn||53111; Bad Homburg||61348; Rothenburg ob der Tauber||91541; Essen||45127; Weil am Rhein||79576; Aachen||52062; Göttingen||37073; Kassel||34117; Potsdam||14467; Halle (Saale)||06108; St. Ingbert||66386; Neu-Ulm||89231',
);
export const deStreets =
  'Hauptstraße;Bahnhofstr.;Königsallee;Am Markt;Schillerplatz;Goethestraße;Lange Reihe;Unter den Linden;Kirchweg;Rosenheimer Straße;An der Alster;Im Tal;Karl-Marx-Allee;Breite Gasse;Alte Landstr.;Zum Stadtpark;Mühlenweg;Friedrichstr.;Schlossallee;Auf dem Berg;Große Bleichen;Kurfürstendamm'.split(
    ';',
  );

export const frTowns = towns(
  "Paris||75002; Lyon||69002; Marseille||13001; Bordeaux||33000; Toulouse||31000; Nice||06000; Nantes||44000; Strasbourg||67000; Lille||59000; Montpellier||34000; Rennes||35000; Aix-en-Provence||13100; Saint-Étienne||42000; Clermont-Ferrand||63000; La Rochelle||17000; Le Havre||76600; Boulogne-Billancourt||92100; Villeneuve-d'Ascq||59650; Dijon||21000; Grenoble||38000; Saint-Germain-en-Laye||78100; Annecy||74000; Ajaccio||20000; L'Isle-sur-la-Sorgue||84800",
);
export const frStreets =
  "rue de la Paix;avenue Jean Médecin;boulevard Voltaire;place Bellecour;rue du Faubourg Saint-Honoré;quai des Chartrons;allée des Tilleuls;chemin du Moulin;rue Victor Hugo;impasse des Lilas;avenue de la République;cours Mirabeau;rue Saint-Michel;route de Vannes;place de l'Église;bd Gambetta;av. Foch;square du Temple;rue d'Alsace;passage Pommeraye".split(
    ';',
  );
export const frUnits = [
  '',
  '',
  '',
  'Appt 12',
  'Bât. B',
  'Résidence Les Pins',
  '3e étage',
  'Bâtiment C, Apt 45',
];

export interface Folk {
  given: readonly string[];
  family: readonly string[];
}
const folk = (given: string, family: string): Folk => ({
  given: given.split(';'),
  family: family.split(';'),
});

/** People of English-speaking countries: of many origins, a good part with names that are words of places. */
export const englishFolk = folk(
  'James;Mary;John;Patricia;Robert;Jennifer;Michael;Linda;David;Elizabeth;William;Susan;Emma;Olivia;Noah;Liam;Sophia;Charlotte;Amelia;Lucas;Mia;Hannah;Grace;Chloe;Zoe;Jack;Harry;Oliver;George;Thomas;Daniel;Matthew;Priya;Raj;Wei;Mohammed;Aisha;Carlos;Maria;Jose;Luis;Fatima;Yuki;Min-jun;Svetlana;Olga;Ngozi;Kwame;Siobhan;Mary Ann;J. R.;Jean-Luc;Anna Maria;Austin;Florence;Georgia;Madison;Brooklyn;Dallas;Chelsea;Sydney;Paris;Victoria;Bob;Al;Jo;DeShawn;Xiomara',
  "Smith;Johnson;Williams;Brown;Jones;Garcia;Miller;Davis;Park;House;Lane;Church;North;West;Hill;Field;Brooks;Rivers;Street;Hall;Banks;Bridges;Woods;Ford;Wells;Castle;Gardener;Court;Place;Market;Mill;Green;Young;King;Knight;Bishop;Stone;O'Brien;O'Neill;McDonald;van der Berg;de la Cruz;Nguyen;Patel;Kim;Lee;Chen;Singh;Khan;Smith-Jones;Fernandez;Okafor;Kowalski;Ivanova;Washington;Lincoln;London;York;England;Paris;Day;Rose;Wood;Parker;Abbott;Marsh;Heath;Forest;Lake;Close;Way;Drive;Tower;Temple;Chapel;Moor;Glen;Dale;Grove;Square;Plaza;Villa;Flores;Beach;Shore;Summers;Bell;Bush;Berry",
);
export const germanFolk = folk(
  'Anna;Max;Lena;Lukas;Hans;Jürgen;Sabine;Petra;Klaus;Ulrike;Sophie;Felix;Jonas;Karl-Heinz;Anne-Marie;Mehmet;Ayşe;Björn;Käthe;Heinz;Ursula;Wolfgang;Monika;Nils;Greta',
  'Müller;Schmidt;Schneider;Fischer;Weber;Berg;Bach;Stein;Kirch;Hof;Platz;Weg;Wald;von der Heide;zu Guttenberg;Bauer;Hoffmann;Özdemir;Yılmaz;Bergmann;Steinbach;Dorf;Thal;Ring;Damm;Busch;Vogel;Wolf;Kaiser;König;Straßer;Zum Felde;Bayer;Hamburger;Schwab;Frankfurter;Lindner;Sommer',
);
export const frenchFolk = folk(
  'Jean;Marie;Claire;Zoé;Émile;Jean-Pierre;Anne-Sophie;Nicolas;Camille;Léa;Hugo;Inès;Mohamed;Chloé;Lucas;François;Hélène;Mathieu;Nathalie;Yves;Amélie;Thierry',
  'Dupont;Martin;Petit;Durand;Leroy;Moreau;Lefèvre;Roux;Fontaine;Dubois;Rivière;Château;Laplace;Duval;Dupré;Delarue;de La Tour;Le Pont;Pont;Lacroix;Moulin;Place;Benali;Nguyen;Lavigne;Bois;Church;Lagarde;Delmas;Villeneuve;Paris;Lyon;Bordeaux;Hugo',
);
export const cantonese = folk(
  'Tai Man;Siu Ming;Ka Yan;Wing Yee;Chi Keung;Mei Ling;Ho Yin;Sze Wai;Kwok Wai;Hoi Lam;Tsz Ching;Yuk Ying;Amy;Kelvin;Peter;Jason;Vivian',
  'Chan;Wong;Lee;Cheung;Lau;Leung;Ho;Lam;Ng;Tsang;Kwok;Yip;Fung;Mak;Tang;Hui;Tse;Cheng',
);
export const singaporeans =
  'Tan Wei Ming;Lim Hui Ling;Nur Aisyah;Rajesh Kumar;Muhammad Faizal bin Rahman;Siti Nurhaliza;Ong Kah Huat;Lee Jia Hui;Ravi s/o Krishnan;Jane Tay;Chua Boon Leong;Goh Swee Kiat;Priya Nair;Ng Mei Fen;Daniel Koh;Koh Boon Hwee;Sarah Lim;Wong Kok Wai;Low Thia Khiang;Ho Ching Park'.split(
    ';',
  );
export const sgStreets =
  'Orchard Road;Ang Mo Kio Ave 6;Raffles Place;Bedok North Street 3;Tampines Street 81;Marina Boulevard;Toa Payoh Lorong 8;Jurong West St 52;Serangoon Central;Bukit Batok East Ave 4;Shenton Way;Holland Drive;Jalan Besar;Woodlands Drive 14;Tiong Bahru Rd;Pasir Ris Drive 6;Clementi Ave 3;Anson Road'.split(
    ';',
  );
export const hkPlaces =
  'Mong Kok|Kowloon;Tsim Sha Tsui|Kowloon;Kwun Tong|Kowloon;Sham Shui Po|Kowloon;Hung Hom|Kowloon;Sha Tin|New Territories;Tuen Mun|New Territories;Tsuen Wan|New Territories;Yuen Long|New Territories;Tai Po|New Territories;Wan Chai|Hong Kong Island;Causeway Bay|Hong Kong Island;North Point|Hong Kong Island;Quarry Bay|Hong Kong Island;Sheung Wan|Hong Kong Island;Aberdeen|Hong Kong Island'
    .split(';')
    .map((row) => row.split('|') as [string, string]);
export const hkStreets =
  "Nathan Road;Queen's Road Central;Hennessy Road;King's Road;Castle Peak Road;Canton Road;Des Voeux Road West;Electric Road;Tai Po Road;Lockhart Road;Kwun Tong Road;Argyle Street;Sai Yeung Choi Street South;Johnston Road".split(
    ';',
  );
export const hkBuildings = [
  '',
  'Harbour Green',
  'Sino Centre',
  'Wing Fung Building',
  'Tower 3, Grand Waterfront',
  'Block B, Mei Foo Sun Chuen',
  'Lucky Plaza',
  'Kings House',
];
/** Area, district, street. */
export const hkChinese =
  '九龙|油尖旺区|九龍油尖旺區|彌敦道610號荷李活商業中心;香港岛|湾仔区|香港灣仔區|軒尼詩道200號;新界|沙田区|新界沙田區|沙田正街18號新城市廣場;九龙|观塘区|九龍觀塘區|觀塘道388號創紀之城1期;新界|荃湾区|新界荃灣區|青山公路388號中染大廈;香港岛|中西区|香港中西區|皇后大道中99號中環中心;新界|屯门区|新界屯門區|屯順街1號屯門市廣場;九龙|深水埗区|九龍深水埗區|長沙灣道800號;新界|元朗区|新界元朗區|教育路68號;香港岛|东区|香港東區|英皇道1111號;新界|大埔区|新界大埔區|南運路9號;九龙|黄大仙区|九龍黃大仙區|龍翔道136號'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string]);
export const chineseHk =
  '陳大文 李小龍 張國榮 黃曉明 何嘉欣 周慧敏 林志穎 梁詠琪 吳彥祖 鄭伊健 陳小姐 王先生 歐陽娜娜 司徒華 劉德華 郭富城 黎明 關之琳 葉問 馮寶寶'.split(
    ' ',
  );
export const twPlaces =
  '臺北市|信義區|市府路45號|110;臺北市|大安區|忠孝東路四段216號|106;新北市|板橋區|中山路一段161號|220;桃園市|中壢區|中大路300號|320;台中市|西屯區|台灣大道三段99號|407;台南市|東區|大學路1號|701;高雄市|左營區|博愛二路777號|813;新竹市|東區|光復路二段101號|300;基隆市|仁愛區|愛一路5號|200;彰化縣|員林市|中山路一段10號|510;宜蘭縣|羅東鎮|公正路199號|265;花蓮縣|花蓮市|中正路12號|970;屏東縣|潮州鎮|延平路9號|920;台東縣|台東市|中山路276號|950;嘉義市|西區|垂楊路241號|600;苗栗縣|竹南鎮|民治街20號|350;南投縣|埔里鎮|中正路8巷3弄2號|545;雲林縣|斗六市|大學路三段123號|640;台北市|中山區|南京東路二段100號5樓之2|104;新北市|淡水區|英專路151號|251'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string]);
export const twLatin =
  'Taipei City|Xinyi Dist.|No. 7, Sec. 5, Xinyi Rd.|110;Taipei City|Da’an District|No. 216, Sec. 4, Zhongxiao E. Rd.|106;New Taipei City|Banqiao Dist.|No. 161, Sec. 1, Zhongshan Rd.|220;Taichung City|Xitun District|No. 99, Sec. 3, Taiwan Blvd.|407;Kaohsiung City|Zuoying Dist.|No. 777, Bo’ai 2nd Rd.|813;Tainan City|East Dist.|No. 1, University Rd.|701;Hsinchu City|East District|No. 101, Sec. 2, Guangfu Rd.|300;Taoyuan City|Zhongli Dist.|No. 300, Zhongda Rd.|320'
    .split(';')
    .map((row) => row.replaceAll('’', "'").split('|') as [string, string, string, string]);
export const twLatinFolk =
  'Chen Mei-Ling;Lin A-Ming;Wang Da-Ming;Chang Hui-Mei;Wu Tsung-Hsien;Jason Huang;Huang Chih-Wei;Tsai Yi-Lin;Liu Jia-Hao'.split(
    ';',
  );
export const moPlaces =
  '澳门半岛|大堂区|澳門大堂區|南灣大馬路517號;澳门半岛|花地玛堂区|澳門花地瑪堂區|黑沙環馬路12號;澳门半岛|风顺堂区|澳門風順堂區|河邊新街20號;澳门半岛|望德堂区|澳門望德堂區|荷蘭園大馬路55號;离岛|嘉模堂区|澳門嘉模堂區|廣東大馬路88號'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string]);
export const moLatin =
  'Avenida da Praia Grande;Rua de São Paulo;Avenida de Almeida Ribeiro;Rua do Campo;Estrada do Repouso;Avenida Horta e Costa'.split(
    ';',
  );
export const moLatinFolk =
  'Ana Silva;Ho Iat Seng;Pedro Rosário;Leong Ka Hou;Maria Fernandes da Costa;Chan Meng Kam'.split(';');
/** Prefecture, city, ward, rest, postcode. */
export const jpPlaces =
  '東京都|渋谷区||神宮前1-5-10|150-0001;東京都|新宿区||西新宿2丁目8番1号|160-0023;東京都|千代田区||丸の内1丁目9-1|100-0005;大阪府|大阪市|北区|梅田3丁目1番1号|530-0001;神奈川県|横浜市|西区|みなとみらい2-2-1|220-0012;北海道|札幌市|中央区|北1条西2丁目|060-0001;福岡県|福岡市|博多区|博多駅前2-1-1|812-0011;京都府|京都市|左京区|吉田本町36-1|606-8501;愛知県|名古屋市|中村区|名駅1-1-4|450-0002;千葉県|市川市||八幡1-1-1|272-0021;三重県|四日市市||諏訪町1-5|510-0085;沖縄県|那覇市||泉崎1-2-2|900-0021;長野県|北佐久郡軽井沢町||大字長倉2381-1|389-0111;兵庫県|神戸市|中央区|加納町6-5-1|650-0001;宮城県|仙台市|青葉区|国分町3-7-1|980-0803;埼玉県|川口市||本町4-1-8|332-0012;東京都|町田市||原町田6-3-8|194-0013;広島県|広島市|中区|基町10番52号|730-0011;茨城県|つくば市||研究学園1-1-1|305-0817;石川県|金沢市||広坂1-1-1|920-0962;東京都|西多摩郡奥多摩町||氷川215-6|198-0212;静岡県|浜松市|中央区|元城町103-2|430-0946;滋賀県|草津市||草津3丁目13-30|525-0034;鳥取県|東伯郡湯梨浜町||大字久留19-1|682-0723'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string, string]);
export const jpBuildings = [
  '',
  '',
  '',
  ' 神宮前タワービル5F',
  ' メゾン渋谷203号室',
  ' コーポ山本101',
  ' 第2ビル3階',
  ' グランドマンション1502',
  ' ハイツ桜203',
  'サンライズ302',
];
export const jpFolk =
  '山田太郎;佐藤健;鈴木一郎;高橋花子;田中美咲;渡辺健一;伊藤さくら;山本翔太;中村優子;小林ひかり;加藤大輔;吉田真央;佐々木希;市川海老蔵;町田啓太;村上春樹;区麗情;大野智;林修;森進一;原 辰徳;山田 花子;鈴木 一郎;高橋 健太;東 幹久;島 耕作;ヤマダ タロウ;タナカ ハナコ;マイケル・ジャクソン;丘みどり;市原隼人;県太郎;館ひろし;階戸瑠李'.split(
    ';',
  );
export const jpFirms = [
  '株式会社サンプル',
  'ヤマト商事株式会社',
  '有限会社田中製作所',
  '東京大学工学部',
  '市立中央病院',
  '合同会社みらい',
  '(株)オレンジ',
];
export const jpLatin =
  'Tokyo|Shibuya-ku||1-5-10 Jingumae|150-0001;Tokyo|Sumida-ku||1-1-2 Oshiage|131-0045;Kanagawa|Yokohama-shi|Nishi-ku|2-2-1 Minatomirai|220-0012;Osaka|Osaka-shi|Kita-ku|3-1-1 Umeda|530-0001;Kyoto|Kyoto-shi|Sakyo-ku|36-1 Yoshida Honmachi|606-8501;Hokkaido|Sapporo-shi|Chuo-ku|Kita 1-jo Nishi 2-chome|060-0001;Fukuoka|Fukuoka-shi|Hakata-ku|2-1-1 Hakataekimae|812-0011;Chiba|Ichikawa-shi||1-1-1 Yawata|272-0021'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string, string]);
export const jpLatinFolk =
  'Taro Yamada;Hanako Suzuki;Ken Sato;Yuki Tanaka;Akira Kurosawa;Haruki Murakami;John Park;Sakura Ito;Kenji Miyazawa'.split(
    ';',
  );
export const krPlaces =
  '서울특별시|서울특별시|강남구|테헤란로87길 36|06164|서울시;서울특별시|서울특별시|종로구|세종대로 209|03171|서울;부산광역시|부산광역시|해운대구|센텀남대로 35|48058|부산;경기도|성남시|분당구|판교역로 235|13494|경기;경기도|고양시|일산동구|중앙로 1275|10403|경기도;인천광역시|인천광역시|연수구|송도과학로 32|21984|인천;대구광역시|대구광역시|수성구|동대구로 364|42020|대구시;제주특별자치도|제주시||첨단로 242|63309|제주;강원특별자치도|춘천시||중앙로 1|24266|강원도;전북특별자치도|전주시|완산구|효자로 225|54968|전북;경상남도|창원시|의창구|중앙대로 300|51154|경남;충청북도|청주시|상당구|상당로 82|28542|충북;세종특별자치시|세종특별자치시||한누리대로 2130|30151|세종;울산광역시|울산광역시|남구|중앙로 201|44675|울산;전라남도|순천시||장명로 30|57956|전남;충청남도|홍성군||홍북읍 충남대로 21|32255|충남;부산광역시|부산광역시|기장군|기장읍 기장대로 560|46079|부산시'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string, string, string]);
export const krUnits = [
  '',
  ', 1005호',
  ' 101동 1502호',
  ' 3층',
  ' H스퀘어 N동 8층',
  ' (역삼동)',
  ' 힐스테이트 203동 904호',
  ' 강남빌딩 5층',
  ', B1',
];
export const krFolk =
  '김민수 박지훈 이영희 최민호 정우성 박서준 김지은 한가인 구하라 남궁민 선우재덕 황보라 동방신 길은혜 도경수 시우민 로운 강동원 송중기 전지현 유재석 조인성 홍길동 권지용 안효섭 서강준 이호'.split(
    ' ',
  );
export const krFirms = [
  '삼성전자',
  '(주)카카오',
  '주식회사 한빛',
  '서울대학교병원',
  '한국대학교',
  '네이버 주식회사',
  '강남초등학교',
  '현대백화점',
];
export const krLatin =
  'Seoul|Seoul|Gangnam-gu|152 Teheran-ro|06236;Seoul|Seoul|Jongno-gu|209 Sejong-daero|03171;Busan|Busan|Haeundae-gu|35 Centum nam-daero|48058;Gyeonggi-do|Seongnam-si|Bundang-gu|235 Pangyoyeok-ro|13494;Jeju-do|Jeju-si||242 Cheomdan-ro|63309;Incheon|Incheon|Yeonsu-gu|32 Songdogwahak-ro|21984;Gyeonggi-do|Goyang-si|Ilsandong-gu|1275 Jungang-ro|10403'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string, string]);
export const krLatinFolk =
  'Minsu Kim;Kim Min-jun;Jihoon Park;Lee Young-hee;Seojun Park;Choi Min Ho;Sarah Han'.split(';');
/** Province, city, district in Latin letters and in Chinese. */
export const cnLatin =
  'Zhejiang|Hangzhou|Xihu District|浙江省|杭州市|西湖区|310012;Guangdong|Shenzhen|Nanshan District|广东省|深圳市|南山区|518057;Beijing||Chaoyang District|北京市|北京市|朝阳区|100022;Shanghai||Pudong New Area|上海市|上海市|浦东新区|200120;Jiangsu|Nanjing|Xuanwu District|江苏省|南京市|玄武区|210018;Sichuan|Chengdu|Wuhou District|四川省|成都市|武侯区|610041;Guangdong|Guangzhou|Tianhe District|广东省|广州市|天河区|510620;Shandong|Qingdao|Shinan District|山东省|青岛市|市南区|266071;Hubei|Wuhan|Wuchang District|湖北省|武汉市|武昌区|430060;Fujian|Xiamen|Siming District|福建省|厦门市|思明区|361005'
    .split(';')
    .map((row) => row.split('|') as [string, string, string, string, string, string, string]);
export const cnLatinStreets =
  'No. 88 Wensan Road;15 Keyuan Road;Room 1203, Building 5, 26 Jianguo Road;No. 1 Zhongshan East Road;Unit 3, No. 500 Zhangyang Rd;12 Renmin South Road, Tower B'.split(
    ';',
  );
export const cnLatinFolk =
  'Zhang San;Li Lei;Han Meimei;Wang Xiaoming;Chen Jianguo;Michael Liu;Liu Yang;Zhao Zhiqiang'.split(';');
/** Beside Latin addresses: who the parcel goes to in a firm. */
export const latinFirms: Record<string, readonly string[]> = {
  US: [
    'Acme Corp',
    'Blue Sky LLC',
    'Lincoln High School',
    'General Hospital',
    'Parker & Sons Inc.',
    'University of Oregon',
    'First Baptist Church',
    'Starlight Media Group',
  ],
  CA: ['Maple Leaf Ltd.', 'Université Laval', 'Northern Lights Inc.', 'Toronto General Hospital'],
  GB: [
    'Acme Ltd',
    'Brown & Co',
    'The Crown Inn',
    "St Mary's School",
    'Harbour Media Limited',
    'Royal Infirmary',
    'Green Park Solutions Ltd',
    'University of Leeds',
  ],
  AU: ['Outback Supplies Pty Ltd', 'Monash University', 'Coastal Cafe', 'Southern Cross Pty. Ltd.'],
  DE: [
    'Muster GmbH',
    'Schmidt & Partner',
    'Bäckerei Huber',
    'Technische Universität',
    'Nordlicht AG',
    'Autohaus Wolf GmbH & Co. KG',
    'Klinikum Nord',
  ],
  FR: [
    'Société Dupont SARL',
    'Boulangerie Martin',
    'Lycée Victor Hugo',
    'Lumière SAS',
    'Hôpital Saint-Louis',
    'Éditions du Seuil',
  ],
  SG: ['Sunrise Pte Ltd', 'Temasek Polytechnic', 'Merlion Trading Pte. Ltd.'],
  HK: ['Golden Harvest Ltd', 'Sun Hung Trading Company Limited', 'Harbour School'],
};
