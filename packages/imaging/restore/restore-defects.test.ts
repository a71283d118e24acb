import { describe, expect, it } from 'vitest';
import { dilate } from '../kernels/window-filters.ts';
import { crackScene, damageScene } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { drawStructure, structureScenes } from '../testing/structure-samples.ts';
import { detectDefects } from './restore-defects.ts';

const size = { widthPx: 600, heightPx: 400 };
const usual = { noise: 2, amount: 1, isForced: false, protect: () => [] };

/** Share of the true defects that the mask has, and share of sky and hills, above the houses, that it has beside them. */
function compare(damaged: ReturnType<typeof crackScene>) {
  const { samples } = detectDefects(pixelsOf(damaged), { ...usual, noise: 3 }).mask;
  const near = dilate({ samples: damaged.mask, ...size }, 3).samples;
  let [hits, defects, wrong] = [0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    if (damaged.mask[i]) defects++;
    if (damaged.mask[i] && samples[i]) hits++;
    if (i < 0.55 * samples.length && samples[i] && !near[i]) wrong++;
  }
  return { recall: hits / defects, wrong: wrong / samples.length };
}

describe('detectDefects', () => {
  it.each(structureScenes.flatMap((name) => [21, 22].map((seed) => [name, seed] as const)))(
    'takes nothing of %s (%d) for damage',
    (name, seed) => {
      expect(detectDefects(pixelsOf(drawStructure(name, { ...size, seed })), usual).share).toBe(0);
    },
  );

  it.each([1, 2, 3, 4])('takes nothing of the good photo %d for damage', async (seed) => {
    expect(detectDefects(pixelsOf(await drawPhoto(size, seed)), usual).share).toBe(0);
  });

  it.each([1, 2, 3])('finds the dust and the scratches of print %d, and little else', async (seed) => {
    const damaged = damageScene(await drawPhoto(size, seed), seed);
    const { mask, share } = detectDefects(pixelsOf(damaged), { ...usual, noise: 3 });
    let [hits, defects, wrong] = [0, 0, 0];
    const reach = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
    const around = reach.flatMap((row) => reach.map((step) => 600 * row + step));
    const near = (at: number) => around.some((step) => damaged.mask[at + step]);
    for (let i = 0; i < mask.samples.length; i++) {
      if (damaged.mask[i]) defects++;
      if (damaged.mask[i] && mask.samples[i]) hits++;
      if (mask.samples[i] && !near(i)) wrong++;
    }
    expect(hits / defects).toBeGreaterThan(0.6);
    expect(wrong / mask.samples.length).toBeLessThan(0.012);
    expect(share).toBeGreaterThan(0.002);
  });

  it.each([1, 2, 3, 4, 5, 6])('finds the branched cracks of print %d, and little else', async (seed) => {
    const { recall, wrong } = compare(crackScene(await drawPhoto(size, seed), seed));
    expect(recall).toBeGreaterThan(0.87);
    expect(wrong).toBeLessThan(0.0002);
  });

  it('finds less with less strength, and nothing that is doubtful in a protected area', async () => {
    const damaged = pixelsOf(damageScene(await drawPhoto(size, 2), 2));
    const options = { ...usual, noise: 3 };
    const whole = detectDefects(damaged, options).share;
    expect(detectDefects(damaged, { ...options, amount: 0.2 }).share).toBeLessThan(whole);
    const all = { left: 0, top: 0, width: 1, height: 1 };
    expect(detectDefects(damaged, { ...options, protect: () => [all] }).share).toBeLessThan(whole);
  });

  it('gives an empty mask for what is too small to judge', () => {
    const tiny = { rgb: new Uint8Array(3 * 40 * 30), widthPx: 40, heightPx: 30 };
    const { mask, share } = detectDefects(tiny, usual);
    expect([mask.samples.length, share]).toEqual([1200, 0]);
  });
});
