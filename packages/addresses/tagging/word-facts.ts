/**
 * What is known of a word by itself, whatever stands around it. Owns which of it is kept for the next text: the usual words come
 * again and again, numbers don't and nobody's number is kept. Pure but for that.
 */
import { bareName } from '../plain-words.ts';
import { beginsPlace } from './known-names.ts';
import { hashWord } from './linear-chain.ts';
import { classesOf } from './word-classes.ts';
import { beginsPhrase } from './word-phrases.ts';

export interface WordFacts {
  plain: string;
  hash: number;
  hasDigit: boolean;
  /** Digits of ASCII and nothing else. */
  isDigits: boolean;
  beginsPhrase: boolean;
  /** Whether some town or quarter begins with it. */
  beginsPlace: boolean;
  /** As names are written in the set of those that are known. */
  bare: string;
  classes: number;
}

const kept = new Map<string, WordFacts>();
const maxKept = 5000;

/** Facts of a word in small letters. */
export function factsOf(plain: string): WordFacts {
  const known = kept.get(plain);
  if (known) return known;
  const hasDigit = /\d/.test(plain);
  const bare = bareName(plain);
  const facts: WordFacts = {
    plain,
    hash: hashWord(plain),
    hasDigit,
    isDigits: hasDigit && /^\d+$/.test(plain),
    beginsPhrase: beginsPhrase(plain),
    beginsPlace: !hasDigit && beginsPlace(bare.split(' ', 1)[0]!),
    bare,
    classes: classesOf(plain.endsWith('.') ? plain.slice(0, -1) : plain),
  };
  if (hasDigit) return facts;
  if (kept.size >= maxKept) kept.clear();
  kept.set(plain, facts);
  return facts;
}
