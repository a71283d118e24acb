/** A place that is questioned and denied in one breath, and a street that stands in a message twice. */
import { describe, expect, test } from 'vitest';
import { withoutEcho } from '../abroad/street-echo.ts';
import { readAddress } from '../parse-address.ts';
import { questionedIn } from './questioned-places.ts';

describe('a place that is questioned and denied', () => {
  test.each([
    [
      '18 Alder cres, then its Halifax?? no Dartmouth, NS B2W 5N1, Jax Moore, 902 555 0150',
      { city: 'Dartmouth', detail: '18 Alder cres' },
    ],
    [
      'Send it to 14 Harbour Rd, Perth? hmm, it’s 41 Pier Street, East Fremantle WA 6158, Kim Toll, 0491 570 156',
      { city: 'East Fremantle', detail: '41 Pier Street' },
    ],
    [
      '9 Kea Valley Rd, RD 2? No, we are in town: 9 Kea Street, Levin 5510. Fay Auld. 06 368 2444',
      { city: 'Levin', detail: '9 Kea Street' },
    ],
    [
      'Mia Kranz, Ahornweg 8? nein, Ahornring 18, 34117 Kassel, 0171 5550141',
      { city: 'Kassel', detail: 'Ahornring 18' },
    ],
    [
      'Lucie Roy, 12 rue Haute ? non, 21 rue Basse, 76000 Rouen, 06 39 98 00 21',
      { city: 'Rouen', detail: '21 rue Basse' },
    ],
    [
      'Eva Soto, calle Luna 8? no, calle Sol 18, 41001 Sevilla, 612 00 00 24',
      { city: 'Sevilla', detail: 'calle Sol 18' },
    ],
    [
      'Wim Bos, Dorpsweg 8? nee, Kerkstraat 18, 1811 AB Alkmaar, 06 12340012',
      { city: 'Alkmaar', detail: 'Kerkstraat 18' },
    ],
  ])('is left over: %s', (text, parts) => {
    expect(readAddress(text)[0]).toMatchObject(parts);
  });

  test.each([
    'Can you leave it at the shed? no, right. 52 Back Lane, Thirsk YO7 1JD, Ken Moss',
    'Ken Moss, 52 Back Lane, Thirsk YO7 1JD? No. 12 is my neighbour',
    'Is 07700 900123 right? no texts please. Ken Moss, 52 Back Lane, Thirsk YO7 1JD',
    'Ken Moss, 52 Back Lane, Thirsk YO7 1JD? no idea',
  ])('nothing else is: %s', (text) => {
    expect(questionedIn(text)).toBeUndefined();
  });
});

describe('a street that stands twice', () => {
  const detail = (text: string): string =>
    withoutEcho([{ text, line: 0, label: undefined, byPhone: false }])
      .map((segment) => segment.text)
      .join(', ');

  test.each([
    ['4 Birch Ct, 4 Birch Court', '4 Birch Court'],
    ['122 Salt Rd., 122 Salt Rd, flat 1', '122 Salt Rd, flat 1'],
    ['Pea Hill Rd. 1204 Pea Hill Rd, Lot 4', '1204 Pea Hill Rd, Lot 4'],
    ['12 rue Haute, rue Haute', '12 rue Haute'],
    ['Kerkstraat 18, Kerkstraat 18', 'Kerkstraat 18'],
    ['via Larga, via Larga 8', 'via Larga 8'],
  ])('%s', (written, kept) => {
    expect(detail(written)).toBe(kept);
  });

  test.each([
    'Mill House, 4 Mill House Lane',
    'Flat 2, 12 Flat Rd',
    '12 High St. Johns Rd',
    '3 Elm St, 5 Elm St',
    'The Court, 4 Court Rd',
  ])('stays: %s', (written) => {
    expect(detail(written)).toBe(written);
  });
});
