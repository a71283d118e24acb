/**
 * How likely letters follow one another in names and usual words of the languages that are read: `awashish` rather than `awashlsh`. Learnt from
 * the given names, towns and words that are listed here, when it is first asked. Pure.
 */
import { givenNames } from '../abroad/given-names.ts';
import { bareName } from '../plain-words.ts';
import { listedWords } from '../tagging/word-classes.ts';
import { largeTowns } from '../town-names.ts';

/** a to z, and 0 for everything that ends a word. */
const signs = 27;
const signOf = (text: string, at: number): number => {
  const code = text.charCodeAt(at) - 96;
  return code > 0 && code < signs ? code : 0;
};

let table: { threes: Float64Array; twos: Float64Array } | undefined;

function learn(): { threes: Float64Array; twos: Float64Array } {
  const threes = new Float64Array(signs ** 3);
  const twos = new Float64Array(signs ** 2);
  for (const words of [givenNames, listedWords(), largeTowns().keys()])
    for (const listed of words)
      for (const word of bareName(listed).split(' ')) {
        if (!/^[a-z]{3,}$/.test(word)) continue;
        for (let at = 0; at < word.length; at++) {
          const pair = signOf(word, at - 1) * signs + signOf(word, at);
          twos[pair]!++;
          threes[pair * signs + signOf(word, at + 1)]!++;
        }
      }
  return { threes, twos };
}

/** The logarithm of how likely these letters are one word; to be compared with words of the same length alone. */
export function weighLetters(written: string): number {
  table ??= learn();
  const word = bareName(written);
  let sum = 0;
  for (let at = 0; at < word.length; at++) {
    const pair = signOf(word, at - 1) * signs + signOf(word, at);
    sum += Math.log(
      (table.threes[pair * signs + signOf(word, at + 1)]! + 0.1) / (table.twos[pair]! + 0.1 * signs),
    );
  }
  return sum;
}
