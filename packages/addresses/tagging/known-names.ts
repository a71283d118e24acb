/**
 * Names that are known: towns and quarters by their country and postcode, families and given names. A set of a few hundred kilobytes answers
 * whether a name is in it; one of a hundred that are not is taken for known (a Bloom filter), so it is evidence and no more. Its names are
 * put into it by `tools/address-data/known-names-build.ts`. Owns its form. Pure but for the file that
 * is read when this is loaded.
 */
import { readFileSync } from 'node:fs';
import { hashPair, hashWord } from './linear-chain.ts';

/** How often a name is marked in the set. */
const marks = 5;
/** Bits of the set for each name. */
const bitsForName = 10;

/** Goes through the bits that stand for a name in a set of `size` bits, as long as they please. */
function bitsOf(hash: number, size: number, see: (bit: number) => boolean): boolean {
  const step = hashPair(hash, 0x5bd1) >>> 0;
  let at = hashPair(hash, 0x9e37) >>> 0;
  for (let mark = 0; mark < marks; mark++) {
    if (!see(at % size)) return false;
    at = (at + step) >>> 0;
  }
  return true;
}

/** The set of these names; each was hashed by one of the functions below. */
export function encodeNames(hashes: Iterable<number>): Uint8Array {
  const all = new Set(hashes);
  const bytes = new Uint8Array(Math.ceil((all.size * bitsForName) / 8));
  const size = bytes.length * 8;
  for (const hash of all)
    bitsOf(hash, size, (bit) => {
      bytes[bit >> 3]! |= 1 << (bit & 7);
      return true;
    });
  return bytes;
}

const kinds = { place: 1, coded: 2, first: 3, family: 4, given: 5 } as const;

/** A place of a country (ISO 3166-1), written bare. */
export const placeHash = (country: string, name: string): number =>
  hashWord(name, hashWord(country, kinds.place));
/** A place that has this postcode, as `postcodeKey` writes it. */
export const codedHash = (country: string, postcode: string, name: string): number =>
  hashWord(name, hashWord(postcode, hashWord(country, kinds.coded)));
/** The first word of a place, of any country. */
export const firstHash = (word: string): number => hashWord(word, kinds.first);
export const familyHash = (word: string): number => hashWord(word, kinds.family);
export const givenHash = (word: string): number => hashWord(word, kinds.given);

/** What of a postcode in small letters tells places apart in the lists: a district of Britain or Canada, four digits of the Netherlands. */
export function postcodeKey(country: string, postcode: string): string {
  switch (country) {
    case 'GB':
      return postcode.replace(/ ?\d[a-z]{2}$/, '');
    case 'CA':
      return postcode.slice(0, 3);
    case 'NL':
      return postcode.slice(0, 4);
    case 'US':
      return postcode.slice(0, 5);
    default:
      return postcode;
  }
}

const bytes = readFileSync(new URL('./known-names.bin', import.meta.url));
const size = bytes.length * 8;
const isKnown = (hash: number): boolean =>
  bitsOf(hash, size, (bit) => (bytes[bit >> 3]! & (1 << (bit & 7))) !== 0);

/** Countries whose places are known. */
export const placedCountries: readonly string[] = [
  'AU',
  'CA',
  'DE',
  'ES',
  'FR',
  'GB',
  'IT',
  'NL',
  'NZ',
  'US',
];

/** Whether some place begins with this word; written bare, as all of the following. */
export const beginsPlace = (word: string): boolean => isKnown(firstHash(word));
export const isPlace = (country: string, name: string): boolean => isKnown(placeHash(country, name));
export const isPlaceOfCode = (country: string, key: string, name: string): boolean =>
  isKnown(codedHash(country, key, name));
export const isFamily = (word: string): boolean => isKnown(familyHash(word));
export const isKnownGiven = (word: string): boolean => isKnown(givenHash(word));
