/**
 * Letters that a scanner took for digits and digits that it took for letters: `16O4`, `Scarb0rough`, `RECElVER`, `lngrid`. Owns which are
 * told by what stands around them; every sign is put for one other, so that places in the text stay. Latin letters only. Pure.
 */

import { digitsFor } from '../spoken/scanned-digits.ts';

/** Kinds of units and streets that have their number right behind them, and what is put behind a number. */
const mayHaveNumber =
  /(?:^|\P{L})(?:flat|unit|apt|app|haus|hs|no|nr|room|rm|lot|suite|ste|zi|whg|int|bus|top|blk|bldg|box|tor|gate|via|rue|level|lvl|floor|shop|bay)$|(?:str|straße|strasse|weg|gasse|platz|allee|laan|straat|plein)$/iu;
const behindNumber = /^(?:bis|ter|st|nd|rd|th|er|og|eg|ug|dg|hoog|hs)$/iu;

/** A digit within a word: nobody's name, and no code with letters and digits. */
const digitInWord =
  /(?<![\p{L}\p{M}\d@_./-])(\p{L}{1,14})([01])(\p{Ll}{2,12}|[eioy])(?![\p{L}\p{M}\d@_/]|\.\p{L})/gu;
const digitInCapitals = /(?<![\p{L}\d@_./-])(\p{Lu}{1,12})([01])(\p{Lu}{2,12})(?![\p{L}\d@_/])/gu;
/** `FL4T`, `CAST1E`, `R0AD`, `T5AI`: a text in capitals that has several of them was scanned so. */
const inCapitals =
  /(?<![\p{L}\d@_./]|(?<!\d)-)(?=\p{Lu}*\d\p{Lu})[\p{Lu}\d]{3,14}(?![\p{L}\d@_/])|(?<![\p{L}\d@_./])\p{Lu}{2,12}[015](?![\p{L}\d@_/])/gu;
const leastInCapitals = 3;
/** SW1A, BN1, and SW1A1AA in one word. */
const postcode = /^(?:(?:[NEW]|EC|NW|SE|SW|WC)\d[A-Z]|[A-Z]{1,2}\d)(?:\d[A-Z]{2})?$/u;
const capitalOf: Record<string, string> = { 0: 'O', 4: 'A', 5: 'S' };

/** One stands for an L between a consonant that goes with it and a vowel, for an I elsewhere. */
const capitalsFor = (word: string): string =>
  (word.match(/\d/gu)?.length ?? 0) * 2 > word.length
    ? word
    : word
        .replace(/(?<=[BCFGPST])1(?=[AEIOU0])/gu, 'L')
        .replaceAll('1', 'I')
        .replace(/[045]/gu, (digit) => capitalOf[digit]!);

/** The text with the capitals that were meant, where it has the habit. */
function withCapitals(text: string): string {
  if (/\p{Ll}{3}/u.test(text)) return text;
  const found = new Set((text.match(inCapitals) ?? []).filter((word) => !postcode.test(word)));
  if (found.size < leastInCapitals) return text;
  return text
    .replace(inCapitals, (word, at: number) =>
      postcode.test(word) && text[at - 1] !== '-' ? word : capitalsFor(word),
    )
    .replace(/(?<=(?<![\p{L}\d])[DNRT]|-R)0(?![\p{L}\d])/gu, 'O')
    .replace(/(?<=\p{Lu})l(?=\p{Lu})/gu, 'I');
}

