/** Of two places in Latin letters, each with its town, of which nothing says which one counts, the one told of last is read. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string, country: string) => readAddress(text, country)[0];

describe('a place that is told of later', () => {
  it.each([
    [
      'NZ',
      'The courier app has me at 14 Kowhai Terrace, Whanganui 4500 as ever. Parcel goes to 82 Beach Road, Waihi Beach 3611, Tessa Hollis, 021 555 019',
      '82 Beach Road',
      '3611',
    ],
    [
      'DE',
      'In der Kundenkartei steht Lindenweg 4, 49074 Osnabrück. Jana Ewers, Rosenstraße 17, 26122 Oldenburg, 0151 23456780',
      'Rosenstraße 17',
      '26122',
    ],
    [
      'NL',
      'Pakket lag eerst klaar op Dorpsweg 9, 1697 KE Schellinkhout. Anouk Blom, Havenkade 31, 8861 XD Harlingen, 06 12345670',
      'Havenkade 31',
      '8861 XD',
    ],
  ])('is the one that counts: %s', (country, text, detail, postcode) => {
    const got = read(text, country);
    expect(got).toMatchObject({ detail, postcode });
    expect(got.leftover.length).toBeGreaterThan(0);
  });

  it.each([
    [
      'GB',
      'Flat 4, Harbour Court, 12 Quay Street, Falmouth TR11 3HH, Denzil Rowe',
      'Flat 4, Harbour Court, 12 Quay Street',
      'TR11 3HH',
    ],
    ['US', 'Nora Fields, 410 Elm St, Unit 12, Ames, IA 50010', '410 Elm St, Unit 12', '50010'],
    [
      'NL',
      'Ziekenhuis De Brug, Laan 5, 7411 AA Deventer, afdeling B2, kamer 14, voor Els Kuiper',
      'Ziekenhuis De Brug, Laan 5, afdeling B2, kamer 14',
      '7411 AA',
    ],
  ])('is none where a house has parts: %s, %s', (country, text, detail, postcode) => {
    expect(read(text, country)).toMatchObject({ detail, postcode });
  });
});
