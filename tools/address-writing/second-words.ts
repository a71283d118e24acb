/** Words of the second hand: people, firms, streets, towns and what is said, of each country, as lists apart by semicolons. Facts only. */
import type { Chance } from './writing-chance.ts';
import type { WrittenRecord } from './written-record.ts';

const english =
  'Aaron;Abigail;Adam;Alice;Andrew;Angela;Anthony;Beatrice;Benjamin;Brian;Caroline;Catherine;Christopher;Claire;Connor;Deborah;Derek;Dominic;Eleanor;Ellen;Ethan;Evelyn;Finn;Frances;Gareth;Gemma;Gregory;Heather;Hugh;Imogen;Isaac;Isla;Joanna;Joel;Julian;Kate;Keith;Kimberly;Laura;Leon;Louise;Marcus;Megan;Melissa;Nathan;Nicole;Nigel;Owen;Paige;Peter;Philip;Rachel;Rebecca;Rhys;Rose;Ruth;Samuel;Sharon;Simon;Stephanie;Theo;Tracy;Vanessa;Victor;Walter;Wendy;Zachary;Rosa;Diego;Anh;Tuan;Deepak;Sunita;Omar;Leila;Chidi;Amara;Hiroshi;Ji-woo;Ivan;Katarzyna;Aoife;Dafydd;Jose Luis;Mary Beth;DeShawn;LaToya';
const englishFamily =
  "Abbott;Adams;Alexander;Barker;Bennett;Booth;Byrne;Cameron;Carter;Clarke;Cole;Collins;Cooper;Davies;Dixon;Edwards;Ellis;Evans;Fletcher;Fox;Gibson;Graham;Griffiths;Harris;Hughes;Hunt;Jenkins;Kaur;Lewis;Lopez;MacLeod;Marsh;Marshall;Martinez;Mitchell;Morgan;Murphy;Murray;Nakamura;O'Connor;O'Sullivan;Oyelaran;Palmer;Parker;Perez;Phillips;Powell;Price;Ramirez;Reid;Richardson;Roberts;Rodriguez;Russell;Sanders;Shaw;Simpson;Stewart;Taylor;Thompson;Tran;Turner;Walker;Walsh;Ward;Watson;Webb;White;Wilson;Wright;Park;House;Lane;Church;North;Field;Brooks;Street;Hall;Banks;Rhodes;Court;Place;Green;Hill;Forest;Bridge;Towers;Wood;Grove;Castle;Meadows;Shore;Garden;Farmer;Village;Temple;Chapel;Mills;Wells;St. John;van Dyke;De Luca;Heath;Glen;Marina;Bay;Lake;Summers;Parish;Abbey;Moor;Fields;Waters;Cross;Drive;Square;Plaza;Close;Gates;Lodge";

