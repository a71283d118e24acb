/**
 * Free text to an address. Owns which reader gets a text and which country it is read for: Chinese writing of China, Hong Kong,
 * Macao and Taiwan, Latin writing of the mainland, everything else. Pure but for seed files that are read when this is loaded;
 * bounded in time by the text's length.
 */

import { takePhones } from './abroad/abroad-phones.ts';
import { abroadRegion } from './abroad/abroad-region.ts';
import { phoneHole } from './abroad/abroad-segments.ts';
import { namesakeStates, postcodeFitsState } from './abroad/abroad-states.ts';
import { readAbroad } from './abroad/parse-abroad.ts';
import { missingFields } from './address-needs.ts';
import { takeChinaNumbers } from './china/china-numbers.ts';
import { type NumbersFound, readChinese } from './china/parse-china.ts';
import { readChineseLatin } from './china/parse-china-latin.ts';
import { findCountry } from './countries.ts';
import { type CountryWeights, rankCountries, weighCountries } from './country-evidence.ts';
import { leftoverOf } from './leftover.ts';
import { cleanText } from './parse-clean.ts';
import { isFree, mark, type Piece, type Sheet, takeSpan } from './parse-sheet.ts';
import {
  contradicted,
  type ParsedRecord,
  type Readings,
  type ReadParts,
  roundConfidence,
} from './parsed-record.ts';
import { cutsOf } from './several-addresses.ts';

/** A second country is read too when it weighs at most this much less. */
const nearCountry = 2.5;
/** A country that was named by the caller is doubted when another one outweighs it by this. */
const clearCountry = 6;
const maxReadings = 4;

/** Every reading of the text, the best one first. `country` is ISO 3166-1 alpha-2; without it the text decides. */
export function readAddress(given: string, country?: string): Readings {
  const text = cleanText(given);
  const weights = weighCountries(text);
  const ranked = rankCountries(text, weights);
  const readings =
    country === undefined ? readForRanked(text, ranked) : readForAsked(text, country, weights, ranked);
  const [best, ...others] = readings.map((parts) => finish(given, text, parts));
  return [best!, ...distinct(best!, others).slice(0, maxReadings - 1)];
}

/** Each of several addresses in the text by its best reading, in their order; empty when the text has one. */
export function readRecords(given: string, country?: string): ParsedRecord[] {
  if (given.length > maxListChars) return [];
  for (const pieces of cutsOf(given)) {
    const records: ParsedRecord[] = [];
    for (const { text, start } of pieces) {
      const record = moved(readAddress(text, country)[0], start);
      if (!isWhole(record)) break;
      records.push(record);
    }
    if (records.length === pieces.length) return records;
  }
  return [];
}

/** Longer texts are no list of addresses that somebody pastes into one field. */
const maxListChars = 2000;

/** It says where, and for whom or how to reach them. */
const isWhole = ({
  name,
  phone,
  detail,
  city,
  province,
  postcode,
  region_id,
  country,
}: ParsedRecord): boolean =>
  detail.length > 2 &&
  (name !== '' || phone !== '') &&
  (country === 'CN'
    ? region_id !== null
    : city !== '' && (postcode !== '' || province !== '' || /\d/.test(detail)));

const moved = (record: ParsedRecord, by: number): ParsedRecord => ({
  ...record,
  leftover: record.leftover.map(({ text, start, end }) => ({ text, start: start + by, end: end + by })),
});

/** Nobody said which country: the likeliest one, and the next where it is near. */
function readForRanked(text: string, ranked: ReadonlyArray<readonly [string, number]>): ReadParts[] {
  const [[first, weight], second] = ranked as [readonly [string, number], (readonly [string, number])?];
  const lead = weight - (second?.[1] ?? 0);
  const doubt = lead >= 4 ? 1 : lead >= nearCountry ? 0.97 : lead >= 1 ? 0.9 : 0.75;
  const own = readFor(text, first).map((parts) => ({
    ...parts,
    confidence: roundConfidence(parts.confidence * doubt),
  }));
  if (!second || lead >= nearCountry) return own;
  const [other] = readFor(text, second[0]);
  return [
    ...own,
    { ...other, confidence: roundConfidence(Math.min(own[0]!.confidence, other.confidence * (1.5 - doubt))) },
  ];
}

/** The caller said which: the text may still be of another one, and then says so. */
function readForAsked(
  text: string,
  country: string,
  weights: CountryWeights,
  ranked: ReadonlyArray<readonly [string, number]>,
): ReadParts[] {
  const own = readFor(text, country);
  const [first, weight] = ranked[0]!;
  const isGreater = [country, first].every(
    (code) => code === 'CN' || findCountry(code)?.regionId !== undefined,
  );
  if (first === country || isGreater || weight - Math.max(0, weights.get(country) ?? 0) < clearCountry)
    return own;
  const [other] = readFor(text, first);
  const [best, ...rest] = own;
  const doubted: ReadParts = {
    ...best!,
    confidence: Math.min(best!.confidence, 0.4),
    contradiction: `The text reads as an address in ${first}, not in ${country}.`,
  };
  return [doubted, { ...other, confidence: Math.min(other.confidence, 0.6) }, ...rest];
}

