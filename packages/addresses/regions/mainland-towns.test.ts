import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { countiesOfTown, decodeTowns, encodeTowns, isTownOf, listTowns } from './mainland-towns.ts';

const read = (text: string) => readAddress(text)[0];

describe('towns of the mainland', () => {
  it('are known with the county that they lie in, whatever their kind is called', () => {
    expect(countiesOfTown('喜洲')).toEqual(['532901']);
    expect(countiesOfTown('文峰').length).toBeGreaterThan(10);
    expect(countiesOfTown('喜州')).toEqual([]);
    expect(listTowns('住当涂姑孰街道提署路')).toEqual([{ start: 3, end: 7, counties: ['340521'] }]);
    expect(listTowns('老镇 下乡 三街道')).toEqual([]);
    expect(isTownOf('321084', '三垛 左卿村')).toBe(true);
    expect(isTownOf('321084', '喜洲镇')).toBe(false);
  });

  it('are found however many there are of one name', () => {
    const table = decodeTowns(
      encodeTowns([
        { stem: '甲乙', county: '110101' },
        { stem: '甲乙', county: '659006' },
        { stem: '丙丁', county: '110101' },
        { stem: '丙丁', county: '110101' },
      ]),
    );
    expect(countiesOfTown('甲乙', table)).toEqual(['110101', '659006']);
    expect(countiesOfTown('丙丁', table)).toEqual(['110101']);
    expect(countiesOfTown('甲丁', table)).toEqual([]);
  });

  it('say which county of a city or a prefecture is meant that names none', () => {
    expect(read('大理 喜洲镇 周城村七社68号 段银开 13577288041')).toMatchObject({
      city: '大理白族自治州',
      district: '大理市',
      detail: '喜洲镇周城村七社68号',
    });
    expect(read('高邮三垛 左卿村 八组 冯小芹 18852717730 扬州')).toMatchObject({
      district: '高邮市',
      detail: '三垛左卿村八组',
    });
    expect(read('喜洲镇周城村七社68号 段银开 13577288041')).toMatchObject({ district: '大理市' });
    // 文峰镇 is in many: only below its city.
    expect(read('甘肃定西 文峰镇 交易城17号 汪耀祖 17793217768')).toMatchObject({ district: '陇西县' });
    expect(read('文峰镇 交易城17号 汪耀祖 17793217768')).toMatchObject({ district: '' });
  });

  it('speak for one of two districts of a name, and for an abolished one without its kind', () => {
    expect(read('宝山区顾村镇菊泉街1288弄36号502室 沈根宝 13916602874')).toMatchObject({ city: '上海市' });
    expect(read('天津 塘沽 杭州道街道 河北路 贻成豪庭 3-2-1401 么红霞 13682094418')).toMatchObject({
      district: '滨海新区',
      detail: '杭州道街道河北路贻成豪庭3-2-1401',
    });
  });
});
