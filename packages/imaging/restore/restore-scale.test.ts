import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { measureSpareScale } from '../damage/spare-scale.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { shrinkSmoothly } from '../pixels/shrink-pixels.ts';
import { crackScene } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf, rawOf } from '../testing/photo-samples.ts';
import { createSampleRandom } from '../testing/random-samples.ts';
import { usualSearch } from '../testing/restore-samples.ts';
import { detectDefects } from './restore-defects.ts';

const size = { widthPx: 480, heightPx: 320 };

/** A scene from black to white, drawn so many times larger than `size`. */
const drawAt = (scale: number) =>
  drawPhoto({ widthPx: scale * size.widthPx, heightPx: scale * size.heightPx }, 3);

async function enlarged({ rgb, ...own }: RgbPixels, scale: number): Promise<RgbPixels> {
  const [widthPx, heightPx] = [Math.round(scale * own.widthPx), Math.round(scale * own.heightPx)];
  const pipeline = sharp(rgb, rawOf(own)).resize(widthPx, heightPx, { fit: 'fill' });
  return { rgb: await pipeline.raw().toBuffer(), widthPx, heightPx };
}

const cracked = async (scale: number): Promise<RgbPixels> =>
  pixelsOf(crackScene(await drawAt(scale), 2, scale));

/** How much two masks have in common of what either has, at the size of the first, above the houses. */
function overlapOf(one: Plane8, other: Plane8): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < 0.55 * one.samples.length; at++) {
    const x = Math.floor((((at % one.widthPx) + 0.5) * other.widthPx) / one.widthPx);
    const y = Math.floor(((Math.floor(at / one.widthPx) + 0.5) * other.heightPx) / one.heightPx);
    const [a, b] = [one.samples[at]! > 127, other.samples[y * other.widthPx + x]! > 127];
    if (a && b) both++;
    if (a || b) either++;
  }
  return both / Math.max(1, either);
}

const maskOf = async (pixels: RgbPixels): Promise<Plane8> => (await detectDefects(pixels, usualSearch)).mask;

describe('detectDefects in scans of different sizes', () => {
  it('finds the same cracks in an enlarged scan', async () => {
    const small = await cracked(1);
    const masks = [await maskOf(small)];
    for (const scale of [1.5, 2, 4]) masks.push(await maskOf(await enlarged(small, scale)));
    const overlaps = masks.slice(1).map((mask, i) => overlapOf(masks[i]!, mask));
    expect(Math.min(...overlaps), String(overlaps)).toBeGreaterThan(0.7);
  });

  it('finds the same cracks in a scan with more detail', async () => {
    const masks = [];
    for (const scale of [1, 2, 4]) masks.push(await maskOf(await cracked(scale)));
    const overlaps = [overlapOf(masks[0]!, masks[1]!), overlapOf(masks[1]!, masks[2]!)];
    expect(Math.min(...overlaps), String(overlaps)).toBeGreaterThan(0.7);
  });

  it('takes nothing of a good photo for damage, enlarged or not', async () => {
    const photo = pixelsOf(await drawAt(1));
    for (const scale of [0.5, 1, 2, 4]) {
      expect([scale, (await detectDefects(await enlarged(photo, scale), usualSearch)).share]).toEqual([
        scale,
        0,
      ]);
    }
    expect((await detectDefects(pixelsOf(await drawAt(4)), usualSearch)).share).toBe(0);
  });
});

describe('measureSpareScale', () => {
  it('is 1 for a photo that is sharp to the pixel', async () => {
    expect(measureSpareScale(await cracked(1))).toBe(1);
  });

  it.each([2, 3, 4])('tells that a photo was enlarged %d times', async (scale) => {
    const spare = measureSpareScale(await enlarged(await cracked(1), scale));
    expect(spare / scale).toBeGreaterThan(0.7);
    expect(spare / scale).toBeLessThan(1.3);
  });

  it('is 1 when grain lies on an enlarged photo: it would be lost', async () => {
    const { rgb, ...own } = await enlarged(pixelsOf(await drawAt(1)), 2);
    const random = createSampleRandom(1);
    const grained = Uint8Array.from(rgb, (value) =>
      Math.max(0, Math.min(255, Math.round(value + 8 * random.normal()))),
    );
    expect(measureSpareScale({ rgb: grained, ...own })).toBe(1);
  });

  it('is 1 for a plain picture', () => {
    expect(measureSpareScale({ rgb: new Uint8Array(3 * 80 * 70).fill(90), widthPx: 80, heightPx: 70 })).toBe(
      1,
    );
  });
});

describe('shrinkSmoothly', () => {
  it('keeps a picture as it is at factor 1, and tones at any', () => {
    const rgb = Uint8Array.from({ length: 3 * 9 * 7 }, (_, i) => (i * 37) % 256);
    expect(shrinkSmoothly({ rgb, widthPx: 9, heightPx: 7 }, 1)).toEqual({ rgb, widthPx: 9, heightPx: 7 });
    const plain = { rgb: new Uint8Array(3 * 50 * 40).fill(77), widthPx: 50, heightPx: 40 };
    const small = shrinkSmoothly(plain, 2.7);
    expect([small.widthPx, small.heightPx, ...new Set(small.rgb)]).toEqual([19, 15, 77]);
  });
});
