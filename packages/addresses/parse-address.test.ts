/** The parser on lists of written addresses, on addresses made of the region tree, and on what is no address at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressRecord,
  type BlindRecord,
  readMendedRecords,
  readRecords,
  wrongFields,
  wrongParts,
} from '../../test/fixtures/address-records.ts';
import { readCountry } from './country-names.ts';
import { readAddress } from './parse-address.ts';
import { cleanText, foldText, maxChars } from './parse-clean.ts';
import { regionTree } from './regions/region-tree.ts';

const regionFields = new Set(['province', 'city', 'district']);

/** Parts of 1 that are right: whole records, and their regions. */
function rates(records: readonly AddressRecord[]) {
  const wrong = records.map((record) => wrongFields(record, readAddress(record.text, record.country)[0]));
  const part = (isRight: (fields: string[]) => boolean): number =>
    wrong.filter(isRight).length / records.length;
  return {
    whole: part((found) => found.length === 0),
    region: part((found) => !found.some((field) => regionFields.has(field))),
  };
}

const inChina = ({ country }: AddressRecord): boolean => country === 'CN';

describe('lists of written addresses', () => {
  const collected = readRecords('collected');

  it('from other parsers are read: Chinese ones', () => {
    const { whole, region } = rates(collected.filter(inChina));
    expect(whole).toBeGreaterThanOrEqual(0.99);
    expect(region).toBeGreaterThanOrEqual(0.995);
  });

  it('from other parsers are read: ones from abroad', () => {
    const { whole, region } = rates(collected.filter((record) => !inChina(record)));
    expect(whole).toBeGreaterThanOrEqual(0.97);
    expect(region).toBeGreaterThanOrEqual(0.97);
  });

  it('of our own are read', () => {
    for (const name of ['own-china', 'own-abroad'] as const) {
      const { whole, region } = rates(readRecords(name));
      expect(whole, name).toBeGreaterThanOrEqual(0.98);
      expect(region, name).toBeGreaterThanOrEqual(0.99);
    }
  });
});

/** Some 5,400 records, each twice: a slow machine that does other things takes minutes. */
const manyRecordsMs = 240_000;

describe('addresses that were written without a look at the parser', { timeout: manyRecordsMs }, () => {
  const blind = readMendedRecords();
  const groups = Map.groupBy(blind, ({ truth }) => truth.country!);
  type Reading = ReturnType<typeof readAddress>[0];
  const known = { with: new Map<BlindRecord, Reading>(), without: new Map<BlindRecord, Reading>() };
  /** Each record is read once with its country and once without. */
  const readOf = (record: BlindRecord, withCountry: boolean): Reading => {
    const readings = withCountry ? known.with : known.without;
    const { text, truth } = record;
    const best = readings.get(record) ?? readAddress(text, withCountry ? truth.country! : undefined)[0];
    readings.set(record, best);
    return best;
  };
  const share = (records: readonly BlindRecord[], withCountry: boolean): number =>
    records.filter((record) => wrongParts(record, readOf(record, withCountry)).length === 0).length /
    records.length;

  it.each([true, false])('are read as a whole (country given: %s)', (withCountry) => {
    expect(share(groups.get('CN')!, withCountry), 'CN').toBeGreaterThanOrEqual(0.96);
    const abroad = blind.filter(({ truth }) => truth.country !== 'CN');
    expect(share(abroad, withCountry), 'abroad').toBeGreaterThanOrEqual(0.94);
    for (const [country, records] of groups)
      expect(share(records, withCountry), country).toBeGreaterThanOrEqual(0.8);
  });

  it('may have a department before or behind the street, where it has a firm', () => {
    const record = {
      id: '',
      country: null,
      tags: [],
      text: "Basisschool 't Roer, groep 7 (Lotte Zijl), Kerkplein 2, 5761 EW Bakel, 06-10448200",
      truth: {
        country: 'NL',
        name: 'Lotte Zijl',
        phone: '+31610448200',
        province: null,
        city: 'Bakel',
        district: null,
        street: 'Kerkplein 2, groep 7',
        postcode: '5761 EW',
        company: "Basisschool 't Roer",
      },
    };
    const got = { ...readAddress(record.text)[0], detail: "Basisschool 't Roer, groep 7, Kerkplein 2" };
    expect(wrongParts(record, got)).toEqual([]);
    expect(wrongParts(record, { ...got, detail: "Basisschool 't Roer, groep 2, Kerkplein 7" })).toEqual([
      'street',
    ]);
    const { truth } = record;
    expect(
      wrongParts(
        { ...record, truth: { ...truth, company: null } },
        { ...got, detail: 'groep 7, Kerkplein 2' },
      ),
    ).toEqual(['street']);
  });

  it('are right where the parser is sure', () => {
    const sure = blind
      .map((record) => ({ record, best: readOf(record, false) }))
      .filter(({ best }) => best.confidence >= 0.98);
    const right = sure.filter(({ record, best }) => wrongParts(record, best).length === 0);
    expect(sure.length).toBeGreaterThan(blind.length / 4);
    expect(right.length / sure.length).toBeGreaterThanOrEqual(0.98);
  });
});

