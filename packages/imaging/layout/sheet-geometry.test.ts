import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePage } from '../sheet/prepare-pages.ts';
import { layoutOnSheet, turnedBack } from './photo-plan.ts';
import { pixelOfPaper, placesOf, type Sheet, sheetPixels } from './sheet-geometry.ts';

const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };
const sheetOf = (widthHmm: number, heightHmm: number, dpi: number, more: Partial<Sheet> = {}): Sheet => ({
  widthHmm,
  heightHmm,
  dpiX: dpi,
  dpiY: dpi,
  marginsHmm: noMargins,
  ...more,
});

/** As a printer that enlarges evenly so that so many hundredths of a millimetre go beyond each edge. */
const overspray = (width: number, height: number, { left, right, top, bottom }: typeof noMargins) => ({
  offsetXHmm: -left,
  scaleX: (width + left + right) / width,
  offsetYHmm: -top,
  scaleY: (height + top + bottom) / height,
});

describe('the pixels of a sheet', () => {
  it.each([
    ['102 x 152 mm at 300 dpi', sheetOf(10_160, 15_240, 300), 1200, 1800],
    ['102 x 152 mm at 360 dpi', sheetOf(10_160, 15_240, 360), 1440, 2160],
    ['102 x 152 mm at 600 dpi', sheetOf(10_160, 15_240, 600), 2400, 3600],
    ['A4 at 600 dpi', sheetOf(21_000, 29_700, 600), 4961, 7016],
    ['A3 at 600 dpi', sheetOf(29_700, 42_000, 600), 7016, 9921],
    ['A4 at 600 x 300 dpi', { ...sheetOf(21_000, 29_700, 600), dpiY: 300 }, 4961, 3508],
  ])('%s', (_name, sheet, widthPx, heightPx) => {
    expect(sheetPixels(sheet)).toEqual({ widthPx, heightPx });
    expect(placesOf(sheet)).toMatchObject({ area: { leftPx: 0, topPx: 0, widthPx, heightPx } });
  });

  it('stay the same whatever margins and corrections there are', () => {
    const correction = overspray(10_160, 15_240, { left: 200, right: 250, top: 300, bottom: 100 });
    expect(sheetPixels(sheetOf(10_160, 15_240, 300, { correction }))).toEqual({
      widthPx: 1200,
      heightPx: 1800,
    });
  });
});

describe('the printable part', () => {
  it('lies inside the true margins, to the pixel', () => {
    const marginsHmm = { top: 102, right: 340, bottom: 1168, left: 340 };
    const { area, bleeds } = placesOf(sheetOf(21_000, 29_700, 300, { marginsHmm }));
    expect(bleeds).toBe(false);
    // 3.40 mm are 40.16 pixels: not one of them may be printed on.
    expect(area.leftPx).toBe(41);
    expect(area.topPx).toBe(13);
    expect(area.leftPx + area.widthPx).toBe(2440);
    expect(area.topPx + area.heightPx).toBe(3369);
  });

  it('is what the overspray leaves of a borderless sheet', () => {
    const correction = overspray(10_160, 15_240, { left: 254, right: 254, top: 254, bottom: 254 });
    const { area, bleeds, dpiX } = placesOf(sheetOf(10_160, 15_240, 300, { correction }));
    expect(bleeds).toBe(true);
    expect(area).toEqual({ leftPx: 29, topPx: 29, widthPx: 1142, heightPx: 1742 });
    // What stays on paper is printed with that much less than 300 dots an inch.
    expect(dpiX).toBeCloseTo((300 * 10_160) / (10_160 + 508), 6);
    expect(Math.abs((area.widthPx / dpiX) * 2540 - 10_160)).toBeLessThan(2540 / 300);
  });

  it('puts a point of the paper where the printer brings it back to', () => {
    const lengths = fc.integer({ min: -300, max: 300 });
    const scale = fc.double({ min: 0.97, max: 1.06, noNaN: true });
    fc.assert(
      fc.property(
        lengths,
        lengths,
        scale,
        scale,
        fc.nat(10_160),
        (offsetXHmm, offsetYHmm, scaleX, scaleY, at) => {
          const sheet = sheetOf(10_160, 15_240, 300, {
            correction: { offsetXHmm, offsetYHmm, scaleX, scaleY },
          });
          const { xPx, yPx } = pixelOfPaper(sheet, { xHmm: at, yHmm: at });
          expect(offsetXHmm + scaleX * ((xPx / 300) * 2540)).toBeCloseTo(at, 6);
          expect(offsetYHmm + scaleY * ((yPx / 300) * 2540)).toBeCloseTo(at, 6);
        },
      ),
    );
  });
});

