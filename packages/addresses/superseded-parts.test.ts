/** What is said anew takes the place of what was taken back, in every tongue; ordinary words that look like it change nothing. */
import { describe, expect, it } from 'vitest';
import { readAddress } from './parse-address.ts';
import { cleanText } from './parse-clean.ts';
import { withoutSuperseded } from './superseded-parts.ts';

describe('a part that is said anew', () => {
  it.each([
    [
      'Ship to Lim Hui Min, Blk 214 Tampines Street 23 #04-362 Singapore 521214, 9123 8870. Oops unit is #04-326 pls amend tks',
      { detail: 'Blk 214 Tampines Street 23 #04-326', name: 'Lim Hui Min' },
    ],
    [
      'Send to 2738 Alder Ave, Salem, OR 97301, attention Ruth Kessler, 503-555-0144. Scratch that, I swapped the digits, it is 2783.',
      { detail: '2783 Alder Ave', postcode: '97301' },
    ],
    [
      'Owen Pratt, 3316 N Linden St, Fargo ND 58102, 701-555-0160\nwait no, that is 3361, I always mix it up',
      { detail: '3361 N Linden St', postcode: '58102' },
    ],
    [
      'Me equivoqué, puse 622 40 31 17 y es 622 40 13 17. Lo demás está bien: Berta Solís, Calle Olivo 8, 23001 Jaén',
      { phone: '+34622401317', other_phones: [], detail: 'Calle Olivo 8' },
    ],
    [
      'I typed my old mobile, 07700 900 416. Correct is 07700 900 461. Ivy Marsh, 5 Quay Lane, Whitby YO21 3PU',
      { phone: '+447700900461', other_phones: [] },
    ],
    [
      "j'ai mis 41 mais c'est 14 : Lucie Faure, 41 rue des Lilas, 35000 Rennes, 06 39 98 12 40",
      { detail: '14 rue des Lilas' },
    ],
    [
      'correction : 6 allée des Pins et PAS 16, 25000 Besançon (Noé Garnier, 06 39 98 24 60)',
      { detail: '6 allée des Pins', city: 'Besançon' },
    ],
    [
      'Inés Pardo, Calle del Pozo 15, 10003 Cáceres, 610 555 026. Uy no, el número es el 51 y el teléfono acaba en 62: 610 555 062',
      { detail: 'Calle del Pozo 51', phone: '+34610555062', other_phones: [] },
    ],
    [
      'Rosa Thum, Domplatz 4, 86150 Augsburg, 0172 9925904 ... nein, Hausnummer 14! und die Handynr. ist 0172 9973185',
      { detail: 'Domplatz 14', phone: '+491729973185' },
    ],
    [
      'Kees Bos, Haven 16, 1131 EP Volendam, 0299 555 013 - foutje, huisnummer moet 61 zijn ipv 16',
      { detail: 'Haven 61', postcode: '1131 EP' },
    ],
    ['送去北角英皇道510號港運大廈1203室… sorry 打錯 係1302室 收件人 余志遠 6543 2190', { name: '余志遠' }],
    ['氹仔埃武拉街268號花城利盈大廈9樓…唔係，係19樓J座。羅展鵬 6689 2127', { name: '羅展鵬' }],
    [
      "Ship to Aoi Mori, 7-4-2 Ginza, Chuo-ku, Tokyo 104-0061... sorry wrong number, it's 7-14-2 Ginza. Mobile 090-4455-6677",
      { postcode: '104-0061', phone: '+819044556677' },
    ],
    [
      'Priya Raman, 4418 Larkspur Ln, Austin, TX 78745. 512-555-0163. Oops, house number is 4481, not 4418.',
      { detail: '4481 Larkspur Ln', name: 'Priya Raman', phone: '+15125550163' },
    ],
    [
      'Send to Lucy Chen, phone 415-555-0121 (scratch that, 415-555-0112), 720 Noe St Apt 3, San Francisco CA 94114',
      { phone: '+14155550112', other_phones: [] },
    ],
    [
      'Mei Ling Tan, Blk 318 Ang Mo Kio Ave 3 #04-121, Singapore 560318, 9123 4567. Unit should be #04-112',
      { detail: 'Blk 318 Ang Mo Kio Ave 3 #04-112', postcode: '560318' },
    ],
    [
      'Rosa Delgado, 77 Palm Dr, Tampa, FL 33602, 813-555-0177. zip is actually 33606',
      { postcode: '33606', detail: '77 Palm Dr' },
    ],
    [
      'Sabine Kröger, Lindenallee 12, 24105 Kiel, Tel. 0431 5550123. Halt, Hausnummer ist 21!',
      { detail: 'Lindenallee 21', city: 'Kiel' },
    ],
    [
      "Camille Roussel, 21 rue des Lilas, 35000 Rennes, 06 39 98 12 40. Pardon, c'est le 12 rue des Lilas.",
      { detail: '12 rue des Lilas', city: 'Rennes' },
    ],
    [
      'Paolo Ferri, via Garibaldi 6, 40124 Bologna, 333 5550142. Scusate, civico 16',
      { detail: 'via Garibaldi 16' },
    ],
    [
      'Joris de Wit, Kerkstraat 34, 3581 RC Utrecht, 06-12345670. O nee, huisnummer 43',
      { detail: 'Kerkstraat 43' },
    ],
    [
      '许静雯 13912340871 江苏省南京市鼓楼区中山北路215号5栋302室 打错了，是203室',
      { detail: '中山北路215号5栋203室', name: '许静雯' },
    ],
    [
      '福建泉州鲤城区东街88号，不对，是丰泽区东街88号，洪美玲15980001122',
      { district: '丰泽区', detail: '东街88号', name: '洪美玲' },
    ],
    [
      '郭子仪 13383512049 山西省运城市盐湖区河东东街219号 手机错了，应该是13383512094',
      { phone: '13383512094' },
    ],
    [
      '臺北市大安區和平東路二段50號5樓，林怡君，0912-000-123 ↑樓層寫錯，是8樓不是5樓',
      { detail: '和平東路二段50號8樓' },
    ],
    ['黃志強 6123 4500 沙田正街15號20樓C室，更正：係21樓C室，唔該', { phone: '+85261234500' }],
    [
      '山田花子\n〒530-0001 大阪府大阪市北区梅田1-2-3\n番地間違えました、正しくは1-3-2です',
      { detail: '梅田1-3-2' },
    ],
    [
      '김하늘 010-1234-0001 서울특별시 마포구 월드컵로 120, 502호. 아 죄송해요 502호 아니고 205호예요',
      { name: '김하늘', phone: '+821012340001' },
    ],
  ])('%s', (text, answer) => {
    expect(readAddress(text)[0]).toMatchObject(answer);
  });

  it('leaves what was taken back over, with its place in the text as it was given', () => {
    const given =
      'Rohan Bridge, １９ Adelaide Tce, East Perth 6004 WA, 0491 574 118. *Correction* make that 91 Adelaide Tce';
    const { detail, leftover } = readAddress(given)[0];
    expect(detail).toBe('91 Adelaide Tce');
    expect(leftover.map(({ start, end }) => given.slice(start, end))).toEqual([
      '１９',
      expect.stringMatching(/^Correction.*make that$/u),
      'Adelaide Tce',
    ]);
  });
});

