/**
 * Owns text on sheets: letters of 5 x 7 dots drawn by hand here, because fonts differ from machine to machine and the same sheet
 * must have the same bytes on each. Capital letters, digits and signs; anything else is a hollow box. No I/O.
 */

/** Rows from the top, 5 bits each, the highest on the left. */
const GLYPHS: Record<string, readonly number[]> = {
  ' ': [0, 0, 0, 0, 0, 0, 0],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '-': [0, 0, 0, 14, 0, 0, 0],
  '.': [0, 0, 0, 0, 0, 12, 12],
  ',': [0, 0, 0, 0, 12, 4, 8],
  ':': [0, 12, 12, 0, 12, 12, 0],
  '/': [1, 1, 2, 4, 8, 16, 16],
  '#': [10, 10, 31, 10, 31, 10, 10],
  '+': [0, 4, 4, 31, 4, 4, 0],
  '(': [2, 4, 8, 8, 8, 4, 2],
  ')': [8, 4, 2, 2, 2, 4, 8],
  _: [0, 0, 0, 0, 0, 0, 31],
  '=': [0, 0, 31, 0, 31, 0, 0],
  '&': [12, 18, 20, 8, 21, 18, 13],
  '@': [14, 17, 1, 13, 21, 21, 14],
  '!': [4, 4, 4, 4, 4, 0, 4],
  "'": [12, 4, 8, 0, 0, 0, 0],
  '[': [14, 8, 8, 8, 8, 8, 14],
  ']': [14, 2, 2, 2, 2, 2, 14],
};
const UNKNOWN = [31, 17, 17, 17, 17, 17, 31] as const;

const GLYPH_DOTS = { width: 5, height: 7 } as const;
/** A column of air behind each letter. */
const PITCH_DOTS = 6;

/** A rectangle of ink. */
export type InkArea = { leftPx: number; topPx: number; widthPx: number; heightPx: number };

/** The size of a dot, in whole pixels. */
export type DotSize = { widthPx: number; heightPx: number };

/** Whether there is a letter for each of a text's characters. */
export const isDrawable = (text: string): boolean =>
  [...text.toUpperCase()].every((letter) => Object.hasOwn(GLYPHS, letter));

/** How many characters have room in a width. */
export const lettersWithin = (dot: DotSize, widthPx: number): number =>
  Math.max(0, Math.floor((widthPx / dot.widthPx + 1) / PITCH_DOTS));

/** How wide a line of text is. */
export const textWidthPx = (text: string, dot: DotSize): number =>
  Math.max(0, [...text].length * PITCH_DOTS - 1) * dot.widthPx;

/** How high a line of text is. */
export const textHeightPx = (dot: DotSize): number => GLYPH_DOTS.height * dot.heightPx;

/** The part of a text that `widthPx` has room for. */
export const fittingText = (text: string, dot: DotSize, widthPx: number): string =>
  [...text].slice(0, lettersWithin(dot, widthPx)).join('');

/** The ink of a line of text whose top left corner stands here; runs of dots are one rectangle. */
export function textInk(
  text: string,
  { leftPx, topPx, dot }: { leftPx: number; topPx: number; dot: DotSize },
): InkArea[] {
  const areas: InkArea[] = [];
  for (const [index, letter] of [...text.toUpperCase()].entries()) {
    const rows = GLYPHS[letter] ?? UNKNOWN;
    const at = leftPx + index * PITCH_DOTS * dot.widthPx;
    for (const [y, row] of rows.entries()) {
      for (let x = 0; x < GLYPH_DOTS.width; x += 1) {
        const isInk = (column: number) => (row & (1 << (GLYPH_DOTS.width - 1 - column))) !== 0;
        if (!isInk(x)) continue;
        const from = x;
        while (x + 1 < GLYPH_DOTS.width && isInk(x + 1)) x += 1;
        areas.push({
          ...{ leftPx: at + from * dot.widthPx, topPx: topPx + y * dot.heightPx },
          ...{ widthPx: (x - from + 1) * dot.widthPx, heightPx: dot.heightPx },
        });
      }
    }
  }
  return areas;
}
