/** Of two places in Latin letters, each with its town, of which nothing says which one counts, the one told of last is read. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

const read = (text: string, country: string) => readAddress(text, country)[0];

describe('a place that is told of later', () => {
  it.each([
    [
      'NZ',
      'Pick up one lamp from Ann Hale, 3 Mill Lane, Otaki 5512, 027 555 0111, take it to Sione Fifita at 46 Queen Street, Apartment 12, Levin 5510, 027 555 0122',
      '46 Queen Street, Apartment 12',
      '5510',
    ],
    [
      'FR',
      'je garde les deux : 11 rue des Tanneurs, 67000 Strasbourg, bureau, et 30 avenue de la Forêt, 68000 Colmar, maison, Lise Muller 06 12 34 56 70',
      '30 avenue de la Forêt',
      '68000',
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