describe('an old place beside the new one', () => {
  it.each([
    [
      'Hello, my account still has 9 Quarry Rd, Guelph N1H 2A4 on it. Send the cards to 31 Weber St E, Kitchener, ON N2H 1C9 please. Ida Bond, 519-555-0144',
      { detail: '31 Weber St E', postcode: 'N2H 1C9' },
    ],
    [
      "Attention j'ai déménagé ! Plus le 14 rue Haute à Dijon mais : Luce Roux, 27 rue Gambetta, 25000 Besançon, 06 39 98 79 44",
      { detail: '27 rue Gambetta', city: 'Besançon', name: 'Luce Roux' },
    ],
    [
      '舊地址 澳門罅些喇提督大馬路41號 唔好再用，新地址係 澳門高士德大馬路30號3樓A，容小儀，6601 4344',
      { phone: '+85366014344', name: '容小儀' },
    ],
    [
      'We have moved! Old: 12 Harbour View, Nelson 7010. New: 57 Tahunanui Drive, Nelson 7011. Bex Tamihana 021 0812 3344',
      { detail: '57 Tahunanui Drive', postcode: '7011' },
    ],
    [
      'Wir sind umgezogen. Bisher: Am Anger 4, 99084 Erfurt. Neu: Steigerstr. 19, 99096 Erfurt. Jens Apel, 0361 5550148',
      { detail: 'Steigerstr. 19', postcode: '99096', name: 'Jens Apel' },
    ],
    [
      "J'ai déménagé : avant 8 quai Voltaire, 69002 Lyon, maintenant 45 cours Gambetta, 69003 Lyon. Théo Marchand 06 39 98 55 01",
      { detail: '45 cours Gambetta', postcode: '69003' },
    ],
    [
      'Nos mudamos: antes calle Luna 7, 41003 Sevilla; ahora avenida de Portugal 22, 41004 Sevilla. Iván Prado 699 555 021',
      { detail: 'avenida de Portugal 22', postcode: '41004' },
    ],
    [
      '上海市闵行区七莘路1000号李姐 13700001111，上面那个作废。新的：上海市徐汇区龙华西路31弄8号402，李姐，电话不变',
      { district: '徐汇区', detail: '龙华西路31弄8号402', phone: '13700001111' },
    ],
    [
      '唔好再寄去觀塘道100號，改寄旺角西洋菜南街8號3樓B室，陳大文 9123 4567',
      { name: '陳大文', phone: '+85291234567' },
    ],
  ])('%s', (text, answer) => {
    expect(readAddress(text)[0]).toMatchObject(answer);
  });
});