const edgesOf = (edges: typeof noMargins) => edges.left + edges.right;

describe('a photo on a sheet', () => {
  it('fills every pixel, for any photo, margins and overspray', () => {
    const size = fc.integer({ min: 300, max: 6000 });
    const margin = fc.constantFrom(0, 125, 300, 1168);
    const side = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(
        size,
        size,
        margin,
        side,
        side,
        fc.constantFrom('fill' as const, 'fit' as const),
        (w, h, m, left, top, fit) => {
          const correction =
            m === 0 ? overspray(10_160, 15_240, { left, right: top, top, bottom: left }) : undefined;
          const marginsHmm = { top: m, right: m, bottom: m, left: m };
          const sheet = sheetOf(10_160, 15_240, 300, { marginsHmm, correction });
          const { plan } = layoutOnSheet(sheet, { widthPx: w, heightPx: h, fit });
          const { crop, mirror, white, scaled } = plan;
          expect(crop.widthPx + edgesOf(mirror) + edgesOf(white)).toBe(1200);
          expect(crop.heightPx + mirror.top + mirror.bottom + white.top + white.bottom).toBe(1800);
          expect(crop.leftPx).toBeGreaterThanOrEqual(0);
          expect(crop.topPx).toBeGreaterThanOrEqual(0);
          expect(crop.leftPx + crop.widthPx).toBeLessThanOrEqual(scaled.widthPx);
          expect(crop.topPx + crop.heightPx).toBeLessThanOrEqual(scaled.heightPx);
          if (m === 0 && fit === 'fill') expect(Object.values(white)).toEqual([0, 0, 0, 0]);
          if (m > 0) expect(Object.values(mirror)).toEqual([0, 0, 0, 0]);
          const back = turnedBack(plan);
          expect(back.crop.widthPx + edgesOf(back.mirror) + edgesOf(back.white)).toBe(1800);
        },
      ),
    );
  });

  it('shows the same of a photo with overspray as without: what is cut off is what was added', () => {
    const correction = overspray(10_160, 15_240, { left: 254, right: 254, top: 254, bottom: 254 });
    const photo = { widthPx: 2400, heightPx: 3600, fit: 'fill' } as const;
    const { plan } = layoutOnSheet(sheetOf(10_160, 15_240, 300, { correction }), photo);
    // The whole photo is on the visible part; beyond it stands its mirror image.
    expect(plan.crop).toEqual({ leftPx: 0, topPx: 0, widthPx: 1142, heightPx: 1742 });
    expect(plan.mirror).toEqual({ left: 29, top: 29, right: 29, bottom: 29 });
    const wide = layoutOnSheet(sheetOf(10_160, 15_240, 300, { correction }), { ...photo, widthPx: 3000 });
    // A photo that is cut anyway goes on beyond the edge with its own pixels.
    expect(wide.plan.mirror).toEqual({ left: 0, top: 29, right: 0, bottom: 29 });
  });

  it('is shrunk into the margins, and never clipped by them', () => {
    const marginsHmm = { top: 300, right: 300, bottom: 1200, left: 300 };
    const photo = { widthPx: 2400, heightPx: 3600, fit: 'fit' } as const;
    const { plan } = layoutOnSheet(sheetOf(10_160, 15_240, 300, { marginsHmm }), photo);
    expect(plan.crop).toEqual({
      leftPx: 0,
      topPx: 0,
      widthPx: plan.scaled.widthPx,
      heightPx: plan.scaled.heightPx,
    });
    expect(plan.white.bottom).toBeGreaterThanOrEqual(142);
    expect(plan.white.top).toBeGreaterThanOrEqual(36);
  });

  it('keeps its shape where the printer has other dots across than along', () => {
    const sheet = { ...sheetOf(10_000, 15_000, 600), dpiY: 300 };
    const { plan, effectivePpi } = layoutOnSheet(sheet, { widthPx: 1000, heightPx: 1000, fit: 'fit' });
    expect([plan.crop.widthPx, plan.crop.heightPx]).toEqual([2362, 1181]);
    expect(effectivePpi).toBeCloseTo(254, 0);
  });
});

it('puts a page of the size of the sheet on every pixel of it, and turns one that lies across', () => {
  const sheet = sheetOf(21_000, 29_700, 300);
  const area = { leftPx: 0, topPx: 0, widthPx: 2480, heightPx: 3508 };
  expect(placePage(sheet, { widthMm: 210, heightMm: 297, fit: 'fit' })).toEqual({
    widthPx: 2480,
    heightPx: 3508,
    isTurned: false,
    area,
  });
  expect(placePage(sheet, { widthMm: 297, heightMm: 210, fit: 'fit' })).toMatchObject({
    isTurned: true,
    area,
  });
});
