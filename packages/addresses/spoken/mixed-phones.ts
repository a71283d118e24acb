/**
 * Phones that are half in digits and half in words, or in groups that nobody's rules have: `314five550190`, `0422 thirteen 09 77`,
 * `4 3 2, 555 0156`. Some write so because a field takes no phone, others because a transcript gives every breath as it heard it. Owns which
 * runs of digits and words are one phone; numbers that are said in words alone are spoken-latin.ts's. Latin letters. Pure.
 */
import {
  type NumberTable,
  numberTable,
  plainNumberWords,
  type SpokenLanguage,
  spokenLanguages,
} from './number-words.ts';
import { elementsOf, type Word, wordsOf } from './spoken-elements.ts';
import { groupPhone, spokenLanguageOf } from './spoken-latin.ts';
import type { Edit } from './text-edits.ts';

/** Digits in words or in figures, as they follow each other. */
interface Piece {
  digits: string;
  start: number;
  end: number;
  isWritten: boolean;
  /** What stands before it, behind the piece before. */
  gap: string;
}

/** How phones are dialled at home where the language is spoken; shorter ones may be any number. */
const plans: Record<SpokenLanguage, RegExp> = {
  en: /^(?:1?[2-9]\d{2}[2-9]\d{6}|0[1-9]\d{8,9}|0[34679]\d{7})$/,
  de: /^0[1-9]\d{7,10}$/,
  fr: /^(?:0[1-9]\d{8}|[2-9]\d{2}[2-9]\d{6})$/,
  it: /^(?:3\d{8,9}|0[1-9]\d{7,9})$/,
  es: /^[6-9]\d{8}$/,
  nl: /^0[1-9]\d{8}$/,
};

const words = spokenLanguages.map((language) => plainNumberWords[language]).join('|');
/** A figure beside a number word, a star between figures, or single ones in a row: nothing else is looked at. */
const mayBeMixed = new RegExp(
  `\\d[ ,.-]{0,4}(?:${words})(?!\\p{L})|(?<!\\p{L})(?:${words}|o)[ ,.-]{0,4}\\d|\\d[*~_]\\d|(?<!\\d)\\d[ ,.-]{1,2}\\d[ ,.-]{1,2}\\d(?!\\d)`,
  'iu',
);
/** What may stand between the groups of one phone, an ellipsis too. */
const joint = /^[ ,.*~_()/-]{0,5}$/;
/** Where one number ends and another may begin. */
const cut = /[,.]/;

/** The text's phones that are written so, as people of these countries group them. */
export function mixedPhoneEdits(text: string): Edit[] {
  if (!mayBeMixed.test(text)) return [];
  const language = spokenLanguageOf(text);
  return runsOf(text, language).flatMap((run) => phonesOf(text, run, language));
}

/** Pieces with nothing but marks between them. */
function runsOf(text: string, language: SpokenLanguage): Piece[][] {
  const all = wordsOf(text);
  const table = numberTable(language);
  const runs: Piece[][] = [];
  let next = 0;
  for (const { kind, text: digits, from, to, isWritten } of elementsOf(all, language)) {
    if (kind !== 'number') continue;
    const last = runs.at(-1)?.at(-1);
    const hundred = last && next === from - 1 ? hundredAt(all, next, last, table) : undefined;
    if (hundred) runs.at(-1)!.push(hundred);
    const before = hundred ?? last;
    const piece = { digits, start: all[from]!.start, end: all[to - 1]!.end, isWritten };
    const gap = before ? text.slice(before.end, piece.start) : '';
    if (before && joint.test(gap)) runs.at(-1)!.push({ ...piece, gap });
    else runs.push([{ ...piece, gap: '' }]);
    next = to;
  }
  return runs;
}

/** `oh4hundred`: two noughts behind a figure. */
function hundredAt(
  all: readonly Word[],
  at: number,
  { digits, end, isWritten }: Piece,
  { hundred }: NumberTable,
): Piece | undefined {
  const word = all[at]!;
  const isHundred = hundred?.[0].test(word.key) === true && digits.length === 1 && isWritten;
  return isHundred && word.start - end < 2
    ? { digits: '00', start: word.start, end: word.end, isWritten: false, gap: '' }
    : undefined;
}

/** More pieces are no phone. */
const maxPieces = 16;

/** The longest pieces of a run that can be dialled, those at its end first. */
function phonesOf(text: string, run: readonly Piece[], language: SpokenLanguage): Edit[] {
  for (let to = run.length; to > 1; to--) {
    if (to < run.length && !cut.test(run[to]!.gap)) continue;
    for (let from = Math.max(0, to - maxPieces); from < to - 1; from++) {
      const pieces = run.slice(from, to);
      const digits = pieces.map((piece) => piece.digits).join('');
      if (!plans[language].test(digits) || !isOddlyWritten(pieces) || !isApart(text, pieces)) continue;
      const [{ start }, { end }] = [pieces[0]!, pieces.at(-1)!];
      return [{ start, end, text: groupPhone(digits, language) }];
    }
  }
  return [];
}

/** In words and figures, with stars, or figure by figure and in groups as well. */
const isOddlyWritten = (pieces: readonly Piece[]): boolean => {
  const written = pieces.filter(({ isWritten }) => isWritten).length;
  if (written < pieces.length) return written > 0;
  const single = pieces.filter(({ digits }) => digits.length === 1).length;
  return single > 2 || pieces.slice(1).some(({ gap }) => /[*~_]/.test(gap));
};

/** No letter or figure of something else stands at its ends: `2V1 306 630` is none. */
const isApart = (text: string, pieces: readonly Piece[]): boolean => {
  const before = text.slice(Math.max(0, pieces[0]!.start - 2), pieces[0]!.start);
  return !/[\p{L}\d#/]$|\d[-.]$/u.test(before) && !/^[\p{L}\d]/u.test(text.slice(pieces.at(-1)!.end));
};
