/**
 * Words as a scanner gives them: `Fe1ix`, `C0NSIGNEE`, `5treet`, `RECElVER`, `TeI`. Owns when a digit is a letter, and which letter it is: the one
 * that gives a known name or word, else the one that the letters around speak for. Pure.
 */
import { countryOfSegment } from '../country-names.ts';
import { bareName } from '../plain-words.ts';
import { beginsPlace, isPlace, isPlaceOfCode, postcodeKey } from '../tagging/known-names.ts';
import { classesOf, wordClass } from '../tagging/word-classes.ts';
import { countriesOfTown } from '../town-names.ts';
import { lettersOf, likeLetters } from './confusable-signs.ts';
import { weighLetters } from './letter-runs.ts';
import { readingOf, settle, type Token } from './scanned-tokens.ts';

/** What a word is known as, in weights that letters are beside. */
const listed = 7;
const named = 4;

function knows(word: string): number {
  const small = word.toLowerCase();
  const bare = bareName(small);
  const classes = classesOf(small) | classesOf(bare);
  if ((classes & ~(wordClass.family | wordClass.given)) !== 0) return listed;
  if (small.length < 4) return (classes & wordClass.given) !== 0 ? named : 0;
  if (countriesOfTown(small).length > 0 || countryOfSegment(small) !== undefined) return listed;
  return (classes !== 0 ? named : 0) + (beginsPlace(bare) ? named : 0);
}

/** What speaks against an l that stays one among large letters. */
const keptWeight = 3;
/** So many letters of a word may be in doubt. */
const mostDoubts = 6;

/** The likeliest word of those that the signs may be, in small letters. `doubts` gives the letters of a sign that is in doubt. */
function likeliest(
  shown: string,
  doubts: (sign: string, at: number) => readonly string[] | undefined,
): { word: string; known: number } | undefined {
  let words = [''];
  let doubted = 0;
  for (const [at, sign] of shown.split('').entries()) {
    const letters = doubts(sign, at);
    if (letters && ++doubted > mostDoubts) return undefined;
    words = words.flatMap((head) => (letters ?? [sign.toLowerCase()]).map((letter) => head + letter));
  }
  const weighed = words.map((word) => {
    const known = knows(word);
    // Among large letters a small l is hardly ever an L.
    const kept = shown
      .split('')
      .filter((sign, at) => sign === 'l' && doubts(sign, at) && word[at] === 'l').length;
    return { word, known, weight: known + weighLetters(word) - keptWeight * kept };
  });
  return weighed.toSorted((a, b) => b.weight - a.weight)[0];
}

/** Numbers with what stands behind them. */
const counted =
  /^\d+(?:st|nd|rd|th|er|re|ère|ere|e|ème|eme|ième|de|ste|os|as|o[a-z]|[a-z]|bis|ter|quater|og|eg|ug|dg|hs|hoog|fl|h\d*|km|cm|mm|kg|pcs|x\d*|min|am|pm|rdc)$/iu;
/** A house or a unit with its number: Flat1, Haus5, RD1. */
const numbered = /^(\p{L}+)\d{1,4}([a-z]|bis|ter)?$/u;
const isKind = (word: string): boolean =>
  (classesOf(word.toLowerCase()) & (wordClass.unit | wordClass.streetKind | wordClass.building)) !== 0;

/** Letters of which a product's or a bus's number is made: two digits that differ beside one another. */
const coded = /\d(\d)(?<!\1\1)/u;

/** All letters are large ones but those that look like an I. */
const isLarge = (shown: string): boolean =>
  /^[\p{Lu}\dl]*\p{Lu}[\p{Lu}\dl]*$/u.test(shown) && /\p{Lu}.*\p{Lu}/u.test(shown);

/** How the letter is written: as the letters around it. */
function cased(shown: string, word: string, isHead: boolean): string {
  const large = shown.match(/\p{Lu}/gu)?.length ?? 0;
  const small = shown.match(/(?!l)\p{Ll}/gu)?.length ?? 0;
  const isWhole = large > 0 && small === 0;
  return shown
    .split('')
    .map((sign, at) => {
      const letter = word[at]!;
      if (sign.toLowerCase() === letter) return sign === 'l' && isWhole && large > 1 ? 'L' : sign;
      return isWhole || (isHead && at === 0) ? letter.toUpperCase() : letter;
    })
    .join('');
}

