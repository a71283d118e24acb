/** Divisions with one wrong character: understood where the levels around them say which one is meant, never where a zone is called alike. */
import { describe, expect, it } from 'vitest';
import { startChance } from '../../../tools/address-writing/writing-chance.ts';
import { readAddress } from '../parse-address.ts';
import { regionTree } from './region-tree.ts';

const street = '人民路12号王小明13812345678';
const provinces = regionTree
  .childrenOf('CN')
  .filter(({ region_id }) => !/^(?:11|12|31|50|71|81|82)/.test(region_id));
const cities = provinces.flatMap((province) =>
  regionTree.childrenOf(province.region_id).map((city) => ({ province: province.name_zh, city })),
);

describe('a name with one wrong character', () => {
  it('is the one that stands between the right ones', () => {
    const chance = startChance(5);
    const wrong: string[] = [];
    let asked = 0;
    for (const { province, city } of cities) {
      const name = city.name_zh;
      const district = regionTree.childrenOf(city.region_id).find(({ name_zh }) => name_zh.length > 2);
      if (!/市$/.test(name) || name.length < 3 || name.length > 6 || !district) continue;
      const at = chance.below(name.length - 1);
      const misspelt = `${name.slice(0, at)}丕${name.slice(at + 1)}`;
      const [read] = readAddress(`${province}${misspelt}${district.name_zh}${street}`, 'CN');
      asked++;
      const isWhole = read.region_id === district.region_id && read.detail === '人民路12号';
      if (!isWhole || read.confidence > 0.9)
        wrong.push(`${misspelt} ${read.city}${read.district} ${read.detail}`);
    }
    expect(asked).toBeGreaterThan(250);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['浙江省台州市温领市太平街道人民西路218号 陈皮 13968652041', '温岭市', '太平街道人民西路218号'],
    ['四川省成都是锦江区东大街216号 罗曼 13688402751', '锦江区', '东大街216号'],
    ['湖南省长少市天心区芙蓉中路398号 任重远 13787129064', '天心区', '芙蓉中路398号'],
  ])('%s', (text, district, detail) => {
    expect(readAddress(text, 'CN')[0]).toMatchObject({ district, detail });
  });

  it('is no division where zones and hospitals are called so', () => {
    const wrong: string[] = [];
    for (const { province, city } of cities)
      for (const zone of ['高新区', '经开区', '工业园区', '保税区', '滨江新区', '老城区']) {
        const children = regionTree.childrenOf(city.region_id).map(({ name_zh }) => name_zh);
        // 苏州工业园区 and its like are divisions of the tree.
        if (children.some((name) => name.includes(zone.slice(0, 2)))) continue;
        const [read] = readAddress(`${province}${city.name_zh}${zone}${street}`, 'CN');
        if (read.district !== '' && read.district !== city.name_zh)
          wrong.push(`${city.name_zh}${zone}: ${read.district}`);
      }
    expect(wrong).toEqual([]);
    const [read] = readAddress('山东省立医院急诊楼3楼 王小明 济南市槐荫区经五路324号 15553107284', 'CN');
    expect(read).toMatchObject({ district: '槐荫区' });
    expect(read.detail).toContain('山东省立医院');
  });
});

it.each([
  ['内蒙古通辽市科左后旗甘旗卡镇', '科尔沁左翼后旗'],
  ['乌兰察布市察右前旗土贵乌拉镇', '察哈尔右翼前旗'],
  ['兴安盟科右中旗巴彦呼舒镇', '科尔沁右翼中旗'],
  ['齐齐哈尔市梅里斯区', '梅里斯达斡尔族区'],
  ['云南省思茅地区孟连县娜允镇', '孟连傣族拉祜族佤族自治县'],
])('%s is in %s', (place, district) => {
  expect(readAddress(`${place}和平路18号 韩雪 13900002222`)[0]).toMatchObject({
    district,
    name: '韩雪',
  });
});
