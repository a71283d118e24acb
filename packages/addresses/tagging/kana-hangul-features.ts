/**
 * What a chain (linear-chain.ts) knows of each character of a Japanese or Korean message: the characters around it, the run of one
 * script that it is in and its neighbours, names of divisions and families, and where in the line it stands. The same for learning and
 * for reading. Pure.
 */
import { isJapaneseFamily, koreanFamilyLength } from '../abroad/eastern-families.ts';
import { type EasternLevel, easternNameAt } from '../regions/eastern-municipalities.ts';
import { hashPair, type TokenFeatures } from './linear-chain.ts';

/** What a text is parted into. `place` is any part of an address but its postcode; `other` and `elsewhere` are not meant. */
export const easternKinds = ['name', 'place', 'postcode', 'firm', 'other', 'elsewhere'] as const;

const kind = {
  edge: 0,
  line: 1,
  blank: 2,
  comma: 3,
  mark: 4,
  digit: 5,
  dash: 6,
  latin: 7,
  hiragana: 8,
  katakana: 9,
  han: 10,
  hangul: 11,
  phone: 12,
  open: 13,
  close: 14,
  colon: 15,
} as const;

function kindOf(code: number): number {
  if (code === 10) return kind.line;
  if (code === 32) return kind.blank;
  if (code === 0xe001) return kind.phone;
  if (code >= 48 && code <= 57) return kind.digit;
  if ((code | 32) >= 97 && (code | 32) <= 122) return kind.latin;
  if (code === 0x30fc || code === 0x30fb) return kind.katakana;
  if (code >= 0x3041 && code <= 0x309f) return kind.hiragana;
  if (code >= 0x30a1 && code <= 0x30ff) return kind.katakana;
  if ((code >= 0x3400 && code <= 0x9fff) || code === 0x3005 || code === 0x3007) return kind.han;
  if (code >= 0xac00 && code <= 0xd7a3) return kind.hangul;
  if (code === 45 || code === 0x2013 || code === 0x2014) return kind.dash;
  if (code === 44 || code === 47 || code === 124 || code === 59 || code === 0x3001 || code === 9)
    return kind.comma;
  if (code === 40 || code === 91 || code === 0x3010 || code === 0x300c) return kind.open;
  if (code === 41 || code === 93 || code === 0x3011 || code === 0x300d) return kind.close;
  if (code === 58 || code === 61 || code === 62) return kind.colon;
  return kind.mark;
}

/** A run of characters of one script. */
interface Run {
  start: number;
  end: number;
  kind: number;
  hash: number;
  /** Its last two characters. */
  tail: number;
}

function runsOf(text: string, kinds: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && kinds[end] === kinds[start] && kinds[start] !== kind.phone) end++;
    const own = kinds[start]!;
    let hash = own;
    // Which digits they are tells nothing, how many does.
    if (own === kind.digit) hash = hashPair(own, Math.min(end - start, 9));
    else for (let at = start; at < end; at++) hash = hashPair(hash, text.charCodeAt(at));
    const tail = hashPair(end - start > 1 ? text.charCodeAt(end - 2) : own, text.charCodeAt(end - 1));
    runs.push({ start, end, kind: own, hash, tail: own === kind.digit ? own : tail });
    start = end;
  }
  return runs;
}

const levels: Record<EasternLevel, number> = { province: 1, city: 3, district: 5 };

/** For each character: 1, 3, 5 where a province, city, district begins, one more inside of it, 0 elsewhere. */
function markDivisions(text: string, kinds: Uint8Array, country: string): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (let at = 0; at < text.length; ) {
    const found = kinds[at]! >= kind.hiragana ? easternNameAt(text, at, country) : undefined;
    const isApart = at === 0 || kinds[at] !== kinds[at - 1] || marks[at - 1] !== 0;
    if (!found || (country === 'KR' && found.text.length < 3 && !isApart)) {
      at++;
      continue;
    }
    const mark = levels[found.level];
    marks[at] = mark;
    marks.fill(mark + 1, at + 1, at + found.text.length);
    at += found.text.length;
  }
  return marks;
}

/** Length of the family's name that a run begins with; 0 when it is none that is known. */
function familyLength(text: string, { start, end, kind: own }: Run): number {
  if (own === kind.hangul) return end - start < 2 || end - start > 5 ? 0 : koreanFamilyLength(text, start);
  if (own !== kind.han) return 0;
  for (let length = Math.min(4, end - start); length > 0; length--)
    if (isJapaneseFamily(text.slice(start, start + length))) return length;
  return 0;
}

/** Endings of Korean words that are parts of addresses; other words are talk or names. */
const koreanPlaceEnd = /[시도군구읍면동리로길가층호]/u;

const bucket = (count: number): number =>
  count < 5 ? count : count < 8 ? 5 : count < 13 ? 6 : count < 25 ? 7 : 8;

