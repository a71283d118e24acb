/** What the answers for half the size add to those for the whole, told by hand. */
import { describe, expect, it } from 'vitest';
import type { Plane8 } from '../kernels/kernel-planes.ts';
import { addWide, listPieces } from './damage-search.ts';

interface Mark {
  left: number;
  top: number;
  widthPx: number;
  heightPx: number;
  chance: number;
}

function chancesWith(widthPx: number, heightPx: number, marks: readonly Mark[]): Plane8 {
  const samples = new Uint8Array(widthPx * heightPx);
  for (const mark of marks) {
    for (let y = mark.top; y < mark.top + mark.heightPx; y++) {
      const from = y * widthPx + mark.left;
      samples.fill(mark.chance, from, from + mark.widthPx);
    }
  }
  return { samples, widthPx, heightPx };
}

const at = ({ samples, widthPx }: Plane8, x: number, y: number) => samples[y * widthPx + x];

const wide = { left: 10, top: 8, widthPx: 12, heightPx: 12 };

describe('what smaller sizes add', () => {
  it('is what is wide and as good as certain there', () => {
    const whole = chancesWith(81, 61, []);
    addWide(whole, chancesWith(40, 30, [{ ...wide, chance: 240 }]));
    for (const [x, y] of [
      [20, 28],
      [43, 28],
      [32, 16],
      [32, 39],
    ] as const) {
      expect(at(whole, x, y)).toBe(240);
    }
    for (const [x, y] of [
      [19, 28],
      [44, 28],
      [32, 15],
      [32, 40],
    ] as const) {
      expect(at(whole, x, y)).toBe(0);
    }
  });

  it('is nothing of what is only likely there', () => {
    const whole = chancesWith(81, 61, []);
    addWide(whole, chancesWith(40, 30, [{ ...wide, chance: 225 }]));
    expect(whole).toEqual(chancesWith(81, 61, []));
  });

  it('is nothing of what is thin, which the whole size shows better', () => {
    const whole = chancesWith(81, 61, []);
    addWide(whole, chancesWith(40, 30, [{ left: 4, top: 10, widthPx: 30, heightPx: 4, chance: 255 }]));
    expect(whole).toEqual(chancesWith(81, 61, []));
  });

  it('leaves what the whole size is surer of', () => {
    const before = [{ left: 22, top: 18, widthPx: 3, heightPx: 3, chance: 250 }];
    const whole = chancesWith(81, 61, before);
    addWide(whole, chancesWith(40, 30, [{ ...wide, chance: 240 }]));
    expect(at(whole, 23, 19)).toBe(250);
    expect(at(whole, 30, 30)).toBe(240);
  });
});

describe('listPieces', () => {
  it('puts together what touches, at corners too', () => {
    const marks = chancesWith(9, 7, [
      { left: 1, top: 1, widthPx: 2, heightPx: 2, chance: 9 },
      { left: 3, top: 3, widthPx: 1, heightPx: 1, chance: 255 },
      { left: 7, top: 0, widthPx: 1, heightPx: 7, chance: 1 },
    ]);
    expect(listPieces(marks).map(({ length }) => length)).toEqual([7, 5]);
  });
});
