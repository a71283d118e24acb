/** What an address needs in its country. Pure. */
import { getCountryData } from 'lib-address/lite';
import { findCountry } from './countries.ts';
import type { PostalParts } from './postal-parts.ts';

export type MissingField = 'name' | 'phone' | 'province' | 'city' | 'detail' | 'postcode';

/** Fields that a parcel needs in the country and that are still empty: who it is for, a phone, and what carriers ask for. */
export function missingFields(fields: PostalParts): MissingField[] {
  const required = getCountryData(fields.country)?.require ?? 'A';
  const asked = [
    ['S', 'province'],
    ['C', 'city'],
    ['A', 'detail'],
    ['Z', 'postcode'],
  ] as const;
  const person = (['name', 'phone'] as const).filter((field) => fields[field] === '');
  const place = asked.flatMap(([letter, field]) => {
    if (!required.includes(letter) || fields[field] !== '') return [];
    if (field === 'postcode' && findCountry(fields.country)?.needsPostcode === false) return [];
    // Taiwan's counties are its cities; a name without a province is complete.
    return field === 'province' && fields.country === 'TW' ? [] : [field];
  });
  return [...person, ...place];
}

/** Undefined, or what the postcode must look like in the country. */
export function refusePostcode(postcode: string, country: string): string | undefined {
  const pattern = getCountryData(country)?.zip;
  if (postcode === '' || !pattern || new RegExp(`^(?:${pattern})$`, 'i').test(postcode)) return undefined;
  return `postcode: "${postcode}" is no postcode of ${country}.`;
}
