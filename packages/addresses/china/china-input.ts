/** A cleaned text with what its country asks of the reader of Chinese: whose numbers, and which divisions there are. Pure. */
import { findCountry } from '../countries.ts';
import { takeChinaNumbers } from './china-numbers.ts';
import { takeIslandNumbers } from './island-numbers.ts';
import type { ChinaInput } from './parse-china.ts';

/** 江苏.镇江.京口区: stops that stand for blanks, when there are so many. */
const dot = /(?<=[\p{Script=Han}\d])\.(?=\p{Script=Han})|(?<=\p{Script=Han})\.(?=\d)/gu;
const manyDots = 3;
const quotes = /[“”„『』]/gu;

/** l3O7l856249, l42号, 4O1室: digits that a scanner took for letters. */
const misread =
  /(?<![A-Za-z\d])[lIO\d](?: ?[lIO\d])*(?![A-Za-z\d])(?=(?<unit> ?(?:号|號|室|楼|樓|栋|幢|单元|院|弄))?)/gu;
const digitOf: Record<string, string> = { l: '1', I: '1', O: '0' };
const leastMisread = 9;

function withDigits(text: string): string {
  return text.replace(misread, (...args) => {
    const found = args[0] as string;
    const { unit } = args.at(-1) as { unit?: string };
    const signs = found.replaceAll(' ', '');
    const isNumber = /\d/.test(signs) && /[lIO]/.test(signs);
    return isNumber && (signs.length >= leastMisread || (unit !== undefined && signs.length > 1))
      ? found.replace(/[lIO]/g, (letter) => digitOf[letter]!)
      : found;
  });
}

export function chinaInput(cleaned: string, country: string): ChinaInput {
  const written = /[lIO]\d|\d[lIO]/.test(cleaned) ? withDigits(cleaned) : cleaned;
  const isDotted = (written.match(dot)?.length ?? 0) >= manyDots;
  const text = (isDotted ? written.replace(dot, ' ') : written).replace(quotes, ' ');
  if (country === 'CN') return { text, country, takeNumbers: takeChinaNumbers };
  const takeNumbers = takeIslandNumbers(country);
  if (country === 'SG') return { text, country, takeNumbers, city: '新加坡' };
  const rootId = findCountry(country)?.regionId;
  return { text, country, takeNumbers, ...(rootId ? { rootId } : undefined) };
}
