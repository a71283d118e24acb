/** The tree: complete, consistent, what the generator makes, and found by every way of writing a name. */
import { describe, expect, it } from 'vitest';
import { regionTree } from './region-tree.ts';

const names = (text: string, narrow = {}) => regionTree.search(text, narrow).map((region) => region.name_zh);
const path = (id: string) => regionTree.pathOf(id).map((region) => region.name_zh);

describe('the seed', () => {
  it('has every region once, each under a parent of the level above', () => {
    const all = regionTree.all();
    expect(new Set(all.map((region) => region.region_id)).size).toBe(all.length);
    const parentLevel = {
      country: undefined,
      province: 'country',
      city: 'province',
      district: 'city',
    } as const;
    const wrong = all.filter((region) => {
      const parent = region.parent_id === null ? undefined : regionTree.find(region.parent_id);
      return parent?.level !== parentLevel[region.level];
    });
    expect(wrong).toEqual([]);
    expect(all.filter((region) => !region.name_zh || !region.name_en || !region.pinyin)).toEqual([]);
  });

  it('has the divisions of China in their numbers', () => {
    expect(regionTree.childrenOf('CN')).toHaveLength(34);
    const count = (pattern: RegExp, level: string) =>
      regionTree.all().filter((region) => region.level === level && pattern.test(region.region_id)).length;
    expect(count(/^71\d{4}$/, 'district')).toBe(368);
    expect(count(/^81\d{4}$/, 'district')).toBe(18);
    expect(count(/^82\d{4}$/, 'district')).toBe(8);
    // 333 of prefecture level, the city levels of the four municipalities, 32 units directly under a province.
    expect(count(/^(?!7|8)\d{6}$/, 'city')).toBe(333 + 4 + 32);
  });

  it('gives a municipality one city level and direct units none below', () => {
    expect(path('110105')).toEqual(['中国', '北京市', '北京市', '朝阳区']);
    expect(path('500229')).toEqual(['中国', '重庆市', '重庆市', '城口县']);
    for (const id of ['429004', '419001', '659001', '469001', '441900', '442000', '460400', '620200']) {
      expect(regionTree.get(id).level).toBe('city');
      expect(regionTree.childrenOf(id)).toEqual([]);
    }
    expect(path('US-CA')).toEqual(['美国', '加利福尼亚州']);
  });

  it('names places as English does', () => {
    const en = (id: string) => regionTree.get(id).name_en;
    expect(['150000', '540000', '230100', '650100', '610100', '150100', '540100'].map(en)).toEqual([
      'Inner Mongolia',
      'Tibet',
      'Harbin',
      'Ürümqi',
      "Xi'an",
      'Hohhot',
      'Lhasa',
    ]);
    expect(['110101', '320583', '500243', '810104', '110118'].map(en)).toEqual([
      'Dongcheng District',
      'Kunshan City',
      'Pengshui Miao and Tujia Autonomous County',
      'Southern District',
      'Miyun District',
    ]);
  });
});

describe('search', () => {
  it('finds a name in Chinese of either script, English, pinyin with and without blanks and tones, initials, code', () => {
    const ways = [
      '朝阳区',
      '朝陽區',
      'Chaoyang District',
      'chaoyang',
      'chao yang qu',
      'cháo yáng qū',
      'cyq',
      '110105',
    ];
    for (const text of ways) expect(names(text), text).toContain('朝阳区');
    expect(names('臺北')[0]).toBe('台北市');
    expect(names('urumqi')[0]).toBe('乌鲁木齐市');
    for (const text of ['lvliang', 'lüliang', 'luliang']) expect(names(text), text).toContain('吕梁市');
    expect(names('xian')[0]).toBe('西安市');
    expect(names("Xi'an")[0]).toBe('西安市');
  });

  it('puts whole names before beginnings, and beginnings before the rest', () => {
    expect(names('北京')[0]).toBe('北京市');
    expect(names('南京')).toEqual(['南京市', '南京市'].slice(0, 1));
    const found = names('长安');
    expect(found.slice(0, 2)).toEqual(['长安区', '长安区']);
  });

  it('reads a region and what it is in, with and without blanks', () => {
    const ids = (text: string) => regionTree.search(text).map((region) => region.region_id);
    for (const text of [
      '北京 朝阳',
      '北京朝阳',
      '北京市朝阳区',
      'Chaoyang, Beijing',
      'beijing chaoyang district',
    ]) {
      expect(ids(text)[0], text).toBe('110105');
    }
  });

  it('narrows by level and parent', () => {
    expect(names('吉林', { level: 'city' })).toEqual(['吉林市']);
    expect(names('鼓楼', { parentId: '320100' })).toEqual(['鼓楼区']);
  });

  it('finds nothing in nothing', () => {
    for (const text of ['', '   ', '!!!', '火星', 'zzzzqq', '%', '_', '\u0000'])
      expect(names(text), text).toEqual([]);
  });
});

describe('successors', () => {
  const now = (text: string, within?: string) =>
    regionTree.successorsOf(text, within).map((region) => region.name_zh);

  it('knows merged, split, renamed and promoted divisions', () => {
    expect(now('崇文区')).toEqual(['东城区']);
    expect(now('110103')).toEqual(['东城区']);
    expect(now('閘北區')).toEqual(['静安区']);
    expect(now('塘沽区')).toEqual(['滨海新区']);
    expect(now('莱芜市')).toEqual(['莱芜区', '钢城区']);
    expect(now('密云县')).toEqual(['密云区']);
    expect(now('萧山市')).toEqual(['萧山区']);
    expect(now('341400')).toEqual(['巢湖市']);
    expect(now('襄樊市')).toEqual(['襄阳市']);
  });

  it('narrows a name that several places had', () => {
    expect(now('桥东区', '130100')).toEqual(['长安区', '桥西区']);
    expect(now('桥东区', '130500')).toEqual(['襄都区']);
  });

  it('has none for what exists or never did', () => {
    for (const text of ['海淀区', '999999', '火星区', '']) expect(now(text), text).toEqual([]);
  });
});
