/** Pages keep what is written on them; photos are looked at as photos, on a scanner's white bed as well. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { crackScene, damageScene } from '../testing/damage-samples.ts';
import { pixelsOf } from '../testing/photo-samples.ts';
import { usualSearch } from '../testing/restore-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { drawStructure } from '../testing/structure-samples.ts';
import { detectDefects } from './restore-defects.ts';
import { findPaper } from './restore-paper.ts';

const size = { widthPx: 600, heightPx: 400 };
const form = (seed: number) => pixelsOf(drawStructure('form', { ...size, seed }));

/** The picture in the middle of white that is as wide and high again. */
function onBed({ rgb, widthPx, heightPx }: RgbPixels): RgbPixels {
  const bed = { widthPx: 2 * widthPx, heightPx: 2 * heightPx };
  const white = new Uint8Array(3 * bed.widthPx * bed.heightPx).fill(254);
  for (let y = 0; y < heightPx; y++) {
    const to = 3 * ((y + heightPx / 2) * bed.widthPx + widthPx / 2);
    white.set(rgb.subarray(3 * y * widthPx, 3 * (y + 1) * widthPx), to);
  }
  return { rgb: white, ...bed };
}

describe('detectDefects on pages', () => {
  it.each([5, 6])('takes nothing of form %d for damage, unless it is told to', async (seed) => {
    expect((await detectDefects(form(seed), usualSearch)).share).toBe(0);
    expect((await detectDefects(form(seed), { ...usualSearch, isForced: true })).share).toBeGreaterThan(0);
  });

  it('finds the damage of a photo that lies on the white bed of a scanner', async () => {
    const damaged = pixelsOf(crackScene(drawScene({ ...size, seed: 3 }), 2));
    expect(findPaper(onBed(damaged))).toBe(254);
    const own = (await detectDefects(damaged, usualSearch)).share;
    expect(own).toBeGreaterThan(0.005);
    expect((await detectDefects(onBed(damaged), usualSearch)).share).toBeGreaterThan(own / 8);
  });
});

describe('findPaper', () => {
  it('tells the tone of a page, and that a photo has none', () => {
    expect(findPaper(form(5))).toBeGreaterThan(230);
    for (const seed of [1, 2, 3]) {
      const scene = drawScene({ ...size, seed });
      expect(findPaper(pixelsOf(scene))).toBeUndefined();
      expect(findPaper(pixelsOf(damageScene(scene, seed)))).toBeUndefined();
    }
  });
});
