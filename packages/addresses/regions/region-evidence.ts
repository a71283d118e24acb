/**
 * What else in the text says where a Chinese address is: its postcode and the area code of a landline. Owns the two tables
 * (first digits of both to provinces of GB/T 2260) and how much they weigh. Pure.
 */
import type { Place } from './region-names.ts';

/** `province: first digits`. */
const read = (table: string): Map<string, string> =>
  new Map(
    table.split('; ').flatMap((entry) => {
      const [province, digits] = entry.split(': ') as [string, string];
      return digits.split(' ').map((start) => [start, province] as const);
    }),
  );

const postcodes = read(
  '11: 10; 12: 30; 13: 05 06 07; 14: 03 04; 15: 01 02; 21: 11 12; 22: 13; 23: 15 16; 31: 20; 32: 21 22; 33: 31 32; 34: 23 24; 35: 35 36; 36: 33 34; 37: 25 26 27; 41: 45 46 47; 42: 43 44; 43: 41 42; 44: 51 52; 45: 53 54; 46: 57; 50: 40; 51: 61 62 63 64; 52: 55 56; 53: 65 66 67; 54: 85 86; 61: 71 72; 62: 73 74; 63: 81; 64: 75; 65: 83 84',
);

const areaCodes = read(
  '11: 010; 31: 021; 12: 022; 50: 023; 21: 024 041 042; 32: 025 051 052; 42: 027 071 072; 51: 028 081 082 083; 61: 029 091; 44: 020 066 075 076; 13: 031 033; 14: 034 035; 41: 037 039; 22: 043 044; 23: 045 046; 15: 047 048; 37: 053 054 063; 34: 055 056; 33: 057 058; 35: 059; 45: 077; 36: 070 079; 43: 073 074; 52: 085; 53: 069 087 088; 62: 093 094; 64: 095; 63: 097; 65: 090 099',
);

/** Whether the first two digits are a postcode's anywhere on the mainland. */
export const isPostcodeArea = (postcode: string): boolean => postcodes.has(postcode.slice(0, 2));

/** The first two digits of the province's region id; undefined for a postcode of nowhere on the mainland. */
export const provinceOfPostcode = (postcode: string): string | undefined =>
  postcodes.get(postcode.slice(0, 2));

/** Positive when postcode or area code are of the place's province, negative when the postcode is of another. */
export function weighNumbers(place: Place, { phone, postcode }: { phone: string; postcode: string }): number {
  const province = place.region.region_id.slice(0, 2);
  const byPost = postcodes.get(postcode.slice(0, 2));
  const byPhone = areaCodes.get(phone.slice(0, 3));
  const post = byPost === undefined ? 0 : byPost === province ? 1.5 : -0.5;
  return post + (byPhone === province ? 1.2 : 0);
}

const capitals = new Set(
  '1301 1401 1501 2101 2201 2301 3201 3301 3401 3501 3601 3701 4101 4201 4301 4401 4501 4601 5101 5201 5301 5401 6101 6201 6301 6401 6501'.split(
    ' ',
  ),
);

/** The largest cities that are no municipalities. */
const large = new Set(
  '4403 4401 5101 4201 3301 3205 3201 6101 4101 3702 3302 2102 3502 4406 2101 4301'.split(' '),
);

/** Below one point: of places with the same name the one where more people live. */
export function prominence({ region: { region_id } }: Place): number {
  if (/^(?:11|31)/.test(region_id)) return 0.4;
  if (/^(?:12|50)/.test(region_id)) return 0.3;
  if (large.has(region_id.slice(0, 4))) return 0.3;
  if (/^(?:54|63|64|46)/.test(region_id)) return 0.05;
  return capitals.has(region_id.slice(0, 4)) ? 0.2 : region_id.startsWith('71') ? -0.6 : 0;
}
