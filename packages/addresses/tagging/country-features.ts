/**
 * What of a text in Latin letters speaks for a country: its words and their ends, the forms of its numbers, the towns in it. Owns these features
 * and which countries are told apart by them; what they weigh is learnt (tools/address-tagger). Pure.
 */
import { hashCode, hashPair, hashPart, hashWord, type TokenFeatures } from './linear-chain.ts';
import { factsOf } from './word-facts.ts';
import { wordsOf } from './word-features.ts';
import { townCountries } from './word-phrases.ts';

/** In the order of the weights. */
export const toldCountries = 'US CA GB AU NZ SG HK DE FR IT ES NL MO TW JP KR CN'.split(' ');

const isLetter = /^\p{L}$/u;

/** The hash of a word's form, its digits as 0 and its letters as a, behind what was hashed before; of its first characters where `length` says so. */
function hashForm(word: string, before?: number, length = word.length): number {
  let hash = before ?? hashWord('');
  for (let at = 0; at < Math.min(length, word.length); at++) {
    const code = word.charCodeAt(at);
    const isDigit = code >= 48 && code <= 57;
    const isSmall = code >= 97 && code <= 122;
    const form = isDigit ? 48 : isSmall || (code > 127 && isLetter.test(word[at]!)) ? 97 : code;
    hash = hashCode(form, hash);
  }
  return hash;
}

const behindBlank = (hash: number): number => hashCode(32, hash);
const lengths = Array.from({ length: 400 }, (_, at) => String(at));
/** Whether what stands before a number is the beginning of a line, and whether a large letter begins it. */
const yes = hashWord('true ');
const no = hashWord('false ');
const countryHashes = new Map<string, number>();
const hashOfCountry = (country: string): number => {
  const hash = countryHashes.get(country) ?? hashWord(country);
  countryHashes.set(country, hash);
  return hash;
};

const hasLargeLetter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 ? code >= 65 && code <= 90 : /\p{Lu}/u.test(text[at] ?? '');
};

/** One token, the text, with every feature once. */
export function countryFeatures(text: string): TokenFeatures {
  const ids = new Set<number>();
  const add = (kind: number, hash: number): void => {
    ids.add(hashPair(100 + kind, hash));
  };
  const words = wordsOf(text);
  const told = words.map(({ plain }) => factsOf(plain));
  const gapBefore = (at: number): string =>
    text.slice(at === 0 ? 0 : words[at - 1]!.end, words[at]!.start).slice(-3);
  add(0, hashWord(''));
  for (const [at, { plain, hash, hasDigit, isDigits }] of told.entries()) {
    const next = told[at + 1];
    const { length } = plain;
    if (!hasDigit) {
      add(1, hash);
      if (length > 3) add(2, hashPart(plain, length - 3, length));
      if (length > 4) add(3, hashPart(plain, length - 4, length));
      if (length > 3) add(4, hashPart(plain, 0, 3));
      if (next && !next.hasDigit) add(5, hashWord(next.plain, behindBlank(hash)));
    }
    if (hasDigit && (at === 0 || !told[at - 1]!.isDigits || !isDigits)) {
      const run = [plain];
      let to = at + 1;
      while (to < told.length && told[to]!.isDigits && /^[ .()/-]{0,3}$/.test(gapBefore(to)))
        run.push(told[to++]!.plain);
      const gap = gapBefore(at);
      const joined = run.join('');
      const lead = `${gap.includes('+') ? '+' : ''}${joined.slice(0, 3)}`;
      const digits = joined.length;
      let shape = hashForm(plain);
      for (const part of run.slice(1)) shape = hashForm(part, behindBlank(shape));
      add(6, shape);
      if (digits > 6)
        for (let count = 1; count <= 4; count++)
          add(
            7,
            hashWord(
              lengths[Math.min(digits, 13)]!,
              behindBlank(hashPart(lead, 0, Math.min(count, lead.length))),
            ),
          );
      const first = hashForm(plain, gap.includes('\n') || at === 0 ? yes : no);
      const isLarge = hasLargeLetter(text, words[at]!.start);
      add(8, hashWord(`${isLarge} ${next !== undefined && !next.hasDigit}`, behindBlank(first)));
      if (next) add(9, hashForm(next.plain, behindBlank(hashForm(plain)), 3));
    }
    // A number behind a word or before it.
    if (next?.isDigits && !isDigits)
      add(
        10,
        hashWord(
          lengths[next.plain.length] ?? '',
          behindBlank(hashPart(plain, Math.max(0, length - 3), length)),
        ),
      );
    if (next && isDigits && !next.isDigits)
      add(
        11,
        hashPart(next.plain, 0, Math.min(3, next.plain.length), behindBlank(hashWord(lengths[length] ?? ''))),
      );
  }
  for (let at = 0; at < told.length; at++) {
    if (!told[at]!.beginsPhrase) continue;
    for (let count = Math.min(4, told.length - at); count > 0; count--) {
      let joined = told[at]!.plain;
      for (let behind = at + 1; behind < at + count; behind++) joined += ` ${told[behind]!.plain}`;
      const found = townCountries(joined);
      for (const country of found) add(12, hashOfCountry(country));
      if (found.length > 0) break;
    }
  }
  return { starts: [0, ids.size], ids: [...ids] };
}