describe('others in the message', () => {
  it.each([
    [
      "Bobby Lang 0491 570 157 - don't ring me tho ring mum 0491 570 158. 4 Gum Tree Ct, Dubbo NSW 2830",
      { phone: '+61491570158', name: 'Bobby Lang' },
    ],
    [
      '周霞，备用13944445555，主号13122223333，浙江省宁波市鄞州区天童北路800号',
      { phone: '13122223333', name: '周霞' },
    ],
    [
      '我是付款的人13311112222，东西寄给我妈：罗桂英，18811113333，重庆市渝北区龙溪街道红锦大道55号4-2',
      { phone: '18811113333', name: '罗桂英' },
    ],
    [
      '浙江省嵊泗县菜园镇沙河路308号（嵊州不是嵊泗，别搞混） 余素珍 13800138000',
      { district: '嵊泗县', detail: '菜园镇沙河路308号' },
    ],
  ])('%s', (text, answer) => {
    expect(readAddress(text)[0]).toMatchObject(answer);
  });
});

describe('ordinary words', () => {
  it.each([
    'No. 5 New Street, Ludlow SY8 2NH, Nora Newbold, 07700 900251, not before 5 pm please, no phone calls',
    'Actually Coffee Co, 12 Change Alley, Wellington 6011, 021 0812 9900, new customer, 20 not 12 cards',
    'Ay Nonni, 4 Still Lane, Ludlow SY8 1AA, 07700 900144, the account has 20 cards left, e-mail and phone as before',
    'Nowhere Farm, Old Road, Newtown SY16 2AB. Noah Noakes 07700 900290. not a shop',
    'Sorry 2 photos are dark. Ann Moss, 12 Mill Rd, Unit 5, Bedford MA 01730, 508-555-0139',
    'Wrong Bros Ltd, 5 Park Ave, Leeds LS1 1AA. Sorry, 5 minutes late!',
    'Instead of ringing please knock. Tom Long, 41 Hay St, Perth WA 6000, 0491 570 156',
    'Neue Straße 8, 15230 Frankfurt (Oder), Uwe Lietz, nicht vor 17 Uhr, nicht bei Nr. 9 abgeben',
    'Früher Vogel Verlag, Altstadt 3, 84028 Landshut, war schon Kunde 2019, jetzt 2 Pakete',
    'Pardon Traiteur, 11 rue du Pardon, 84000 Avignon, Serge Nonnet, 06 39 98 02 28, pas de sonnette',
    'Prima Foto srl, via Nuova 2, 34121 Trieste, non prima delle 17, citofono 4 non 5',
    'Antes de las 17 h, Ana Antes, calle Nueva 9, 37001 Salamanca, 633 555 091, ahora 2 copias',
    'Moet zijn voor 12 mei! Nico Nu, Nuweg 21, 2801 AB Gouda, 06-12345683',
    '北京市大兴区旧宫镇旧桥路5号院,新伟,13666660001,不要放驿站,不是急件',
    '南京市秦淮区新街口中山南路1号,不锈钢厂宿舍3栋,纪新,13777770002,新单子,不用换纸',
    '地址别写错了,杭州市西湖区文三路90号3幢201,王芳13800138000',
    '不好意思2张重印,寄杭州市西湖区文三路90号3幢201,王芳13800138000',
    '台北市大安區和平東路二段50號5樓,不是1樓店面喔,林怡君,0912-000-123',
    '新旧記念館 東京都新宿区旧町3-4-5 前田改 03-1234-5678 すみません、2枚追加です',
    '경기도 구리시 새터로 5, 신정아, 010-1234-0005, 부재시 문앞에, 전화 아니고 문자 주세요',
  ])('change nothing: %s', (text) => {
    expect(withoutSuperseded(cleanText(text))).toBeUndefined();
  });
});

