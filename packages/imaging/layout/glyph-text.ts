/**
 * Owns text on sheets: each letter on 16 rows of dots, a dot in whole pixels, so that the same text is the same ink on every
 * machine. Letters stand one behind the other, from left to right: scripts in which that is wrong aren't drawn at all. No I/O of its own.
 */
import { type CaptionGlyph, findCaptionGlyph, glyphRows } from './caption-font.ts';

/** A rectangle of ink. */
export interface InkArea {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** The size of a dot, in whole pixels. */
export interface DotSize {
  widthPx: number;
  heightPx: number;
}

/**
 * Scripts whose letters stand alone, from left to right. Arabic and Hebrew run the other way, letters of Arabic, Indic and South-East Asian
 * scripts change with their neighbours, and what combines with the letter before it would stand behind it.
 */
const plainScripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
  'Common',
] as const;
const plain = new RegExp(`^[${plainScripts.map((script) => `\\p{Script=${script}}`).join('')}]$`, 'u');
const notPlain = /^[\p{M}\p{C}\p{Zl}\p{Zp}]$/u;
/** Parts of Korean syllables, which are drawn one upon another; letters that have a syllable of their own do not need them. */
const jamo = /^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/u;

const ellipsis = '…';
/** A hollow box, for what there is no letter for. */
const unknown: CaptionGlyph = {
  widthDots: 8,
  rows: [0, 0, 0, 0, 126, 66, 66, 66, 66, 66, 66, 66, 66, 126, 0, 0],
};

function findPlain(letter: string): CaptionGlyph | undefined {
  if (!plain.test(letter) || notPlain.test(letter) || jamo.test(letter)) return undefined;
  return findCaptionGlyph(letter.codePointAt(0)!);
}

const glyphOf = (letter: string): CaptionGlyph => findPlain(letter) ?? unknown;

/** As it is drawn: letters and their accents are one (Unicode NFC), white space is a space. */
export const textToDraw = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

/** Whether each of the characters of a text, as `textToDraw` gives it, is drawn as people write it. */
export const isDrawable = (text: string): boolean =>
  [...text].every((letter) => findPlain(letter) !== undefined);

const dotsOf = (letters: readonly string[]): number =>
  letters.reduce((dots, letter) => dots + glyphOf(letter).widthDots, 0);

/** How wide a line of text is. */
export const textWidthPx = (text: string, dot: DotSize): number => dotsOf([...text]) * dot.widthPx;

/** How high a line of text is. */
export const textHeightPx = (dot: DotSize): number => glyphRows * dot.heightPx;

/** How many of the letters, counted from the first, have room in so many dots. */
function countFitting(letters: readonly string[], maxDots: number): number {
  let dots = 0;
  const over = letters.findIndex((letter) => {
    dots += glyphOf(letter).widthDots;
    return dots > maxDots;
  });
  return over === -1 ? letters.length : over;
}

/** A text that is too long loses its end, or its middle where that says less, to an ellipsis; '' where not even that has room. */
export function fittingText(
  text: string,
  dot: DotSize,
  { widthPx, keeps }: { widthPx: number; keeps: 'start' | 'both ends' },
): string {
  const letters = [...text];
  const maxDots = Math.floor(widthPx / dot.widthPx);
  if (dotsOf(letters) <= maxDots) return text;
  const leftDots = maxDots - glyphOf(ellipsis).widthDots;
  if (leftDots <= 0) return '';
  if (keeps === 'start') return letters.slice(0, countFitting(letters, leftDots)).join('') + ellipsis;
  const tail = letters.toReversed();
  const tailLetters = tail.slice(0, countFitting(tail, Math.floor(leftDots / 2))).reverse();
  const head = letters.slice(0, countFitting(letters, leftDots - dotsOf(tailLetters)));
  return head.join('') + ellipsis + tailLetters.join('');
}

/** The ink of a line of text whose top left corner stands here; runs of dots are one rectangle. */
export function textInk(
  text: string,
  { leftPx, topPx, dot }: { leftPx: number; topPx: number; dot: DotSize },
): InkArea[] {
  const areas: InkArea[] = [];
  let at = leftPx;
  for (const letter of text) {
    const { widthDots, rows } = glyphOf(letter);
    for (const [y, row] of rows.entries()) {
      for (let x = 0; x < widthDots; x += 1) {
        const isInk = (column: number) => (row & (1 << (widthDots - 1 - column))) !== 0;
        if (!isInk(x)) continue;
        const from = x;
        while (x + 1 < widthDots && isInk(x + 1)) x += 1;
        areas.push({
          leftPx: at + from * dot.widthPx,
          topPx: topPx + y * dot.heightPx,
          widthPx: (x - from + 1) * dot.widthPx,
          heightPx: dot.heightPx,
        });
      }
    }
    at += widthDots * dot.widthPx;
  }
  return areas;
}