/** Features of every character of a cleaned text whose phones are holes. */
export function easternFeatures(text: string, country: string): TokenFeatures {
  const kinds = Uint8Array.from({ length: text.length }, (_, at) => kindOf(text.charCodeAt(at)));
  const runs = runsOf(text, kinds);
  const marks = markDivisions(text, kinds, country);
  const talk = talkAround(text, runs, marks, country);
  const begun = countBegun(marks);
  const lines = linesOf(runs);
  // Neighbours are looked up without asking whether there are any: both ends have some that are nothing.
  const codes = new Int32Array(text.length + 2 * edge);
  const scripts = new Int32Array(text.length + 2 * edge);
  for (let at = 0; at < text.length; at++) {
    scripts[at + edge] = kinds[at]!;
    codes[at + edge] = kinds[at] === kind.digit ? 48 : text.charCodeAt(at);
  }
  const around = [nowhere, nowhere, nowhere, ...runs, nowhere, nowhere, nowhere];
  const starts = [0];
  const ids: number[] = new Array<number>(text.length * featuresEach);
  let filled = 0;
  for (let index = 0; index < runs.length; index++) {
    const { start, end, kind: script, hash: word, tail } = runs[index]!;
    const one = around[index + 2]!;
    const two = around[index + 1]!;
    const next = around[index + 4]!;
    const afterNext = around[index + 5]!;
    const length = bucket(end - start);
    const shape = hashPair(script, length);
    const before = word2(one.kind, two.kind, around[index]!.kind);
    const behind = word2(next.kind, afterNext.kind, around[index + 6]!.kind);
    const family = familyLength(text, runs[index]!);
    const { first, last } = lines[index]!;
    const line = hashPair(
      (first === 0 ? 1 : 0) + (last === runs.length - 1 ? 2 : 0),
      hashPair(Math.min(index - first, 4), Math.min(last - index, 4)),
    );
    const ahead = hashPair(one.hash, two.hash);
    const after = hashPair(next.hash, afterNext.hash);
    const oneShape = hashPair(one.hash, shape);
    const nextShape = hashPair(next.hash, shape);
    const beforeShape = hashPair(before, shape);
    const behindShape = hashPair(behind, shape);
    const sides = word2(before, behind, shape);
    const saidLeft = hashPair(talk.left[index]!, script);
    const saidRight = hashPair(talk.right[index]!, script);
    const saidBoth = word2(talk.left[index]!, talk.right[index]!, script);
    const division = hashPair(hashPair(marks[start]!, marks[runs[index + 2]?.start ?? start]!), shape);
    const familyAhead = hashPair(family, before);
    const lengthNext = hashPair(length, next.kind);
    const lined = hashPair(line, shape);
    const labelled = hashPair(talk.label[index]!, script);
    const wholeLabelled = hashPair(talk.wholeLabel[index]!, shape);
    const dialled = hashPair(talk.phone[index]!, shape);
    for (let at = start; at < end; at++) {
      const here = Math.min(at - start, 4) * 8 + Math.min(end - 1 - at, 4);
      const padded = at + edge;
      const own = scripts[padded]!;
      const c0 = codes[padded]!;
      const b1 = codes[padded - 1]!;
      const b2 = codes[padded - 2]!;
      const a1 = codes[padded + 1]!;
      const a2 = codes[padded + 2]!;
      const twoBefore = hashPair(b2, b1);
      const twoAfter = hashPair(a1, a2);
      const into = hashPair(b1, c0);
      const values = [
        c0,
        b1,
        b2,
        a1,
        a2,
        into,
        hashPair(c0, a1),
        twoBefore,
        twoAfter,
        hashPair(b1, a1),
        hashPair(into, a1),
        hashPair(twoBefore, c0),
        word2(c0, a1, a2),
        hashPair(word2(codes[padded - 3]!, b2, b1), own),
        hashPair(hashPair(twoAfter, codes[padded + 3]!), own),
        hashPair(
          word2(scripts[padded - 2]!, scripts[padded - 1]!, own),
          hashPair(scripts[padded + 1]!, scripts[padded + 2]!),
        ),
        hashPair(shape, here),
        hashPair(word, here),
        hashPair(ahead, own),
        hashPair(after, own),
        hashPair(oneShape, here),
        hashPair(nextShape, here),
        hashPair(beforeShape, here),
        hashPair(behindShape, here),
        sides,
        hashPair(tail, here),
        hashPair(two.tail, hashPair(one.kind, here)),
        hashPair(afterNext.tail, hashPair(next.kind, here)),
        saidLeft,
        saidRight,
        saidBoth,
        hashPair(marks[at]!, hashPair(own, begun.before[at]! * 4 + begun.behind[at]!)),
        word2(marks[at]!, at > 0 ? marks[at - 1]! : 0, at + 1 < marks.length ? marks[at + 1]! : 0),
        division,
        hashPair(hashPair(family, Math.min(at - start, 5)), lengthNext),
        hashPair(familyAhead, hashPair(length, here)),
        lined,
        labelled,
        wholeLabelled,
        hashPair(dialled, Number(begun.before[at]! > 0)),
      ];
      for (let feature = 0; feature < featuresEach; feature++)
        ids[filled++] = hashPair(feature + 1, values[feature]!);
      starts.push(filled);
    }
  }
  return { starts, ids };
}