/** Words that are written small before a name. */
const isSmallWord = (word: string): boolean =>
  (classesOf(word) & (wordClass.particle | wordClass.common | wordClass.verb)) !== 0 &&
  (classesOf(word) & (wordClass.streetKind | wordClass.given)) === 0;

/** `Spett.1e`, `F.1li`, `KOFU-SH1`: the end of the word before, and no `Nr.1a` and `Block-1B`. */
function isOneWithBefore(shown: string, before: string): boolean {
  const [, word = '', mark] = /(\p{L}+)([.-])$/u.exec(before) ?? [];
  if (mark === '-') return word.length > 2 && !/^\d/.test(shown);
  return word !== '' && !isKind(word) && shown.length > (word.length > 3 ? 1 : 2);
}

/** What a token with digits is as a word, with how sure a sign of a scanner it is. */
export function wordOf(
  shown: string,
  before: string,
  behind: string,
): { read: string; weight: number } | undefined {
  const digits = shown.match(/\d/g)?.length ?? 0;
  const letters = shown.length - digits;
  if (digits === 0 || letters === 0) return undefined;
  const isGlued = isOneWithBefore(shown, before);
  const isShort = shown.length < 3 || counted.test(shown);
  if (isShort && !isGlued) return shortWord(shown, before, behind);
  const [, head, suffix] = numbered.exec(shown) ?? [];
  const best = likeliest(shown, (sign) =>
    sign === 'l' && isLarge(shown) ? ['i', 'l'] : /\d/.test(sign) ? (lettersOf[sign] ?? [sign]) : undefined,
  );
  if (!best || /\d/.test(best.word)) return undefined;
  const isHouse = head !== undefined && (suffix === undefined ? knows(head) >= listed : isKind(head));
  if (isHouse && !isGlued && best.known < listed) return undefined;
  const isUsual = /^[^2-46-9]*$/.test(shown);
  const isInside = /^\p{L}.*\p{L}$/u.test(shown);
  const isPlain = isUsual && !coded.test(shown);
  const rest = /^\d(\p{L}{3,})$/u.exec(shown)?.[1];
  if (rest !== undefined && best.known < named && knows(rest) >= listed) return undefined;
  const isWord =
    (best.known > 0 && letters >= digits && (isUsual || letters > 2)) ||
    (isPlain && letters >= digits * (isInside ? 1.5 : 2) && letters > (isInside ? 1 : 2)) ||
    (isPlain && (isGlued || /^0\p{L}{2,}$/u.test(shown))) ||
    (isInside && letters > 3 && !/\d\d/.test(shown));
  if (!isWord || (head !== undefined && best.known === 0 && letters < 4 && !isGlued)) return undefined;
  return {
    read: cased(shown, best.word, !isGlued && !(shown.startsWith('1') && isSmallWord(best.word))),
    weight: weightOf({ letters, known: best.known, isUsual, isInside }),
  };
}

function weightOf({
  letters,
  known,
  isUsual,
  isInside,
}: {
  letters: number;
  known: number;
  isUsual: boolean;
  isInside: boolean;
}): number {
  if (!isUsual) return known > 0 ? 0.5 : 0;
  if (isInside && letters > 3) return known > 0 ? 1.5 : 1;
  return known > 0 ? 1 : 0.5;
}

/** Two signs and what looks like a number of a house: `T0:`, `5t.`, `de 1a`. */
function shortWord(
  shown: string,
  before: string,
  behind: string,
): { read: string; weight: number } | undefined {
  const weight = 0.5;
  if (/^[A-Za-z]0$/.test(shown)) {
    const word = `${shown[0]}o`;
    const isWord =
      (classesOf(word.toLowerCase()) &
        (wordClass.label |
          wordClass.particle |
          wordClass.unit |
          wordClass.common |
          wordClass.firm |
          wordClass.streetKind)) !==
      0;
    return isWord && /^(?:[.: \n-]|$)/.test(behind) ? { read: cased(shown, word, false), weight } : undefined;
  }
  if (/^0[fFnNrR]$/.test(shown)) return { read: shown.replace('0', /[a-z]/.test(shown) ? 'o' : 'O'), weight };
  if (/^5[tT]$/.test(shown)) return { read: `S${shown[1]}`, weight: 1 };
  if (
    /^1[aeAE]$/.test(shown) &&
    /(?<!\p{L})(?:de|di|da|d[eo]l)[ .]$/iu.test(before) &&
    /^ \p{Lu}/u.test(behind)
  )
    return { read: (/[A-Z]/.test(shown) ? 'L' : 'l') + shown[1], weight };
  return undefined;
}