function readFor(text: string, where: string): [ReadParts, ...ReadParts[]] {
  const isHan = /\p{Script=Han}/u.test(text);
  if (where === 'CN') {
    if (isHan || !/[A-Za-z]{3}/.test(text))
      return readChinese({ text, country: where, takeNumbers: takeChinaNumbers });
    return [readChineseLatin(text)];
  }
  if (where === 'SG' && isHan && !/\b(?:road|rd|street|st|avenue|ave|drive|blk|block)\b/i.test(text))
    return readChinese({ text, country: where, takeNumbers: numbersOf(where), city: '新加坡' });
  const rootId = findCountry(where)?.regionId;
  if (rootId && isHan) return readChinese({ text, country: where, rootId, takeNumbers: numbersOf(where) });
  const [first, ...near] = readAbroad(text, where).map((record) => {
    const placed = { ...record, region_id: rootId ?? abroadRegion(record) };
    const { postcode, province } = placed;
    const agrees = postcode === '' || postcodeFitsState(postcode, province, where);
    return agrees ? placed : contradicted(placed, postcode);
  });
  return [first!, ...near, ...namesakes(first!)];
}

/** Springfield without a state may be in several: each is a candidate. */
function namesakes(record: ReadParts): ReadParts[] {
  if (record.province !== '' || record.postcode !== '') return [];
  return namesakeStates(record.city, record.country).map((province) => {
    const placed = { ...record, province, confidence: roundConfidence(record.confidence * 0.5) };
    return { ...placed, region_id: abroadRegion(placed) };
  });
}

function finish(given: string, text: string, parts: ReadParts): ParsedRecord {
  const { unused: _, ...record } = parts;
  return { ...record, leftover: leftoverOf(given, text, parts), missing: missingFields(record) };
}

/** Without those that say the same as the best one. */
const distinct = (best: ParsedRecord, others: readonly ParsedRecord[]): ParsedRecord[] =>
  others.filter((other) => keyOf(other) !== keyOf(best));

const keyOf = ({ name, country, province, city, district, detail, postcode }: ParsedRecord): string =>
  [name, country, province, city, district, detail, postcode].join('\n');

/** The numbers of a country that writes in Chinese but dials otherwise. */
const numbersOf =
  (country: string) =>
  (sheet: Sheet): NumbersFound => {
    const spans = phoneSpans(sheet.text, country);
    for (const span of spans.all) takeSpan(sheet, span, mark.number);
    const post =
      country === 'TW'
        ? takeTaiwanPostcode(sheet)
        : country === 'SG'
          ? takeSingaporePostcode(sheet)
          : undefined;
    return {
      phone: spans.phone,
      others: spans.others,
      phoneSpans: spans.all,
      postcode: post?.postcode ?? '',
      postcodeAt: post?.at,
    };
  };

/** Where the phones stand: the text with holes is walked beside the text itself. */
function phoneSpans(text: string, country: string): { phone: string; others: string[]; all: Piece[] } {
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
  return { phone: taken.phone, others: taken.others, all: all.filter(({ start, end }) => end > start) };
}

const beforeCounty =
  /(?<![\d-])(\d{3}(?:-?\d{2,3})?)(?=\s?(?:台湾|台|新北|桃园|高雄|基隆|新竹|嘉义|苗栗|彰化|南投|云林|屏东|宜兰|花莲|澎湖|金门|连江))/;
const byItself = /(?<=^|[\s,(])(\d{5,6}|\d{3}-\d{2,3})(?=[\s,)]|$)(?!\s?[号巷弄楼之])/;

/** Six digits by themselves, in brackets, behind a label or the city. */
function takeSingaporePostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  const match = /(?:邮编|邮区|邮政编码|s)?[:\s]*[(]?(?<![\d#-])(\d{6})(?![\d-])[)]?/.exec(sheet.folded);
  const span = match && { start: match.index, end: match.index + match[0].length };
  if (!span || !isFree(sheet, span)) return undefined;
  takeSpan(sheet, span, mark.number);
  return { postcode: match[1]!, at: span.start };
}

/** Three digits behind a whole house, at the end of a line or between two bars. */
const lastOfAll = /(?<=[号楼室\d] |[|,\n] ?)(?<!路 |街 |段 )([1-9]\d{2})(?=\s*(?:$|[\n|]))/;

/** 3, 5 or 6 digits before the county, or the longer ones alone. */
function takeTaiwanPostcode(sheet: Sheet): { postcode: string; at: number } | undefined {
  for (const pattern of [beforeCounty, byItself, lastOfAll]) {
    const match = pattern.exec(sheet.folded);
    const span = match && { start: match.index, end: match.index + match[0].length };
    if (!span || !isFree(sheet, span)) continue;
    takeSpan(sheet, span, mark.number);
    return { postcode: match[1]!, at: span.start };
  }
  return undefined;
}

/** Every table is made now: the first text that somebody pastes waits for none of them. */
function prepare(): void {
  for (const text of [
    '浙江省杭州市西湖区文三路1号 王芳 13800138000',
    'Zhang San, 1 Wensan Road, Hangzhou, China',
    'Ann Lee, 1 Main St, Boston, MA 02116',
    '東京都渋谷区神宮前1-5-10',
  ])
    readAddress(text);
}

prepare();
