/**
 * Reads an address outside the mainland that is not in Chinese: every person whom the text may mean is tried with the town,
 * postcode and street that are left by the country's own written order, and the reading that is right as a whole wins. Owns which
 * reader a country has and what a reading weighs.
 */

import { type ParsedRecord, roundConfidence } from '../parsed-record.ts';
import { isLargeTown } from '../town-names.ts';
import { britishReader } from './abroad-britain.ts';
import { takeChat } from './abroad-chat.ts';
import { hongKongReader, macaoReader, singaporeReader, taiwanReader } from './abroad-cities.ts';
import { takeEastAsianName } from './abroad-east-names.ts';
import { kanjiReader, romajiReader } from './abroad-japan.ts';
import { hangulReader, romanReader } from './abroad-korea.ts';
import { type Casing, casingOf, isFirm, listPeople, type PersonFound, weighPerson } from './abroad-people.ts';
import { takePhones } from './abroad-phones.ts';
import type { AbroadPlace, AbroadReader } from './abroad-place.ts';
import { postcodeTownReader } from './abroad-postcode-town.ts';
import { dropCountry, joinSegments, type Segment, segmentsOf } from './abroad-segments.ts';
import { hasStates, stateReader } from './abroad-states.ts';

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

/** The one reading of such an address. `text` is cleaned (parse-clean.ts). */
export function readAbroad(text: string, country: string): ParsedRecord {
  const taken = takePhones(text, country);
  const { phone } = taken;
  const chat = takeChat(taken.text);
  const reader = readerOf(country, text);
  const written = reader === kanjiReader ? chat.text.replace(/\s?(〒\s?\d{3}-?\d{4})/g, '\n$1\n') : chat.text;
  const segments = dropCountry(segmentsOf(written), country);
  const eastern = reader === kanjiReader || reader === hangulReader;
  const casing = casingOf(chat.text);
  const people: readonly PersonFound[] = eastern
    ? [{ ...takeEastAsianName(segments, country), weight: 0 }]
    : listPeople({ segments, casing, isTownLine: reader.isTownLine, postcodeLast: reader.postcodeLast, country });
  let best: Reading | undefined;
  for (const person of people) {
    const place = reader.read(dropCountry(person.rest, country));
    const weight = person.weight + (people.length > 1 ? weighPlace(place, country, casing) : 0);
    if (!best || weight > best.weight) best = { person, place, weight };
  }
  const { person, place } = best!;
  const detail = joinSegments(place.rest);
  return {
    name: person.name,
    phone,
    country,
    province: place.province,
    city: place.city,
    district: place.district,
    detail,
    postcode: place.postcode,
    region_id: null,
    confidence: confidenceOf(place, { name: person.name, phone, detail }),
  };
}

interface Reading {
  person: PersonFound;
  place: AbroadPlace;
  weight: number;
}

/** What speaks for the place that a person leaves: a clean town, a street with its number, nobody else left in it. */
function weighPlace({ city, district, postcode, province, rest }: AbroadPlace, country: string, casing: Casing): number {
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
  if (!/\d/.test(detail) && !/\b(?:house|cottage|lodge|rectory|vicarage|farm|manor|hall|castle|green|mews|box)\b/i.test(detail)) weight -= 0.8;
  return weight;
}

function confidenceOf(place: AbroadPlace, found: { name: string; phone: string; detail: string }): number {
  const town = place.city ? 0.45 : 0.1;
  const known = place.postcode || place.province ? 0.25 : 0.1;
  return roundConfidence(
    town + known + (found.detail ? 0.1 : 0) + (found.name ? 0.1 : 0) + (found.phone ? 0.05 : 0),
  );
}