describe('whose phone it is', () => {
  it.each([
    [
      'For my mum please: Rosa Kirk, 9 Elm Row, Leeds LS1 4AB, her landline 0113 496 0112. My own number is 07700 900118',
      '+441134960112',
    ],
    [
      'Het is voor oma: Truus Bos, Kerkstraat 12, 5301 EH Zaltbommel, 0418-513 947. Mijn eigen nummer 06 25 77 10 46',
      '+31418513947',
    ],
    [
      "For my mum: Kerry Duggan, 17 Railway Pde, Toowoomba QLD 4350, 07 4632 0185. I'm Jake 0434 118 000",
      '+61746320185',
    ],
    [
      '購買人:邱振宇(0932-581-660)\n收件人:邱陳卿\n電話:0956-274-103\n嘉義市西區友愛路28巷7號',
      '+886956274103',
    ],
    [
      '받는 사람 탁은비 010-4172-9065 경상남도 진주시 동진로 87, 301호 현금영수증은 010-8830-1524',
      '+821041729065',
    ],
    [
      'Meine alte Nummer 0163 5520714 gibt es nicht mehr, neu 0175 6638201. Ute Eis, Mörikestr. 9, 70794 Filderstadt',
      '+491756638201',
    ],
    [
      'Bakkerij Anker, Ruben Dijk, Handelskade 41, 4817 PN Breda, T 076 - 521 83 60, M 06 - 53 90 17 28',
      '+31653901728',
    ],
  ])('%s', (text, phone) => {
    expect(readAddress(text)[0].phone).toBe(phone);
  });
});