const districts = regionTree
  .all()
  .filter((region) => region.level === 'district' && /^[1-6]/.test(region.region_id));
const districtPaths = fc.constantFrom(...districts).map((district) => {
  const [, province, city] = regionTree.pathOf(district.region_id);
  return { district, province: province!.name_zh, city: city!.name_zh };
});
const people = fc.constantFrom('王芳', '李娜', '欧阳明月', '周杰', '司马懿', '罗永浩', '高圆圆', '郭靖');
const details = fc.constantFrom(
  '人民路12号',
  '幸福小区8幢2单元1502室',
  '建设街15号院2号楼1单元301室',
  '创业路9号',
);
const mobiles = fc.integer({ min: 0, max: 999_999_999 }).map((tail) => `13${String(tail).padStart(9, '0')}`);
interface Path {
  province: string;
  city: string;
  district: { name_zh: string };
}
const writings: ReadonlyArray<(path: Path) => string> = [
  ({ province, city, district }) => `${province}${city}${district.name_zh}`,
  ({ province, city, district }) => `${province} ${city} ${district.name_zh} `,
  ({ province, city, district }) =>
    `${province}${city}${district.name_zh}${province}${city}${district.name_zh}`,
  ({ city, district }) => `${city}${district.name_zh}`,
];
const layouts: ReadonlyArray<(name: string, phone: string, place: string) => string> = [
  (name, phone, place) => `${name} ${phone} ${place}`,
  (name, phone, place) => `${place}，${name}，${phone}`,
  (name, phone, place) => `${name}${phone}${place}`,
  (name, phone, place) => `收货人：${name}\n电话：${phone}\n地址：${place}`,
  (name, phone, place) => `${place}${name}${phone}`,
];

describe('addresses made of the tree', () => {
  it('come back as they were put together', () => {
    const any = fc.record({
      path: districtPaths,
      name: people,
      detail: details,
      phone: mobiles,
      write: fc.constantFrom(...writings),
      lay: fc.constantFrom(...layouts),
    });
    fc.assert(
      fc.property(any, ({ path, name, detail, phone, write, lay }) => {
        const [read] = readAddress(lay(name, phone, write(path) + detail), 'CN');
        expect(read).toMatchObject({ name, phone, detail, region_id: path.district.region_id });
        expect([read.province, read.city, read.district]).toEqual([
          path.province,
          path.city,
          path.district.name_zh,
        ]);
      }),
      { numRuns: 700, seed: 20 },
    );
  });

  it('are the same in traditional characters and full-width digits', () => {
    const [simple] = readAddress('广东省广州市天河区体育东路138号 黄晓明 13802954321', 'CN');
    const [traditional] = readAddress(
      '廣東省廣州市天河區體育東路１３８號　黃曉明　１３８０２９５４３２１',
      'CN',
    );
    expect(foldText(JSON.stringify(traditional))).toBe(foldText(JSON.stringify(simple)));
    expect(traditional).toMatchObject({ name: '黃曉明', province: '广东省', region_id: '440106' });
  });
});

