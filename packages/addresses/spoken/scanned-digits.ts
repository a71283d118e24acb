/**
 * Numbers as a scanner or a form gives them: letters in the place of digits (`O9l7 34O 226`), digits that were set apart one by one. Owns
 * when a letter is a digit: one such number may be a house of that name, several are a habit. Pure.
 */
import { type Edit, editsOf } from './text-edits.ts';

/** Most texts have nothing of it. */
const maybe = /[lIO]\d|\d[lIO]|(?:\d -? ?){6}/;
const token = /(?<![A-Za-z\d])S?[\dlIO]+(?![A-Za-z\d])/g;
/** `6 6 3 O - 8 l 5 4`: as many digits as a phone has. */
const apart = /(?<![A-Za-z\d]|\d )[\dlIO](?: (?:- )?[\dlIO]){7,10}(?![A-Za-z\d]| [\dlIO](?![A-Za-z\d]))/g;
/** `Hi1l`: in a text that has letters for digits, digits stand for letters as well. */
const word = /(?<![A-Za-z\d])[A-Z][a-z]+[10][a-z]+(?![A-Za-z\d])/g;

/** What each letter was taken for. */
const digitOf: Record<string, string> = { l: '1', I: '1', O: '0', o: '0' };
export const digitsFor = (signs: string): string => signs.replace(/[lIOo]/g, (letter) => digitOf[letter]!);
const isMixed = (signs: string): boolean => /\d/.test(signs) && /[lIO]/.test(signs);

export function scannedEdits(text: string): Edit[] {
  if (!maybe.test(text)) return [];
  const spaced = editsOf(text, apart, ({ 0: run }) =>
    (run.match(/\d/g)?.length ?? 0) > 5 ? digitsFor(run).replace(/[ -]/g, '') : undefined,
  );
  const mixed = [...text.matchAll(token)].map(({ 0: signs }) => signs).filter(isMixed);
  const isHabit =
    mixed.length + spaced.length > 1 &&
    (spaced.length > 0 || mixed.some((signs) => signs.length > 2 && /[lIO]\d/.test(signs)));
  if (!isHabit) return spaced;
  return [
    ...spaced,
    ...editsOf(text, token, ({ 0: signs }) => (isMixed(signs) ? digitsFor(signs) : undefined)),
    ...editsOf(text, word, ({ 0: letters }) => letters.replaceAll('1', 'l').replaceAll('0', 'o')),
  ];
}