const given: Record<string, string> = {
  US: english,
  CA: `${english};Geneviève;Étienne;Mathilde;Xavier;Guillaume;Maude`,
  GB: english,
  AU: `${english};Lachlan;Bronwyn;Tahlia`,
  DE: 'Annika;Bernd;Birgit;Carsten;Christoph;Dieter;Dirk;Elke;Emil;Frank;Gisela;Günter;Heike;Helga;Horst;Ingrid;Jan;Johanna;Julia;Karin;Katharina;Kerstin;Lara;Leonie;Manfred;Marlene;Matthias;Moritz;Paul;Ralf;Renate;Sebastian;Silke;Stefan;Susanne;Thomas;Tobias;Uwe;Vera;Elif;Emre;Hans-Peter;Eva-Maria;Jörg;Sören',
  FR: 'Adèle;Alain;Antoine;Aurélie;Baptiste;Benoît;Brigitte;Cécile;Céline;Christophe;Corinne;Delphine;Élodie;Fabrice;Florence;Gérard;Guillaume;Isabelle;Jacques;Jérôme;Julie;Laurent;Louis;Manon;Margaux;Michel;Monique;Olivier;Pascal;Patrick;Philippe;Sandrine;Sébastien;Sylvie;Théo;Valérie;Vincent;Karim;Yasmine;Marie-Claude;Jean-Baptiste',
  SG: 'Wei Jie;Hui Min;Xin Yi;Jun Hao;Kai Ling;Boon Kiat;Siew Lan;Mei Xuan;Zhi Hao;Yong Sheng;Rachel;Marcus;Shu Fen;Beng Hock',
  HK: 'Wai Man;Ka Ho;Chun Kit;Sin Yee;Hiu Tung;Man Kit;Yuen Ting;Pui Shan;Tsz Kin;Kit Ying;Eric;Carmen;Fiona;Ivan;Joyce',
  MO: 'Ka Man;Weng Kei;Sio Fong;Chi Hou;João;Teresa;Carlos;Beatriz',
  TW: 'Chih-Ming;Ya-Ting;Chun-Chieh;Shu-Fen;Yu-Hsuan;Po-Han;Pei-Shan;Kuan-Yu;Hsin-Yi;Mei-Chu;Eric;Tina',
  JP: 'Kazuki;Naomi;Takeshi;Yumi;Daisuke;Ayaka;Shinji;Mariko;Ryo;Keiko;Makoto;Nanami;Hiroki;Emi;Satoshi;Tomoko',
  KR: 'Ji-hoon;Seo-yeon;Min-seok;Hye-jin;Dong-hyun;Soo-min;Jae-won;Eun-ji;Sang-woo;Yu-na;Hyun-woo;Minji;Jihye;Taehyun',
  CN: 'Xiaoli;Wei;Jianjun;Yuting;Haoran;Xin;Lili;Guoqiang;Meiling;Peng;Zihan;Tao;Min;Yang;David;Grace',
};
const family: Record<string, string> = {
  US: englishFamily,
  CA: `${englishFamily};Tremblay;Gagnon;Bouchard;Lavoie;Desjardins`,
  GB: englishFamily,
  AU: englishFamily,
  DE: 'Albrecht;Arnold;Baumann;Beck;Becker;Berger;Böhm;Brandt;Braun;Engel;Franke;Frank;Fuchs;Graf;Groß;Haas;Hahn;Hartmann;Heinrich;Herrmann;Huber;Jung;Keller;Klein;Koch;Köhler;Krause;Krüger;Lange;Lehmann;Lorenz;Ludwig;Maier;Martin;Mayer;Meyer;Möller;Neumann;Otto;Peters;Pfeiffer;Richter;Roth;Sauer;Schäfer;Schmitt;Scholz;Schröder;Schulz;Seidel;Simon;Stark;Vogt;Wagner;Walter;Weiß;Werner;Winkler;Ziegler;Zimmermann;Markt;Burg;Feld;Garten;Brück;Park;Haus;Tor;Gasse;Allee;Hofer;von Stein;van den Berg;zur Mühlen;Demir;Nowak;Bremer;Kölner;Essen;Münster;Wiese;Grabner;Straße',
  FR: 'Bernard;Bertrand;Bonnet;Boyer;Brun;Chevalier;Clément;Colin;David;Denis;Dumas;Dumont;Fabre;Faure;Fournier;François;Garcia;Garnier;Gauthier;Gérard;Girard;Guérin;Henry;Lambert;Lefebvre;Legrand;Lemaire;Marchand;Mercier;Meyer;Michel;Morel;Morin;Muller;Nicolas;Noël;Perrin;Picard;Renard;Richard;Robert;Robin;Rousseau;Roussel;Roy;Simon;Thomas;Vincent;Duchemin;Delaplace;Dupont-Rivière;Rue;Chemin;Allée;Laforêt;Montagne;Duquai;Larue;Delaville;Lebourg;Traoré;Haddad;Nantes;Lille;Mairie;Château;de Villiers;Le Goff',
  SG: 'Tan;Lim;Lee;Ng;Ong;Wong;Goh;Chua;Chan;Koh;Teo;Ang;Yeo;Tay;Ho;Low;Sim;Chong',
  HK: 'Chan;Wong;Cheung;Lau;Chow;Kwan;Poon;Siu;Tsui;Yeung;Ma;Sze;Kong;Lo;Chiu;Wan',
  MO: 'Lei;Ieong;Chao;Sou;Kuok;Lam;da Silva;Rodrigues;do Rosário;Vong',
  TW: 'Chen;Lin;Huang;Chang;Lee;Wang;Wu;Liu;Tsai;Yang;Hsu;Cheng;Hsieh;Kuo;Hung;Chiu',
  JP: 'Sato;Suzuki;Takahashi;Tanaka;Watanabe;Ito;Nakamura;Kobayashi;Kato;Yoshida;Yamaguchi;Matsumoto;Inoue;Kimura;Shimizu;Mori;Ikeda;Hashimoto;Ishikawa;Ono',
  KR: 'Kim;Lee;Park;Choi;Jung;Kang;Cho;Yoon;Jang;Lim;Han;Shin;Kwon;Song;Hwang;Ryu',
  CN: 'Zhang;Wang;Li;Liu;Chen;Yang;Zhao;Huang;Zhou;Wu;Xu;Sun;Hu;Zhu;Guo;He;Lin;Luo;Tang;Deng',
};

