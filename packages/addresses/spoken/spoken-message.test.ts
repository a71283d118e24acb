import { readAddress } from '@platen/addresses/parse-address';
import { describe, expect, test } from 'vitest';
import { writeSpoken } from './spoken-message.ts';

const read = (text: string): string => {
  const [{ name, phone, city, detail, postcode }] = readAddress(text);
  return [name, phone, city, detail, postcode].join(' / ');
};

describe('numbers that were said', () => {
  test.each([
    [
      'Send it to Marcus Webb. One twenty Fifth Avenue, New York, New York, one double oh one one. Telephone two one two, five five five, oh one four four.',
      'Marcus Webb / +12125550144 / New York / 120 Fifth Avenue / 10011',
    ],
    [
      "okay it's Gurpreet Dhillon, D-H-I-double L-O-N, seventy-eight Scott Road, Surrey, British Columbia, victor three victor four lima two, phone six oh four, triple five, oh one two nine",
      'Gurpreet Dhillon / +16045550129 / Surrey / 78 Scott Road / V3V 4L2',
    ],
    [
      'Dictated: Asha Patel new line fifty-five Melton Road new line Leicester new line L E four six P N new line oh double seven double oh nine double oh two eight six',
      'Asha Patel / +447700900286 / Leicester / 55 Melton Road / LE4 6PN',
    ],
    [
      'Priya Nair, twenty-one Jalan Besar, hash oh three dash oh two, postal two oh nine two oh nine, tel six two double three, four four five five',
      'Priya Nair / +6562334455 / Singapore / 21 Jalan Besar, #03-02 / 209209',
    ],
    [
      'Guten Tag, das Paket geht an Sabine Krüger, K-R-Ü-G-E-R, Lindenstraße vierundzwanzig b, in fünf null sechs sieben vier Köln. Telefon null zwo zwo eins, vier sieben eins eins null acht.',
      'Sabine Krüger / +49221471108 / Köln / Lindenstraße 24b / 50674',
    ],
    [
      "C'est au nom de Nadia Benali, B E N A L I, quatre-vingt-douze boulevard Voltaire, soixante-quinze zéro onze Paris, zéro six trente-neuf quatre-vingt-dix-huit zéro deux soixante-quatre",
      'Nadia Benali / +33639980264 / Paris / 92 boulevard Voltaire / 75011',
    ],
    [
      'Buongiorno, il pacco è per Chiara Fontana, via Garibaldi dodici barra a, trentacinque uno due due Padova. Il cellulare è tre quattro sei, cinque cinque zero, uno uno otto due.',
      'Chiara Fontana / +393465501182 / Padova / via Garibaldi 12/a / 35122',
    ],
    [
      'a nombre de Carmen Iglesias coma calle del Dos de Mayo número diecisiete coma primero izquierda coma cero ocho cero trece Barcelona coma móvil seis cero cero, diecinueve, cuarenta, cero tres',
      'Carmen Iglesias / +34600194003 / Barcelona / calle del Dos de Mayo 17, 1.o izquierda / 08013',
    ],
    [
      'Goedemiddag, het is voor Anneke Visser, Kerkstraat vierentwintig, postcode tien zeventien, G van Gerard, N van Nico, Amsterdam. Telefoon nul zes, twaalf, vierendertig, zesenvijftig, acht en zeventig.',
      'Anneke Visser / +31612345678 / Amsterdam / Kerkstraat 24 / 1017 GN',
    ],
    [
      'もしもし、佐藤です、佐藤みどり。札幌市中央区南三条西四丁目、一の二。郵便は〇六〇の〇〇六三。携帯がゼロハチゼロ、五五一二、三四〇九。',
      '佐藤みどり / +818055123409 / 札幌市 / 南三条西四丁目1-2 / 060-0063',
    ],
    [
      '받는 사람은 이삼식이고요, 서울 강남구 테헤란로 백오십이, 우편번호 공육이삼육, 전화는 공일공 삼사오육 칠팔구공이에요.',
      '이삼식 / +821034567890 / 서울특별시 / 테헤란로 152 / 06236',
    ],
  ])('%s', (text, right) => {
    expect(read(text)).toBe(right);
  });

  test('floors in German have their figure', () => {
    const said =
      'ähm das geht an Jana Pohl, Lindenallee siebenundvierzig, zweiter Stock, Postleitzahl eins fünf acht neun null Eisenhüttenstadt, Handy null eins sieben sechs, drei drei acht, null neun vier, sieben null';
    expect(readAddress(said)[0].detail).toContain('2. Stock');
  });

  test('Chinese phones and postcodes become digits, houses stay as they were said', () => {
    expect(
      read(
        '地址 南京市六合区 雄州街道 泰山路 四十号 邮编 二一一五零零 联系人 九儿 电话 一七七 零五一四 八三六二',
      ),
    ).toBe('九儿 / 17705148362 / 南京市 / 雄州街道泰山路四十号 / 211500');
    expect(read('收件人 康师 电话 1三8七1二四零9八六 湖北省武汉市江汉区解放大道六百八十六号')).toContain(
      '13871240986',
    );
    const [{ detail, phone }] = readAddress(
      '收件人叫馮一心，一心一意嗰個一心。地址係澳門，高士德大馬路，九十八號，七樓C。電話六六八八，一二零三。',
    );
    expect([detail, phone]).toEqual(['高士德大馬路九十八號七樓C', '+85366881203']);
  });
});

