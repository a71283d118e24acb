import { describe, expect, it } from 'vitest';
import { forwardBlock, inverseBlock, wavyPixels } from '../testing/kernel-samples.ts';
import { type DeblockRgbOptions, deblockRgb, tablesOfQuality } from './deblock-rgb.ts';
import type { RgbPixels } from './kernel-planes.ts';

const copyOf = (pixels: RgbPixels): RgbPixels => ({ ...pixels, rgb: pixels.rgb.slice() });
const brightnessAt = ({ rgb }: RgbPixels, place: number): number =>
  0.299 * rgb[3 * place]! + 0.587 * rgb[3 * place + 1]! + 0.114 * rgb[3 * place + 2]!;

/** Coefficients of the brightness of the block at `left`, `top`. */
function coefficientsAt(pixels: RgbPixels, [left, top]: [number, number]): number[] {
  const places = Array.from({ length: 64 }, (_, i) => (top + (i >> 3)) * pixels.widthPx + left + (i & 7));
  return forwardBlock(places.map((place) => brightnessAt(pixels, place)));
}

/** Grey pixels whose blocks from `left`, `top` on are quantised as JPEG does. */
function quantise(pixels: RgbPixels, table: readonly number[], [left, top]: [number, number]): RgbPixels {
  const done = copyOf(pixels);
  const { widthPx, heightPx } = pixels;
  for (let i = 0; i < widthPx * heightPx; i++) done.rgb.fill(brightnessAt(pixels, i), 3 * i, 3 * i + 3);
  for (let y = top; y + 8 <= heightPx; y += 8) {
    for (let x = left; x + 8 <= widthPx; x += 8) {
      const steps = coefficientsAt(done, [x, y]).map((value, i) => Math.round(value / table[i]!) * table[i]!);
      inverseBlock(steps).forEach((value, i) => {
        const at = 3 * ((y + (i >> 3)) * widthPx + x + (i & 7));
        done.rgb.fill(Math.max(0, Math.min(255, Math.round(value))), at, at + 3);
      });
    }
  }
  return done;
}

/** Mean step from column to column where blocks meet, over that elsewhere. */
function blockiness(pixels: RgbPixels, left: number): number {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let place = 0; place < pixels.widthPx * pixels.heightPx - 1; place++) {
    const x = place % pixels.widthPx;
    if (x === pixels.widthPx - 1) continue;
    const kind = (x + 1 - left) % 8 === 0 ? 1 : 0;
    sums[kind]! += Math.abs(brightnessAt(pixels, place + 1) - brightnessAt(pixels, place));
    counts[kind]! += 1;
  }
  return sums[1]! / counts[1]! / (sums[0]! / counts[0]!);
}

const distance = (a: RgbPixels, b: RgbPixels): number =>
  a.rgb.reduce((sum, value, i) => sum + (value - b.rgb[i]!) ** 2, 0);

const options: DeblockRgbOptions = { ...tablesOfQuality(15), isSubsampled: true, stepPx: 1 };

describe('deblockRgb', () => {
  it.each([
    [0, 0, 128, 96],
    [5, 3, 125, 91],
  ])('takes the steps between blocks from %i, %i on', (gridLeftPx, gridTopPx, width, height) => {
    const grey = { ...wavyPixels(width, height, 2) };
    const clean = quantise(grey, new Array(64).fill(0.01), [0, 0]);
    const blocky = quantise(grey, options.luminance, [gridLeftPx, gridTopPx]);
    const done = copyOf(blocky);
    deblockRgb(done, { ...options, gridLeftPx, gridTopPx });
    expect(blockiness(blocky, gridLeftPx)).toBeGreaterThan(1.5);
    expect(blockiness(done, gridLeftPx) - 1).toBeLessThan((blockiness(blocky, gridLeftPx) - 1) / 2);
    expect(distance(done, clean)).toBeLessThan(0.9 * distance(blocky, clean));
  });

  it.each([
    [0, 0, 64, 48],
    [3, 6, 67, 53],
    [7, 7, 2600, 380],
  ])(
    'moves no coefficient far: blocks from %i, %i on, %i x %i pixels',
    (gridLeftPx, gridTopPx, width, height) => {
      const blocky = quantise(wavyPixels(width, height, 6), options.luminance, [gridLeftPx, gridTopPx]);
      const done = copyOf(blocky);
      deblockRgb(done, { ...options, stepPx: 4, gridLeftPx, gridTopPx });
      expect(done.rgb).not.toEqual(blocky.rgb);
      for (let y = gridTopPx; y + 8 <= height; y += height > 100 ? 72 : 8) {
        for (let x = gridLeftPx; x + 8 <= width; x += width > 100 ? 80 : 8) {
          const before = coefficientsAt(blocky, [x, y]);
          coefficientsAt(done, [x, y]).forEach((value, i) => {
            // Rounding to bytes moves a coefficient by up to 8 times a half, mostly far less.
            expect(Math.abs(value - before[i]!)).toBeLessThan(0.3 * options.luminance[i]! + 2.5);
          });
        }
      }
    },
  );

  it('hardly changes a picture of the best quality, and a flat one not at all', () => {
    const pixels = wavyPixels(60, 50, 5);
    const best = { ...tablesOfQuality(100), isSubsampled: false, stepPx: 2 };
    const done = copyOf(pixels);
    deblockRgb(done, best);
    expect(Math.max(...done.rgb.map((value, i) => Math.abs(value - pixels.rgb[i]!)))).toBeLessThanOrEqual(3);
    const flat = { rgb: new Uint8Array(3 * 900).fill(99), widthPx: 30, heightPx: 30 };
    deblockRgb(flat, options);
    expect(flat.rgb.every((value) => value === 99)).toBe(true);
  });

  it.each([
    [1, 1],
    [7, 40],
    [40, 7],
  ])('leaves %i x %i pixels as they are', (width, height) => {
    const pixels = wavyPixels(width, height);
    const before = pixels.rgb.slice();
    deblockRgb(pixels, options);
    expect(pixels.rgb).toEqual(before);
  });

  it('knows the tables of libjpeg', () => {
    expect(tablesOfQuality(50).luminance.slice(0, 4)).toEqual([16, 11, 10, 16]);
    expect(tablesOfQuality(90).luminance.slice(0, 4)).toEqual([3, 2, 2, 3]);
    expect(tablesOfQuality(90).chrominance.slice(0, 4)).toEqual([3, 4, 5, 9]);
    expect(new Set(tablesOfQuality(100).luminance)).toEqual(new Set([1]));
    expect(tablesOfQuality(1).chrominance.every((step) => step === 255)).toBe(true);
    for (const quality of [0, 101, 2.5]) expect(() => tablesOfQuality(quality)).toThrow(RangeError);
  });

  it('refuses options out of bounds', () => {
    const bad: Partial<DeblockRgbOptions>[] = [
      { stepPx: 0 },
      { amount: -0.1 },
      { gridLeftPx: 8 },
      { gridTopPx: -1 },
      { luminance: [1] },
      { chrominance: new Array(64).fill(0) },
    ];
    for (const it of bad)
      expect(() => deblockRgb(wavyPixels(9, 9), { ...options, ...it })).toThrow(RangeError);
  });
});
