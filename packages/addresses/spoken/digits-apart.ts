/** Digits that somebody has set apart one by one, as some forms and scanners give them. Owns which are one number. Pure. */
import { type Edit, editsOf } from './text-edits.ts';

/** `6 6 3 0 - 8 1 5 4`: as many digits as a phone has. */
const apart = /(?<![A-Za-z\d]|\d )\d(?: (?:- )?\d){7,10}(?![A-Za-z\d]| \d(?![A-Za-z\d]))/g;

export const joinedDigitEdits = (text: string): Edit[] =>
  editsOf(text, apart, ({ 0: run }) => run.replace(/[ -]/g, ''));
