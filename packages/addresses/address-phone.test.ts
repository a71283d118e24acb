/** A number is one number however it is written, and whatever is more than a number is none. */
import { describe, expect, it } from 'vitest';
import { readPhone } from './address-phone.ts';
import { readAddress } from './parse-address.ts';

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
