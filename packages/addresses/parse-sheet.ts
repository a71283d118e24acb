/**
 * A text on which what is understood gets crossed out, until what is left is the detail. Owns marks, the pieces between
 * them, and how pieces are put together again in their order.
 */
import { foldText } from './parse-clean.ts';

/** What a character was taken for; 0 is still free. */
export const mark = { free: 0, number: 1, label: 2, region: 3, name: 4, dropped: 5, wish: 6 } as const;

export interface Sheet {
  text: string;
  /** The same text, simplified and in lower case, unit for unit. */
  folded: string;
  marks: Uint8Array;
}

/** Free characters between two separators. */
export interface Piece {
  start: number;
  end: number;
}

export const createSheet = (text: string): Sheet => ({
  text,
  folded: foldText(text),
  marks: new Uint8Array(text.length),
});

export const takeSpan = (sheet: Sheet, { start, end }: Piece, as: number): void => {
  sheet.marks.fill(as, start, end);
};

export const isFree = (sheet: Sheet, { start, end }: Piece): boolean => {
  for (let at = start; at < end; at++) if (sheet.marks[at] !== mark.free) return false;
  return true;
};

const separators = new Set(
  ' \n\t,;:|/\\、。()[]{}<>"\'“”‘’「」『』【】〔〕《》〈〉_=+*~!?！？，；：-–—.`^…#',
);
const isHan = (char: string | undefined): boolean =>
  char !== undefined && char >= '\u3400' && char <= '\u9fff';

/** True when the character at `at` stands between two pieces. Hyphens, dots and * are part of `B-1203`, `No.5`, `王**`. */
function separates({ text, marks }: Sheet, at: number): boolean {
  const char = text[at]!;
  if (char === '*' || !separators.has(char)) return false;
  if (!"-–—.#+'_".includes(char)) return true;
  const before = marks[at - 1] === mark.free ? text[at - 1] : undefined;
  const after = marks[at + 1] === mark.free ? text[at + 1] : undefined;
  if (after === undefined || after === ' ') return true;
  if (char === '—' && (before === '—' || after === '—' || before === undefined)) return true;
  if (char === '#') return false;
  if (before === undefined || before === ' ') return true;
  if (char === '+' && (isHan(before) || isHan(after))) return true;
  return '-–—_'.includes(char) && isHan(before) && isHan(after);
}

/** The free pieces in their order. */
export function piecesOf(sheet: Sheet): Piece[] {
  const pieces: Piece[] = [];
  let start = -1;
  for (let at = 0; at <= sheet.text.length; at++) {
    const inside = at < sheet.text.length && sheet.marks[at] === mark.free && !separates(sheet, at);
    if (inside && start < 0) start = at;
    if (!inside && start >= 0) {
      pieces.push({ start, end: at });
      start = -1;
    }
  }
  return pieces;
}

/** All that nothing has taken as one text: with what stood between them, or nothing (a blank between Latin words) where something was taken. */
export function freeText(sheet: Sheet): string {
  const pieces = piecesOf(sheet);
  let joined = '';
  for (const [index, { start, end }] of pieces.entries()) {
    const previous = pieces[index - 1];
    const part = sheet.text.slice(start, end);
    if (previous) joined += gapBetween(sheet, previous.end, start);
    else joined += openingBefore(sheet, start);
    joined += part;
    if (index === pieces.length - 1) joined += closingAfter(sheet, end);
  }
  return trimLoose(joined);
}

function gapBetween(sheet: Sheet, from: number, to: number): string {
  const { text } = sheet;
  const blank = isHan(text[from - 1]) || isHan(text[to]) ? '' : ' ';
  if (isFree(sheet, { start: from, end: to })) {
    const gap = text.slice(from, to).replaceAll('\n', ' ').replace(/ +/g, ' ');
    if (/^ *$/.test(gap)) return blank;
    if (/^ ?\| ?$/.test(gap)) return blank;
    return isHan(text[from - 1]) || isHan(text[to]) ? gap.replaceAll(' ', '').slice(0, 3) : gap.slice(0, 4);
  }
  return closingAfter(sheet, from) + (openingBefore(sheet, to) || blank);
}

/** A bracket that opens right before a piece, or closes right after it, belongs to it. */
const openingBefore = ({ text, marks }: Sheet, at: number): string =>
  at > 0 && marks[at - 1] === mark.free && '([【《「『#'.includes(text[at - 1]!) ? text[at - 1]! : '';
const closingAfter = ({ text, marks }: Sheet, at: number): string =>
  at < text.length && marks[at] === mark.free && ')]】》」』'.includes(text[at]!) ? text[at]! : '';

const pairs: ReadonlyArray<readonly [string, string]> = [
  ['(', ')'],
  ['[', ']'],
  ['【', '】'],
  ['《', '》'],
  ['「', '」'],
  ['『', '』'],
];

/** Without punctuation at the ends and brackets that have lost their other half. */
function trimLoose(text: string): string {
  let kept = text;
  for (const [open, close] of pairs) {
    if (kept.split(open).length !== kept.split(close).length)
      kept = kept.replaceAll(open, '').replaceAll(close, '');
    kept = kept.replaceAll(open + close, '');
  }
  return kept
    .replace(/^[\s,;:.|/\\、。·~*=+_!?'"“”-]+|[\s,;:|/\\、。·~*=+_!?'"“”-]+$/g, '')
    .replace(/(?<![A-Za-z])\.+$/, '');
}
