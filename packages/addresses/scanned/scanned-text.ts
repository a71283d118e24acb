/**
 * Texts that were scanned: letters that were taken for digits and digits that were taken for letters. The text as a whole is judged by its sure
 * slips; where it was scanned, every token is read as a number or as a word, by its signs, its neighbours and what is known. Every
 * sign is put for one other, so that places in the text stay. Owns that judgement and the order of the steps. Pure.
 */
import { settleCodes, settleStates } from './scanned-codes.ts';
import { numberOf, settleHouses, settlePhones } from './scanned-numbers.ts';
import { settle, type Token, tokensOf, withReadings } from './scanned-tokens.ts';
import { elisionOf, letterSlipOf, settleTowns, wordOf } from './scanned-words.ts';

/** No text has a slip that has none of these. */
const mayHaveSlip =
  /\d[A-Za-z]|\d[ -]{1,3}[OlI](?![A-Za-z])|[A-Za-z]\d|\p{Lu}l\p{Lu}|\p{Ll}I(?!\p{Lu})|(?<!\p{L})l[bcdfgmnprstvz]/u;
const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** So much weight of slips is no accident. */
const isScanned = 2;

/** The text with what was meant; as many units as before. */
export function withoutScanSlips(text: string): string {
  if (!mayHaveSlip.test(text)) return text;
  const tokens = tokensOf(text);
  const isEastern = eastern.test(text);
  if (!isEastern) settleCodes(tokens, text);
  settlePhones(tokens, text);
  if (!isEastern) settleStates(tokens, text);
  for (const token of tokens) if (token.read === undefined) settleAlone(token, text, isEastern);
  const weight = tokens.reduce((sum, token) => sum + token.weight, 0);
  if (weight < isScanned) return text;
  if (isEastern) return withReadings(text, tokens);
  settleHouses(tokens, withReadings(text, tokens));
  settleTowns(tokens, withReadings(text, tokens));
  return withReadings(text, tokens);
}

/** What a token is by itself. In the writings of the east words in Latin letters are left as they are. */
function settleAlone(token: Token, text: string, isEastern: boolean): void {
  const { shown, start, end } = token;
  const number = numberOf(shown);
  if (number) {
    settle(token, number.read, number.weight);
    return;
  }
  if (isEastern) return;
  const [before, behind] = [text.slice(Math.max(0, start - 12), start), text.slice(end, end + 12)];
  const elided = elisionOf(shown, behind);
  if (elided !== undefined) settle(token, elided, 0.5);
  else if (shown === 'PI' && /\p{Ll} $/u.test(before) && /^ ?(?:$|[\n,|])/.test(behind))
    settle(token, 'Pl', 0);
  const word = /\d/.test(shown) ? wordOf(shown, before, behind) : letterSlipOf(shown);
  if (word) settle(token, word.read, word.weight);
}
