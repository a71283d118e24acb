/** A cleaned text with what its country asks of the reader of Chinese: whose numbers, and which divisions there are. Pure. */
import { findCountry } from '../countries.ts';
import { takeChinaNumbers } from './china-numbers.ts';
import { takeIslandNumbers } from './island-numbers.ts';
import type { ChinaInput } from './parse-china.ts';

/** 江苏.镇江.京口区: stops that stand for blanks, when there are so many. */
const dot = /(?<=[\p{Script=Han}\d])\.(?=\p{Script=Han})|(?<=\p{Script=Han})\.(?=\d)/gu;
const manyDots = 3;
const quotes = /[“”„『』]/gu;

/** l3O7l856249, l42号, 4O1室, 5幢l单元9O2: digits that a scanner took for letters. */
const misread =
  /(?<![A-Za-z\d])[lIO\d](?: ?[lIO\d])*(?![A-Za-z\d])(?=(?<unit> ?(?:号|號|室|楼|樓|栋|幢|单元|院|弄))?)/gu;
/** l8O-8l47-2Z36: in a number of this length other letters are digits as well. */
const misreadMobile = /(?<![A-Za-z\d])[1lI|](?:[ -]?[\dlIOoZzSB]){10}(?![A-Za-z\d])/gu;
const misreadPostcode = /(?<=[邮由郵]政? ?编 ?码?[: ]{0,3})[\dlIOoZSB]{6}(?![A-Za-z\d])/gu;
const digitOf: Record<string, string> = {
  l: '1',
  I: '1',
  '|': '1',
  O: '0',
  o: '0',
  Z: '2',
  z: '2',
  S: '5',
  B: '8',
};
const leastMisread = 9;
const inDigits = (found: string): string => found.replace(/[lIOoZzSB|]/g, (letter) => digitOf[letter]!);

function withDigits(text: string): string {
  return text
    .replace(misreadMobile, (found) => {
      const digits = inDigits(found);
      const isMostlyDigits = (found.match(/\d/g)?.length ?? 0) >= 6;
      return isMostlyDigits && /^1[3-9]\d{9}$/.test(digits.replace(/\D/g, '')) ? digits : found;
    })
    .replace(misreadPostcode, inDigits)
    .replace(misread, (...args) => {
      const found = args[0] as string;
      const { unit } = args.at(-1) as { unit?: string };
      const before = text.slice(0, args.at(-3) as number);
      const signs = found.replaceAll(' ', '');
      const isNumber =
        /[lIO]/.test(signs) && (/\d/.test(signs) || (signs === 'l' && /[幢栋座楼] ?$/u.test(before)));
      const isOfHouse =
        (unit !== undefined && (signs.length > 1 || signs === 'l')) || /(?:单元|[幢栋座]) ?$/u.test(before);
      return isNumber && (signs.length >= leastMisread || isOfHouse) ? inDigits(found) : found;
    });
}

/** Labels in which a scanner took a character for one like it. Each is as long as what it stands for. */
const misreadLabels: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=收[件货])[入亻八](?=[:： ])/gu, '人'],
  [/(?<=电)[活括诂语](?=[: ]{1,3}[\dlIO+(])/gu, '话'],
  [/由(?=编[: ]{1,3}[\dlIOZ]{6})/gu, '邮'],
  [/(?<=(?:^|\n| )地)[扯圳](?=[: ])/gu, '址'],
  [/(?<=自治)卅(?=\p{Script=Han})/gu, '州'],
  // 元币 for 元市, before a district or a town.
  [/(?<=\p{Script=Han}{2})币(?=\p{Script=Han}{1,4}[区县镇])/gu, '市'],
];
const mayBeMisread =
  /[lIO]\d|\d[lIOZ]|收[件货][入亻八]|电[活括诂语]|由编|地[扯圳]|[币卅]|\dS\d|[栋幢座楼] ?l ?单元/u;

export function chinaInput(cleaned: string, country: string): ChinaInput {
  const written = mayBeMisread.test(cleaned)
    ? withDigits(misreadLabels.reduce((text, [pattern, sign]) => text.replace(pattern, sign), cleaned))
    : cleaned;
  const isDotted = (written.match(dot)?.length ?? 0) >= manyDots;
  const text = (isDotted ? written.replace(dot, ' ') : written).replace(quotes, ' ');
  if (country === 'CN') return { text, country, takeNumbers: takeChinaNumbers };
  const takeNumbers = takeIslandNumbers(country);
  if (country === 'SG') return { text, country, takeNumbers, city: '新加坡' };
  const rootId = findCountry(country)?.regionId;
  return { text, country, takeNumbers, ...(rootId ? { rootId } : undefined) };
}
