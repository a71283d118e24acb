/**
 * Reads an address outside the mainland that is not in Chinese: every person whom the text may mean is tried with the town,
 * postcode and street that are left by the country's own written order, and the reading that is right as a whole wins. Owns which
 * reader a country has and what a reading weighs.
 */

import { type ReadParts, roundConfidence } from '../parsed-record.ts';
import { isLargeTown } from '../town-names.ts';
import { britishReader } from './abroad-britain.ts';
import { takeChat } from './abroad-chat.ts';
import { hongKongReader, macaoReader, singaporeReader, taiwanReader } from './abroad-cities.ts';
import { isFirmOf, listEasternPeople } from './abroad-east-names.ts';
import { kanjiReader, romajiReader } from './abroad-japan.ts';
import { hangulReader, isProvinceOf, romanReader } from './abroad-korea.ts';
import { type Casing, casingOf, isFirm, listPeople, type PersonFound, weighPerson } from './abroad-people.ts';
import { takePhones } from './abroad-phones.ts';
import type { AbroadPlace, AbroadReader } from './abroad-place.ts';
import { postcodeTownReader } from './abroad-postcode-town.ts';
import { dropCountry, joinSegments, type Segment, segmentsOf } from './abroad-segments.ts';
import { hasStates, readState, stateReader } from './abroad-states.ts';

/** Countries that are read by a reader of their own; of two by the script. */
const ownReaders: Record<string, (text: string) => AbroadReader> = {
  JP: (text) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? kanjiReader : romajiReader,
  KR: (text) => (/\p{Script=Hangul}/u.test(text) ? hangulReader : romanReader),
  GB: () => britishReader,
  SG: () => singaporeReader,
  HK: () => hongKongReader,
  MO: () => macaoReader,
  TW: () => taiwanReader,
};

const otherReaders = new Map<string, AbroadReader>();

function readerOf(country: string, text: string): AbroadReader {
  const own = ownReaders[country]?.(text) ?? otherReaders.get(country);
  if (own) return own;
  const reader = hasStates(country) ? stateReader(country) : postcodeTownReader(country);
  otherReaders.set(country, reader);
  return reader;
}

/** The readings of such an address, the best first. `text` is cleaned (parse-clean.ts). */
export function readAbroad(text: string, country: string): ReadParts[] {
  const phones = takePhones(text, country);
  const chat = takeChat(phones.text);
  const reader = readerOf(country, text);
  const written = reader === kanjiReader ? chat.text.replace(/\s?(〒\s?\d{3}-?\d{4})/g, '\n$1\n') : chat.text;
  const apart = written.replace(placeAhead[country] ?? /(?!)/gu, '\n');
  const segments = dropCountry(segmentsOf(apart), country);
  const eastern = reader === kanjiReader || reader === hangulReader;
  const casing = casingOf(chat.text);
  const around = {
    segments,
    casing,
    isTownLine: reader.isTownLine,
    postcodeLast: reader.postcodeLast,
    country,
  };
  const people = eastern ? listEasternPeople(segments, country) : listPeople(around);
  const readings = people
    .map((person): Reading => {
      const place = reader.read(dropCountry(person.rest, country));
      return { person, place, weight: person.weight + weighPlace(place, country, casing) };
    })
    .sort((a, b) => b.weight - a.weight);
  const best = readings[0]!;
  const near = readings.slice(1).filter(({ weight }) => weight > best.weight - nearlyAsGood);
  return [best, ...near].map(({ person, place, weight }, at) => {
    const detail = joinSegments(place.rest);
    const rival = at === 0 ? readings[1] : best;
    return {
      name: person.name,
      phone: phones.phone,
      other_phones: phones.others,
      company: companyIn(place.rest, eastern ? country : undefined),
      wish: chat.wish,
      country,
      province: place.province,
      city: place.city,
      district: place.district,
      detail,
      postcode: place.postcode,
      region_id: null,
      confidence: confidenceOf(place, {
        name: person.name,
        phone: phones.phone,
        detail,
        lead: weight - (rival?.weight ?? 0),
        isSure: person.isSure === true,
        isGlued: !eastern && person.rest.length < 2,
      }),
      unused: { used: [...phones.written, stateWords(text, place.province, country)] },
    };
  });
}

