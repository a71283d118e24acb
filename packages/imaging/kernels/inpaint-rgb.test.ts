import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, wavyPixels } from '../testing/kernel-samples.ts';
import { inpaintRgb } from './inpaint-rgb.ts';
import type { Plane8, RgbPixels } from './kernel-planes.ts';

const emptyMask = ({ widthPx, heightPx }: RgbPixels): Plane8 => ({
  samples: new Uint8Array(widthPx * heightPx),
  widthPx,
  heightPx,
});

/** Lines and dots in about this part of the pixels. */
function defectMask(pixels: RgbPixels, share: number, seed: number): Plane8 {
  const mask = emptyMask(pixels);
  const random = createRandom(seed);
  for (let i = 0; i < mask.samples.length * share; i++) {
    mask.samples[Math.floor(random() * mask.samples.length)] = 255;
  }
  const column = Math.floor(random() * pixels.widthPx);
  for (let y = 0; y < pixels.heightPx; y++) mask.samples[y * pixels.widthPx + column] = 255;
  return mask;
}

function spoil(pixels: RgbPixels, mask: Plane8): void {
  mask.samples.forEach((value, i) => {
    if (value > 0) pixels.rgb.fill(255, 3 * i, 3 * i + 3);
  });
}

describe('inpaintRgb', () => {
  it('changes nothing but marked pixels, whatever the size, and never depends on what they were', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(sizes, fc.nat(999), fc.integer({ min: 1, max: 9 }), ([width, height], seed, radiusPx) => {
        const before = wavyPixels(width, height, 8);
        const mask = defectMask(before, 0.2, seed);
        const pixels = { ...before, rgb: before.rgb.slice() };
        inpaintRgb(pixels, mask, { radiusPx });
        const isKept = mask.samples.every(
          (value, i) => value > 0 || [0, 1, 2].every((c) => pixels.rgb[3 * i + c] === before.rgb[3 * i + c]),
        );
        expect(isKept).toBe(true);
        const other = { ...before, rgb: before.rgb.slice() };
        spoil(other, mask);
        inpaintRgb(other, mask, { radiusPx });
        const hasKnown = mask.samples.some((value) => value === 0);
        if (hasKnown) expect(other.rgb).toEqual(pixels.rgb);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('fills a hole in one colour with that colour', () => {
    const pixels = { rgb: new Uint8Array(3 * 60 * 50), widthPx: 60, heightPx: 50 };
    for (let i = 0; i < 3000; i++) pixels.rgb.set([200, 90, 17], 3 * i);
    const expected = pixels.rgb.slice();
    const mask = emptyMask(pixels);
    for (let y = 0; y < 50; y++) mask.samples.fill(255, y * 60 + 10, y * 60 + 45);
    spoil(pixels, mask);
    inpaintRgb(pixels, mask, { radiusPx: 3 });
    expect(pixels.rgb).toEqual(expected);
  });

  it('goes on with the picture across a scratch', () => {
    const clean = wavyPixels(300, 200);
    const mask = emptyMask(clean);
    for (let y = 0; y < 200; y++) mask.samples.fill(255, y * 300 + 100 + (y >> 2), y * 300 + 103 + (y >> 2));
    const pixels = { ...clean, rgb: clean.rgb.slice() };
    spoil(pixels, mask);
    inpaintRgb(pixels, mask, { radiusPx: 3 });
    let squares = 0;
    for (let i = 0; i < clean.rgb.length; i++) squares += (clean.rgb[i]! - pixels.rgb[i]!) ** 2;
    const psnr = 10 * Math.log10((255 * 255 * 3 * 600) / squares);
    expect(psnr).toBeGreaterThan(25);
  });

  it('goes on with what is large through a wide hole', () => {
    const clean = wavyPixels(240, 200);
    const mask = emptyMask(clean);
    for (let y = 70; y < 110; y++) mask.samples.fill(255, y * 240 + 60, y * 240 + 180);
    const apart = (passes: number): number => {
      const pixels = { ...clean, rgb: clean.rgb.slice() };
      spoil(pixels, mask);
      inpaintRgb(pixels, mask, { radiusPx: 3, passes });
      return pixels.rgb.reduce((sum, value, i) => sum + (value - clean.rgb[i]!) ** 2, 0);
    };
    expect(apart(10)).toBeLessThan(0.8 * apart(0));
  });

  it('leaves a picture alone that is marked nowhere, or everywhere', () => {
    const pixels = wavyPixels(33, 21);
    const before = pixels.rgb.slice();
    inpaintRgb(pixels, emptyMask(pixels), { radiusPx: 3 });
    const all = emptyMask(pixels);
    all.samples.fill(255);
    inpaintRgb(pixels, all, { radiusPx: 3 });
    expect(pixels.rgb).toEqual(before);
  });

  it('fills over the borders of strips', () => {
    const pixels = { rgb: new Uint8Array(3 * 20_000 * 300).fill(77), widthPx: 20_000, heightPx: 300 };
    const mask = emptyMask(pixels);
    for (let y = 0; y < 300; y++) mask.samples.fill(255, y * 20_000 + 50, y * 20_000 + 150);
    spoil(pixels, mask);
    const shares: number[] = [];
    inpaintRgb(pixels, mask, { radiusPx: 2, onShare: (share) => shares.push(share) });
    expect(pixels.rgb.every((value) => value === 77)).toBe(true);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares.at(-1)).toBe(1);
  });

  it('refuses what does not fit', () => {
    const pixels = wavyPixels(10, 10);
    const mask = emptyMask(pixels);
    for (const radiusPx of [0, 33, 1.5])
      expect(() => inpaintRgb(pixels, mask, { radiusPx })).toThrow(RangeError);
    expect(() => inpaintRgb(pixels, emptyMask(wavyPixels(9, 10)), { radiusPx: 2 })).toThrow(RangeError);
    expect(() => inpaintRgb(pixels, { ...mask, widthPx: 9 }, { radiusPx: 2 })).toThrow(RangeError);
  });
});
