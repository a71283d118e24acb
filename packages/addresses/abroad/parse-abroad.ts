/**
 * Reads an address outside the mainland that is not in Chinese: phone, person, then town and postcode by the country's own
 * written order; what is left is the detail. Owns which reader a country has.
 */

import { type ParsedRecord, roundConfidence } from '../parsed-record.ts';
import { britishReader } from './abroad-britain.ts';
import { hongKongReader, macaoReader, singaporeReader, taiwanReader } from './abroad-cities.ts';
import { takeEastAsianName } from './abroad-east-names.ts';
import { kanjiReader, romajiReader } from './abroad-japan.ts';
import { hangulReader, romanReader } from './abroad-korea.ts';
import { isPerson, takePerson } from './abroad-names.ts';
import { takePhones } from './abroad-phones.ts';
import type { AbroadPlace, AbroadReader } from './abroad-place.ts';
import { postcodeTownReader } from './abroad-postcode-town.ts';
import { dropCountry, joinSegments, type Segment, segmentsOf, trimSegment } from './abroad-segments.ts';
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
  const { phone, text: rest } = takePhones(text, country);
  const reader = readerOf(country, text);
  const written = reader === kanjiReader ? rest.replace(/\s?(〒\s?\d{3}-?\d{4})/g, '\n$1\n') : rest;
  const segments = dropCountry(splitTails(segmentsOf(written), reader.postcodeLast), country);
  const eastern = reader === kanjiReader || reader === hangulReader;
  const { name, rest: left } = eastern
    ? takeEastAsianName(segments, country)
    : takePerson(segments, reader.isTownLine);
  const place = reader.read(left);
  const detail = detailOf(place.rest);
  return {
    name,
    phone,
    country,
    province: place.province,
    city: place.city,
    district: place.district,
    detail,
    postcode: place.postcode,
    region_id: null,
    confidence: confidenceOf(place, { name, phone, detail }),
  };
}

/** `Bozeman MT 59715 Ann Smith` next to a phone: who stands behind the postcode is a segment of their own. */
function splitTails(segments: Segment[], postcode: RegExp | undefined): Segment[] {
  if (!postcode) return segments;
  return segments.flatMap((segment) => {
    const match = segment.byPhone ? postcode.exec(segment.text) : null;
    const end = match ? match.index + match[0].length : 0;
    const tail = trimSegment(segment.text.slice(end));
    if (!match || !tail.includes(' ') || !isPerson(tail)) return [segment];
    return [
      { ...segment, text: segment.text.slice(0, end), byPhone: false },
      { ...segment, text: tail },
    ];
  });
}

const detailOf = (rest: readonly Segment[]): string => joinSegments(rest);

function confidenceOf(place: AbroadPlace, found: { name: string; phone: string; detail: string }): number {
  const town = place.city ? 0.45 : 0.1;
  const known = place.postcode || place.province ? 0.25 : 0.1;
  return roundConfidence(
    town + known + (found.detail ? 0.1 : 0) + (found.name ? 0.1 : 0) + (found.phone ? 0.05 : 0),
  );
}