it('phones in Chinese that are not to be called', () => {
  const phone = (text: string): string => readAddress(text)[0].phone;
  const house = '河北省沧州市运河区西环中街68号3栋402';
  expect(phone(`${house} 窦金锁 不要再打 13917740265 那是旧的 打 18621385907`)).toBe('18621385907');
  expect(phone(`${house} 窦金锁 13403581274,别打她的 15035890617`)).toBe('13403581274');
  expect(phone(`${house} 窦金锁 18983064427,莫打老板那个电话15922760318`)).toBe('18983064427');
  expect(phone(`${house}窦金锁13975608132/15211260987前面那个优先`)).toBe('13975608132');
  expect(readAddress(`${house}熊三妹13707241865打不通打15586719203熊小芳`)[0]).toMatchObject({
    name: '熊三妹',
    phone: '13707241865',
  });
});

it('takes a number or a name in Chinese by what it is changed to right behind it', () => {
  const detail = (text: string): string => readAddress(text)[0].detail;
  expect(detail('收件改一下:厦门市思明区洪莲里23号302 → 改为 205,不是302;人还是蔡志伟,13950047218')).toBe(
    '洪莲里23号205',
  );
  expect(
    detail('更改:门牌 19 → 91,其余照旧。四川省乐山市市中区嘉定中路 19 号 2-3-5 税红梅 18981340726'),
  ).toBe('嘉定中路91号2-3-5');
  expect(detail('四川广元利州区 上西街道(错,是东坝街道)利州东路16号3-1-502,昝永强,18383910647')).toBe(
    '东坝街道利州东路16号3-1-502',
  );
  expect(detail('江苏南通崇川区狮山街道(原来的虹桥街道)姚港路9号112幢506,曹慧,13912287640')).toBe(
    '狮山街道姚港路9号112幢506',
  );
  expect(detail('四川省内江市东兴区西林大道 225 号,4 栋 … 不对 5 栋,2 单元 1102,范成英,13990507128')).toBe(
    '西林大道225号,5栋,2单元1102',
  );
});

it('what is struck out is not read; waves of a voice are none', () => {
  expect(
    readAddress(
      '收件人：~~罗小军~~ 罗小君\n电话：~~13900001111~~ 13900002222\n地址：湖北省宜昌市西陵区学院街道珍珠路18号',
    )[0],
  ).toMatchObject({ name: '罗小君', phone: '13900002222', detail: '学院街道珍珠路18号' });
  expect(readAddress('好的~~湖北省宜昌市西陵区学院街道珍珠路18号 罗小君 13900002222~~谢谢')[0]).toMatchObject(
    {
      name: '罗小君',
      phone: '13900002222',
    },
  );
});

describe('what is taken back in traditional characters', () => {
  it.each([
    [
      '台北市大安區和平東路二段100號5樓 林美玲 0912345678 不好意思，手機最後三碼應該是687',
      { name: '林美玲', phone: '+886912345687' },
    ],
    [
      '香港九龍觀塘鴻圖道57號南洋廣場8樓 陳志明 電話96331208，唔係，尾數係1280',
      { name: '陳志明', phone: '+85296331280' },
    ],
    [
      '我叫區慧儀。住喺觀塘鴻圖道五十七號南洋廣場B座八樓。電話九六三三一二零八……唔係，講錯咗，尾係一二八零',
      { name: '區慧儀', phone: '+85296331280' },
    ],
    ['台中市西區公益路68號3樓 王大同 0922333444，門牌號寫錯了，應該是86號', { detail: '公益路86號3樓' }],
    [
      '台南市中西區民權路二段30號，不對，那是公司，寄家裡：高雄市三民區建工路415號7樓 李小明 0933222111',
      { city: '高雄市', detail: '建工路415號7樓', name: '李小明' },
    ],
  ])('%s', (text, expected) => {
    expect(readAddress(text)[0]).toMatchObject(expected);
  });

  it('leaves a phone whose end is only told once more', () => {
    expect(
      readAddress('台北市大安區和平東路二段100號5樓 林美玲 0912345678，最後三碼是678沒有錯')[0].phone,
    ).toBe('+886912345678');
  });
});