/** Characters beyond both ends that a feature may ask for. */
const edge = 3;
const featuresEach = 40;
const nowhere: Run = { start: 0, end: 0, kind: kind.edge, hash: 0, tail: 0 };

const word2 = (a: number, b: number, c: number): number => hashPair(hashPair(a, b), c);

/** How many divisions have begun before and begin behind each character, up to three. */
function countBegun(marks: Uint8Array): { before: Uint8Array; behind: Uint8Array } {
  const before = new Uint8Array(marks.length);
  const behind = new Uint8Array(marks.length);
  const begins = (at: number): number => Number(marks[at]! % 2 === 1);
  for (let at = 1; at < marks.length; at++) before[at] = Math.min(3, before[at - 1]! + begins(at - 1));
  for (let at = marks.length - 2; at >= 0; at--) behind[at] = Math.min(3, behind[at + 1]! + begins(at + 1));
  return { before, behind };
}

/** The first and the last run of each run's line. */
function linesOf(runs: readonly Run[]): Array<{ first: number; last: number }> {
  const lines: Array<{ first: number; last: number }> = [];
  let first = 0;
  for (let index = 0; index <= runs.length; index++) {
    if (index < runs.length && runs[index]!.kind !== kind.line) continue;
    for (let at = first; at <= Math.min(index, runs.length - 1); at++) lines[at] = { first, last: index - 1 };
    first = index + 1;
  }
  return lines;
}

interface Around {
  /** The nearest words of talk: of kana in Japanese, that don't end as addresses do in Korean. */
  left: Int32Array;
  right: Int32Array;
  /** The last word before a colon in front of it, in its line. */
  label: Int32Array;
  /** All that such a colon names, without blanks: お届け先, 받으실분. */
  wholeLabel: Int32Array;
  /** How far the nearest phones are, in runs. */
  phone: Int32Array;
}

function talkAround(text: string, runs: readonly Run[], marks: Uint8Array, country: string): Around {
  const left = new Int32Array(runs.length);
  const right = new Int32Array(runs.length);
  const label = new Int32Array(runs.length);
  const wholeLabel = new Int32Array(runs.length);
  const phone = new Int32Array(runs.length);
  const isTalk = ({ start, end, kind: own }: Run): boolean =>
    country === 'KR'
      ? own === kind.hangul && marks[start] === 0 && !koreanPlaceEnd.test(text[end - 1]!)
      : own === kind.hiragana && end - start > 1;
  let said = 0;
  let named = 0;
  let namedWhole = 0;
  let dialled = 9;
  for (const [index, run] of runs.entries()) {
    left[index] = said;
    if (isTalk(run)) said = run.hash;
    else if (run.kind === kind.line) said = kind.line;
    if (run.kind === kind.line || run.kind === kind.phone) {
      named = 0;
      namedWhole = 0;
    } else if ((run.kind === kind.colon || run.kind === kind.close) && index > 0) {
      named = runs[index - 1]!.hash;
      namedWhole = hashLabel(text, runs, index);
    }
    label[index] = named;
    wholeLabel[index] = namedWhole;
    dialled = run.kind === kind.phone ? 0 : Math.min(9, dialled + 1);
    phone[index] = dialled;
  }
  said = 0;
  dialled = 9;
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index]!;
    right[index] = said;
    if (isTalk(run)) said = run.hash;
    else if (run.kind === kind.line) said = kind.line;
    dialled = run.kind === kind.phone ? 0 : Math.min(9, dialled + 1);
    phone[index] = phone[index]! * 10 + dialled;
  }
  return { left, right, label, wholeLabel, phone };
}

/** What stands before a colon, back to another separator; long ones are no labels. */
function hashLabel(text: string, runs: readonly Run[], colon: number): number {
  let hash = kind.colon as number;
  let length = 0;
  for (let index = colon - 1; index >= 0 && length < longestLabel; index--) {
    const { start, end, kind: own } = runs[index]!;
    if (own === kind.blank) continue;
    if (own < kind.hiragana && own !== kind.latin) break;
    if (own === kind.phone || own >= kind.open) break;
    for (let at = end - 1; at >= start && length < longestLabel; at--, length++)
      hash = hashPair(hash, text.charCodeAt(at));
  }
  return hash;
}

const longestLabel = 7;