describe('names that are numbers', () => {
  test.each([
    'Ann Lee, 1 Three Rivers Road, Seven Hills NSW 2147, 0491 570 156',
    'Dieter Acht, Am Markt 3, 99423 Weimar',
    'One Two Three Shop, 5 Fifth Avenue, New York, NY 10011',
    '北京市朝阳区三里屯路19号 六小龄 18600527739',
    '长春市二道区八一路五四胡同十里堡四十二号 九儿 13596041128',
    '東京都千代田区一番町15-8 五十嵐健太 090-1234-5678',
    '서울 종로구 종로3가 이삼식 010-1234-5678',
  ])('%s stays as it is', (text) => {
    expect(writeSpoken(text)).toBeUndefined();
  });

  test('they stay beside numbers that were said', () => {
    const name = (text: string): string => writeSpoken(text)!.text;
    expect(name('eight hundred Three Rivers Road, Knoxville, zip three seven nine one nine')).toBe(
      '800 Three Rivers Road, Knoxville, zip 37919',
    );
    expect(name('Familie Dieter Acht, Am Markt drei, neun neun vier zwo drei Weimar')).toBe(
      'Familie Dieter Acht, Am Markt 3, 99423 Weimar',
    );
    expect(name('Paolo Venti, piazza Tre Martiri nove, quarantasette nove due uno Rimini')).toBe(
      'Paolo Venti, piazza Tre Martiri 9, 47921 Rimini',
    );
    expect(name('陸三妹 旺角西洋菜南街七十二號 電話六八一二 零零四五')).toBe(
      '陸三妹 旺角西洋菜南街七十二號 電話6812 0045',
    );
  });

  test('a house in words stays so where the other numbers are in digits', () => {
    const text = 'at forty two sycamore lane in burlington vermont zip 05401 phone 802 555 0127';
    expect(readAddress(text)[0].detail).toBe('forty two sycamore lane');
  });
});

test('what is left over stands where it was in the text as it was given', () => {
  const text =
    'Ｏkay write this down: Fiona Macrae, M-A-C-R-A-E, twenty-two B Elm Row, Edinburgh, echo hotel seven, four alpha hotel. Mobile oh seven seven double oh, nine hundred, six one two. Blue gate!';
  const [{ leftover, name }] = readAddress(text);
  expect(name).toBe('Fiona Macrae');
  expect(leftover.map((part) => part.text)).toContain('M-A-C-R-A-E');
  for (const part of leftover) expect(text.slice(part.start, part.end).normalize('NFKC')).toBe(part.text);
});

