import { describe, expect, it } from 'vitest';
import { dilate } from '../kernels/window-filters.ts';
import { crackScene, damageScene, scratchPrint } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { usualSearch } from '../testing/restore-samples.ts';
import { drawStructure, structureScenes } from '../testing/structure-samples.ts';
import { detectDefects } from './restore-defects.ts';

const size = { widthPx: 600, heightPx: 400 };

/** Share of the true defects that the mask has, and share of sky and hills, above the houses, that it has beside them. */
async function compare(damaged: ReturnType<typeof crackScene>) {
  const { samples } = (await detectDefects(pixelsOf(damaged), usualSearch)).mask;
  const near = dilate({ samples: damaged.mask, ...size }, 3).samples;
  let [hits, defects, wrong] = [0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    if (damaged.mask[i]) defects++;
    if (damaged.mask[i] && samples[i]! > 127) hits++;
    if (i < 0.55 * samples.length && samples[i]! > 127 && !near[i]) wrong++;
  }
  return { recall: hits / defects, wrong: wrong / samples.length };
}

describe('detectDefects', () => {
  it.each(structureScenes)('takes nothing of %s for damage', async (name) => {
    const pixels = pixelsOf(drawStructure(name, { ...size, seed: 21 }));
    expect((await detectDefects(pixels, usualSearch)).share).toBe(0);
  });

  it.each([2, 4])('takes nothing of the good photo %d for damage', async (seed) => {
    expect((await detectDefects(pixelsOf(await drawPhoto(size, seed)), usualSearch)).share).toBe(0);
  });

  it.each([1, 3])('finds the dust and the scratches of print %d, and little else', async (seed) => {
    const damaged = damageScene(await drawPhoto(size, seed), seed);
    const { mask, share } = await detectDefects(pixelsOf(damaged), usualSearch);
    let [hits, defects, wrong] = [0, 0, 0];
    const reach = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
    const around = reach.flatMap((row) => reach.map((step) => 600 * row + step));
    const near = (at: number) => around.some((step) => damaged.mask[at + step]);
    for (let i = 0; i < mask.samples.length; i++) {
      if (damaged.mask[i]) defects++;
      if (damaged.mask[i] && mask.samples[i]! > 127) hits++;
      if (mask.samples[i]! > 127 && !near(i)) wrong++;
    }
    expect(hits / defects).toBeGreaterThan(0.6);
    expect(wrong / mask.samples.length).toBeLessThan(0.012);
    expect(share).toBeGreaterThan(0.002);
  });

  it.each([2, 3, 6])('finds the branched cracks of print %d, and little else', async (seed) => {
    const { recall, wrong } = await compare(crackScene(await drawPhoto(size, seed), seed));
    expect(recall).toBeGreaterThan(0.87);
    expect(wrong).toBeLessThan(0.0002);
  });

  it.each([1, 5])(
    'asks about the one large thing in photo %d of today, and repairs it in a print',
    async (seed) => {
      const pixels = pixelsOf(crackScene(await drawPhoto(size, seed), seed));
      const [print, modern] = [
        await detectDefects(pixels, usualSearch),
        await detectDefects(pixels, { ...usualSearch, isModern: true }),
      ];
      const offered = modern.mask.samples.reduce((sum, mark) => sum + Number(mark > 0 && mark <= 127), 0);
      expect(print.share).toBeGreaterThan(0.005);
      expect(modern.share).toBeLessThan(0.001);
      expect(offered / modern.mask.samples.length).toBeGreaterThan(0.004);
    },
  );

  it.each([
    [3, 0, 200],
    [3, 270, 400],
    [6, 0, 130],
  ])(
    'asks about the one line in photo %d, rows %d to %d, of which nothing else says that it is damaged',
    async (seed, from, to) => {
      const scene = await drawPhoto(size, seed);
      const pixels = pixelsOf(scene);
      const cracked = pixelsOf(crackScene(scene, seed)).rgb.subarray(3 * 600 * from, 3 * 600 * to);
      pixels.rgb.set(cracked, 3 * 600 * from);
      const { isDamaged, share, mask } = await detectDefects(pixels, usualSearch);
      expect(isDamaged).toBe(false);
      expect(share).toBeLessThan(0.0005);
      expect(mask.samples.filter((mark) => mark > 0).length).toBeGreaterThan(500);
    },
  );

  it('repairs dust and scratches all over a photo of today as well', async () => {
    const pixels = pixelsOf(damageScene(await drawPhoto(size, 1), 1));
    expect((await detectDefects(pixels, { ...usualSearch, isModern: true })).share).toBeGreaterThan(0.002);
  });

  it('finds less with less strength, and nothing that is doubtful in a protected area', async () => {
    const damaged = pixelsOf(damageScene(await drawPhoto(size, 2), 2));

    const whole = (await detectDefects(damaged, usualSearch)).share;
    expect((await detectDefects(damaged, { ...usualSearch, amount: 0.2 })).share).toBeLessThan(whole);
    const all = { left: 0, top: 0, width: 1, height: 1 };
    expect((await detectDefects(damaged, { ...usualSearch, protect: () => [all] })).share).toBeLessThan(
      whole,
    );
  });

  it('finds by force what it would not find, as doubtful, and is as sure as before of the rest', async () => {
    const scene = await drawPhoto(size, 3);
    const pixels = pixelsOf(scene);
    // One pale line, too little to call a photo damaged.
    for (let y = 60; y < 330; y++) {
      for (let at = 3 * (y * 600 + 250); at < 3 * (y * 600 + 252); at++) {
        pixels.rgb[at] = Math.min(255, pixels.rgb[at]! + 60);
      }
    }
    expect((await detectDefects(pixels, usualSearch)).share).toBe(0);
    const forced = await detectDefects(pixels, { ...usualSearch, isForced: true });
    expect(forced.share).toBeGreaterThan(0);
    const { mask, chances } = forced;
    let hits = 0;
    for (let y = 60; y < 330; y++) if (mask.samples[y * 600 + 250]! > 127) hits++;
    expect(hits / 270).toBeGreaterThan(0.5);
    for (let i = 0; i < mask.samples.length; i++) {
      if (mask.samples[i]! <= 127) continue;
      if (chances.samples[i]! > 128 || chances.samples[i] === 0) expect(chances.samples[i]).toBe(128);
      if (mask.samples[i]! < 129 || mask.samples[i]! > 134) expect(mask.samples[i]).toBe(129);
    }
    const damaged = pixelsOf(damageScene(scene, 3));
    const own = await detectDefects(damaged, usualSearch);
    const more = await detectDefects(damaged, { ...usualSearch, isForced: true });
    expect(more.share).toBeGreaterThan(own.share);
    const likely = ({ samples }: typeof own.chances) => samples.filter((chance) => chance > 128).length;
    expect(likely(more.chances)).toBe(likely(own.chances));
    for (let i = 0; i < own.mask.samples.length; i++) {
      if (own.mask.samples[i]! > 127 && more.chances.samples[i] !== own.chances.samples[i]) {
        expect(more.chances.samples[i]).toBe(own.chances.samples[i]);
      }
    }
  });

  it('only asks about what the network alone sees where nobody knows whether it is an old print', async () => {
    const print = scratchPrint(await drawPhoto(size, 3), 3);
    const { mask, share } = await detectDefects(pixelsOf(print), { ...usualSearch, mayBeOld: true });
    expect(share).toBe(0);
    const seen = print.mask.filter((isDefect, at) => isDefect && mask.samples[at]! > 0).length;
    expect(seen / print.mask.filter(Boolean).length).toBeGreaterThan(0.3);
  });

  it('finds in an old print what the network alone sees, and asks about what may be something else', async () => {
    const print = scratchPrint(await drawPhoto(size, 3), 3);
    const pixels = pixelsOf(print);
    const usual = await detectDefects(pixels, usualSearch);
    expect(usual.mask.samples.some((value) => value > 0)).toBe(false);
    const { mask, share, isDamaged } = await detectDefects(pixels, { ...usualSearch, isOldPrint: true });
    expect(isDamaged).toBe(false);
    let [hits, defects, marked, wrong] = [0, 0, 0, 0];
    const near = dilate({ ...mask, samples: print.mask }, 3).samples;
    for (let i = 0; i < mask.samples.length; i++) {
      if (print.mask[i]) defects++;
      if (print.mask[i] && mask.samples[i]) hits++;
      if (mask.samples[i]! < 128) continue;
      marked++;
      if (!near[i]) wrong++;
    }
    expect(hits / defects).toBeGreaterThan(0.6);
    expect(marked / mask.samples.length).toBeCloseTo(share, 6);
    expect(wrong).toBeLessThanOrEqual(marked / 10);
    const countOf = async (options: Partial<typeof usualSearch>) => {
      const found = await detectDefects(pixels, { ...usualSearch, isOldPrint: true, ...options });
      return found.mask.samples.filter((value) => value > 0).length;
    };
    // Half as clear: what is less certain isn't found by less strength.
    for (let i = 0; i < pixels.rgb.length; i++) pixels.rgb[i] = (128 + pixels.rgb[i]!) / 2;
    expect(await countOf({ amount: 0.2 })).toBeLessThan(await countOf({}));
  });

  it('gives an empty mask for what is too small to judge', async () => {
    const tiny = { rgb: new Uint8Array(3 * 40 * 30), widthPx: 40, heightPx: 30 };
    const { mask, share } = await detectDefects(tiny, usualSearch);
    expect([mask.samples.length, share]).toEqual([1200, 0]);
  });
});