const streetNames: Record<string, string> = {
  US: 'Maple;Washington;Cherry;Sunset;Ridge;Willow;Jefferson;Sycamore;Cottonwood;Mill Creek;Old Post;Harbor View;Franklin;Birch;MLK Jr;Magnolia;Walnut;Forest Park;Cedar Hill;Church;Main;Park;Mission Bay;Rosewood;Eagle Point;Country Club;Lexington;42nd;3rd;17th;Meadowbrook;Industrial;University;Stone Bridge',
  CA: 'Dundas;Queen;Bloor;Robson;Elgin;Maple;Victoria;Wellington;Richmond;Main;Pembina;Sherbrooke;Laurier;Lakeview;Princess;Sussex;104;Bathurst;Oak;Hastings',
  GB: 'High;Church;Mill;Station;Abbey;Orchard;Victoria;Albert;Windmill;School;Springfield;Nelson;Wellington;Cromwell;Beech;Priory;Meadow;Park;Bath;Chester;St Johns;St Marys;Kings;Vicarage;Old Kent;Great Western;Upper Brook;North;Manor;Castle',
  AU: 'Wattle;Railway;Victoria;Banksia;Murray;Cook;Edward;Swan;Kings;Smith;Campbell;Mitchell;Park;Church;Lonsdale;Wellington;Boundary;Military;Sturt;Gympie',
  DE: 'Gartenstraße;Lindenstr.;Schulstraße;Bergstraße;Kirchgasse;Am Bahnhof;Marktplatz;Ringstraße;Waldweg;Berliner Str.;Hauptstr.;Dorfstraße;Beethovenstraße;Rathausplatz;Wilhelmstraße;An der Kirche;Im Winkel;Zur alten Mühle;Am Alten Markt;Martin-Luther-Straße;Johann-Sebastian-Bach-Str.;Sonnenallee;Hohe Straße;Neuer Wall;Elbchaussee;Kapellenweg;Leopoldstr.;Brunnengasse;Hinter der Mauer;Steindamm;Ludwig-Erhard-Ufer;Unterer Graben;Obere Königsstraße',
  FR: "rue Nationale;rue de la Gare;avenue du Général de Gaulle;boulevard Jean Jaurès;place de la Mairie;chemin des Vignes;rue des Écoles;impasse du Lavoir;allée des Platanes;route de Paris;rue Pasteur;rue du 8 Mai 1945;quai de la Loire;cours Lafayette;rue de l'Abbé Grégoire;rue du Château;square Carpeaux;avenue Foch;rue Saint-Jacques;bd de la Liberté;rue Jean Moulin;rue de Strasbourg;villa des Roses;sentier des Bois;place du Marché;Rue Émile Zola;av. Victor Hugo",
  SG: 'Yishun Ring Road;Hougang Street 21;Bishan Street 12;Punggol Drive;Sengkang East Way;Choa Chu Kang Ave 3;Geylang Lorong 24;Upper Thomson Road;East Coast Road;Bukit Timah Road;Cecil Street;Jalan Membina;Lorong Ah Soo;Telok Blangah Crescent;Commonwealth Drive;Simei Street 4;Robinson Road;Circuit Road;Havelock Road;Cantonment Close',
  HK: 'Hennessy Road;Jordan Road;Prince Edward Road West;Shanghai Street;Connaught Road Central;Gloucester Road;Des Voeux Road Central;Ma Tau Wai Road;Po Lam Road;Castle Peak Road;Tai Wai Road;Fuk Wing Street;Wong Tai Sin Road;Caine Road;Java Road;Shau Kei Wan Road',
  MO: 'Avenida do Infante D. Henrique;Rua de Pequim;Rua da Sé;Avenida de Venceslau de Morais;Travessa da Paixão;Rua do Cunha;Estrada da Vitória;Alameda Dr. Carlos d’Assumpção'.replaceAll(
    '’',
    "'",
  ),
  TW: 'Zhongzheng Rd.;Minsheng E. Rd.;Fuxing N. Rd.;Wenhua 1st Rd.;Heping W. Rd.;Ziyou Rd.;Dunhua S. Rd.;Minquan Rd.;Yongkang St.;Gongyi Rd.;Siwei 3rd Rd.;Beimen St.',
  JP: 'Nishiki;Ebisu;Honcho;Sakae;Shibakoen;Kamiyama-cho;Motomachi;Nakano;Asakusa;Minami-Aoyama;Higashi-Shinjuku;Tenjin;Yoyogi;Hommachi',
  KR: 'Teheran-ro;Gangnam-daero;Yeouidaebang-ro 24-gil;Mapo-daero;Itaewon-ro;Dongseong-ro;Haeundaehaebyeon-ro;Sinchon-ro 12-gil;Olympic-ro;Digital-ro 26-gil;Jungang-daero',
  CN: 'Jiefang Road;Renmin Middle Road;Xinhua Street;Zhongshan North Road;Changjiang Avenue;Heping Road;Tianfu Avenue;Binhai Blvd;Xueyuan Road;Jianshe Street;Huancheng East Rd;Keji Road;Nanjing West Road',
};
const streetKinds: Record<string, string | undefined> = {
  US: 'St;Street;Ave;Avenue;Rd;Road;Ln;Lane;Dr;Drive;Blvd;Ct;Court;Way;Pl;Cir;Pkwy;Terrace;Trl;Loop',
  CA: 'St;Street;Ave;Avenue;Road;Street West;St E;Crescent;Blvd;Drive;Lane;Ave NW',
  GB: 'Road;Street;Lane;Avenue;Close;Terrace;Gardens;Way;Drive;Place;Crescent;Hill;Row;Grove;Walk;Rd;St;Court;Square;Rise;View;Mews',
  AU: 'Street;St;Road;Rd;Avenue;Ave;Parade;Pde;Crescent;Drive;Terrace;Lane;Highway;Court;Circuit;Place;Boulevard',
};

