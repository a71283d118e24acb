/**
 * A text in Latin letters as words with what is known of each: its letters, its neighbours, what parts it from them, and what the piece
 * between two separators holds. Owns features and their numbers; what they weigh is learnt (tools/address-tagger). Pure.
 */

import { isPlain } from '../plain-words.ts';
import { isPlace, isPlaceOfCode, placedCountries, postcodeKey } from './known-names.ts';
import { hashPair, hashPart, hashWord, type TokenFeatures } from './linear-chain.ts';
import { wordClass } from './word-classes.ts';
import { factsOf, type WordFacts } from './word-facts.ts';
import { countriesOfPhrase } from './word-phrases.ts';

/** What runs of words may be; everything else is talk. */
export const wordKinds = [
  'name',
  'other',
  'phone',
  'street',
  'district',
  'city',
  'state',
  'postcode',
  'country',
  'firm',
] as const;

export interface Word {
  /** In the cleaned text, UTF-16 units. */
  start: number;
  end: number;
  /** Lower case, `'` for every apostrophe. */
  plain: string;
}

export interface WordSequence {
  words: Word[];
  features: TokenFeatures;
}

/** Longer texts are tagged up to here. */
export const maxWords = 400;

const wordPattern =
  /(?:\p{L}\.){2,6}\p{L}?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\p{L}\/\p{L}(?![\p{L}])|[\p{L}\p{M}\p{N}]+(?:['’`´][\p{L}\p{M}]+|-(?=\p{L}{2})(?<=\p{L}-)[\p{L}\p{M}]+)*/gu;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: shown, index } of text.matchAll(wordPattern)) {
    if (words.length === maxWords) break;
    const small = shown.toLowerCase();
    const plain = isPlain(small) ? small : small.replace(/[’`´]/g, "'");
    words.push({ start: index, end: index + shown.length, plain });
  }
  return words;
}

/** A quotation mark: `"Glenbrae" 12 Hill Road`. */
const quoteGap = 17;

/** What stands between two words, finer than an edge: one code for each kind of separator. */
function gapCode(gap: string): number {
  if (gap === '') return 0;
  if (gap === ' ') return 1;
  if (gap.includes('\n')) return /\n\s*\n/.test(gap) ? 14 : 2;
  if (/[,;、،]/.test(gap)) return 3;
  if (/[:=]/.test(gap)) return 4;
  if (/[|→►➜>•·*~]|--|->/.test(gap)) return 5;
  if (/[?!]|\.\.|…/.test(gap)) return 6;
  if (gap.includes('(') || gap.includes('[') || gap.includes('{')) return 7;
  if (gap.includes(')') || gap.includes(']') || gap.includes('}')) return 8;
  if (/^\s*[-–—/]\s*$/.test(gap)) return gap.length > 1 ? 9 : gap === '/' ? 15 : 10;
  if (/^\.\s$/.test(gap)) return 11;
  if (gap.includes('#')) return 12;
  if (gap.includes('"')) return quoteGap;
  return 13;
}

/** Separators between which words are one piece. */
const parts = (gap: number): boolean => (gap > 1 && gap < 10) || gap === 14 || gap === sentenceGap;
/** A full stop behind a word that nobody shortens so. */
const sentenceGap = 16;

const isDigits = (word: string): boolean => {
  const first = word.charCodeAt(0);
  // A word that begins with a letter of ASCII is no number.
  return (first < 97 || first > 122) && /^\p{N}+$/u.test(word);
};

/** How a word is written: case, or how its digits and letters follow one another. */
function shapeOf(shown: string): number {
  // The most usual ones need no property of Unicode.
  if (/^[A-Z][a-z]+$/.test(shown)) return 3;
  if (/^[a-z]{2,}$/.test(shown)) return 6;
  if (/^\d+$/.test(shown)) return 20 + Math.min(shown.length, 15);
  const digits = /^\p{N}+/u.exec(shown)?.[0].length ?? 0;
  if (digits === shown.length) return 20 + Math.min(digits, 15);
  if (/\p{N}/u.test(shown)) {
    let form = '';
    for (const char of shown) form += /\p{N}/u.test(char) ? 'd' : 'a';
    return 100 + ((hashWord(form.length > 6 ? form.replace(/(.)\1+/g, '$1+') : form) >>> 0) % 5000);
  }
  if (shown.length === 1) return /\p{Lu}/u.test(shown) ? 1 : 2;
  if (/^\p{Lu}[^\p{Lu}]+$/u.test(shown)) return 3;
  if (/^[^\p{Ll}]+$/u.test(shown)) return shown.length < 4 ? 4 : 5;
  if (/^[^\p{Lu}]+$/u.test(shown)) return 6;
  return 7;
}

/** Postcodes by the country whose form they have; a word may begin one, continue one or be one. */
const postcodeForms: ReadonlyArray<readonly [country: string, form: RegExp]> = [
  ['US', /^\d{5}(?:-\d{4})?$/],
  ['CA', /^[abceghj-nprstvxy]\d[a-z][ -]?\d[a-z]\d$/],
  ['GB', /^(?:[a-z]{1,2}\d[a-z\d]? ?\d[abd-hjlnp-uw-z]{2}|bfpo ?\d{1,4})$/],
  ['AU', /^\d{4}$/],
  ['NZ', /^\d{4}$/],
  ['SG', /^s?\d{6}$/],
  ['NL', /^\d{4} ?[a-z]{2}$/],
  ['DE', /^\d{5}$/],
  ['FR', /^\d{5}$/],
  ['IT', /^\d{5}$/],
  ['ES', /^\d{5}$/],
  ['JP', /^\d{3}-?\d{4}$/],
  ['KR', /^\d{5}$/],
  ['TW', /^\d{3}(?:-?\d{2,3})?$/],
  ['CN', /^\d{6}$/],
];

const noForm = 0;

/** The forms that a text has, a bit for each. */
function postcodeBits(text: string): number {
  if (text.length < 3 || text.length > 10) return noForm;
  let found = noForm;
  for (const [at, [, form]] of postcodeForms.entries()) if (form.test(text)) found |= 1 << at;
  return found;
}

/** Everything about one text that the features of its words are made of. */
interface Known {
  words: Word[];
  shapes: number[];
  hashes: number[];
  classes: number[];
  gaps: number[];
  /** Bits: 1 begins a phrase of a place that is known, 2 continues it, 4 it is of this country; and more by kind. */
  phrases: number[];
  /** Bits: 1 a town or quarter that is known, 2 and goes on in it, 4 and ends it, 8 it has a postcode of the text. */
  places: number[];
  postcodes: number[];
  /** Of the run of digits that a word is in: 16 times the digits in all, and the word's place. */
  runs: number[];
  pieces: Array<{ from: number; to: number; flags: number }>;
  pieceOf: number[];
}

function know(text: string, country: string): Known {
  const words = wordsOf(text);
  const shown = words.map(({ start, end }) => text.slice(start, end));
  const gaps = words.map(({ start }, at) =>
    gapCode(text.slice(at === 0 ? 0 : words[at - 1]!.end, start) || (at === 0 ? '\n' : '')),
  );
  const facts = words.map(({ plain }) => factsOf(plain));
  const classes = facts.map((fact) => fact.classes);
  for (const [at, gap] of gaps.entries())
    if (gap === 11 && at > 0 && endsSentence(words[at - 1]!.plain, classes[at - 1]!)) gaps[at] = sentenceGap;
  const postcodes = postcodesIn(facts, gaps, country);
  const known: Known = {
    words,
    shapes: shown.map(shapeOf),
    hashes: facts.map(({ plain, hash }) =>
      isDigits(plain) ? hashWord(`#${Math.min(plain.length, 9)}`) : hash,
    ),
    classes,
    gaps,
    phrases: phrasesIn(facts, gaps, country),
    places: placesIn(facts, gaps, postcodes, country),
    postcodes,
    runs: runsIn(text, words, gaps),
    pieces: [],
    pieceOf: [],
  };
  findPieces(known);
  return known;
}

const shortened = wordClass.streetKind | wordClass.unit | wordClass.title | wordClass.firm;
const endsSentence = (word: string, classes: number): boolean =>
  (word.length > 3 || /\d/.test(word)) && (classes & shortened) === 0;

/** Large towns, states and countries, up to four words long; the longest wins. */
function phrasesIn(words: readonly WordFacts[], gaps: readonly number[], country: string): number[] {
  const found = words.map(() => 0);
  for (let at = 0; at < words.length; at++) {
    if (!words[at]!.beginsPhrase) continue;
    for (let count = Math.min(4, words.length - at); count > 0; count--) {
      let joined = words[at]!.plain;
      let isOne = true;
      for (let next = at + 1; next < at + count && isOne; next++) {
        isOne = gaps[next] === 1 || gaps[next] === 11 || gaps[next] === 10;
        joined += ` ${words[next]!.plain}`;
      }
      const kinds = isOne ? countriesOfPhrase(joined, country) : 0;
      if (kinds === 0) continue;
      for (let next = at; next < at + count; next++)
        found[next] = found[next]! | kinds | (next === at ? 0 : 1);
      break;
    }
  }
  return found;
}

/** A place has so many words at most. */
const mostPlaceWords = 5;
/** More numbers that may be a postcode are not asked about. */
const mostKeys = 6;

/** Towns and quarters of the country: the longest that has a postcode of the text, or the longest at all. */
function placesIn(
  words: readonly WordFacts[],
  gaps: readonly number[],
  postcodes: readonly number[],
  country: string,
): number[] {
  const found = words.map(() => 0);
  if (!placedCountries.includes(country)) return found;
  const written = words.flatMap(({ plain }, at) => {
    const forms = postcodes[at]!;
    const whole = (forms & 10) === 0 ? [] : [postcodeKey(country, plain)];
    return (forms & 8) === 0 || gaps[at + 1] === 10
      ? whole
      : [postcodeKey(country, `${plain} ${words[at + 1]!.plain}`)];
  });
  const keys = [...new Set(written)].slice(0, mostKeys);
  for (let at = 0; at < words.length; ) {
    let best = 0;
    let isCoded = false;
    let joined = '';
    for (
      let count = 1;
      words[at]!.beginsPlace && count <= mostPlaceWords && at + count <= words.length;
      count++
    ) {
      const next = at + count - 1;
      if (count > 1 && gaps[next] !== 1 && gaps[next] !== 10 && gaps[next] !== 11) break;
      joined += (count > 1 ? ' ' : '') + words[next]!.bare;
      const hasCode = keys.some((key) => isPlaceOfCode(country, key, joined));
      if (!hasCode && (isCoded || !isPlace(country, joined))) continue;
      best = count;
      isCoded = hasCode;
    }
    for (let next = at; next < at + best; next++)
      found[next] = 1 | (next > at ? 2 : 0) | (next === at + best - 1 ? 4 : 0) | (isCoded ? 8 : 0);
    at += Math.max(1, best);
  }
  return found;
}

function postcodesIn(words: readonly WordFacts[], gaps: readonly number[], country: string): number[] {
  const found = words.map(() => 0);
  const ownForm = postcodeForms.findIndex(([code]) => code === country);
  const own = ownForm < 0 ? noForm : 1 << ownForm;
  const worth = (forms: number): number => ((forms & own) !== 0 ? 2 : 0) | ((forms & ~own) !== 0 ? 1 : 0);
  for (const [at, { plain, hasDigit }] of words.entries()) {
    const next = words[at + 1];
    // Every form has a digit.
    if (!hasDigit && !(next?.hasDigit && /^[a-z]{1,4}$/.test(plain))) continue;
    const alone = hasDigit ? postcodeBits(plain) : noForm;
    found[at]! |= worth(alone);
    if (!next || (gaps[at + 1] !== 1 && gaps[at + 1] !== 10)) continue;
    const pair = worth(postcodeBits(`${plain}${gaps[at + 1] === 10 ? '-' : ' '}${next.plain}`) & ~alone);
    found[at]! |= pair << 2;
    found[at + 1]! |= pair << 4;
  }
  return found;
}

/** Digits that stand together with at most a blank, a dash, a dot or a bracket between them. */
function runsIn(text: string, words: readonly Word[], gaps: readonly number[]): number[] {
  const found = words.map(() => 0);
  for (let from = 0; from < words.length; from++) {
    if (!isDigits(words[from]!.plain)) continue;
    let to = from + 1;
    let digits = words[from]!.plain.length;
    while (
      to < words.length &&
      isDigits(words[to]!.plain) &&
      /^[ .()/-]{0,3}$/.test(text.slice(words[to - 1]!.end, words[to]!.start)) &&
      gaps[to] !== 2
    )
      digits += words[to++]!.plain.length;
    const before = text.slice(Math.max(0, words[from]!.start - 2), words[from]!.start);
    const start = /\+/.test(before)
      ? 1
      : words[from]!.plain.startsWith('00')
        ? 2
        : words[from]!.plain.startsWith('0')
          ? 3
          : 0;
    for (let at = from; at < to; at++)
      found[at] =
        1 + start * 1000 + Math.min(digits, 24) * 10 + Math.min(at - from, 3) + (to - from > 1 ? 4 : 0);
    from = to - 1;
  }
  return found;
}

const pieceFlag = {
  digit: 1,
  startsWithDigit: 2,
  street: 4,
  town: 8,
  postcode: 16,
  state: 32,
  given: 64,
  talk: 128,
  muchTalk: 256,
  phone: 512,
  firm: 1024,
  title: 2048,
  unit: 4096,
  family: 8192,
  /** A known place, one with a postcode of the text, and nothing else than one. */
  place: 16_384,
  coded: 32_768,
  onlyPlace: 65_536,
} as const;
const pieceFlags = Object.keys(pieceFlag).length;

function findPieces(known: Known): void {
  const { words, gaps, classes, phrases, places, postcodes, runs, shapes } = known;
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && !parts(gaps[to]!)) to++;
    let flags = 0;
    let said = 0;
    for (let at = from; at < to; at++) {
      const own = classes[at]!;
      if (shapes[at]! >= 20) flags |= pieceFlag.digit | (at === from ? pieceFlag.startsWithDigit : 0);
      if (own & wordClass.streetKind) flags |= pieceFlag.street;
      if (phrases[at]! & 2) flags |= pieceFlag.town;
      if (phrases[at]! & 8) flags |= pieceFlag.state;
      if (postcodes[at]! & 42) flags |= pieceFlag.postcode;
      if (own & wordClass.given) flags |= pieceFlag.given;
      if (own & wordClass.firm) flags |= pieceFlag.firm;
      if (own & wordClass.title) flags |= pieceFlag.title;
      if (own & wordClass.unit) flags |= pieceFlag.unit;
      if (own & wordClass.family) flags |= pieceFlag.family;
      if (places[at]! & 1) flags |= pieceFlag.place;
      if (places[at]! & 8) flags |= pieceFlag.coded;
      if (runs[at]! % 1000 > 70) flags |= pieceFlag.phone;
      if (own & (wordClass.common | wordClass.verb | wordClass.kin | wordClass.label)) said++;
    }
    const isPlaceAlone = (places[from]! & 3) === 1 && places.slice(from, to).every((bits) => bits & 1);
    if (isPlaceAlone) flags |= pieceFlag.onlyPlace;
    if (said > 0) flags |= pieceFlag.talk;
    if (said * 2 > to - from) flags |= pieceFlag.muchTalk;
    for (let at = from; at < to; at++) known.pieceOf.push(known.pieces.length);
    known.pieces.push({ from, to, flags });
    from = to;
  }
}

