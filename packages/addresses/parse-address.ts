/**
 * Free text to an address. Owns which reader gets a text: Chinese writing of China, Hong Kong, Macao and Taiwan, Latin writing
 * of the mainland, everything else. Pure but for the seed files that are read once; bounded in time by the text's length.
 */

import { takePhones } from './abroad/abroad-phones.ts';
import { abroadRegion } from './abroad/abroad-region.ts';
import { phoneHole } from './abroad/abroad-segments.ts';
import { postcodeFitsState } from './abroad/abroad-states.ts';
import { readAbroad } from './abroad/parse-abroad.ts';
import { takeChinaNumbers } from './china/china-numbers.ts';
import { type NumbersFound, readChinese } from './china/parse-china.ts';
import { readChineseLatin } from './china/parse-china-latin.ts';
import { findCountry } from './countries.ts';
import { rankCountries } from './country-evidence.ts';
import { cleanText } from './parse-clean.ts';
import { isFree, mark, type Piece, type Sheet, takeSpan } from './parse-sheet.ts';
import { contradicted, type Readings } from './parsed-record.ts';

/** Every reading of the text, the best one first. `country` is ISO 3166-1 alpha-2; without it the text decides. */
export function readAddress(raw: string, country?: string): Readings {
  const text = cleanText(raw);
  const where = country ?? rankCountries(text)[0]![0];
  const isHan = /\p{Script=Han}/u.test(text);
  if (where === 'CN') {
    if (isHan || !/[A-Za-z]{3}/.test(text))
      return readChinese({ text, country: where, takeNumbers: takeChinaNumbers });
    return [readChineseLatin(text)];
  }
  const rootId = findCountry(where)?.regionId;
  if (rootId && isHan) return readChinese({ text, country: where, rootId, takeNumbers: numbersOf(where) });
  const record = readAbroad(text, where);
  const placed = { ...record, region_id: rootId ?? abroadRegion(record) };
  const { postcode, province } = placed;
  const agrees = postcode === '' || postcodeFitsState(postcode, province, where);
  return [agrees ? placed : contradicted(placed, postcode)];
}

/** The numbers of a country that writes in Chinese but dials otherwise. */
const numbersOf =
  (country: string) =>
  (sheet: Sheet): NumbersFound => {
    const spans = phoneSpans(sheet.text, country);
    for (const span of spans.all) takeSpan(sheet, span, mark.number);
    const post = country === 'TW' ? takeTaiwanPostcode(sheet) : undefined;
    return {
      phone: spans.phone,
      phoneSpans: spans.all,
      postcode: post?.postcode ?? '',
      postcodeAt: post?.at,
    };
  };

/** Where the phones stand: the text with holes is walked beside the text itself. */
function phoneSpans(text: string, country: string): { phone: string; all: Piece[] } {
  const taken = takePhones(text, country);
  const parts = taken.text.split(phoneHole);
  const all: Piece[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const from = at === 0 && index === 0 ? 0 : text.indexOf(part, at);
    if (index > 0)
      all.push({ start: at, end: part === '' && index === parts.length - 1 ? text.length : from });
    at = (from < 0 ? at : from) + part.length;
  }
  return { phone: taken.phone, all: all.filter(({ start, end }) => end > start) };
}

const beforeCounty =
  /(?<![\d-])(\d{3}(?:-?\d{2,3})?)(?=\s?(?:台湾|台|新北|桃园|高雄|基隆|新竹|嘉义|苗栗|彰化|南投|云林|屏东|宜兰|花莲|澎湖|金门|连江))/;
const byItself = /(?<=^|[\s,])(\d{5,6}|\d{3}-\d{2,3})(?=[\s,]|$)(?!\s?[号巷弄楼之])/;

/** 3, 5 or 6 digits before the county, or the longer ones alone. */
function takeTaiwanPostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  for (const pattern of [beforeCounty, byItself]) {
    const match = pattern.exec(sheet.folded);
    const span = match && { start: match.index, end: match.index + match[0].length };
    if (!span || !isFree(sheet, span)) continue;
    takeSpan(sheet, span, mark.number);
    return { postcode: match[1]!, at: span.start };
  }
  return undefined;
}
