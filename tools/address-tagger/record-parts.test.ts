/** The parts of a record are found as its message writes them: in pieces, with blanks and stops, glued, said twice. */
import { describe, expect, it } from 'vitest';
import type { BlindRecord } from '../../test/fixtures/address-records.ts';
import { partsOfRecord } from './record-parts.ts';

const nothing: BlindRecord['truth'] = {
  country: 'CN',
  name: null,
  phone: null,
  province: null,
  city: null,
  district: null,
  street: null,
  postcode: null,
  company: null,
};

const partsOf = (text: string, truth: Partial<BlindRecord['truth']>): string[] | undefined =>
  partsOfRecord(text, { id: '', text, country: null, truth: { ...nothing, ...truth }, tags: [] })?.flatMap(
    ({ slot, text: part }) => (slot === undefined ? [] : [`${slot} ${part}`]),
  );

describe('the parts of a record', () => {
  it('are found with the blanks and stops that somebody wrote in them', () => {
    const text = '浙江省 杭州市，西湖区 文三路 90 号，3 幢 201，王芳 138 1234 5678';
    const truth = { province: '浙江省', city: '杭州市', district: '西湖区', street: '文三路90号3幢201' };
    expect(partsOf(text, { ...truth, name: '王芳', phone: '13812345678' })).toEqual([
      'region 浙江省 杭州市,西湖区',
      'street 文三路 90 号',
      'street 3 幢 201',
      'name 王芳',
      'phone 138 1234 5678',
    ]);
  });

  it('are found where talk stands between the pieces of a street', () => {
    expect(partsOf('就那个景山路12号，对了是三栋401', { street: '景山路12号三栋401' })).toEqual([
      'street 景山路12号',
      'street 三栋401',
    ]);
  });

  it('are all found that say the same again, and another phone is another one', () => {
    const text = '李四收13812345678，打不通打13912345678，李四的李';
    expect(partsOf(text, { name: '李四', phone: '13812345678' })).toEqual([
      'name 李四',
      'phone 13812345678',
      'phone2 13912345678',
      'name 李四',
    ]);
  });

  it('are none where the text has not all of them, nor where a number is only a part of another', () => {
    expect(partsOf('文三路90号', { street: '文三路91号' })).toBeUndefined();
    expect(partsOf('文三路190号', { street: '90号' })).toBeUndefined();
  });
});
