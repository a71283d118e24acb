import { describe, expect, it } from 'vitest';
import {
  changeShare,
  consequencesOf,
  isRising,
  isSameLadder,
  ladderText,
  type PriceCell,
  readLadder,
} from './price-grid-rules.ts';

const ladder = [
  { min_pages: 1, price: 1.2 },
  { min_pages: 50, price: 1 },
];
const cell = (more: Partial<PriceCell> = {}): PriceCell =>
  Object.assign(
    { size: '4x6', paper_type: 'glossy', color_mode: 'color', sides: 'one-sided' } satisfies PriceCell,
    more,
  );

describe('a ladder in its cell', () => {
  it('is written so that it can be read again', () => {
    const text = ladderText(ladder, 'CNY');
    expect(text).toBe('1.20; 50: 1.00');
    expect(readLadder(text, 'CNY')).toEqual({ rungs: ladder });
    expect(ladderText([{ min_pages: 1, price: 120 }], 'JPY')).toBe('120');
    expect(ladderText([], 'CNY')).toBe('');
  });

  it.each([
    ['1.2, 50: 1', 'commas'],
    ['50:1;1.2', 'any order'],
    ['1.2;50+1', 'a plus'],
    ['1.2；50：1.00', 'Chinese signs'],
    ['1.2、50: 1', 'the Chinese comma of lists'],
    ['1: 1.2\n50: 1', 'lines'],
    ['１．２；５０：１', 'full-width digits'],
  ])('%j is the same (%s)', (typed) => {
    expect(readLadder(typed, 'CNY')).toEqual({ rungs: ladder });
  });

  it.each([
    ['abc', 'unreadable'],
    ['-1', 'unreadable'],
    ['1.2; 0: 1', 'unreadable'],
    ['1e3', 'unreadable'],
    ['Infinity', 'unreadable'],
    ['=1+1', 'unreadable'],
    ['50: 1.00', 'no-first'],
    ['1.2; 1: 1.1', 'twice'],
    ['1.2; 50: 1; 50: 0.9', 'twice'],
    ['1.234', 'decimals'],
    [Array.from({ length: 21 }, (_, index) => `${index + 1}: 1`).join(';'), 'too-many'],
  ])('%j: %s', (typed, problem) => {
    expect(readLadder(typed, 'CNY')).toMatchObject({ problem });
  });

  it('nothing is no price', () => {
    expect(readLadder(' ; ', 'CNY')).toEqual({ rungs: [] });
    expect(readLadder('1.5', 'JPY')).toMatchObject({ problem: 'decimals' });
  });
});

describe('what a change does', () => {
  const has = { hasColor: true };
  const none = { hasColor: false };
  it.each([
    [cell(), [], ladder, has, ['offered']],
    [cell(), ladder, [], none, ['not-offered']],
    [cell({ sides: 'two-sided-long-edge' }), [], ladder, has, ['two-sided']],
    [cell({ sides: 'two-sided-long-edge' }), ladder, [], has, ['not-two-sided']],
    [cell({ color_mode: 'monochrome' }), ladder, [], has, ['as-color']],
    [cell({ color_mode: 'monochrome' }), [], ladder, none, ['never-offered']],
    [cell(), ladder, [{ min_pages: 1, price: 1 }], has, []],
    [
      cell(),
      ladder,
      [
        { min_pages: 1, price: 1 },
        { min_pages: 9, price: 2 },
      ],
      has,
      ['rising'],
    ],
  ])('%j from %j to %j', (where, before, after, more, expected) => {
    expect(consequencesOf({ cell: where, before, after }, more)).toEqual(expected);
  });

  it('is measured by the first price', () => {
    expect(changeShare({ cell: cell(), before: ladder, after: [{ min_pages: 1, price: 1.5 }] })).toBeCloseTo(
      0.25,
    );
    expect(changeShare({ cell: cell(), before: [], after: ladder })).toBeUndefined();
    expect(isSameLadder(ladder, structuredClone(ladder))).toBe(true);
    expect(isSameLadder(ladder, ladder.slice(0, 1))).toBe(false);
    expect(isRising(ladder)).toBe(false);
  });
});
