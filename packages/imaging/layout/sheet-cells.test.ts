import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PixelArea } from './photo-layout.ts';
import { type Arrangement, arrangeSheet, picturesPerSheet, withSlip } from './sheet-cells.ts';
import { placesOf, type Sheet } from './sheet-geometry.ts';

const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };
const sheetOf = (widthHmm: number, heightHmm: number, more: Partial<Sheet> = {}): Sheet => ({
  widthHmm,
  heightHmm,
  dpiX: 300,
  dpiY: 300,
  marginsHmm: noMargins,
  ...more,
});
const idPhoto = (widthHmm: number, heightHmm: number): Arrangement => ({
  kind: 'id_photo',
  widthHmm,
  heightHmm,
});
const one = { first: 1, count: 1 };
const arranged = (sheet: Sheet, arrangement: Arrangement, numbers = one) =>
  arrangeSheet(placesOf(sheet), arrangement, numbers);

const overlap = (a: PixelArea, b: PixelArea): boolean =>
  a.leftPx < b.leftPx + b.widthPx &&
  b.leftPx < a.leftPx + a.widthPx &&
  a.topPx < b.topPx + b.heightPx &&
  b.topPx < a.topPx + a.heightPx;
const within = (inner: PixelArea, outer: PixelArea): boolean =>
  inner.leftPx >= outer.leftPx &&
  inner.topPx >= outer.topPx &&
  inner.leftPx + inner.widthPx <= outer.leftPx + outer.widthPx &&
  inner.topPx + inner.heightPx <= outer.topPx + outer.heightPx;

describe('ID photos', () => {
  it.each([
    ['35x45', 3500, 4500, 6, false],
    ['2x2 inch', 5080, 5080, 2, false],
    ['one inch', 2500, 3500, 10, true],
    ['two inches', 3500, 4900, 4, false],
    ['50x70', 5000, 7000, 2, false],
  ])('%s on 4x6: exact to half a pixel, as many as have room', (_name, width, height, count, isTurned) => {
    const sheet = arranged(sheetOf(10_160, 15_240), idPhoto(width, height))!;
    expect([sheet.cells.length, sheet.isTurned]).toEqual([count, isTurned]);
    for (const { widthPx, heightPx } of sheet.cells) {
      const [across, along] = sheet.isTurned ? [heightPx, widthPx] : [widthPx, heightPx];
      expect(Math.abs(across - (width * 300) / 2540)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(along - (height * 300) / 2540)).toBeLessThanOrEqual(0.5);
    }
  });

  it('are exact where the pixels are not square, and where the printer enlarges', () => {
    const oblong = arranged(sheetOf(10_160, 15_240, { dpiX: 600, dpiY: 300 }), idPhoto(3500, 4500))!;
    expect(oblong.cells[0]).toMatchObject({ widthPx: Math.round((3500 * 600) / 2540), heightPx: 531 });
    const correction = { offsetXHmm: -150, offsetYHmm: -150, scaleX: 1.03, scaleY: 1.02 };
    const enlarged = arranged(sheetOf(10_160, 15_240, { correction }), idPhoto(3500, 4500))!;
    expect(enlarged.cells[0]).toMatchObject({
      widthPx: Math.round(413.386 / 1.03),
      heightPx: Math.round(531.496 / 1.02),
    });
  });

  it('have no room on paper that is too small', () => {
    expect(arranged(sheetOf(5000, 5000), idPhoto(5080, 5080))).toBeUndefined();
  });

  it('never have a mark in a picture, nor one that is off the sheet or another picture', () => {
    const lengths = fc.integer({ min: 1500, max: 9000 });
    const cases = fc.record({
      width: lengths,
      height: lengths,
      dpi: fc.constantFrom(180, 300, 360, 600),
      margin: fc.constantFrom(0, 300, 423),
      sheet: fc.constantFrom([8900, 12_700], [10_160, 15_240], [21_000, 29_700], [20_320, 12_700]),
      slip: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ width, height, dpi, margin, sheet: [w, h], slip }) => {
        const marginsHmm = { top: margin, right: margin, bottom: margin, left: margin };
        const whole = placesOf(sheetOf(w!, h!, { dpiX: dpi, dpiY: dpi, marginsHmm }));
        const { places, ink: words } = slip
          ? withSlip(whole, 'P4X7-K2M9  #1  x2')
          : { places: whole, ink: [] };
        const sheet = arrangeSheet(places, idPhoto(width, height), one);
        if (!sheet) return;
        for (const [index, cell] of sheet.cells.entries()) {
          expect(within(cell, places.area)).toBe(true);
          expect([...sheet.ink, ...words].filter((mark) => overlap(mark, cell))).toEqual([]);
          expect(sheet.cells.slice(index + 1).filter((other) => overlap(other, cell))).toEqual([]);
        }
        const paper = { leftPx: 0, topPx: 0, widthPx: whole.widthPx, heightPx: whole.heightPx };
        expect([...sheet.ink, ...words].filter((mark) => !within(mark, paper))).toEqual([]);
      }),
      { numRuns: 150, seed: 5 },
    );
  });
});

describe('contact sheets', () => {
  const grid = { kind: 'contact_sheet', columns: 3, rows: 4, captions: true } as const;

  it('fill the area with equal cells, and number what is there', () => {
    const numbers = { first: 13, count: 5 };
    const sheet = arranged(sheetOf(21_000, 29_700), grid, numbers)!;
    expect(sheet.cells).toHaveLength(5);
    expect(new Set(sheet.cells.map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`)).size).toBe(1);
    expect(sheet.ink.every((ink) => sheet.cells.every((cell) => !overlap(ink, cell)))).toBe(true);
    const bare = arranged(sheetOf(21_000, 29_700), { ...grid, captions: false }, numbers)!;
    expect(bare.ink).toEqual([]);
    expect(bare.cells[0]!.heightPx).toBeGreaterThan(sheet.cells[0]!.heightPx);
    expect(picturesPerSheet(grid)).toBe(12);
  });

  it('have no room for more cells than there are pixels', () => {
    expect(arranged(sheetOf(1000, 1000), { ...grid, columns: 10, rows: 15 })).toBeUndefined();
  });
});