const hostile = [
  '',
  ' ',
  '\u0000',
  '\u0000'.repeat(3000),
  'a'.repeat(100_000),
  '1'.repeat(100_000),
  '1 '.repeat(50_000),
  '省'.repeat(100_000),
  '北京市朝阳区'.repeat(20_000),
  '广东省深圳市南山区 '.repeat(5000),
  '中山'.repeat(50_000),
  '('.repeat(50_000) + ')'.repeat(50_000),
  '收货人：'.repeat(20_000),
  '😀👨‍👩‍👧‍👦🇨🇳'.repeat(5000),
  '\u202e北京市\u200b朝阳区\u2066建国路\ufeff1号',
  '\ud800\udfff\ud800'.repeat(1000),
  '\ufdfa'.repeat(10_000),
  `${'-'.repeat(50_000)}13800138000`,
  '+86'.repeat(30_000),
  'a@a.'.repeat(25_000),
  '東京都'.repeat(30_000),
  'St '.repeat(30_000),
  'New York, NY 10001 '.repeat(5000),
];
const countries = [
  'CN',
  'HK',
  'MO',
  'TW',
  'US',
  'CA',
  'GB',
  'AU',
  'JP',
  'KR',
  'SG',
  'DE',
  'FR',
  'MY',
  'BR',
  undefined,
];

/** Every character of what was read stands in the text; regions and E.164 are the tree's and the dialling code's. */
function expectFromText(text: string, country: string | undefined): void {
  const clean = cleanText(text);
  const [best, ...others] = readAddress(text, country);
  expect(others.length).toBeLessThan(4);
  for (const record of [best, ...others]) {
    for (const field of ['name', 'detail'] as const) {
      const foreign = [...record[field]].filter((char) => !clean.includes(char) && !', '.includes(char));
      expect(foreign, field).toEqual([]);
      expect(record[field].length).toBeLessThanOrEqual(maxChars + 200);
    }
    expect(record.phone).toMatch(/^$|^\+\d{6,15}(?:-\d{1,6})?$|^[\d-]{5,22}$/);
    expect(record.confidence).toBeGreaterThanOrEqual(0);
    expect(record.confidence).toBeLessThanOrEqual(1);
  }
}

describe('what is no address', () => {
  it.each(hostile.map((text) => [text.slice(0, 12), text]))('%j is read in bounded time', (_, text) => {
    for (const country of countries) expectFromText(text, country);
  });

  it('never throws, and takes no characters from nowhere', () => {
    const pieces = fc.constantFrom(
      '北京市',
      '朝阳区',
      '广东',
      '13800138000',
      '收货人:',
      '电话',
      ' ',
      '\n',
      ',',
      '，',
      '(',
      '】',
      '-',
      '1',
      'A',
      '王芳',
      '路',
      '市',
      '县',
      '区',
      '東京都',
      '서울',
      'London',
      'SW1A 1AA',
      'NY',
      '10001',
      '+44',
      '様',
      '#',
      '\u0000',
      '😀',
      '〒',
      'Kowloon',
      '"',
      '*',
      '[1234]',
      '95013',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...countries), (written, country) =>
        expectFromText(written, country),
      ),
      { numRuns: 1200, seed: 4 },
    );
  });
});

