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
