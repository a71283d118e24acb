/**
 * Reads an address outside the mainland that is not in Chinese. Owns which reader a country's place has; who it is for and what is only said
 * is read-latin.ts's and read-eastern.ts's.
 */
import { inBothScripts } from '../name-rules.ts';
import type { ReadParts } from '../parsed-record.ts';
import { britishReader } from './abroad-britain.ts';
import { hongKongReader, macaoReader, singaporeReader, taiwanReader } from './abroad-cities.ts';
import { romajiReader } from './abroad-japan.ts';
import { romanReader } from './abroad-korea.ts';
import type { AbroadReader } from './abroad-place.ts';
import { postcodeTownReader } from './abroad-postcode-town.ts';
import { hasStates, stateReader } from './abroad-states.ts';
import { isEasternWriting, readEastern } from './read-eastern.ts';
import { readLatin } from './read-latin.ts';

/** Countries that are read by a reader of their own. */
const ownReaders: Record<string, AbroadReader> = {
  JP: romajiReader,
  KR: romanReader,
  GB: britishReader,
  SG: singaporeReader,
  HK: hongKongReader,
  MO: macaoReader,
  TW: taiwanReader,
};

const otherReaders = new Map<string, AbroadReader>();

function readerOf(country: string): AbroadReader {
  const own = ownReaders[country] ?? otherReaders.get(country);
  if (own) return own;
  const reader = hasStates(country) ? stateReader(country) : postcodeTownReader(country);
  otherReaders.set(country, reader);
  return reader;
}

/** The readings of such an address, the best first. `text` is cleaned (parse-clean.ts). */
export function readAbroad(text: string, country: string): ReadParts[] {
  if (isEasternWriting(text, country)) return readEastern(text, country);
  const readings = readLatin(text, country, readerOf(country));
  return /\p{Script=Han}/u.test(text) && writesChinese.has(country)
    ? readings.map((reading) => ({ ...reading, name: wholeName(text, reading.name) }))
    : readings;
}

const writesChinese = new Set(['HK', 'MO', 'TW', 'SG']);

/** Who is named in Chinese beside an address in Latin letters. */
function wholeName(text: string, name: string): string {
  const start = name === '' ? -1 : text.indexOf(name);
  if (start < 0) return name;
  const span = inBothScripts(text, { start, end: start + name.length });
  return text.slice(span.start, span.end);
}