/** All classes but that of families, which most words of some length are. */
const anyFamily = ~wordClass.family;

const farFromPhone = 5;

/** How many words it is to the next run of digits that is as long as a phone: less than 0 where it stands before the word. */
function distancesToPhone(runs: readonly number[]): number[] {
  const found = runs.map(() => farFromPhone);
  let last = -farFromPhone;
  for (const [at, run] of runs.entries()) {
    if (run % 1000 > 70) last = at;
    found[at] = Math.max(last - at, -farFromPhone);
  }
  let next = runs.length + farFromPhone;
  for (let at = runs.length - 1; at >= 0; at--) {
    if (runs[at]! % 1000 > 70) next = at;
    if (next - at < -found[at]!) found[at] = next - at;
  }
  return found;
}

/** Of a piece: whether families and places are in it; of a word: whether somebody has it for a name. */
const namesInPiece = (flags: number): number =>
  (flags & (pieceFlag.family | pieceFlag.place | pieceFlag.coded | pieceFlag.onlyPlace)) >> 13;
const namesInWord = (classes: number): number => (classes & (wordClass.given | wordClass.family)) >> 4;

const sizeOf = (count: number): number => (count < 4 ? count : count < 6 ? 4 : count < 9 ? 5 : 6);

/** The words of a cleaned text with their features. `country` is empty where nobody knows. */
export function readWords(text: string, country: string): WordSequence {
  const known = know(text, country);
  const { words, shapes, hashes, classes, gaps, phrases, places, postcodes, runs, pieces, pieceOf } = known;
  const firstCoded = places.findIndex((bits) => bits & 8);
  const lastCoded = places.findLastIndex((bits) => bits & 8);
  const where = hashWord(country);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  /** 0 all small, 1 mixed, 2 all large. */
  const casing = capitals === 0 ? 0 : capitals > letters * 0.7 ? 2 : 1;
  const firstPostcode = postcodes.findIndex((bits) => bits & 42);
  const lastPostcode = postcodes.findLastIndex((bits) => bits & 42);
  const firstStreet = classes.findIndex((bits) => bits & wordClass.streetKind);
  const toPhone = distancesToPhone(runs);
  const starts = [0];
  const ids: number[] = [];
  const add = (kind: number, value: number): void => {
    ids.push(hashPair(kind, value));
  };
  const two = hashPair;
  const none = 0x7fff;
  const of = (list: readonly number[], at: number): number =>
    at < 0 || at >= list.length ? none : list[at]!;
  for (const [at, word] of words.entries()) {
    const [here, before, after] = [hashes[at]!, of(hashes, at - 1), of(hashes, at + 1)];
    const [gap, behind] = [gaps[at]!, of(gaps, at + 1)];
    const shape = shapes[at]!;
    const own = classes[at]!;
    const shapeBefore = Math.min(of(shapes, at - 1), 20);
    const piece = pieces[pieceOf[at]!]!;
    const size = sizeOf(piece.to - piece.from);
    const place = at === piece.from ? (piece.to - piece.from === 1 ? 0 : 1) : at === piece.to - 1 ? 2 : 3;
    const flags = piece.flags;
    add(0, 0);
    add(1, here);
    add(2, before);
    add(3, after);
    add(4, two(before, here));
    add(5, two(here, after));
    add(6, of(hashes, at - 2));
    add(7, of(hashes, at + 2));
    add(8, two(gap, here));
    add(9, two(here, behind));
    const { plain } = word;
    if (plain.length > 3 && shape < 20) {
      const { length } = plain;
      add(10, hashPart(plain, length - 2, length));
      add(11, hashPart(plain, length - 3, length));
      if (length > 5) add(12, hashPart(plain, length - 4, length));
      add(13, hashPart(plain, 0, 3));
    }
    add(14, two(shape, casing));
    add(15, two(shape, of(shapes, at - 1)));
    add(16, two(shape, of(shapes, at + 1)));
    add(17, two(two(shape, of(shapes, at + 1)), of(shapes, at + 2)));
    add(18, two(two(shape, of(shapes, at - 1)), of(shapes, at - 2)));
    add(19, two(two(shape, gap), behind));
    add(20, two(shape, where));
    add(21, two(gap, behind));
    const [last1, last2] = [at > 0 ? classes[at - 1]! : 0, at > 1 ? classes[at - 2]! : 0];
    const [next1, next2] = [classes[at + 1] ?? 0, classes[at + 2] ?? 0];
    for (let left = own | last1 | last2 | next1 | next2; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      const flag = 1 << bit;
      if (own & flag) {
        add(22, bit);
        add(23, two(bit, gap));
        add(24, two(bit, shape));
        add(25, two(bit, behind));
      }
      if (last1 & flag) add(26, two(bit, gap));
      if (last2 & flag) add(28, bit);
      if (next1 & flag) add(27, two(bit, behind));
      if (next2 & flag) add(29, bit);
    }
    add(30, two(own & anyFamily, at === 0 ? none : last1 & anyFamily));
    add(31, two(own & anyFamily, at + 1 === words.length ? none : next1 & anyFamily));
    add(32, two(phrases[at]!, place));
    add(33, two(of(phrases, at - 1), phrases[at]!));
    add(34, two(of(phrases, at + 1), phrases[at]!));
    add(35, two(phrases[at]!, own & (wordClass.given | wordClass.streetKind | wordClass.building)));
    add(36, postcodes[at]!);
    add(37, two(postcodes[at]!, two(gap, behind)));
    add(38, of(postcodes, at - 1));
    add(39, of(postcodes, at + 1));
    add(40, two(postcodes[at]!, where));
    if (runs[at]! > 0) {
      add(41, runs[at]!);
      add(42, two(runs[at]!, where));
      add(43, two(runs[at]!, shape));
    }
    // The piece that the word is in.
    for (let bit = 0; bit < pieceFlags; bit++) if (flags & (1 << bit)) add(44, two(bit, place));
    add(45, two(flags & 0x5e7, place));
    add(46, two(size, place));
    const [last, next] = [pieces[pieceOf[at]! - 1], pieces[pieceOf[at]! + 1]];
    const lastFlags = last?.flags ?? none;
    const nextFlags = next?.flags ?? none;
    add(47, two(two(lastFlags & 0x2bf, flags & 0x2e7), place));
    add(48, two(two(nextFlags & 0x2bf, flags & 0x2e7), place));
    add(49, two(gaps[piece.from]!, place));
    add(50, two(of(gaps, piece.to), place));
    const fromStart = Math.min(pieceOf[at]!, 3);
    const fromEnd = Math.min(pieces.length - 1 - pieceOf[at]!, 3);
    add(51, two(fromStart, two(flags & 0x267, place)));
    add(52, two(fromEnd, two(flags & 0x267, place)));
    add(53, two(fromStart, fromEnd));
    const sideOfPostcode = firstPostcode < 0 ? 3 : at < firstPostcode ? 0 : at > lastPostcode ? 2 : 1;
    const sideOfStreet = firstStreet < 0 ? 3 : at < firstStreet ? 0 : at > firstStreet ? 2 : 1;
    add(54, two(sideOfPostcode, two(sideOfStreet, shape < 20 ? shape : 20)));
    add(55, two(sideOfPostcode, two(flags & 0x65, where)));
    add(56, two(Math.min(lastPostcode < 0 ? 9 : Math.abs(at - lastPostcode), 5), two(sideOfPostcode, where)));
    if (last) add(57, two(hashes[last.to - 1]!, two(gap, place)));
    add(58, two(hashes[piece.from]!, place));
    add(59, two(own & anyFamily, two(phrases[at]! & 14, shape)));
    add(60, two(toPhone[at]!, two(place, shape < 20 ? shape : 20)));
    add(61, two(toPhone[at]!, two(sideOfPostcode, sideOfStreet)));
    const ownPlace = places[at]!;
    add(62, two(ownPlace, place));
    add(63, two(of(places, at - 1), two(ownPlace, gap)));
    add(64, two(of(places, at + 1), two(ownPlace, behind)));
    add(
      65,
      two(ownPlace, own & (wordClass.given | wordClass.family | wordClass.streetKind | wordClass.common)),
    );
    add(66, two(ownPlace, two(phrases[at]! & 14, where)));
    add(67, two(ownPlace, two(sideOfStreet, two(shape < 20 ? shape : 20, shapeBefore))));
    const sideOfCoded = firstCoded < 0 ? 3 : at < firstCoded ? 0 : at > lastCoded ? 2 : 1;
    add(68, two(sideOfCoded, two(ownPlace, sideOfPostcode)));
    const pieceNames = namesInPiece(flags);
    add(69, two(pieceNames, two(place, namesInPiece(lastFlags))));
    add(70, two(pieceNames, two(place, namesInPiece(nextFlags))));
    add(71, two(namesInWord(own), two(namesInWord(last1), namesInWord(next1))));
    starts.push(ids.length);
  }
  return { words, features: { starts, ids } };
}