const towns: Record<string, string> = {
  US: "Tulsa|OK|74103|Oklahoma;Boise|ID|83702|Idaho;Newport|RI|02840|Rhode Island;Springfield|MA|01103|Massachusetts;Cedar Rapids|IA|52401|Iowa;Santa Fe|NM|87501|New Mexico;Baton Rouge|LA|70801|Louisiana;El Paso|TX|79901|Texas;Mount Pleasant|SC|29464|South Carolina;Little Rock|AR|72201|Arkansas;Sioux Falls|SD|57104|South Dakota;Washington|DC|20009|District of Columbia;Washington|DC|20500|D.C.;Honolulu|HI|96815|Hawaii;Anchorage|AK|99501|Alaska;Jersey City|NJ|07302|New Jersey;Hoboken|NJ|07030|New Jersey;West Palm Beach|FL|33401|Florida;Chapel Hill|NC|27514|North Carolina;Lake Oswego|OR|97034|Oregon;Walla Walla|WA|99362|Washington;Truth or Consequences|NM|87901|New Mexico;Eau Claire|WI|54701|Wisconsin;Green Bay|WI|54301|Wisconsin;Queens|NY|11375|New York;Bronx|NY|10458|New York;New York|NY|10003|New York;Staten Island|NY|10301|New York;North Platte|NE|69101|Nebraska;Coeur d'Alene|ID|83814|Idaho;Kalispell|MT|59901|Montana;Park City|UT|84060|Utah;Bar Harbor|ME|04609|Maine;Key West|FL|33040|Florida;Winston-Salem|NC|27101|North Carolina;Palo Alto|CA|94301|California;Rancho Cucamonga|CA|91730|California;St. Petersburg|FL|33701|Florida;O'Fallon|IL|62269|Illinois;King of Prussia|PA|19406|Pennsylvania;Bowling Green|KY|42101|Kentucky;Kansas City|MO|64106|Missouri;Oak Park|IL|60302|Illinois;Forest Hills|NY|11375|New York;La Crosse|WI|54601|Wisconsin",
  CA: 'Mississauga|ON|L5B 3Y4|Ontario;Burnaby|BC|V5H 4N2|British Columbia;Laval|QC|H7N 5Y6|Quebec;Edmonton|AB|T5J 3N5|Alberta;Regina|SK|S4P 3Y2|Saskatchewan;Fredericton|NB|E3B 5A3|New Brunswick;Charlottetown|PE|C1A 4P3|Prince Edward Island;Whitehorse|YT|Y1A 2C6|Yukon;Trois-Rivières|QC|G9A 5L9|Québec;Sault Ste. Marie|ON|P6A 5X6|Ontario;Kelowna|BC|V1Y 6N2|British Columbia;North Vancouver|BC|V7M 2H4|British Columbia;Medicine Hat|AB|T1A 0A9|Alberta;Moose Jaw|SK|S6H 0H9|Saskatchewan;London|ON|N6A 3K7|Ontario;Sherbrooke|QC|J1H 5H9|Québec;Dartmouth|NS|B2Y 4G8|Nova Scotia;Brandon|MB|R7A 6N2|Manitoba;Richmond Hill|ON|L4C 3B2|Ontario;Saint John|NB|E2L 4L1|New Brunswick',
  GB: "London||N1 9GU;London||E14 5AB;London||W1T 3NF;Leicester||LE1 6RX;Nottingham||NG1 5FS;Sheffield||S1 2HE;Liverpool||L1 8JQ;Southampton||SO14 7DW;Plymouth||PL1 2AA;Norwich|Norfolk|NR2 1TF;Ipswich|Suffolk|IP1 3EH;Cheltenham|Gloucestershire|GL50 1DD;Harrogate|North Yorkshire|HG1 2RR;Reading|Berkshire|RG1 7QH;Guildford|Surrey|GU1 3UA;Brighton|East Sussex|BN1 1EE;Aberdeen||AB10 1XG;Dundee||DD1 4QB;Inverness||IV1 1NH;Swansea||SA1 3SN;Bangor|Gwynedd|LL57 1DT;Londonderry||BT48 6RQ;Truro|Cornwall|TR1 2QU;Stratford-upon-Avon|Warwickshire|CV37 6BA;Bishop's Stortford|Hertfordshire|CM23 3AG;Kingston upon Hull||HU1 2AA;Wells|Somerset|BA5 2PN;Great Yarmouth|Norfolk|NR30 2EE;High Wycombe|Buckinghamshire|HP11 2DN;Berwick-upon-Tweed|Northumberland|TD15 1BT;Royal Tunbridge Wells|Kent|TN1 1YY;Ashby-de-la-Zouch|Leicestershire|LE65 1AG;Chester|Cheshire|CH1 2HQ;Bury|Lancashire|BL9 0DN",
  AU: 'Parramatta|NSW|2150|New South Wales;Newcastle|NSW|2300|New South Wales;Geelong|VIC|3220|Victoria;Ballarat|VIC|3350|Victoria;Cairns|QLD|4870|Queensland;Toowoomba|QLD|4350|Queensland;Launceston|TAS|7250|Tasmania;Alice Springs|NT|0870|Northern Territory;Bondi Beach|NSW|2026|New South Wales;Mount Gambier|SA|5290|South Australia;Glenelg|SA|5045|South Australia;Broome|WA|6725|Western Australia;Subiaco|WA|6008|Western Australia;Braddon|ACT|2612|Australian Capital Territory;Wagga Wagga|NSW|2650|New South Wales;South Yarra|VIC|3141|Victoria;Coffs Harbour|NSW|2450|New South Wales;Noosa Heads|QLD|4567|Queensland;Byron Bay|NSW|2481|New South Wales;Brunswick West|VIC|3055|Victoria;North Sydney|NSW|2060|New South Wales;Hawthorn East|VIC|3123|Victoria',
  DE: 'Mannheim||68159;Karlsruhe||76133;Augsburg||86150;Wiesbaden||65183;Münster||48143;Mainz||55116;Erfurt||99084;Rostock||18055;Kiel||24103;Lübeck||23552;Magdeburg||39104;Potsdam||14467;Würzburg||97070;Ulm||89073;Trier||54290;Jena||07743;Offenbach am Main||63065;Bad Tölz||83646;Lutherstadt Wittenberg||06886;Garmisch-Partenkirchen||82467;Sankt Augustin||53757;Neustadt an der Weinstraße||67433;Frankfurt (Oder)||15230;Hof||95028;Halle (Saale)||06108;Schwäbisch Gmünd||73525;Berlin||12047;Berlin||10999;München||80799;Hamburg||22765;Köln||50823;Brühl||50321;Oberhausen||46045;Mülheim an der Ruhr||45468',
  FR: "Reims||51100;Toulon||83000;Angers||49000;Nîmes||30000;Le Mans||72000;Tours||37000;Amiens||80000;Limoges||87000;Annecy||74000;Perpignan||66000;Metz||57000;Besançon||25000;Orléans||45000;Caen||14000;Mulhouse||68100;Rouen||76000;Nancy||54000;Paris||75011;Paris||75018;Lyon||69003;Marseille||13006;Saint-Denis||93200;Sainte-Foy-lès-Lyon||69110;La Baule-Escoublac||44500;L'Isle-sur-la-Sorgue||84800;Neuilly-sur-Seine||92200;Aix-les-Bains||73100;Bourg-en-Bresse||01000;Les Sables-d'Olonne||85100;Vitry-sur-Seine||94400;Le Puy-en-Velay||43000;Saint-Malo||35400;Ajaccio||20000;Antony||92160",
  SG: 'Singapore||',
  HK: 'Jordan|Kowloon;Mong Kok|Kowloon;Kowloon Bay|Kowloon;Tseung Kwan O|New Territories;Kwai Chung|New Territories;Fanling|New Territories;Ma On Shan|New Territories;Central|Hong Kong Island;Sai Ying Pun|Hong Kong Island;Chai Wan|Hong Kong Island;Tin Hau|Hong Kong Island;To Kwa Wan|Kowloon;Tsim Sha Tsui East|Kowloon',
  MO: 'Macau||',
  TW: "Taipei City|Songshan Dist.|105;Taipei City|Shilin District|111;New Taipei City|Zhonghe Dist.|235;Taoyuan City|Zhongli District|320;Taichung City|Beitun Dist.|406;Kaohsiung City|Lingya District|802;Tainan City|Yongkang Dist.|710;Keelung City|Ren'ai Dist.|200;Taipei City|Wanhua District|108;Chiayi City|West Dist.|600",
  JP: 'Minato-ku|Tokyo|105-0011|;Setagaya-ku|Tokyo|154-0004|;Nerima-ku|Tokyo|176-0012|;Nagoya-shi|Aichi|460-0003|Naka-ku;Sendai-shi|Miyagi|980-0811|Aoba-ku;Kobe-shi|Hyogo|650-0022|Chuo-ku;Hiroshima-shi|Hiroshima|730-0011|Naka-ku;Kawasaki-shi|Kanagawa|210-0005|Kawasaki-ku;Nara-shi|Nara|630-8213|;Kanazawa-shi|Ishikawa|920-0962|;Fujisawa-shi|Kanagawa|251-0052|;Hachioji-shi|Tokyo|192-0083|;Naha-shi|Okinawa|900-0013|;Suginami-ku|Tokyo|166-0003|',
  KR: 'Seoul|Seoul|04524|Mapo-gu;Seoul|Seoul|07236|Yeongdeungpo-gu;Seoul|Seoul|05510|Songpa-gu;Daegu|Daegu|41911|Jung-gu;Busan|Busan|48094|Haeundae-gu;Suwon-si|Gyeonggi-do|16490|Paldal-gu;Cheongju-si|Chungcheongbuk-do|28644|Heungdeok-gu;Daejeon|Daejeon|34126|Yuseong-gu;Yongin-si|Gyeonggi-do|16942|Suji-gu;Changwon-si|Gyeongsangnam-do|51435|Uichang-gu',
  CN: 'Ningbo|Zhejiang|浙江省/宁波市/海曙区||Haishu;Chengdu|Sichuan|四川省/成都市/锦江区|610021|Jinjiang;Xiamen|Fujian|福建省/厦门市/思明区|361001|Siming;Changsha|Hunan|湖南省/长沙市/岳麓区||Yuelu;Shenzhen|Guangdong|广东省/深圳市/福田区|518033|Futian;Suzhou|Jiangsu|江苏省/苏州市/姑苏区||Gusu;Beijing|Beijing|北京市/北京市/海淀区|100080|Haidian;Shanghai|Shanghai|上海市/上海市/徐汇区|200030|Xuhui;Dalian|Liaoning|辽宁省/大连市/沙河口区||Shahekou;Zhengzhou|Henan|河南省/郑州市/金水区|450003|Jinshui;Kunming|Yunnan|云南省/昆明市/五华区||Wuhua;Chongqing|Chongqing|重庆市/重庆市/渝中区|400010|Yuzhong;Hefei|Anhui|安徽省/合肥市/蜀山区||Shushan;Harbin|Heilongjiang|黑龙江省/哈尔滨市/南岗区||Nangang;Jinan|Shandong|山东省/济南市/历下区|250014|Lixia;Nanning|Guangxi|广西壮族自治区/南宁市/青秀区||Qingxiu;Tianjin|Tianjin|天津市/天津市/和平区|300041|Heping;Guiyang|Guizhou|贵州省/贵阳市/云岩区||Yunyan;Taiyuan|Shanxi|山西省/太原市/小店区||Xiaodian;Wuhan|Hubei|湖北省/武汉市/洪山区|430070|Hongshan',
};
export const townsOf = (country: string): string[] => towns[country]!.split(';');

