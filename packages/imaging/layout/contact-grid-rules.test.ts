import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseGrid, type GridQuestion, maxColumns, maxRows } from './contact-grid-rules.ts';

const photo4x6 = { widthHmm: 10_160, heightHmm: 15_240 };
const a4 = { widthHmm: 21_000, heightHmm: 29_700 };
const of = (count: number, aspect: number): number[] => Array.from({ length: count }, () => aspect);
const ask = (aspects: number[], more: Partial<GridQuestion> = {}) =>
  chooseGrid({ aspects, paper: photo4x6, gapHmm: 300, hasCaptions: true, ...more });

describe('a grid that nobody chose', () => {
  it.each([
    ['two landscapes', of(2, 1.5), photo4x6, { columns: 1, rows: 2, sheets: 1, widthHmm: 10_160 }],
    ['two portraits', of(2, 2 / 3), photo4x6, { columns: 2, rows: 1, sheets: 1, widthHmm: 15_240 }],
    ['four landscapes', of(4, 1.5), photo4x6, { columns: 2, rows: 2, sheets: 1, widthHmm: 15_240 }],
    ['24 landscapes', of(24, 1.5), a4, { columns: 5, rows: 5, sheets: 1, widthHmm: 29_700 }],
    ['24 portraits', of(24, 2 / 3), a4, { columns: 5, rows: 5, sheets: 1, widthHmm: 21_000 }],
    ['a roll of film', of(36, 1.5), photo4x6, { columns: 5, rows: 8, sheets: 1, widthHmm: 10_160 }],
  ])('has %s as large as they can be', (_name, aspects, paper, grid) => {
    expect(ask(aspects, { paper })).toMatchObject(grid);
  });

  it('takes another sheet before pictures get too small to be recognised', () => {
    const grid = ask(of(200, 1.5))!;
    expect(grid.sheets).toBe(5);
    expect(grid.columns * grid.rows).toBe(40);
    expect(ask(of(100, 1.5), { paper: a4 })!.sheets).toBe(1);
  });

  it('has room for captions only where there are any', () => {
    expect(ask(of(40, 1), { hasCaptions: false })!.captionHmm).toBe(0);
    expect(ask(of(40, 1))!.captionHmm).toBe(400);
  });

  it('covers at least as much paper as any other grid on as few sheets', () => {
    const questions = fc.record({
      count: fc.integer({ min: 2, max: 60 }),
      aspect: fc.constantFrom(0.5, 2 / 3, 0.75, 1, 4 / 3, 1.5, 2.5),
      orientation: fc.constantFrom('portrait', 'landscape'),
    });
    fc.assert(
      fc.property(questions, ({ count, aspect, orientation }) => {
        const more = { orientation, paper: a4 } as const;
        const chosen = ask(of(count, aspect), more)!;
        const width = (columns: number) => (chosen.widthHmm - 1000 + 300) / columns - 300;
        const height = (rows: number) => (chosen.heightHmm - 1000 + 300) / rows - 700;
        const sizeIn = (columns: number, rows: number) =>
          Math.min(width(columns), Math.max(0, height(rows)) * aspect);
        for (let columns = 1; columns <= maxColumns; columns += 1)
          for (let rows = Math.ceil(count / columns); rows <= maxRows; rows += 1)
            expect(sizeIn(columns, rows)).toBeLessThanOrEqual(sizeIn(chosen.columns, chosen.rows) + 2);
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});

describe('a grid that was asked for', () => {
  it('is kept, with no more sheets than it needs', () => {
    for (const [count, sheets] of [
      [2, 1],
      [12, 1],
      [13, 2],
      [24, 2],
      [25, 3],
    ] as const)
      expect(ask(of(count, 1.5), { columns: 3, rows: 4 })).toMatchObject({ columns: 3, rows: 4, sheets });
  });

  it('lets the other side be chosen, and the paper lie as it was asked to', () => {
    expect(ask(of(9, 1), { columns: 3, orientation: 'portrait' })).toMatchObject({ columns: 3, rows: 3 });
    expect(ask(of(9, 1), { rows: 1 })).toMatchObject({ columns: 9, rows: 1, sheets: 1, widthHmm: 15_240 });
    expect(ask(of(2, 2 / 3), { orientation: 'portrait' })).toMatchObject({ widthHmm: 10_160 });
  });

  it('has no room where cells would be smaller than five millimetres', () => {
    expect(ask(of(150, 1), { columns: 10, rows: 15 })).toBeUndefined();
    expect(ask(of(150, 1), { columns: 10, rows: 15, paper: a4 })).toBeDefined();
    expect(ask(of(4, 1), { gapHmm: 2000, columns: 6 })).toBeUndefined();
  });
});
