/**
 * Signs that a scanner takes for one another. Owns which digit a letter may have been and which letters a digit may have been. Pure.
 */

/** What each letter was, where a number is meant; the first three are letters of ordinary slips, the others are rarer. */
const digitOf: Record<string, string> = {
  O: '0',
  l: '1',
  I: '1',
  o: '0',
  S: '5',
  s: '5',
  Z: '2',
  z: '2',
  G: '6',
  B: '8',
};

/** What each digit was, where a word is meant, in small letters. */
export const lettersOf: Record<string, readonly string[]> = {
  '0': ['o'],
  '1': ['l', 'i'],
  '2': ['z'],
  '3': ['e'],
  '4': ['a'],
  '5': ['s'],
  '6': ['b', 'g'],
  '8': ['b'],
  '9': ['g'],
};

/** Letters that look like another one, in small letters: `Nijmeqen`. */
export const likeLetters: Record<string, string> = {
  q: 'g',
  g: 'q',
  c: 'e',
  e: 'c',
  i: 'l',
  l: 'i',
  u: 'n',
  n: 'u',
  h: 'b',
  b: 'h',
  f: 't',
  t: 'f',
  v: 'y',
  y: 'v',
};

/** The signs as digits, each for one. */
export const digitsFor = (signs: string): string =>
  signs.replace(/[OolISsZzGB]/g, (letter) => digitOf[letter]!);

const groups = ['0ODQ', '1LI', '2Z', '3E', '4A', '5S', '6BG', '8B', '9G'];

/** Whether one sign may stand for the other. */
export function isScanSlip(one: string, other: string): boolean {
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  return (
    groups.some((group) => group.includes(a) && group.includes(b)) ||
    likeLetters[a.toLowerCase()] === b.toLowerCase()
  );
}
