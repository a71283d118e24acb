/**
 * Reads an address outside the mainland that is not in Chinese. Owns which reader a country's place has; who it is for and what is only said
 * is read-latin.ts's and read-eastern.ts's.
 */

import { inBothScripts } from '../china/two-scripts.ts';
import { isPrefixName } from '../name-rules.ts';
import { foldText } from '../parse-clean.ts';
import type { ReadParts } from '../parsed-record.ts';
import { britishReader } from './abroad-britain.ts';
import { hongKongReader, macaoReader, singaporeReader, taiwanReader } from './abroad-cities.ts';
import { romajiReader } from './abroad-japan.ts';
import { romanReader } from './abroad-korea.ts';
import { withoutTitle } from './abroad-people.ts';
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
  const latin = writesChinese.has(country) ? text.replace(hanLabels, ', ') : text;
  const readings = readLatin(latin, country, readerOf(country));
  if (!writesChinese.has(country)) return readings;
  const hosted = readings.map((reading) => withHost(text, { ...reading, name: bareCalled(reading.name) }));
  return /\p{Script=Han}/u.test(text) ? hosted.map((reading) => withWholeName(text, reading)) : hosted;
}

/** Names of numbers in Chinese are no words of an address in Latin letters. */
const hanLabels = /[ ,]{0,2}(?:电话|電話|手[机機]|邮[编区]|郵[編區])(?:号码|號碼)? ?:? ?(?=[+(\d])/gu;

/** Words in Portuguese and English that lead to somebody and are none of the name. */
const bareCalled = (name: string): string =>
  name
    .replace(
      /^(?:falar com(?: [oa])?|(?:[àa] )?atenção d[eao]|ao cuidado d[eao]|ask for|look for|contact)\s+/iu,
      '',
    )
    .replace(/\. (?:morada|tel|rua|address)\b.*$/iu, '');

const person = String.raw`\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){0,4}`;
const host = new RegExp(
  `(?<!\\p{L})(${person})[\\s,]{1,3}(?:(?:staying|living|now|currently) )?((?:[Cc]/[oO]|[Cc]are of):? ?(?:The )?${person})(?=$|[\\s,;.])`,
  'u',
);

/** `Lee Wen Jie c/o Mdm Lee Siew Eng, 8 Jalan Rajah`: the one before is who it is for, the host stands on the label. */
function withHost(text: string, reading: ReadParts): ReadParts {
  const [, guest, care] = host.exec(text) ?? [];
  if (guest === undefined || care === undefined) return reading;
  const { name, detail } = reading;
  const isGuest = name === '' || care.includes(name) || guest.includes(name);
  if (!isGuest) return reading;
  const called = withoutTitle(guest.replace(/^(?:To|Attn|For|Name|Deliver|Send) /u, ''));
  return { ...reading, name: called, detail: /c\/o|care of/iu.test(detail) ? detail : `${care}, ${detail}` };
}

const writesChinese = new Set(['HK', 'MO', 'TW', 'SG']);
const hanByItself = /(?<!\p{Script=Han})\p{Script=Han}{2,4}(?!\p{Script=Han})/gu;

/** Who is named in Chinese beside an address in Latin letters. */
function withWholeName(text: string, reading: ReadParts): ReadParts {
  const { name, detail } = reading;
  const called = name || [...text.matchAll(hanByItself)].find(([run]) => isPrefixName(foldText(run)))?.[0];
  const start = called === undefined ? -1 : text.indexOf(called);
  if (start < 0) return reading;
  const span = inBothScripts(text, { start, end: start + called!.length });
  const whole = text.slice(span.start, span.end);
  const rest = detail.split(', ').filter((piece) => !whole.includes(piece));
  return { ...reading, name: whole, detail: name === '' ? rest.join(', ') : detail };
}
