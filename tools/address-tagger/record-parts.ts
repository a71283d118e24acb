/**
 * A record in eastern letters as its message in parts: talk, and what is in the truth wherever it stands, be it in pieces or with blanks
 * inside. Owns how a value is found in a text that writes it in its own way. Pure.
 */
import { foldText } from '@platen/addresses/parse-clean';
import type { BlindRecord } from '../../test/fixtures/address-records.ts';
import type { MessagePart } from './fill-template.ts';
import { shortName } from './han-places.ts';

interface Span {
  slot: string;
  start: number;
  end: number;
}

/** A street that somebody told of in more pieces is no street that can be learnt from. */
const mostPieces = 4;
const leastPiece = 2;
const isSign = /[\p{L}\p{M}\p{N}]/u;
const isDigit = /\d/;
/** Between two of these is another piece of a street. */
const stops = /[,，;；、。:：\n|｜/!！?？]+/u;
/** Where something was found. */
const taken = '\0';

/** Letters and digits of a text, and where each stands in it. */
interface Signs {
  text: string;
  places: number[];
}

function signsOf(text: string, spans: readonly Span[]): Signs {
  const signs: Signs = { text: '', places: [] };
  for (let at = 0; at < text.length; at++) {
    const isTaken = spans.some(({ start, end }) => at >= start && at < end);
    if (!isTaken && !isSign.test(text[at]!)) continue;
    signs.text += isTaken ? taken : text[at]!;
    signs.places.push(at);
  }
  return signs;
}

/** No part of a longer number. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !(isDigit.test(text[start]!) && isDigit.test(text[start - 1] ?? '')) &&
  !(isDigit.test(text[end - 1]!) && isDigit.test(text[end] ?? ''));

/** Where the signs stand in a run. */
function findRun(text: string, signs: Signs, wanted: string): { start: number; end: number } | undefined {
  for (let at = signs.text.indexOf(wanted); at >= 0; at = signs.text.indexOf(wanted, at + 1)) {
    const start = signs.places[at]!;
    const end = signs.places[at + wanted.length - 1]! + 1;
    if (isWhole(text, start, end)) return { start, end };
  }
  return undefined;
}

/** The pieces of a value, each where it stands; undefined where the text doesn't have all of them. */
function findPieces(
  text: string,
  value: string,
  { slot, spans, most }: { slot: string; spans: readonly Span[]; most: number },
): Span[] | undefined {
  let rest = signsOf(value, []).text;
  const found: Span[] = [];
  while (rest !== '') {
    if (found.length === most) return undefined;
    const signs = signsOf(text, [...spans, ...found]);
    let length = rest.length;
    let run = findRun(text, signs, rest);
    while (!run && most > 1 && length > leastPiece) {
      length--;
      if (isDigit.test(rest[length - 1]!) && isDigit.test(rest[length]!)) continue;
      run = findRun(text, signs, rest.slice(0, length));
    }
    if (!run || (length < leastPiece && found.length > 0)) return undefined;
    found.push({ slot, ...run });
    rest = rest.slice(length);
  }
  return found;
}

/** A piece of a street with a stop inside is two. */
function cutAtStops(text: string, { slot, start, end }: Span): Span[] {
  const cut: Span[] = [];
  for (const match of text.slice(start, end).matchAll(new RegExp(`(?:(?!${stops.source}).)+`, 'gu'))) {
    const piece = match[0].trim();
    const at = start + match.index + match[0].indexOf(piece);
    if (piece !== '') cut.push({ slot, start: at, end: at + piece.length });
  }
  return cut;
}

/** Behind which code the number that is dialled at home begins with a 0, and behind which it doesn't. */
const codes = /^\+(?:(?<withZero>81|82|886)|852|853|65|86)/;

/** As somebody at home writes it; without what is dialled inside a firm, but for China, where that is a part of the number. */
function nationalDigits(phone: string): string {
  const code = codes.exec(phone);
  const rest = code ? phone.slice(code[0].length).replace(/-.*/, '') : phone;
  return (code?.groups?.withZero ? '0' : '') + rest.replace(/\D/g, '');
}

const isFree = (spans: readonly Span[], start: number, end: number): boolean =>
  spans.every((span) => span.end <= start || span.start >= end);

