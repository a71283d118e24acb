/**
 * Japan's and Korea's municipalities by their provinces, in their own letters (as of 2024): which names stand in a text, and which
 * province a city is in. Owns the two lists and the short names of provinces. Pure but for the lists, which are read when this is loaded.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type EasternLevel = 'province' | 'city' | 'district';

export interface EasternName {
  /** As it is written in the text. */
  text: string;
  level: EasternLevel;
}

interface Country {
  /** Names of each level by their first character, the longest first. */
  names: Record<EasternLevel, Map<string, string[]>>;
  provincesOf: Map<string, string[]>;
  districtsOf: Map<string, string[]>;
}

/** Korea's provinces by every way to write them. */
const koreanProvinces: Record<string, string> = {
  서울특별시: '서울시 서울',
  부산광역시: '부산시 부산',
  대구광역시: '대구시 대구',
  인천광역시: '인천시 인천',
  광주광역시: '광주',
  대전광역시: '대전시 대전',
  울산광역시: '울산시 울산',
  세종특별자치시: '세종시 세종',
  경기도: '경기',
  강원특별자치도: '강원도 강원',
  충청북도: '충북',
  충청남도: '충남',
  전북특별자치도: '전라북도 전북',
  전라남도: '전남',
  경상북도: '경북',
  경상남도: '경남',
  제주특별자치도: '제주도 제주',
};
const koreanByName = new Map(
  Object.entries(koreanProvinces).flatMap(([name, others]) =>
    [name, ...others.split(' ')].map((other) => [other, name] as const),
  ),
);
/** 서울 is 서울특별시. */
export const koreanProvince = (name: string): string | undefined => koreanByName.get(name);

/** A row is a province with its cities; `札幌市:中央区,北区` is one with wards. */
function readCountry(file: string, shortProvince: (name: string) => string[]): Country {
  const names = { province: new Set<string>(), city: new Set<string>(), district: new Set<string>() };
  const provincesOf = new Map<string, string[]>();
  const districts = new Map<string, string[]>();
  const place = (city: string, province: string): void => {
    names.city.add(city);
    provincesOf.set(city, [...(provincesOf.get(city) ?? []), province]);
  };
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')) {
    const [province, ...cities] = line.split(' ') as [string, ...string[]];
    for (const name of [province, ...shortProvince(province)]) names.province.add(name);
    for (const row of cities) {
      const [city, wards] = row.split(':') as [string, string?];
      place(city, province);
      // 軽井沢町 is written without its county as well, 八丈町 without its island.
      const town = /^(?:.+郡|八丈島|三宅島)(.+[町村])$/u.exec(city)?.[1];
      if (town) place(town, province);
      if (wards) districts.set(city, wards.split(','));
      for (const ward of wards?.split(',') ?? []) names.district.add(ward);
    }
  }
  return {
    names: {
      province: byFirst(names.province),
      city: byFirst(names.city),
      district: byFirst(names.district),
    },
    provincesOf,
    districtsOf: districts,
  };
}

function byFirst(names: Iterable<string>): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const name of names) lists.set(name[0]!, [...(lists.get(name[0]!) ?? []), name]);
  for (const list of lists.values()) list.sort((a, b) => b.length - a.length);
  return lists;
}

const countries: Record<string, Country> = {
  JP: readCountry('japan-municipalities.txt', () => []),
  KR: readCountry('korea-municipalities.txt', (name) => koreanProvinces[name]!.split(' ')),
};

const levels: readonly EasternLevel[] = ['province', 'city', 'district'];

/** The longest name of a division of any level that begins at a place of the text. */
export function easternNameAt(text: string, at: number, country: string): EasternName | undefined {
  let best: EasternName | undefined;
  for (const level of levels) {
    const name = nameAt(text, at, level, country);
    if (name !== undefined && name.length > (best?.text.length ?? 0)) best = { text: name, level };
  }
  return best;
}

/** The longest name of a level that begins there. */
export const nameAt = (text: string, at: number, level: EasternLevel, country: string): string | undefined =>
  countries[country]!.names[level].get(text[at]!)?.find((name) => text.startsWith(name, at));

/** The provinces that have such a city; none when no list has it. */
export const provincesOfCity = (city: string, country: string): readonly string[] =>
  countries[country]!.provincesOf.get(city) ?? [];

/** Wards of a city; empty when it has none. */
export const districtsOf = (city: string, country: string): readonly string[] =>
  countries[country]!.districtsOf.get(city) ?? [];