const firmHeads =
  'Meridian;Pixel & Paper;Brightwater;Ironwood;Falcon;Summit;Red Door;Evergreen;Cobalt;Lakeside;Northwind;Harbor;Kingfisher;Atlas;Oakwood;Bluebird;Riverside;Silverline';
const firmTails: Record<string, string> = {
  US: 'Inc.;LLC;Corp.;Dental Group;Law Firm;Consulting LLC;Designs;Elementary School;Coffee Roasters;Realty;Technologies Inc',
  CA: 'Inc.;Ltd.;Corp;Consulting;Design Studio;Architects',
  GB: 'Ltd;Limited;LLP;Consulting Ltd;Primary School;Surgery;Architects;& Sons Ltd',
  AU: 'Pty Ltd;Pty. Ltd.;Constructions;Medical Centre;Primary School;Consulting Pty Ltd',
  DE: 'GmbH;AG;GmbH & Co. KG;KG;e.V.;Architekten;Verlag;Steuerberatung',
  FR: 'SARL;SAS;SA;Conseil;Immobilier;& Fils',
  SG: 'Pte Ltd;Pte. Ltd.;Holdings Pte Ltd;LLP',
  HK: 'Limited;Ltd.;Trading Co. Ltd.;(HK) Limited',
  MO: 'Lda.;Limitada;Company Limited',
  TW: 'Co., Ltd.'.replace(',', ''),
  JP: 'K.K.;Co. Ltd.;Inc.',
  KR: 'Co. Ltd.;Inc.;Corp.',
  CN: 'Co. Ltd.;Technology Co. Ltd.;Trading Co. Ltd.',
};
const schools =
  "St. Mary's Hospital;City Public Library;Westfield High School;Grace Community Church;Department of Chemistry;Mercy General Hospital;Rotary Club;Riverside Elementary School;National Museum;Veterans Affairs Office;Hilton Hotel;Grand Hyatt Hotel;Central Police Station;University of Technology";

