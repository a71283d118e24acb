/** Codes and extensions that are said apart from the phone, phones as neighbours dial them, and states in their old short forms. */
import { readAddress } from '@platen/addresses/parse-address';
import { describe, expect, test } from 'vitest';
import { areaCodeEdits } from '../spoken/area-codes.ts';

const phoneOf = (text: string): string => readAddress(text)[0].phone;

describe('the code of an area that is said apart', () => {
  test.each([
    ['Bev Hart, 9 Reef St, Ballina NSW 2478, 6681 0045 (02)', '+61266810045'],
    ['Bev Hart, 9 Reef St, Ballina NSW 2478. Phone 6681 0046, area code is 02', '+61266810046'],
    ['Bev Hart, 9 Reef St, Noosa Qld 4567. Phone 5447 0046, (07) in front', '+61754470046'],
    ['Ann Low, 7 Bay St, Erie PA 16501, 555-0133, area code 814', '+18145550133'],
    ['Ann Low, 7 Bay St, Erie PA 16501, area code 814, number 555-0133', '+18145550133'],
    ['Uwe Hahn, Am Ring 2, 34117 Kassel, Vorwahl 0561, Nummer 55 01 17', '+49561550117'],
    ['Uwe Hahn, Am Ring 2, 34117 Kassel, 550118, Vorwahl 0561', '+49561550118'],
    ['Pia Conti, via Larga 8, 20122 Milano, prefisso 02, numero 555 0123', '+39025550123'],
    ['Wim Bos, Kerkstraat 8, 1811 AB Alkmaar, netnummer 072, nummer 511 0011', '+31725110011'],
  ])('goes before its number: %s', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  test.each([
    'Ann Low, 7 Bay St (rear), Erie PA 16501, 814 555 0133 (home)',
    'In the Lake area 12 boats, 814 555 0133, 7 Bay St, Erie PA 16501',
    'Unit 3 (02), 12 Reef St, Ballina NSW 2478',
  ])('nothing is said: %s', (text) => {
    expect(areaCodeEdits(text)).toEqual([]);
  });
});

test.each([
  ['Gus Orr, 3 Hospital Rd, Renmark, S.A., 5341. 8586 0119', '+61885860119'],
  ['Gus Orr, Lot 5 Industrial Ave, Narrogin WA 6312, ph 9881 0133', '+61898810133'],
  ['Gus Orr, 8 Pier St, Queenscliff Vic 3225, ph 5258 0133', '+61352580133'],
])('a phone as neighbours dial it gets the code of its state: %s', (text, phone) => {
  expect(readAddress(text)[0]).toMatchObject({ country: 'AU', phone });
});

test.each([
  ['88 rue Caron, Rimouski QC G5L 3A1, attn Luc Roy, poste 23, 418 555-0141', '+14185550141-23'],
  ["Luc Roy, 88 rue Caron, Rimouski QC G5L 3A1, 418 555-0142. Le poste c'est 340", '+14185550142-340'],
  ['Ext=4417; Switchboard=01463 555 014; Dr Ann Low, 7 Old Rd, Inverness IV2 3AB', '+441463555014-4417'],
  ['Wim Bos, Kerkstraat 8, 1811 AB Alkmaar, toestel 214, 072 511 0012', '+31725110012-214'],
  // A mobile has none, and an Italian flat is none.
  ['Ann Low, 7 Old Rd, Inverness IV2 3AB, ext 44, 07700 900 411', '+447700900411'],
  ['Pia Conti, via Larga 8, interno 12, 20122 Milano, 02 5550 1234', '+390255501234'],
])('the number inside a firm may stand apart: %s', (text, phone) => {
  expect(phoneOf(text)).toBe(phone);
});

test.each([
  ['Ann Low, 7 Bay St, Ashland, Wisc. 54806, 715-555-0133', 'WI', 'Ashland'],
  ['Ann Low, 7 Bay St, Alma Nebr. 68920, 308-555-0133', 'NE', 'Alma'],
  ['Ann Low, 7 Bay St, Marion, N. Carolina 28752, 828-555-0133', 'NC', 'Marion'],
  ['Ann Low, 7 Bay St, Lunenburg N.S. B0J 2C0, 902-555-0133', 'NS', 'Lunenburg'],
  ['Ann Low, 7 Bay St, Gander, Nfld. A1V 1A1, 709-555-0133', 'NL', 'Gander'],
  ['Ann Low, 7 Bay St, Renmark, South Aust. 5341, 0491 570 156', 'SA', 'Renmark'],
])('states in their old short forms: %s', (text, province, city) => {
  expect(readAddress(text)[0]).toMatchObject({ province, city });
});
