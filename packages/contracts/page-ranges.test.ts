import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPages, pageRangesText, readPageRanges } from './page-ranges.ts';

describe('page ranges', () => {
  it.each([
    ['1-3,5', '1-3,5', 4],
    [' 5 , 1 - 3 ', '1-3,5', 4],
    ['2-4,3-6,7', '2-7', 6],
    ['10', '10', 1],
    ['1,1,1', '1', 1],
  ])('%s is %s', (text, written, count) => {
    const ranges = readPageRanges(text, 10);
    if (typeof ranges === 'string') throw new Error(ranges);
    expect(pageRangesText(ranges)).toBe(written);
    expect(countPages(ranges)).toBe(count);
  });

  it.each([
    '',
    ',',
    '0',
    '3-1',
    '1-',
    '-3',
    'a',
    '1;2',
    '1.5',
    '１',
    '1-2-3',
    '11',
    '9-11',
    '1e3',
    '9999999',
  ])('refuses %o with a sentence', (text) => {
    expect(readPageRanges(text, 10)).toMatch(/^must /);
  });

  it('name exactly the pages that were asked for, and read back as they are written', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(9));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 20 }), (wanted) => {
        const asked = new Set(wanted.flatMap(([first, more]) => pagesFrom(first, first + more)));
        const text = wanted.map(([first, more]) => `${first}-${first + more}`).join(',');
        const ranges = readPageRanges(text, 100);
        if (typeof ranges === 'string') throw new Error(ranges);
        expect(ranges.flatMap(({ first, last }) => pagesFrom(first, last))).toEqual(
          [...asked].toSorted((a, b) => a - b),
        );
        expect(readPageRanges(pageRangesText(ranges), 100)).toEqual(ranges);
      }),
    );
  });
});

const pagesFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