const eastern: Record<string, string> = {
  JP: '東京都|台東区||111-0032|浅草;東京都|練馬区||176-0012|豊玉北;東京都|八王子市||192-0083|旭町;東京都|武蔵野市||180-0004|吉祥寺本町;愛知県|名古屋市|中区|460-0003|錦;宮城県|仙台市|青葉区|980-0811|一番町;兵庫県|神戸市|中央区|650-0022|元町通;広島県|広島市|中区|730-0011|基町;石川県|金沢市||920-0962|広坂;沖縄県|那覇市||900-0013|牧志;埼玉県|さいたま市|大宮区|330-0854|桜木町;千葉県|船橋市||273-0005|本町;長野県|松本市||390-0811|中央;岐阜県|高山市||506-0011|本町;京都府|京都市|左京区|606-8501|吉田本町;大阪府|堺市|堺区|590-0078|南瓦町;大阪府|東大阪市||577-8521|荒本北;北海道|函館市||040-0063|若松町;福岡県|北九州市|小倉北区|802-0001|浅野;鹿児島県|鹿児島市||892-0842|東千石町;三重県|四日市市||510-0075|安島;奈良県|生駒郡斑鳩町||636-0115|法隆寺山内',
  KR: '서울특별시|서울특별시|마포구|04038|양화로|서울;서울특별시|서울특별시|송파구|05510|올림픽로|서울시;부산광역시|부산광역시|부산진구|47285|중앙대로|부산;대구광역시|대구광역시|수성구|42188|달구벌대로|대구시;대전광역시|대전광역시|유성구|34126|대학로|대전;광주광역시|광주광역시|서구|61945|상무중앙로|광주광역시;경기도|수원시|팔달구|16490|효원로|경기;경기도|용인시|수지구|16942|포은대로|경기도;경기도|부천시||14547|길주로|경기;강원특별자치도|춘천시||24341|중앙로|강원도;충청북도|청주시|흥덕구|28644|가로수로|충북;전라남도|순천시||57963|장명로|전남;경상남도|창원시|의창구|51435|중앙대로|경남;제주특별자치도|서귀포시||63590|중앙로|제주;세종특별자치시|세종특별자치시||30151|한누리대로|세종;경상북도|포항시|북구|37721|중흥로|경북',
  TW: '臺北市|松山區|105|南京東路四段;台北市|士林區|111|中山北路五段;新北市|中和區|235|景平路;桃園市|桃園區|330|中正路;臺中市|北屯區|406|文心路四段;台南市|永康區|710|中華路;高雄市|苓雅區|802|四維三路;宜蘭縣|羅東鎮|265|公正路;屏東縣|屏東市|900|自由路;花蓮縣|花蓮市|970|中華路;嘉義市|西區|600|友愛街;苗栗縣|頭份市|351|中央路',
  HK: '九龙|黄大仙区|九龍黃大仙區|龍翔道;九龙|深水埗区|九龍深水埗區|長沙灣道;新界|屯门区|新界屯門區|屯順街;新界|大埔区|新界大埔區|安慈路;新界|西贡区|新界西貢區|唐德街;新界|葵青区|新界葵青區|葵昌路;香港岛|东区|香港東區|英皇道;九龙|九龙城区|九龍九龍城區|馬頭圍道',
};