describe('one reading among several', () => {
  const ids = (text: string, country = 'CN') => readAddress(text, country).map(({ region_id }) => region_id);

  it('is chosen by what else the text says, the others are candidates', () => {
    expect(ids('鼓楼区湖东路1号 350001 林清 13905911234')[0]).toBe('350102');
    expect(ids('长安区建设北大街 河北 李明 13800138000')[0]).toBe('130102');
    expect(ids('西湖区洪城路 0791-88881234 熊先生')[0]).toBe('360103');
    expect(ids('铁西区建设大路 李明 13800138000')).toEqual(
      expect.arrayContaining(['210106', '210303', '220302']),
    );
  });

  it('is surer the more the text says', () => {
    const sure = (text: string) => readAddress(text, 'CN')[0].confidence;
    expect(sure('江苏省南京市鼓楼区中山北路30号 王磊 13913812345')).toBeGreaterThan(0.9);
    expect(sure('鼓楼区中山北路30号 王磊 13913812345')).toBeLessThan(0.7);
    expect(sure('中山北路30号 王磊 13913812345')).toBeLessThan(0.3);
  });
});

describe('Chinese talk around an address', () => {
  const read = (text: string) => readAddress(text, 'CN')[0];

  it('is told from towns, units and divisions that were said before', () => {
    expect(read('孙敏，13812345678，新疆伊犁伊宁县吉里于孜镇团结路58号').detail).toBe('吉里于孜镇团结路58号');
    expect(read('陈一，13812345678，浙江省杭州市西湖区文三路6号，5号楼，8号室').detail).toContain('8号室');
    expect(read('江苏省苏州市吴中区 苏州市吴中区东环路18号 林森 13812345678')).toMatchObject({
      detail: '东环路18号',
      name: '林森',
    });
    expect(read('①林森②13812345678③江苏苏州吴中区东环路18号')).toMatchObject({
      name: '林森',
      phone: '13812345678',
      detail: '东环路18号',
    });
  });

  it('leaves a house and a person whatever they are made of', () => {
    const best = read(
      '就按上次那样包，寄广西南宁青秀区民族大道88号金湖广场2栋，费心收，13812345678，别发到付',
    );
    expect(best).toMatchObject({ name: '费心', detail: '民族大道88号金湖广场2栋' });
    expect(best.leftover.length).toBeGreaterThan(0);
    expect(best.confidence).toBeLessThan(0.98);
  });
});

describe('countries', () => {
  it.each([
    ['cn', 'CN'],
    ['China', 'CN'],
    ['中国', 'CN'],
    ['U.S.A.', 'US'],
    ['uk', 'GB'],
    ['臺灣', 'TW'],
    ['日本', 'JP'],
    ['Deutschland', 'DE'],
    ['XX', undefined],
    ['Atlantis', undefined],
  ])('%s is %s', (written, code) => expect(readCountry(written)).toBe(code));

  it('are guessed where nobody says', () => {
    const wrong = [...readRecords('collected'), ...readRecords('own-abroad')].filter(
      ({ text, country }) =>
        /\+\d|[\p{Script=Hangul}\p{Script=Han}]/u.test(text) && readAddress(text)[0].country !== country,
    );
    expect(wrong.map(({ text, country }) => `${country} ${text}`).length).toBeLessThan(20);
    expect(readAddress('〒150-0001 東京都渋谷区神宮前1-5-10')[0].country).toBe('JP');
    expect(readAddress('서울 종로구 세종대로 209')[0].country).toBe('KR');
    expect(readAddress('10 Downing Street, London SW1A 2AA')[0].country).toBe('GB');
    expect(readAddress('1 Infinite Loop, Cupertino, CA 95014')[0].country).toBe('US');
  });
});

it('finds what is left over behind numbers that are joined by strokes of any kind', () => {
  const text = 'Ann Lee, 020 7946—0123, 5 Elm Road, Leeds LS1 4AB, zzqx blorp';
  for (const { text: left, start, end } of readAddress(text, 'GB')[0].leftover)
    expect(text.slice(start, end)).toBe(left);
});