describe('houses in China', () => {
  const read = (text: string) => readAddress(text)[0];

  test('are in digits where somebody speaks', () => {
    expect(
      read(
        '语音 我要寄到辽宁省丹东市振兴区六经街一百一十二号三号楼二单元五零三 收的人是栾玉芝 电话幺五零四幺五二二三八七',
      ),
    ).toMatchObject({ name: '栾玉芝', phone: '15041522387', detail: '六经街112号3号楼2单元503' });
    expect(
      read(
        '你听着啊，地址四川省乐山市市中区，嘉定北路，三十八号，呃三百零八号，二栋，十二杠四，找戴晓梅，幺八九，零八幺三，六六二七',
      ),
    ).toMatchObject({ phone: '18908136627', detail: '嘉定北路308号2栋12-4' });
    expect(
      read(
        '你记一下 收件人姓曹单名一个禾字禾苗的禾 寄河南省漯河市源汇区马路街八号 电话幺三八三九五双零七二六',
      ),
    ).toMatchObject({ name: '曹禾', phone: '13839500726', detail: '马路街8号' });
  });

  test('are in digits where the phone or a character of the name was said', () => {
    expect(
      read('收件人陶丽娟,手机幺三六零四五一二二七八,黑龙江哈尔滨道里区新阳路五号街坊,十二号楼三单元四零一')
        .detail,
    ).toBe('新阳路5号街坊,12号楼3单元401');
    expect(
      read(
        '江西抚州临川区,青云街道,赣东大道,三号院,对,六号楼,二单元,一零二房。邹小兰,一三七,六五四二,零九一八',
      ),
    ).toMatchObject({
      name: '邹小兰',
      phone: '13765420918',
      detail: '青云街道,赣东大道3号院,6号楼,2单元,102房',
    });
    expect(
      read(
        '广东梅州梅江区金山街道仲元东路六十二号之一 三〇二,我姓温,温暖的温,温秀珍,电话一三五三五九零四四一七',
      ).detail,
    ).toBe('金山街道仲元东路62号之一302');
    expect(
      read('语音转文字:东西寄到山西大同平城区,南关街道,然后南门街十七号四号楼幺单元二零二,齐浩,13834284016')
        .detail,
    ).toBe('南关街道,南门街17号4号楼1单元202');
  });

  test('a street that is said once more, and a number after the word of doubt', () => {
    expect(
      read(
        '你记一下 安徽省黄山市屯溪区 阜上路 阜是阜阳的阜 阜上路五十六号 哎不对 六十五号 储德 电话幺三八五六三零二七九四',
      ).detail,
    ).toBe('阜上路65号');
  });

  test('the end of a phone is said anew', () => {
    expect(
      read('地址是四川省乐山市市中区嘉定北路八号 戴晓梅 电话 一三五 七七三八 零九二六 不对 最后是零九六二')
        .phone,
    ).toBe('13577380962');
    expect(read('四川省乐山市市中区嘉定北路8号 戴晓梅 电话13577380926 不对 最后俩数是62').phone).toBe(
      '13577380962',
    );
  });

  test('are in digits also where a room follows a house with nothing between them', () => {
    const read = (text: string) => readAddress(text)[0].detail;
    expect(
      read(
        '你记一下，常州市钟楼区荷花池街道怀德中路一百零六号五零二，史文涛，电话幺三五，零六一二，八八四七',
      ),
    ).toBe('荷花池街道怀德中路106号502');
  });

  test.each([
    [
      '吉林省长春市朝阳区 嗯 湖西路幺二五号 然后是 六栋三门五零二 我叫阚新 电话幺三六四四三零八九五零',
      '湖西路125号6栋3门502',
    ],
    [
      '语音转文字我要改地址改成河北省张家口市崇礼区西湾子镇长青路富龙小镇九号楼二单元六零幺收件人叫边丽电话号码一三七三三三零六四八零',
      '西湾子镇长青路富龙小镇9号楼2单元601',
    ],
  ])('are in digits where a room ends in words: %s', (text, detail) => {
    expect(read(text).detail).toBe(detail);
  });

  test.each([
    ['曲靖市麒麟区文昌街一百二十八号 不不不 一百八十二号 收件人尹书 幺三九 零零零四 零零零二', '文昌街182号'],
    [
      '包头市青山区幸福路，呃，门牌是三十八，不对不对三十六号，锦绣园，三栋，四零二。白晓燕，幺三九，零零零四，零零零三',
      '幸福路36号,锦绣园3栋,402',
    ],
    [
      '桐城市孔城镇兴隆大道一百九十九号，不对我看下……一百六十九号，商城里面四百零八铺。钮爱华，幺三九零零零四零零零五',
      '孔城镇兴隆大道169号,商城里面408铺',
    ],
    [
      '大理市下关街道龙山路三十号 南湖雅苑九栋 九还是六来着 是六栋 六栋二单元幺零零二 杨晨 幺八七 零零零四 四四幺六',
      '下关街道龙山路30号南湖雅苑6栋2单元1002',
    ],
    [
      '武汉市江岸区中山大道四百二十九号，那个扬子广场，B座，对，一八零六。褚一鸣。电话幺三九零零零四零零零六',
      '中山大道429号,扬子广场,B座,1806',
    ],
    [
      '重庆市垫江县桂溪街道工农大道一百零六号三幢五杠二名字是谭明 号码是幺三九零零零四零零幺零',
      '桂溪街道工农大道106号3幢5-2',
    ],
  ])('are the ones that were said last: %s', (text, detail) => {
    expect(read(text).detail).toBe(detail);
  });

  test.each([
    [
      '福建泉州南安市水头镇海联路一百二十六号收货人姓丁丁文海文化的文大海的海电话一三九零零零四零零零七',
      '丁文海',
    ],
    ['语音转文字 福建泉州南安市水头镇海联路一百二十六号 姓丁 丁文海 电话一三九零零零四零零零七', '丁文海'],
  ])('stand before somebody whose family was said first: %s', (text, name) => {
    expect(read(text).name).toBe(name);
  });

  test('stay as they were written where nobody speaks, or some are in digits', () => {
    expect(read('一八七五三一二九零四六，山东德州德城区湖滨北路九号院五号楼三零一，邢玉兰').detail).toBe(
      '湖滨北路九号院五号楼三零一',
    );
    expect(
      read('语音转文字 收件人孔令 电话幺三九零九九六四四幺七 新疆库尔勒市团结路72号鸿雁小区三单元402').detail,
    ).toBe('团结路72号鸿雁小区三单元402');
    expect(writeSpoken('你记一下 北京市朝阳区三里屯路 六合家园 电话 幺三八零零幺三八零零零')?.text).toContain(
      '三里屯路 六合家园',
    );
  });
});

test('a number that somebody took back is nobody’s', () => {
  expect(
    writeSpoken('Rolf Stein, Feldweg eins, null vier sechs, nein, null vier sechs null fünf Borna')?.text,
  ).toBe('Rolf Stein, Feldweg 1, 04605 Borna');
});