/** `서울대학교 김철수 서울특별시 …`: an address in its own letters begins with its province, whatever stands before. */
const placeAhead: Record<string, RegExp> = {
  KR: /(?<=[가-힣)\d]) (?=(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충[북남청]|전[북남라]|경[북남상]|제주)\S{0,6} \S{1,5}[시군구](?:\s|$))/gu,
  JP: /(?<=[\p{L}\d)]) (?=(?:北海道|東京都|大阪府|京都府|\p{Script=Han}{2,3}県)\S)/gu,
};

/** Another reading this much lighter is worth showing. */
const nearlyAsGood = 1;

/** The firm in the street's lines. */
function companyIn(rest: readonly Segment[], country: string | undefined): string {
  if (country === undefined) {
    const first = rest.findIndex(({ text }) => isFirm(text));
    const end = rest.findIndex(({ text }, at) => at > first && !isFirm(text));
    return first < 0 ? '' : joinSegments(rest.slice(first, end < 0 ? undefined : end));
  }
  for (const { text } of rest) {
    const found = text.split(' ').find((word) => isFirmOf(word, country) && !/\d/.test(word));
    if (found) return found;
  }
  return '';
}

/** `California` where the record says CA. */
function stateWords(text: string, province: string, country: string): string {
  if (province === '') return '';
  const words = [...text.matchAll(/[\p{L}\p{M}.']+/gu)].map(([word]) => word);
  for (const count of [4, 3, 2, 1]) {
    for (let at = 0; at + count <= words.length; at++) {
      const shown = words.slice(at, at + count).join(' ');
      const isState = hasStates(country)
        ? readState(shown, country) === province
        : isProvinceOf(shown, province, country);
      if (isState) return shown;
    }
  }
  return '';
}

interface Reading {
  person: PersonFound;
  place: AbroadPlace;
  weight: number;
}

/** What speaks for the place that a person leaves: a clean town, a street with its number, nobody else left in it. */
function weighPlace(
  { city, district, postcode, province, rest }: AbroadPlace,
  country: string,
  casing: Casing,
): number {
  let weight = 0;
  if (city === '') weight -= 1;
  else {
    if (/\d/.test(city)) weight -= 1.5;
    if (isLargeTown(city, country)) weight += 1;
    else if ((weighPerson(city, casing) ?? 0) >= 3) weight -= 1.2;
    else if (city.split(' ').length > 3) weight -= 0.8;
    if (isFirm(city)) weight -= 1;
  }
  if (postcode) weight += 0.5;
  if (province) weight += 0.3;
  if (district && (weighPerson(district, casing) ?? 0) >= 3) weight -= 1;
  const detail = joinSegments(rest);
  if (detail === '') return weight - 2;
  if (
    !/\d/.test(detail) &&
    !/\b(?:house|cottage|lodge|rectory|vicarage|farm|manor|hall|castle|green|mews|box)\b/i.test(detail)
  )
    weight -= 0.8;
  return weight;
}

interface Doubts {
  name: string;
  phone: string;
  detail: string;
  /** How much heavier it is than the next reading. */
  lead: number;
  /** A label says who it is. */
  isSure: boolean;
  /** Street and town stand in one piece: where one ends was for the parser to say. */
  isGlued: boolean;
}

/** Each doubt takes its share: no town, no house, somebody else who may be meant. */
function confidenceOf(
  { city, postcode, province }: AbroadPlace,
  { name, phone, detail, lead, isSure, isGlued }: Doubts,
): number {
  let sure = 0.99;
  if (city === '') sure *= 0.5;
  else if (postcode === '' && province === '') sure *= 0.8;
  else if (postcode === '') sure *= 0.95;
  if (detail === '') sure *= 0.6;
  else if (!/\d/.test(detail)) sure *= 0.9;
  if (isGlued) sure *= 0.96;
  if (!isSure) sure *= lead >= 2 ? 1 : lead >= 1.2 ? 0.97 : lead >= 0.6 ? 0.88 : 0.7;
  if (name === '') sure *= phone === '' ? 0.95 : 0.85;
  return roundConfidence(sure);
}