const jpGiven =
  '太郎;美咲;健太;陽菜;大輔;由美子;翔;さくら;直樹;恵子;拓也;愛;蓮;結衣;裕子;誠;あかり;雄一郎;千尋;亮';
const jpFamily =
  '佐藤;鈴木;高橋;田中;渡辺;伊藤;山本;中村;小林;加藤;吉田;山田;松本;井上;木村;林;清水;石川;前田;藤田;長谷川;市原;町田;大町;区;宮村;五十嵐;小笠原;西園寺;道下;桜庭;三宅;河野;川端;里見;二階堂;村田';
const krFamily = '김;이;박;최;정;강;조;윤;장;임;한;오;서;신;권;황;안;송;류;홍;남궁;선우;구;길;동';
const krGiven =
  '민준;서연;지훈;하은;도윤;수빈;예준;지우;현우;은지;성호;미영;동욱;혜진;재민;가람;로아;시온;나리;보미;호';
const twFamily = '陳;林;黃;張;李;王;吳;劉;蔡;楊;許;鄭;謝;郭;洪;曾;邱;廖;賴;徐;歐陽';
const twGiven = '志明;淑芬;雅婷;俊傑;怡君;家豪;美玲;建宏;宗翰;詩涵;冠宇;佩珊;文雄;麗華';

interface Series {
  name: string;
  detail: string;
  levels: string[];
  postcode: string;
  expected: WrittenRecord['expected'];
}

/** A person and a place in the country's own letters. */
export function seriesOf(chance: Chance, country: string): Series {
  const pick = (list: string): string => chance.pick(list.split(';'));
  const row = pick(eastern[country === 'MO' ? 'HK' : country]!).split('|');
  const n = (below: number): number => 1 + chance.below(below);
  if (country === 'JP') {
    const [province, city, district, postcode, town] = row as [string, string, string, string, string];
    const at = chance.pick([
      `${n(6)}-${n(30)}-${n(20)}`,
      `${n(6)}丁目${n(30)}番${n(20)}号`,
      `${n(6)}丁目${n(30)}-${n(20)}`,
      `${n(900)}`,
      `${n(900)}番地${n(9)}`,
    ]);
    const unit = pick(
      ';;; サンハイツ202; グリーンコート405号室; 第一ビル4F; パークマンション1203; 桜荘3号室; ライオンズマンション弐番館801',
    );
    const name = `${pick(jpFamily)}${pick(';; ')}${pick(jpGiven)}`;
    return {
      name,
      detail: town + at + unit,
      levels: chance.often(0.9)
        ? [province, city, district].filter(Boolean)
        : [province, city, district].filter(Boolean),
      postcode,
      expected: { province, city, district },
    };
  }
  if (country === 'KR') {
    const [province, city, district, postcode, road, short] = row as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const unit = pick(
      ';; 101동 1203호;, 5층; 현대아파트 102동 804호; (서교동); 한빛빌딩 3층 301호;, 2층 (반포동);, 605호',
    );
    const head = chance.often(0.6) ? province : short;
    return {
      name: pick(krFamily) + pick(krGiven),
      detail: `${road}${pick(';;;;12길;3길')} ${n(300)}${unit}`,
      levels: [head, city === province ? '' : city, district].filter(Boolean),
      postcode,
      expected: { province, city, district },
    };
  }
  const name = pick(twFamily) + pick(twGiven);
  if (country === 'TW') {
    const [city, district, postcode, road] = row as [string, string, string, string];
    const at = `${pick(';;;25巷;118巷6弄')}${n(300)}號${pick(';;;3樓;5樓之2;12樓;地下1樓')}`;
    return {
      name,
      detail: road + at,
      levels: [city, district],
      postcode,
      expected: { province: '', city, district },
    };
  }
  const [city, district, written, road] = row as [string, string, string, string];
  const unit = pick('12樓A室;5座8樓C室;1203室;地下;3樓;金輝大廈15樓B;');
  return {
    name,
    detail: `${road}${n(800)}號${unit}`,
    levels: [chance.often(0.3) && !written.startsWith('香港') ? `香港${written}` : written],
    postcode: '',
    expected: { province: '香港特别行政区', city, district },
  };
}

