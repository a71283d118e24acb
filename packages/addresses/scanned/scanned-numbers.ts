/**
 * Numbers as a scanner gives them: `4l0-55S-Ol88`, `2O4`, `l4a`, `2S` at the end of a street. Owns when letters are digits: in the run of a phone
 * by the whole run, elsewhere by what stands between digits, before them and behind them. Pure.
 */
import { classesOf, wordClass } from '../tagging/word-classes.ts';
import { digitsFor } from './confusable-signs.ts';
import { readingOf, settle, type Token } from './scanned-tokens.ts';

/** Groups of a phone on one line, with what parts them. */
const phoneRun =
  /(?<![\p{L}\p{M}\d@#_-])\+?\(?[\dOolISsZzGB]+(?:(?: ?- ?| ?[()] ?|[./]| )[\dOolISsZzGB]+)*\)?(?![\p{L}\p{M}\d_@])/gu;
const phoneEnd = /^ ?(?:$|[\n,;|/()<>«»"“”—–:·]|- |[.!?](?:\s|$))/u;
/** A flat or a house before the phone. */
const houseBefore = /^\d{1,3}[A-Z]? (?=(?:[^\dA-Za-z]*[\dA-Za-z]){8})/;
const fewestOfPhone = 7;
const mostOfPhone = 15;

const count = (signs: string, pattern: RegExp): number => signs.match(pattern)?.length ?? 0;

/** Whether the groups are a phone, by its length, by its digits, and by what stands behind it. */
function isPhone(run: string, behind: string): boolean {
  const groups = run.match(/[\dA-Za-z]+/g) ?? [];
  const signs = groups.join('');
  const begins = /^\+|^\(?[0O]/.test(run);
  return (
    signs.length >= fewestOfPhone &&
    signs.length <= mostOfPhone &&
    count(signs, /\d/g) * 2 >= signs.length &&
    groups.every((group) => /\d/.test(group) || /^[OlI]{1,4}$/.test(group)) &&
    // S238167 is a postcode, SO2024 an order.
    groups.every((group) => group.length < 5 || /^[\dOlI]/.test(group)) &&
    (begins || phoneEnd.test(behind))
  );
}

/** Settles the groups of phones that have letters in them. */
export function settlePhones(tokens: readonly Token[], text: string): void {
  for (const { index, 0: found } of text.matchAll(phoneRun)) {
    const before = houseBefore.exec(found)?.[0] ?? '';
    const run = found.slice(before.length);
    const start = index + before.length;
    if (!/[A-Za-z]/.test(run) || !isPhone(run, text.slice(start + run.length))) continue;
    const inRun = tokens.filter((token) => token.start >= start && token.end <= start + run.length);
    if (inRun.some(({ read }) => read !== undefined)) continue;
    const slips = count(run, /[A-Za-z]/g);
    const isWhole = count(run, /[\dA-Za-z]/g) >= 8 && (slips > 1 || /\d[A-Za-z]/.test(run));
    for (const token of inRun) settle(token, digitsFor(token.shown), 0);
    inRun[0]!.weight = isWhole ? 2 : 1;
  }
}

const isUnit = (word: string): boolean =>
  (classesOf(word.toLowerCase()) & (wordClass.unit | wordClass.label | wordClass.streetKind)) !== 0;
const suffixes = /^(?:[A-HJKMNP-RT-Ya-hj-km-np-y]|st|nd|rd|th|er|bis|ter|hs|og|eg|ug|dg)$/;

/** What a token is as a number, with how sure a sign of a scanner it is. */
export function numberOf(shown: string): { read: string; weight: number } | undefined {
  if (!/\d/.test(shown) || !/[OolISZGB]/.test(shown)) return undefined;
  if (/^[\dOlI]+$/.test(shown) || /^\d[\dOolI]*\d$/.test(shown)) {
    const between = /\d[OolI]+\d/.test(shown);
    const weight = between ? 2 : /^\d{1,3}O$/.test(shown) ? 1.5 : shown.length > 2 ? 1 : 0.5;
    return { read: digitsFor(shown), weight };
  }
  if (/^S[\dOlI]{6}$/.test(shown)) return { read: `S${digitsFor(shown.slice(1))}`, weight: 1 };
  if (/^[\dOlI][\dOlISZGB]*[\dOlI]$/.test(shown) && count(shown, /\d/g) * 2 > shown.length)
    return { read: digitsFor(shown), weight: shown.length > 3 ? 1 : 0.5 };
  const [, core, suffix] = /^(?![0O])([\dOlI]*\d[\dOlI]*)([A-Za-z]{1,3})$/.exec(shown) ?? [];
  if (core !== undefined && /[OlI]/.test(core) && suffixes.test(suffix!))
    return { read: digitsFor(core) + suffix, weight: 0.5 };
  const [, head, own] = /^([A-Za-z]{2,8}?)(\d[\dOlI]*)$/.exec(shown) ?? [];
  if (head !== undefined && /[OlI]/.test(own!) && isUnit(head))
    return { read: head + digitsFor(own!), weight: /\d[OlI]+\d/.test(own!) ? 1 : 0.5 };
  return undefined;
}

const endOfPiece = /^ ?(?:$|[\n,;|/)«»"“”—–]|[.!?](?:\s|$))/u;
const headOfPiece = /(?:^|[\n,;|:(])[ ]{0,2}$/u;
const hasStreet = (text: string, from: number): boolean => {
  const [piece = ''] = text.slice(from).split(/[\n,;|/]/, 1);
  return piece.split(/[\s.]+/).some((word) => (classesOf(word.toLowerCase()) & wordClass.streetKind) !== 0);
};

/**
 * Houses and flats that are told by where they stand, in a text that is known to be scanned: `ll Essex Street`, `Rua Direita 2S`,
 * `Apt lO`, `Felipe ll 20` for the second of that name.
 */
export function settleHouses(tokens: readonly Token[], text: string): void {
  for (const [at, token] of tokens.entries()) {
    const { shown, start, end } = token;
    if (token.read !== undefined) continue;
    const [last, next] = [tokens[at - 1], tokens[at + 1]];
    const before = text.slice(0, start);
    const behind = text.slice(end);
    const follows = last !== undefined && /^[ .]{1,2}$/.test(text.slice(last.end, start));
    const isBehindWord = follows && /^\p{L}{2,}$/u.test(readingOf(last));
    const isLast = endOfPiece.test(behind);
    const isFirst = headOfPiece.test(before) && /^ \p{Lu}/u.test(behind) && hasStreet(text, end);
    const isChained = /^-[\dOlI]/.test(behind);
    if (/^\d{1,4}S$/.test(shown) && ((isBehindWord && isLast) || isFirst || isChained))
      settle(token, digitsFor(shown), 0.5);
    else if (/^S\d{2,3}$/.test(shown) && isFirst) settle(token, digitsFor(shown), 0.5);
    else if (/^[lOI]{2,3}$/.test(shown) && /[lO]/.test(shown) && shown[0] !== 'O') {
      const isNamed = isBehindWord && /^\p{Lu}\p{Ll}/u.test(readingOf(last));
      if (
        /^ll{1,2}$/.test(shown) &&
        isNamed &&
        next &&
        /^ ,?\s*$/.test(text.slice(end, next.start)) &&
        /^\d/.test(readingOf(next))
      )
        settle(token, 'I'.repeat(shown.length), 0.5);
      else if (
        isFirst ||
        /#$/.test(before) ||
        (follows && isUnit(readingOf(last))) ||
        (isNamed && isLast && hasStreet(text, lineStart(text, start)))
      )
        settle(token, digitsFor(shown), 0.5);
    } else if (
      shown === 'l' &&
      isLast &&
      (/\do $/.test(before) || /: $/.test(before) || (follows && isUnit(readingOf(last))))
    )
      settle(token, '1', 0);
  }
}

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at), text.lastIndexOf(',', at)) + 1;
