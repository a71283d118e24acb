/**
 * Free text to an address. Owns which reader gets a text and which country it is read for: Chinese writing of China, Hong Kong,
 * Macao and Taiwan, Latin writing of the mainland, everything else. Pure but for seed files that are read when this is loaded;
 * bounded in time by the text's length.
 */

import { abroadRegion } from './abroad/abroad-region.ts';
import { namesakeStates, postcodeFitsState } from './abroad/abroad-states.ts';
import { readAbroad } from './abroad/parse-abroad.ts';
import { missingFields } from './address-needs.ts';
import { chinaInput } from './china/china-input.ts';
import { readChinese } from './china/parse-china.ts';
import { readChineseLatin } from './china/parse-china-latin.ts';
import { mayBeMixed, readMixed } from './china/read-mixed.ts';
import { findCountry } from './countries.ts';
import { type CountryWeights, rankCountries, weighCountries } from './country-evidence.ts';
import { leftoverOf, type TextStages } from './leftover.ts';
import { callFirst } from './meant/western-calls.ts';
import { cleanText } from './parse-clean.ts';
import type { Piece } from './parse-sheet.ts';
import {
  contradicted,
  type ParsedRecord,
  type Readings,
  type ReadParts,
  roundConfidence,
} from './parsed-record.ts';
import { findSender, withBlank } from './sender-block.ts';
import { cutsOf } from './several-addresses.ts';
import { writeSpoken } from './spoken/spoken-message.ts';
import { withoutSuperseded } from './superseded-parts.ts';
import { judgePhones } from './tagging/phone-judge.ts';

/** A second country is read too when it weighs at most this much less. */
const nearCountry = 2.5;
/** A country that was named by the caller is doubted when another one outweighs it by this. */
const clearCountry = 6;
const maxReadings = 4;

interface TextToRead extends TextStages {
  sender: Piece | undefined;
  /** What readers get: without the sender, and without what was taken back. */
  own: string;
}

/** A text as it was given, through every stage before it is read. */
export function textToRead(given: string): TextToRead {
  const clean = cleanText(given);
  const spoken = writeSpoken(clean);
  const text = spoken?.text ?? clean;
  const sender = findSender(text);
  const received = sender ? withBlank(text, sender) : text;
  const edited = withoutSuperseded(received);
  return { given, clean, spoken, edited, sender, own: edited?.text ?? received };
}

/** Every reading of the text, the best one first. `country` is ISO 3166-1 alpha-2; without it the text decides. */
export function readAddress(given: string, country?: string): Readings {
  const stages = textToRead(given);
  const { own } = stages;
  const weights = weighCountries(own);
  const ranked = rankCountries(own, weights);
  const readings =
    country === undefined ? readForRanked(own, ranked) : readForAsked(own, country, weights, ranked);
  const [best, ...others] = readings.map((parts) => finish(stages, parts));
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
    const mixed = isHan && mayBeMixed(text) ? readMixed(text) : undefined;
    if (mixed) return [mixed];
    if (isHan || !/[A-Za-z]{3}/.test(text)) return readChinese(chinaInput(text, where));
    return [readChineseLatin(text)];
  }
  if (where === 'SG' && isHan && isMostlyHan(text)) return readChinese(chinaInput(text, where));
  const rootId = findCountry(where)?.regionId;
  if (rootId && isHan && !isLatinAddress(text)) return readChinese(chinaInput(text, where));
  const [first, ...near] = readAbroad(text, where).map((record) => {
    const placed = { ...record, region_id: rootId ?? abroadRegion(record) };
    const { postcode, province } = placed;
    const agrees = postcode === '' || postcodeFitsState(postcode, province, where);
    return agrees ? placed : contradicted(placed, postcode);
  });
  return [first!, ...near, ...namesakes(first!)];
}

/** Nobody writes a street in Latin letters there, or the rest outweighs it: 义顺环路Blk 816. */
const isMostlyHan = (text: string): boolean =>
  !/\b(?:road|rd|street|st|avenue|ave|drive|blk|block|link|rise|close|walk|way|crescent|cres|lorong|jalan|lane|place|terrace|view|grove)\b/i.test(
    text,
  ) || (text.match(/\p{Script=Han}/gu)?.length ?? 0) > (text.match(/[a-z]/gi)?.length ?? 0);

const latinHouse =
  /(?<!\p{L})(?:road|rd|street|st|avenue|ave|lane|ln|drive|terrace|rua|avenida|av|estrada|travessa|largo|flat|room|rm|floor|flr|tower|building|bldg|house|block|blk|estate|court|mansion|centre|center|edf|edif|edifício|shop|place|plaza|garden|gardens|villa|villas|sec|no)(?!\p{L})|(?<!\p{L})(?:\d{1,2}\/?|[gu]\/)f(?!\p{L})/giu;
const hanHouse = /\p{Script=Han}[路街道巷弄里邨村] ?[\d一二三四五六七八九十]|\d ?[號号樓楼室座巷弄栋棟]/u;

/** In Hong Kong, Macao and Taiwan: the house is in Latin letters, the person or names of fields alone in Chinese. */
const isLatinAddress = (text: string): boolean =>
  !hanHouse.test(text) &&
  (text.match(latinHouse)?.length ?? 0) > 1 &&
  (text.match(/\p{Script=Latin}/gu)?.length ?? 0) > 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);

/** Springfield without a state may be in several: each is a candidate. */
function namesakes(record: ReadParts): ReadParts[] {
  if (record.province !== '' || record.postcode !== '') return [];
  return namesakeStates(record.city, record.country).map((province) => {
    const placed = { ...record, province, confidence: roundConfidence(record.confidence * 0.5) };
    return { ...placed, region_id: abroadRegion(placed) };
  });
}

/** The most that a reading is worth that has used only some of the words. */
const sureWithLeftover = 0.97;

function finish(texts: TextToRead, parts: ReadParts): ParsedRecord {
  const { unused: _, ...record } = parts;
  const leftover = leftoverOf(texts, { parts, sender: texts.sender });
  const text = texts.spoken?.text ?? texts.clean;
  const phones = [record.phone, ...record.other_phones];
  const [phone = '', ...other_phones] =
    (record.country === 'CN' ? undefined : callFirst(phones, text)) ??
    judgePhones(phones, { text, name: record.name, country: record.country });
  // Where something was left over, it may have been a part of the address.
  const confidence = leftover.length > 0 ? Math.min(record.confidence, sureWithLeftover) : record.confidence;
  return { ...record, phone, other_phones, confidence, leftover, missing: missingFields(record) };
}

/** Without those that say the same as the best one. */
const distinct = (best: ParsedRecord, others: readonly ParsedRecord[]): ParsedRecord[] =>
  others.filter((other) => keyOf(other) !== keyOf(best));

const keyOf = ({ name, country, province, city, district, detail, postcode }: ParsedRecord): string =>
  [name, country, province, city, district, detail, postcode].join('\n');

/** Every table is made now: the first text that somebody pastes waits for none of them. */
function prepare(): void {
  for (const text of [
    '浙江省杭州市西湖区文三路1号 王芳 13800138000',
    'Zhang San, 1 Wensan Road, Hangzhou, China',
    'Ann Lee, 1 Main St, Boston, MA 02116',
    '東京都渋谷区神宮前1-5-10',
    'T0: Ann Lee, 2O4 Ma1n 5treet, B0ston, MA 021l6',
  ])
    readAddress(text);
}

prepare();
