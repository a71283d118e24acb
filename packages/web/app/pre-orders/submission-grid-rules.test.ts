import { describe, expect, it } from 'vitest';
import { placeAfter, placeWithout, withRange, withToggled } from './submission-grid-rules.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

describe('keys on a grid', () => {
  it('never leave it, whatever its width and however many there are', () => {
    const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'];
    for (let count = 1; count <= 9; count += 1)
      for (let columns = 0; columns <= 5; columns += 1)
        for (let at = 0; at < count; at += 1)
          for (const key of keys) {
            const to = placeAfter(key, { at, count, columns })!;
            expect(to >= 0 && to < count).toBe(true);
          }
    expect(placeAfter('ArrowDown', { at: 0, count: 0, columns: 3 })).toBeUndefined();
    expect(placeAfter('a', { at: 0, count: 3, columns: 3 })).toBeUndefined();
  });

  it('down and up stay in their column, and reach a shorter last row', () => {
    const grid = { count: 5, columns: 3 };
    expect(placeAfter('ArrowDown', { at: 1, ...grid })).toBe(4);
    expect(placeAfter('ArrowUp', { at: 4, ...grid })).toBe(1);
    expect(placeAfter('ArrowDown', { at: 2, ...grid })).toBe(4);
    expect(placeAfter('ArrowDown', { at: 4, ...grid })).toBe(4);
    expect(placeAfter('ArrowUp', { at: 1, ...grid })).toBe(1);
  });
});

it('after a decision one stands on the next that waits', () => {
  expect(placeWithout(ids, 1, new Set(['b']))).toBe(1);
  expect(placeWithout(ids, 1, new Set(['a', 'b', 'c']))).toBe(0);
  expect(placeWithout(ids, 4, new Set(['e']))).toBe(3);
  expect(placeWithout(ids, 2, new Set(ids))).toBe(-1);
});

it('several are chosen from either end, and one by one', () => {
  expect([...withRange(new Set(['e']), ids, { from: 2, to: 0 })].sort()).toEqual(['a', 'b', 'c', 'e']);
  expect([...withToggled(new Set(['a']), 'b')]).toEqual(['a', 'b']);
  expect([...withToggled(new Set(['a', 'b']), 'a')]).toEqual(['b']);
});
