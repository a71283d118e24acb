/** Messages of Hong Kong, Macao, Taiwan and Singapore as people write them, in Chinese, in Latin letters and in both. No country is given. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string) => readAddress(text)[0];

describe('phones of the islands', () => {
  it.each([
    ['台南市東區崇明路 88 號 7 樓 邱柏翰 0937.214.806', '+886937214806'],
    ['(+886) 0921-774-330 蔡宜臻 高雄市左營區自由二路 31 號 12 樓之 2', '+886921774330'],
    ['Siti Nurhaliza 8183.4420 Blk 671 Choa Chu Kang Cres #11-04 Singapore 680671', '+6581834420'],
    ['Joyce Koh 12 Sunset Way #02-05 S597072. hp 9 8 2 2 1 0 4 5', '+6598221045'],
    ['MarcusLee81234567Blk45TelokBlangahDrive#10-22S(100045)', '+6581234567'],
    ['柴灣新翠花園3座14樓G 張婉雯 電話:9044-1127 打唔通搵我老公 6120 3345', '+85290441127'],
    ['收貨:永豐凍肉有限公司 觀塘鴻圖道 9 號 1 樓 電話 2344 5001,報閘用 BR No. 51234567', '+85223445001'],
  ])('%s', (text, phone) => {
    expect(read(text).phone).toBe(phone);
  });

  it('letters are digits where a text has the habit', () => {
    expect(read('Priya Nair, Blk 3l5 Ang Mo Kio Ave 3, #O7-22, S56O315. HP 9O12 3345')).toMatchObject({
      phone: '+6590123345',
      postcode: '560315',
      detail: 'Blk 315 Ang Mo Kio Ave 3, #07-22',
    });
    expect(read('Priya Nair, Blk 315B Ang Mo Kio Ave 3, Unit S, S560315. HP 9012 3345').detail).toBe(
      'Blk 315B Ang Mo Kio Ave 3, Unit S',
    );
  });
});

describe('names of the islands', () => {
  it.each([
    ['桃園市中壢區中央西路二段 45 號 3 樓 Amber Lo 羅安柏 0988 112 047', 'Amber Lo 羅安柏'],
    ['屏東縣屏東市自由路 527 號,收件人 Wu Pei-Shan(吳佩珊),電話 0970-331-208', 'Wu Pei-Shan(吳佩珊)'],
    ['氹仔 成都街 花城利盈大廈 21 樓 K,梁曉彤 Mandy,6399-8801', '梁曉彤 Mandy'],
    [
      'Flat B, 9/F, Block 3, Sunny Court, 28 Fuk Wing Street, Sham Shui Po\n黃美儀 Wong Mei Yee\n6132 9047',
      '黃美儀 Wong Mei Yee',
    ],
    ['陈慧敏 (Tan Hui Min) Blk 214 Serangoon Ave 4 #08-112 S550214 9126 7740', '陈慧敏 (Tan Hui Min)'],
    ['基隆市仁愛區愛三路 39 號 4 樓 許小姐 0912 660 318', '許小姐'],
    ['佐敦彌敦道 238 號 11 樓 C 座,陳太 5533 0917', '陳太'],
    ['To: Lee Wen Jie c/o Mdm Lee Siew Eng, 8 Jalan Rajah #05-11 S321008 tel 9731 0028', 'Lee Wen Jie'],
    ['收貨人 周志明、何詠琳\n聯絡電話 6117 5830\n送貨地址 將軍澳唐明街 1 號富康花園 5 座', '周志明、何詠琳'],
    ['何家豪(阿豪) // TEL66803517 // 氹仔南京街金利達花園3座7樓F', '何家豪(阿豪)'],
    ['姓名:阿Ann(黃太) 電話:6902-3318 送貨地址:大埔安慈路3號翠屏花園C座9樓', '阿Ann(黃太)'],
    ['梁永康/梁太　澳門筷子基宏建大廈第6座20樓R　電話: (853) 6545 9120', '梁永康/梁太'],
    [
      'Mark & Carol Wong 收（生日禮物）深水埗福榮街118號好景閣6樓C。先打Mark 9188 4427，佢冇聽先打Carol 6690 5513',
      'Mark & Carol Wong',
    ],
    // What somebody is and what they are called in another town's office is no name.
    ['黃文雅(學生) 台中市西區公益路68號3樓 0922333444', '黃文雅'],
    ['陳志強(會計先生) 觀塘鴻圖道57號8樓 9633 1208', '陳志強'],
    // The letter of a flat is nobody's, her family said twice says nothing more, and a whole name needs no title.
    ['黑沙環中街 55 號 8 樓 B 黃志豪 6688 1290', '黃志豪'],
    ['北角英皇道 400 號 3 樓 Auntie Ho 何桂芳 9012 3345', '何桂芳'],
    ['新竹縣竹東鎮長春路三段 88 號 蔡文清小姐 0912 660 318', '蔡文清'],
  ])('%s', (text, name) => {
    expect(read(text).name).toBe(name);
  });
});

describe('where it is', () => {
  it.each([
    ['連勝馬路 58 號 幸運大廈 6 樓 B 余小姐 6612 3390', 'MO'],
    ['路環 石排灣 業興大廈 4 座 30 樓 C 湯先生 66881290', 'MO'],
    ['Rua de Silva Mendes 20, Edf Wa Fat, 4 andar C, Leong Ka Man 6233 9018', 'MO'],
    ['彌敦道 610 號荷李活商業中心 8 樓 陳太 6612 3390', 'HK'],
    ['干諾道中 9 號環球大廈 12 樓 陳太 6612 3390', 'HK'],
  ])('%s', (text, country) => {
    expect(read(text).country).toBe(country);
  });

  it('quarters and counties beside houses in Latin letters', () => {
    expect(read('Lao Sio Fan, 5 Rua de Xiamen, 12 andar A, NAPE, Macau, 6655 2190')).toMatchObject({
      city: 'Macau',
      district: 'NAPE',
      detail: '5 Rua de Xiamen, 12 andar A',
    });
    expect(
      read('No. 20, Sec. 2, Zhongshan Rd., Hualien City, Hualien County 970, Taiwan, Huang Li-Chun'),
    ).toMatchObject({ city: 'Hualien County', district: 'Hualien City', postcode: '970' });
  });

  it('forms that ask for a postcode where there is none', () => {
    const form = (code: string): string =>
      `Name: Lau Ka Ho\nMobile: 54091182\nAddress: G/F, 41 Lok Shan Road\nArea: To Kwa Wan\nCity: Hong Kong\nPostal code: ${code}`;
    expect(read(form('000000'))).toMatchObject({ postcode: '', detail: 'G/F, 41 Lok Shan Road' });
    expect(read(form('999077'))).toMatchObject({ postcode: '999077', detail: 'G/F, 41 Lok Shan Road' });
  });
});

describe('the house of the islands', () => {
  it.each([
    ['台南市東區崇明路 88 號 7 樓(不是 78 號喔) 邱柏翰 0937-214-806', '崇明路88號7樓'],
    [
      '佐敦彌敦道 238 號 11 樓 C 座,唔好意思打錯,係 12 樓 C 座先啱,唔係 11 樓。陳太 5533 0917',
      '佐敦彌敦道238號12樓C座',
    ],
    ['元朗 青山道 99 號 8 樓 (唔係 89 號) 鄧生 6018 2234', '青山道99號8樓'],
    ['屯門青山公路 88 號 4 樓 後座 馮生 97120034', '青山公路88號4樓後座'],
    ['荃灣沙咀道 52 號金運工業大廈 12/F B室 何嘉莉 9331 2074', '沙咀道52號金運工業大廈12/F B室'],
    [
      'FROM: Ken, Rm 5, 3/F, 7 Lok Shan Rd, To Kwa Wan\nTO: 張凱怡 將軍澳唐俊街 9 號君傲灣 2 座 18 樓 D 9088 1172',
      '唐俊街9號君傲灣2座18樓D',
    ],
    [
      '恒信物流(香港)有限公司 客戶服務部 李敏兒 葵涌大連排道 152 號金龍工業中心 3 座 6 樓 2421 0088',
      '葵涌恒信物流(香港)有限公司客戶服務部大連排道152號金龍工業中心3座6樓',
    ],
    [
      '長沙灣道 760 號香港紗廠工業大廈 5 期 9 樓 C2 室 林師傅 54478812',
      '長沙灣道760號香港紗廠工業大廈5期9樓C2室',
    ],
    ['鴨脷洲 海怡半島 第 17 座 28 樓 F,不好意思係第 7 座先啱,何生 9788 2210', '海怡半島第7座28樓F'],
    ['Kaohsiung 高雄市 Lingya 苓雅區 四維三路 2 號 9 樓 簡志明 0912 660 318', '四維三路2號9樓'],
    [
      '澳門 Rua do Campo 水坑尾街 120 號 Edifício Kin Fai 建輝大廈 10樓 C, 陸小姐, 6266 3107',
      'Rua do Campo水坑尾街120號Edifício Kin Fai建輝大廈10樓C',
    ],
    [
      'Mudei de casa: já não moro na Rua Central, 58, Macau. A nova morada é Avenida Olímpica 432, 19 andar F, Taipa. Rui Pinto, 6233 9107',
      'Avenida Olímpica 432, 19 andar F',
    ],
    ['盧俊傑66093127澳門氹仔成都街濠庭都會7座31樓G放管理處', '成都街濠庭都會7座31樓G'],
    ['Lim Hui Qi,82213344,Blk505 Bishan St11#09-422,S570505', 'Blk 505 Bishan St 11 #09-422'],
    ['沙田正街 18 號新城市廣場 3 樓 李敏兒 6421 0088', '正街18號新城市廣場3樓'],
  ])('%s', (text, house) => {
    expect(read(text).detail.endsWith(house)).toBe(true);
  });
});

describe('what several messages of the islands have in common', () => {
  it.each([
    ['梁德輝,荃灣海壩街120-122號3樓B室,9123 4567', 'detail', '海壩街120-122號3樓B室'],
    ['收件 黃志豪,新蒲崗大有街15號美嘉工廈5樓。61237654', 'detail', '新蒲崗大有街15號美嘉工廈5樓'],
    ['【姓名】何慧敏\n【聯絡】9123 4567\n【地址】觀塘鴻圖道9號1樓', 'name', '何慧敏'],
    ['李小明 大安區信義路四段10號5樓 台北市106 0921-774-330', 'postcode', '106'],
    ['周麗珍 板橋區文化路一段20號 022345678', 'country', 'TW'],
    ['何嘉欣,九龙旺角弥敦道700号5楼501,电话65531224', 'phone', '+85265531224'],
    ['氹仔美景花園2座5樓A,梁家文,打63127754,唔好打屋企28841269', 'phone', '+85363127754'],
    ['羅志明 澳門高士德大馬路21號3樓\n電話 6G5l 2O44', 'phone', '+85366512044'],
  ] as const)('%s', (text, part, right) => {
    expect(read(text)[part]).toBe(right);
  });

  it('a flat before a phone is no scanner’s', () => {
    expect(read('Ann Lau, Flat 12B, 20 Nathan Road, Kowloon, Hong Kong. 6123 4567').detail).toContain('12B');
  });
});

describe('firms of the islands', () => {
  it('a department beside its firm is nobody, and stands on the door', () => {
    expect(
      read('新口岸宋玉生廣場411號皇朝廣場9樓B座　永盛貿易有限公司　採購部收　電話28753366'),
    ).toMatchObject({
      name: '',
      company: '永盛貿易有限公司',
      detail: '新口岸宋玉生廣場411號皇朝廣場9樓B座永盛貿易有限公司採購部',
    });
    expect(read('台北市內湖區瑞光路399號8樓 大華科技股份有限公司 研發部 陳彥廷 02-27991234').name).toBe(
      '陳彥廷',
    );
  });

  it('what leads to its name is no part of it, and who is called by one name is named', () => {
    expect(
      read(
        '想寄去澳門。地址係新口岸宋玉生廣場411號皇朝廣場14樓K，公司叫永信會計師事務所，交畀前台Vivian得㗎啦，6619 5043',
      ),
    ).toMatchObject({
      name: 'Vivian',
      company: '永信會計師事務所',
      detail: '新口岸宋玉生廣場411號皇朝廣場14樓K永信會計師事務所',
    });
    expect(read('觀塘鴻圖道57號8樓 陳志強 9633 1208 交畀前台Vivian都得').name).toBe('陳志強');
  });

  it('fields of a form with a house of its own', () => {
    expect(
      read('姓名:黃文雅 電話:0963118459 郵遞區號:260 縣市:宜蘭縣 鄉鎮:宜蘭市 路名:中山路三段 門號:145號'),
    ).toMatchObject({ city: '宜蘭縣', district: '宜蘭市', detail: '中山路三段145號' });
  });
});

describe('short forms in Latin letters', () => {
  it('a postcode behind Spore and a hyphen', () => {
    expect(
      read('Cust: Nur Aini Bte Osman\nH/P: 90556183\nAddr: Blk 846, Yishun Ring Rd, #09-3655, Spore-760846'),
    ).toMatchObject({
      name: 'Nur Aini Bte Osman',
      postcode: '760846',
      detail: 'Blk 846, Yishun Ring Rd, #09-3655',
    });
  });

  it('a quarter of Hong Kong in small letters, and a flat with its number', () => {
    expect(
      read('amy chan/97715530/flat8 12f block c,amoy gardens,77 ngau tau kok rd,kowloonbay'),
    ).toMatchObject({ name: 'amy chan', phone: '+85297715530', country: 'HK' });
  });

  it('leaves postcodes that begin with a word for a room', () => {
    expect(read('Amy Shaw, 14 Rainham Rd, Dagenham RM10 8YT, 07700 900277').postcode).toBe('RM10 8YT');
  });
});
