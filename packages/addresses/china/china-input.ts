/** A cleaned text with what its country asks of the reader of Chinese: whose numbers, and which divisions there are. Pure. */
import { findCountry } from '../countries.ts';
import { takeChinaNumbers } from './china-numbers.ts';
import { takeIslandNumbers } from './island-numbers.ts';
import type { ChinaInput } from './parse-china.ts';

export function chinaInput(text: string, country: string): ChinaInput {
  if (country === 'CN') return { text, country, takeNumbers: takeChinaNumbers };
  const takeNumbers = takeIslandNumbers(country);
  if (country === 'SG') return { text, country, takeNumbers, city: '新加坡' };
  const rootId = findCountry(country)?.regionId;
  return { text, country, takeNumbers, ...(rootId ? { rootId } : undefined) };
}
