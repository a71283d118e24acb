/** A cleaned text with what its country asks of the reader of Chinese: whose numbers, and which divisions there are. Pure. */
import { findCountry } from '../countries.ts';
import { takeChinaNumbers } from './china-numbers.ts';
import { takeIslandNumbers } from './island-numbers.ts';
import type { ChinaInput } from './parse-china.ts';

/** 江苏.镇江.京口区: stops that stand for blanks, when there are so many. */
const dot = /(?<=[\p{Script=Han}\d])\.(?=\p{Script=Han})|(?<=\p{Script=Han})\.(?=\d)/gu;
const manyDots = 3;

export function chinaInput(written: string, country: string): ChinaInput {
  const isDotted = (written.match(dot)?.length ?? 0) >= manyDots;
  const text = isDotted ? written.replace(dot, ' ') : written;
  if (country === 'CN') return { text, country, takeNumbers: takeChinaNumbers };
  const takeNumbers = takeIslandNumbers(country);
  if (country === 'SG') return { text, country, takeNumbers, city: '新加坡' };
  const rootId = findCountry(country)?.regionId;
  return { text, country, takeNumbers, ...(rootId ? { rootId } : undefined) };
}
