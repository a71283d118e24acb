/** Twice the size by Lanczos: places, edges, and what a filter must not change. */
import { describe, expect, it } from 'vitest';
import { enlargeRow } from './lanczos-rows.ts';

function enlarge(rgb: number[], widthPx: number, heightPx: number): number[][] {
  const picture = { rgb: Uint8Array.from(rgb), widthPx, heightPx };
  const work = new Float64Array(3 * widthPx);
  return Array.from({ length: 2 * heightPx }, (_, y) => {
    const row = new Float64Array(6 * widthPx);
    enlargeRow(picture, y, row, work);
    return [...row];
  });
}

describe('twice the size by Lanczos', () => {
  it('leaves what is even even, to its edges', () => {
    const rows = enlarge(
      Array.from({ length: 3 * 35 }, (_, i) => [7, 130, 255][i % 3]!),
      7,
      5,
    );
    for (const row of rows) {
      row.forEach((value, i) => {
        expect(value).toBeCloseTo([7, 130, 255][i % 3]!, 1);
      });
    }
  });

  it('puts new pixels a quarter of a pixel beside the old one', () => {
    const [wide, high] = [20, 16];
    const ramp = Array.from({ length: wide * high }, (_, i) => {
      const [x, y] = [i % wide, Math.floor(i / wide)];
      return [4 * x + 20, 6 * y + 20, 2 * x + 3 * y];
    }).flat();
    const rows = enlarge(ramp, wide, high);
    for (let y = 6; y < 2 * high - 6; y++) {
      for (let x = 6; x < 2 * wide - 6; x++) {
        const [ownX, ownY] = [(x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5];
        const expected = [4 * ownX + 20, 6 * ownY + 20, 2 * ownX + 3 * ownY];
        expected.forEach((value, c) => {
          expect(Math.abs(rows[y]![3 * x + c]! - value)).toBeLessThan(0.25);
        });
      }
    }
  });

  it('makes a picture of one pixel one of four', () => {
    expect(enlarge([9, 99, 199], 1, 1).map((row) => row.map(Math.round))).toEqual([
      [9, 99, 199, 9, 99, 199],
      [9, 99, 199, 9, 99, 199],
    ]);
  });
});