/** `1'Église`, `0'Brien`: what a sign is before its mark. */
export const elisionOf = (shown: string, behind: string): string | undefined =>
  /^['’]\p{L}/u.test(behind) ? { 0: 'O', 1: 'l' }[shown] : undefined;

/** A word of letters alone, one of which is a slip that no writer makes: `REClPIENT`, `lngrid`, `TeI`. */
export function letterSlipOf(shown: string): { read: string; weight: number } | undefined {
  if (/^(?=.*\p{Lu}.*\p{Lu})(?=.*l)[\p{Lu}l]{3,}$/u.test(shown)) {
    const best = likeliest(shown, (sign) => (sign === 'l' ? ['i', 'l'] : undefined));
    if (!best) return undefined;
    const isInside = /\p{Lu}{2}l+\p{Lu}{2}/u.test(shown);
    const read = best.known > 0 ? cased(shown, best.word, true) : shown.replaceAll('l', 'I');
    return { read, weight: isInside ? 1.5 : 0.75 };
  }
  if (/^l(?=[bcdfgmnprstvz])\p{Ll}{2,}$/u.test(shown)) {
    const meant = `I${shown.slice(1)}`;
    const isNone = /^l[bcdfgmnprstvz]{2}/.test(shown);
    return isNone || (knows(meant) > 0 && knows(shown) === 0) ? { read: meant, weight: 1 } : undefined;
  }
  if (/\p{Ll}I(?:\p{Ll}|$)/u.test(shown) && /^\p{L}[\p{Ll}I]+$/u.test(shown)) {
    const [meant, other] = [shown.replaceAll('I', 'l'), shown.replaceAll('I', 'i')].map((word) =>
      shown.startsWith('I') ? `I${word.slice(1)}` : word,
    ) as [string, string];
    return knows(meant) > 0 && knows(other) < listed ? { read: meant, weight: 1 } : undefined;
  }
  return undefined;
}

/** Postcodes by what one of them looks like, with the countries that write them so. */
const codes: ReadonlyArray<readonly [form: RegExp, countries: readonly string[]]> = [
  [/(?<![\p{L}\d-])\d{4} ?[A-Z]{2}(?![\p{L}\d])/gu, ['NL']],
  [/(?<![\p{L}\d-])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\d])/gu, ['GB']],
  [/(?<![\p{L}\d-])[A-Z]\d[A-Z] ?\d[A-Z]\d(?![\p{L}\d])/gu, ['CA']],
  [/(?<![\p{L}\d-])\d{5}(?![\p{L}\d])/gu, ['DE', 'FR', 'ES', 'IT', 'US']],
  [/(?<![\p{L}\d-])\d{4}(?! ?[A-Z]{2}(?!\p{L}))(?![\p{L}\d])/gu, ['AU', 'NZ']],
];
const nearCode = 24;

/** Words beside a postcode that one letter makes its town: `6525 GP Nijmeqen`. `text` is what is meant so far. */
export function settleTowns(tokens: readonly Token[], text: string): void {
  for (const [form, countries] of codes)
    for (const { index, 0: code } of text.matchAll(form)) {
      for (const token of tokens) {
        const gap =
          token.start >= index + code.length
            ? text.slice(index + code.length, token.start)
            : text.slice(token.end, index);
        const isNear =
          token.end <= index ? index - token.end < nearCode : token.start - index - code.length < nearCode;
        const word = readingOf(token);
        if (!isNear || gap.includes('\n') || !/^\p{Lu}\p{L}{4,}$/u.test(word) || knows(word) > 0) continue;
        const town = townLike(bareName(word), code.toLowerCase(), countries);
        if (town !== undefined && town.length === word.length) settle(token, cased(word, town, false), 0);
      }
    }
}

function townLike(word: string, code: string, countries: readonly string[]): string | undefined {
  for (let at = 0; at < word.length; at++) {
    const letter = likeLetters[word[at]!];
    if (letter === undefined) continue;
    const town = word.slice(0, at) + letter + word.slice(at + 1);
    const isThere = countries.some(
      (country) => isPlaceOfCode(country, postcodeKey(country, code), town) && isPlace(country, town),
    );
    if (isThere) return town;
  }
  return undefined;
}
