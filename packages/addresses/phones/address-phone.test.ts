/** A number is one number however it is written, and whatever is more than a number is none. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { readPhone } from './address-phone.ts';

const mobile = '13812345678';

describe('a phone in China', () => {
  it.each([
    mobile,
    `+86${mobile}`,
    `+86 ${mobile}`,
    `+86-${mobile}`,
    `0086${mobile}`,
    `86${mobile}`,
    `(+86)${mobile}`,
    `(86)${mobile}`,
    '+86 138 1234 5678',
    '+86138-1234-5678',
    '＋８６１３８１２３４５６７８',
  ])('is the same as %s', (written) => {
    expect(readPhone(written, 'CN')).toBe(mobile);
  });

  it.each([
    ['010-12345678', '010-12345678'],
    ['(010)12345678', '010-12345678'],
    ['+86010-12345678', '010-12345678'],
    ['+86-010-12345678', '010-12345678'],
    ['+86(010)12345678', '010-12345678'],
    ['+861012345678', '010-12345678'],
    ['+8675512345678', '0755-12345678'],
    ['+86 20 2834 5678', '020-28345678'],
  ])('with an area code: %s', (written, kept) => {
    expect(readPhone(written, 'CN')).toBe(kept);
  });

  it.each([
    '',
    '86',
    '+86',
    `1${mobile}`,
    `${mobile}9`,
    `86${mobile}9`,
    `${mobile} ${mobile}`,
    `room ${mobile}`,
  ])('is not %s', (written) => {
    expect(readPhone(written, 'CN')).toBeUndefined();
  });

  it.each([`+86${mobile}`, `0086${mobile}`, `86${mobile}`])(
    'leaves nothing of %s in an address',
    (written) => {
      const [read] = readAddress(`王小明 ${written} 浙江省杭州市西湖区文三路90号`, 'CN');
      expect(read).toMatchObject({ phone: mobile, district: '西湖区' });
      expect(JSON.stringify(read)).not.toMatch(/\+|(?<!\d)86(?!\d)/);
    },
  );
});

describe('a number inside a firm', () => {
  it.each([
    ['US', 'Bridget Hale, 440 Harbor View Dr, Erie, PA 16507, 814-555-0142 x27', '+18145550142-27'],
    ['SG', 'Jade Bay\n6 Battery Road #29-01\nSingapore 049909\nTel 6555 0170 ext 508', '+6565550170-508'],
    ['CA', 'Luc Roy, 77 rue Wellington, Sherbrooke QC J1H 5B7, 819-555-0126 poste 412', '+18195550126-412'],
    ['KR', '김민수, 경기도 수원시 영통구 광교로 145, 031-555-0180 내선 22', '+82315550180-22'],
    ['TW', '郭宗翰 台南市東區林森路二段40號 06-255-0139 分機 35', '+88662550139-35'],
    ['HK', '黎明 鰂魚涌英皇道1065號東達中心1802室 2555 0195 內線 12', '+85225550195-12'],
    ['CN', '白洁 福建省宁德市蕉城区闽东中路28号 95057 转分机 88412', '95057-88412'],
  ])('%s is kept behind a hyphen, and is the same when it is read again', (country, text, phone) => {
    const [read] = readAddress(text, country);
    expect(read.phone).toBe(phone);
    expect(readPhone(phone, country)).toBe(phone);
    expect(read.detail).not.toMatch(/ext|poste|내선|分機|內線|转/);
  });

  it.each(['+18145550142-2712345', '+1-814-555-0142-27-3', '-27'])('is none in %s', (written) => {
    expect(readPhone(written, 'US')).toBeUndefined();
  });
});

describe('a phone in a Chinese text outside the mainland, and a plus that is none', () => {
  it.each([
    ['MO', '梁小姐 澳門高士德大馬路30號3樓A 66 55 01 41', '+85366550141'],
    ['HK', '何嘉欣 沙田大圍道8號翠華樓5樓B室 91-55-01-41', '+85291550141'],
  ])('%s in pairs: %s', (country, text, phone) => {
    expect(readAddress(text, country)[0].phone).toBe(phone);
  });

  it('a plus that counts orders is no code of a country', () => {
    expect(
      readAddress('+1 +1 我也要一箱 阳江江城区城南街道东风三路90号 阿穗 134.3569.0100')[0],
    ).toMatchObject({
      country: 'CN',
      phone: '13435690100',
      district: '江城区',
    });
  });
});

describe('of several phones of the receiver', () => {
  it.each([
    ['US', 'Nadia Ruiz, 88 Elm St, Dayton, OH 45402, office 937-555-0131, cell 937-555-0177', '+19375550177'],
    [
      'US',
      'Nadia Ruiz, 88 Elm St, Dayton, OH 45402, 937-555-0131 (work) 937-555-0177 (mobile)',
      '+19375550177',
    ],
    ['GB', 'Owen Price\n4 Mill Lane\nLudlow SY8 1AA\nT: 01632 960441 M: 07700 900812', '+447700900812'],
    ['AU', 'Tess Byrne, 3 Fig St, Ballina NSW 2478, 02 5550 4410 or 0491 570 156', '+61491570156'],
    ['NZ', 'Aroha Pene, 12 Kea St, Taupō 3330, hm (07) 555 0121, mob 021 555 0188', '+64215550188'],
    ['DE', 'Jens Ahrens, Deichweg 9, 26721 Emden, Büro 04921 555017, Handy 0151 55501788', '+4915155501788'],
    [
      'FR',
      'Léa Marchal, 5 rue Basse, 54000 Nancy, fixe 03 53 01 44 10, port. 06 39 98 11 22',
      '+33639981122',
    ],
    ['IT', 'Sara Neri, Via Roma 8, 37121 Verona VR, uff. 045 555 0171, cell. 347 5550171', '+393475550171'],
    ['ES', 'Iker Sanz, Calle Mayor 3, 31001 Pamplona, fijo 948 555 071, móvil 655 555 071', '+34655555071'],
    ['NL', 'Fleur Mulder, Kade 4, 8911 AB Leeuwarden, kantoor 058 555 0171, 06 5155 0172', '+31651550172'],
    [
      'SG',
      'Tan Mei Ling, Blk 12 Toa Payoh Lor 7 #03-14, S310012, House 6255 0141, HP 9155 0141',
      '+6591550141',
    ],
    ['JP', '岡田 誠 静岡県静岡市葵区追手町5-1 054-255-0141(自宅) 090-5555-0141(携帯)', '+819055550141'],
    ['KR', '한지우, 대전광역시 서구 둔산로 100, 사무실 042-555-0141 / 핸드폰 010-5555-0141', '+821055550141'],
    ['TW', '林佳蓉 台中市西區公益路30號3樓 04-2255-0141 手機0912-555-014', '+886912555014'],
    ['HK', '何嘉欣 沙田大圍道8號翠華樓5樓B室 2655 0141 或 9155 0141', '+85291550141'],
    ['MO', '梁小姐 澳門高士德大馬路30號3樓A 公司2855 0141 手機6655 0141', '+85366550141'],
  ])('%s the mobile is called: %s', (country, text, phone) => {
    const [read] = readAddress(text, country);
    expect(read.phone).toBe(phone);
    expect(read.other_phones).toHaveLength(1);
  });

  it.each([
    ['US', 'Nadia Ruiz, 88 Elm St, Dayton, OH 45402, 937-555-0131 or 937-555-0177', '+19375550131'],
    ['US', 'Nadia Ruiz, 88 Elm St, Dayton, OH 45402, home 937-555-0131, fax 937-555-0177', '+19375550131'],
    ['GB', 'Owen Price, 4 Mill Lane, Ludlow SY8 1AA, 07700 900811, 07700 900812', '+447700900811'],
    ['GB', 'Owen Price, 4 Mill Lane, Ludlow SY8 1AA, 01632 960441 (my wife 07700 900812)', '+441632960441'],
    [
      'AU',
      'Tess Byrne, 3 Fig St, Ballina NSW 2478, best on 02 5550 4410, mobile 0491 570 156',
      '+61255504410',
    ],
    ['NL', 'Fleur Mulder, Kade 4, 8911 AB Leeuwarden, 058 555 0171, buurvrouw 06 5155 0172', '+31585550171'],
    ['TW', '林佳蓉 台中市西區公益路30號3樓 04-2255-0141 沒接請打 0912-555-014', '+886422550141'],
    ['HK', '何嘉欣 沙田大圍道8號翠華樓5樓B室 9155 0141 打唔到，9255 0142', '+85292550142'],
    ['MO', '梁小姐 澳門高士德大馬路30號3樓A 6655 0141(內地漫遊中，唔好打) 6755 0142', '+85367550142'],
  ])('%s no other one goes before: %s', (country, text, phone) => {
    expect(readAddress(text, country)[0].phone).toBe(phone);
  });
});
