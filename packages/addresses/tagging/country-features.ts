/**
 * What of a text in Latin letters speaks for a country: its words and their ends, the forms of its numbers, the towns in it. Owns these features
 * and which countries are told apart by them; what they weigh is learnt (tools/address-tagger). Pure.
 */
import { isPlain } from '../plain-words.ts';
import { hashPair, hashPart, hashWord, type TokenFeatures } from './linear-chain.ts';
import { factsOf } from './word-facts.ts';
import { wordsOf } from './word-features.ts';
import { townCountries } from './word-phrases.ts';

/** In the order of the weights. */
export const toldCountries = 'US CA GB AU NZ SG HK DE FR IT ES NL MO TW JP KR CN'.split(' ');

/** A word's digits as 0, its letters as a. */
const formOf = (word: string): string =>
  isPlain(word)
    ? word.replace(/\d|[a-z]/g, (char) => (char <= '9' ? '0' : 'a'))
    : word.replace(/\d/g, '0').replace(/\p{L}/gu, 'a');

const behindBlank = (hash: number): number => hashWord(' ', hash);

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
      add(6, hashWord(formOf(run.join(' '))));
      if (digits > 6)
        for (const count of [1, 2, 3, 4]) add(7, hashWord(`${lead.slice(0, count)} ${Math.min(digits, 13)}`));
      const form = formOf(plain);
      add(
        8,
        hashWord(
          `${gap.includes('\n') || at === 0} ${form} ${/\p{Lu}/u.test(text[words[at]!.start] ?? '')} ${next !== undefined && !next.hasDigit}`,
        ),
      );
      if (next) add(9, hashWord(`${form} ${formOf(next.plain).slice(0, 3)}`));
    }
    // A number behind a word or before it.
    if (next?.isDigits && !isDigits) add(10, hashWord(`${plain.slice(-3)} ${next.plain.length}`));
    if (next && isDigits && !next.isDigits) add(11, hashWord(`${length} ${next.plain.slice(0, 3)}`));
  }
  for (let at = 0; at < told.length; at++) {
    if (!told[at]!.beginsPhrase) continue;
    for (let count = Math.min(4, told.length - at); count > 0; count--) {
      let joined = told[at]!.plain;
      for (let behind = at + 1; behind < at + count; behind++) joined += ` ${told[behind]!.plain}`;
      const found = townCountries(joined);
      for (const country of found) add(12, hashWord(country));
      if (found.length > 0) break;
    }
  }
  return { starts: [0, ids.size], ids: [...ids] };
}