function spansOfMatches(text: string, pattern: RegExp, slot: string, spans: readonly Span[]): Span[] {
  return [...text.matchAll(pattern)]
    .map((match) => ({ slot, start: match.index, end: match.index + match[0].length }))
    .filter(({ start, end }) => isFree(spans, start, end));
}

/** Another mobile of the mainland. */
const mobile = /(?<!\d)1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)/g;

/** What stands in the message so, in the writing that the parser sees. */
const patternOf = (value: string): RegExp =>
  new RegExp(RegExp.escape(foldText(value.normalize('NFKC').replaceAll(/[{}]/g, ' '))), 'gu');

function regionSpans(
  text: string,
  { province, city, district }: BlindRecord['truth'],
  spans: readonly Span[],
): Span[] {
  const ways = [province, city, district]
    .filter((level) => level !== null && level !== '')
    .flatMap((level) => [level!, shortName(level!)])
    .flatMap((way) => [way, foldText(way)])
    .sort((a, b) => b.length - a.length);
  let found: Span[] = [];
  for (const way of new Set(ways))
    found = [
      ...found,
      ...spansOfMatches(text, new RegExp(`${RegExp.escape(way)}(?:市|省|县|区)?`, 'gu'), 'region', [
        ...spans,
        ...found,
      ]),
    ];
  found.sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const span of found) {
    const last = merged.at(-1);
    if (last && /^(?:市辖区)?[\s,，/、\-·>]{0,3}$/u.test(text.slice(last.end, span.start)))
      last.end = span.end;
    else merged.push(span);
  }
  return merged;
}

/** The message in parts, or nothing where a part of the truth isn't in it. `text` is the record's message, or what was made of it. */
export function partsOfRecord(given: string, { truth, others }: BlindRecord): MessagePart[] | undefined {
  const text = given.normalize('NFKC').replaceAll(/[{}]/g, ' ');
  const folded = foldText(text);
  const spans: Span[] = [];
  const put = (value: string | null, slot: string, most = 1): boolean => {
    if (value === null || value === '') return true;
    const found = findPieces(folded, foldText(value.normalize('NFKC')), { slot, spans, most });
    if (!found) return false;
    spans.push(...(slot === 'street' ? found.flatMap((span) => cutAtStops(folded, span)) : found));
    return true;
  };
  const putPhone = (phone: string | null): boolean => {
    if (phone === null || phone === '') return true;
    const digits = nationalDigits(phone);
    const found = spansOfMatches(
      folded,
      new RegExp(`(?<!\\d)\\(?${[...digits].join('[-\\s()转.]{0,2}')}(?!\\d)`, 'gu'),
      'phone',
      spans,
    );
    spans.push(...found);
    return found.length > 0;
  };
  const isFound =
    put(truth.street, 'street', mostPieces) &&
    put(truth.name, 'name') &&
    putPhone(truth.phone) &&
    put(truth.postcode, 'postcode');
  if (!isFound) return undefined;
  if (truth.company !== null && !truth.street?.includes(truth.company)) put(truth.company, 'company');
  const name = foldText((truth.name ?? '').normalize('NFKC'));
  if (name.length > 1)
    spans.push(...spansOfMatches(folded, new RegExp(RegExp.escape(name), 'gu'), 'name', spans));
  spans.push(...regionSpans(folded, truth, spans));
  for (const [slot, values] of [
    ['phone2', others?.phones],
    ['otherplace', others?.places],
    ['other', others?.names],
  ] as const)
    for (const value of values ?? [])
      spans.push(...spansOfMatches(folded, patternOf(value), slot, spans));
  if (truth.country === 'CN') spans.push(...spansOfMatches(folded, mobile, 'phone2', spans));
  spans.sort((a, b) => a.start - b.start);
  const parts: MessagePart[] = [];
  let from = 0;
  for (const { slot, start, end } of spans) {
    if (start > from) parts.push({ slot: undefined, text: text.slice(from, start) });
    parts.push({ slot, text: text.slice(start, end) });
    from = end;
  }
  if (from < text.length) parts.push({ slot: undefined, text: text.slice(from) });
  return parts;
}