const smallInCapitals = /(?<!\p{L})(\p{Lu}{2,12})l(?=\p{Lu}{2})/gu;
/** No word begins with these two; `lmao` is none that an address has. */
const smallForCapital = /(?<![\p{L}\d'’-])l(?=[bcdfgmnprstvz](?!ao)\p{Ll}{0,3}[aeiou]\p{Ll})/gu;

/** Postcodes of Canada have an l there: h2s 2l8. */
const betweenDigits = /(?<=\d)(?<![A-Za-z]\d[A-Za-z] ?\d)[OolI]{1,3}(?=\d)(?!\d[A-Za-z] ?\d[A-Za-z]?\d)/g;
const atHeadOfPhone = /(?<![\p{L}\d])O(?=\d{3}|\d{1,2}[ -]\d{2})/gu;
const stateWithNought = /(?<![\p{L}\d])0(?=[RHK],? \d{5}(?!\d))/gu;
const noughtAtEnd = /(?<=(?<![\p{L}\d])\d{1,3})O(?![\p{L}\d])/gu;

/** Told only where something else in the text was taken for another sign as well. */
const oneAtEnd = /(?<=(?<![\p{L}\d])\d{1,4})l(?![\p{L}\d])/gu;
const oneAtHead = /(?<![\p{L}\d'’])l(?=\d{1,4}(?![\p{L}\d]))/gu;
const placeAtEnd = /(?<=\p{Ll} )PI(?= ?(?:$|[\n,|]))/gu;

/** No text has a slip that has none of these. */
const mayHaveSlip = /\d[OolI]|[OlI]\d|\p{L}[01]\p{L}|\p{Lu}l\p{Lu}|(?<!\p{L})l[bcdfgmnprstvz]|(?<!\d)0[RHK]/u;

/** `6S4O l927`, `O9l8-62O-ll7`: the digits of a phone in two blocks of four, or in three blocks with strokes. */
const phoneBlocks =
  /(?<![A-Za-z\d#/]|\d[ -])(?:[\dOolISGBZ]{4}[ -][\dOolISGBZ]{4}|[\dOlI]{2,4}-[\dOolISGBZ]{3,4}-[\dOolISGBZ]{3,4}|O[2-9]-[\dOolISGBZ]{7,8})(?![A-Za-z\d]|[ -]\d)/g;
/** Behind a digit these are digits too. */
const digitLike: Record<string, string> = { S: '5', G: '6', B: '8', Z: '2' };

/** Phones with digits alone: each block has one, and so have most places. */
const withWholePhones = (text: string): string =>
  text.replace(phoneBlocks, (found) => {
    const digits = found.match(/\d/g)?.length ?? 0;
    const isPhone =
      /[A-Za-z]/.test(found) &&
      digits * 2 >= found.replace(/[ -]/g, '').length &&
      found.split(/[ -]/).every((block) => /\d/.test(block)) &&
      !/(?<!\d)[SGBZ]/.test(found);
    return isPhone ? digitsFor(found).replace(/[SGBZ]/g, (letter) => digitLike[letter]!) : found;
  });

/** `6-8S7`, `2S-l`, `53O54` beside a phone that was scanned so. */
const withWholeNumbers = (text: string): string =>
  text.replace(/(?<![A-Za-z\d])\d[\dlOSZ-]*(?![A-Za-z\d])/g, (found) =>
    digitsFor(found).replace(/[SZ]/g, (letter) => digitLike[letter]!),
  );

/** The text with what was meant; as many units as before. */
export function withoutScanSlips(given: string): string {
  const phones = withWholePhones(given);
  const text = withCapitals(phones === given ? given : withWholeNumbers(phones));
  if (
    !mayHaveSlip.test(text) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  )
    return text;
  const surely = text
    .replace(digitInWord, (found, head: string, digit: string, tail: string) =>
      head.length + tail.length < 4 || mayHaveNumber.test(head) || behindNumber.test(tail)
        ? found
        : `${head}${digit === '0' ? 'o' : 'l'}${tail}`,
    )
    .replace(digitInCapitals, (found, head: string, digit: string, tail: string) =>
      head.length + tail.length < 5 || mayHaveNumber.test(head) || behindNumber.test(tail)
        ? found
        : `${head}${digit === '0' ? 'O' : 'I'}${tail}`,
    )
    .replace(smallInCapitals, '$1I')
    .replace(smallForCapital, 'I')
    .replace(betweenDigits, digitsFor)
    .replace(atHeadOfPhone, '0')
    .replace(stateWithNought, 'O')
    .replace(noughtAtEnd, '0');
  if (surely === text) return text;
  return surely.replace(oneAtEnd, '1').replace(oneAtHead, '1').replace(placeAtEnd, 'Pl');
}

const noughts = /^[0Oo]$/u;
const ones = /^[1lIL]$/u;
const others = ['4A', '5S', '6G', '8B', '2Z'];
/** Whether one sign may stand for the other. */
export const isScanSlip = (one: string, other: string): boolean =>
  (noughts.test(one) && noughts.test(other)) ||
  (ones.test(one) && ones.test(other)) ||
  others.some((pair) => pair.includes(one) && pair.includes(other));