export const words = {
  given,
  family,
  streetNames,
  streetKinds,
  firmHeads,
  firmTails,
  schools,
  easternTitles: {
    JP: ';;様; 様;さん',
    KR: ';;님; 님; 귀하;씨',
    TW: ';;收; 先生;小姐',
    HK: ';;收;先生; 小姐',
  } as Record<string, string>,
  easternLabels: {
    JP: [
      '氏名：;お名前：;届け先氏名：;名前:;受取人：',
      '電話番号：;電話：;TEL：;携帯番号：;連絡先：',
      '住所：;お届け先住所：;ご住所：;送付先：',
    ],
    KR: [
      '이름: ;받는분: ;수령인: ;성함: ;받는 사람 : ',
      '연락처: ;전화번호: ;핸드폰: ;휴대폰번호: ;HP: ',
      '주소: ;배송지 주소: ;받는 주소: ;배송주소 : ',
    ],
    TW: [
      '收件人：;姓名：;收貨人姓名：',
      '電話：;手機：;連絡電話：;聯絡電話：',
      '地址：;收件地址：;寄送地址：',
    ],
    HK: ['收件人：;姓名：;聯絡人：', '電話：;手提電話：;聯絡電話：', '地址：;送貨地址：;收貨地址：'],
  } as Record<string, string[]>,
  easternFirms: {
    JP: '株式会社ひかり;みなと商事株式会社;有限会社山本工業;北大学理学部;中央小学校;さくらクリニック',
    KR: '(주)한울;주식회사 새봄;미래전자;한강초등학교;서울병원;무지개약국',
    TW: '宏達科技有限公司;長庚醫院;明德國小;大同股份有限公司',
    HK: '永安貿易有限公司;聖保羅書院;恒豐有限公司',
  } as Record<string, string>,
  easternHello: {
    JP: 'こんにちは。;お世話になります。;写真を10枚お願いします。;住所が変わりました。;下記へ発送をお願いします。;注文番号88231です。;送り先はこちらです。',
    KR: '안녕하세요!;안녕하세요, 주소 변경 부탁드립니다.;사진 20장 주문했어요.;이사했어요. 새 주소입니다.;아래 주소로 보내주세요.;주문번호 88231입니다.',
    TW: '您好，;你好，我想改地址：;我要印20張照片，;請寄到：;訂單編號88231，;搬家了，新地址：',
    HK: '你好，;唔該，我想改地址：;我想印20張相，;請送去：;訂單號88231，;新地址：',
  } as Record<string, string>,
  easternBye: {
    JP: 'よろしくお願いします。;ありがとうございます。;急ぎでお願いします。;宅配ボックスに入れてください。;届いたら連絡ください。',
    KR: '감사합니다.;빨리 보내주세요.;문 앞에 놓아주세요.;언제 도착하나요?;수고하세요!',
    TW: '謝謝！;麻煩了;請放管理室;請儘快寄出;感謝您',
    HK: '多謝！;唔該晒;請放管理處;盡快寄出，謝謝;麻煩你',
  } as Record<string, string>,
  easternTells: {
    JP: '私の名前はNです。住所はAです。電話はPです。;NといいますがAに送ってください。電話P;住所はA、名前はN、電話番号はPです。',
    KR: '제 이름은 N이고 주소는 A입니다. 전화는 P;저는 N입니다. A로 보내주세요. P;주소는 A, 이름은 N, 번호는 P입니다.',
    TW: '我叫N，電話P，地址A;我是N，寄到A，手機P;A，收件人N，電話是P',
    HK: '我叫N，電話P，地址A;我係N，送去A，電話P;A，收件人N，電話係P',
  } as Record<string, string>,
};
