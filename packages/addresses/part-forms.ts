/**
 * Parts of an address that can be told by their form alone: phones, numbers of houses and units, postcodes; and how alike two of them are.
 * Owns what counts as the same kind of part when one is to take another's place. Pure.
 */
import type { Piece } from './parse-sheet.ts';

const phone =
  /(?<![\p{Script=Latin}\d#-])(?!\d{3}-\d{4}(?![\d-]))\(?\+?\d(?:(?: ?[-/()] ?|[ .])?\d){6,14}(?![\p{Script=Latin}\d]| ?[호号號동층室樓楼번])/gu;
/** A postcode before the phone: its digits are none of the phone's. */
const postcodeBefore = /^(?!00)\d{4,5} (?=\D*(?:\d\D*){9,})/u;

/** Where phones stand: seven digits or more. A date or a range is none. */
export function phonesIn(text: string): Piece[] {
  return [...text.matchAll(phone)].map(({ 0: found, index }) => {
    // (021 770 3381, Rotorua): the bracket is not the phone's.
    const open = found.startsWith('(') && !found.includes(')') ? 1 : 0;
    return {
      start: index + open + (postcodeBefore.exec(found.slice(open))?.[0].length ?? 0),
      end: index + found.length,
    };
  });
}

const numberToken =
  /(?<![\p{L}\d.])#?\d{1,6}(?!st|nd|rd|th|er|ème|e\b)[a-z]{0,2}(?:[-/]\d{1,4}[a-z]?){0,3}(?![a-z\d])/giu;

/** Numbers with their letters that are no part of a phone: `12`, `21B`, `#04-121`, `511-8`. */
export function numbersIn(text: string): Piece[] {
  const phones = phonesIn(text);
  return [...text.matchAll(numberToken)]
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => !phones.some((each) => start < each.end && end > each.start));
}

const postcode =
  /(?<=(?<!\p{L})S ?)\d{6}(?![\p{L}\d-])|(?<![\p{L}\d-])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2}|\d{3}-\d{4}|\d{4,6}(?:-\d{4})?)(?![\p{L}\d-])/gu;

/** What may be a postcode by its form and is no part of a phone. */
export function postcodesIn(text: string): Piece[] {
  const phones = phonesIn(text);
  return [...text.matchAll(postcode)]
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => !phones.some((each) => start < each.end && end > each.start));
}

/** Digits and letters as their kinds: `21B` and `12A` are 9A. Runs count once. */
export const shapeOf = (part: string): string =>
  part
    .replace(/\d+/gu, '9')
    .replace(/\p{L}+/gu, 'A')
    .replace(/ /gu, '');

const bare = (part: string): string => part.replace(/[^\p{L}\d]/gu, '').toLowerCase();

/**
 * How alike two numbers are, as slips of the hand go: 3 the same signs in another order, 2 one sign more, less or another, 1 the same
 * shape, 0 nothing in common.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [bare(one), bare(other)];
  if (a === b) return 0;
  if ([...a].sort().join('') === [...b].sort().join('')) return 3;
  if (a.length === b.length && a.length > 1 && [...a].filter((sign, at) => sign !== b[at]).length === 1)
    return 2;
  if (Math.abs(a.length - b.length) === 1) {
    const [long, short] = a.length > b.length ? [a, b] : [b, a];
    if ([...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)) return 2;
  }
  return shapeOf(one) === shapeOf(other) ? 1 : 0;
}

/** Where the last of these signs stands at `from` or before it; -1 where none does. */
export function lastSign(text: string, signs: string, from: number): number {
  let at = Math.min(from, text.length - 1);
  while (at >= 0 && !signs.includes(text[at]!)) at--;
  return at;
}

/** A part as a pattern that finds it. */
export const literal = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
