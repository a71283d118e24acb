import { describe, expect, it } from 'vitest';
import { readAddress } from './parse-address.ts';
import { rowAsLines } from './parse-table.ts';

describe('a row under the names of its columns', () => {
  it('is read by its values, without its number', () => {
    const [korean] = readAddress(
      '주문번호,받는사람,연락처,우편번호,주소\nK-2091,"응우옌티란","010-8812-4407","15386","경기도 안산시 단원구 다문화길 16, 3층"',
    );
    expect(korean).toMatchObject({ name: '응우옌티란', postcode: '15386', detail: '다문화길 16, 3층' });
    const [cantonese] = readAddress(
      '單號,收件人,電話,地址\nHK2093,"鍾偉倫","55301982","香港柴灣康翠臺7座30樓C"',
    );
    expect(cantonese).toMatchObject({ name: '鍾偉倫', phone: '+85255301982' });
    expect(rowAsLines('id;name;phone;address\n7;Ann Lee;2025550142;1 Main St')).toBe(
      'Ann Lee\n2025550142\n1 Main St',
    );
  });

  it('leaves other texts as they are', () => {
    for (const text of [
      'Ann Lee, Acme, Boston\n1 Main St, 02116',
      '姓名,电话,地址\n张三,13800138000,杭州\n李四,13900139000,宁波',
      '张三,杭州,文三路\n13800138000,请放门口,谢谢',
    ])
      expect(rowAsLines(text)).toBe(text);
  });
});
