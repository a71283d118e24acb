/** Faded pictures come nearer to what they were, each dye by itself; what is good as it is, or somebody's taste, stays. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { type DyeFade, fadeDyes } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { drawStructure, structureScenes } from '../testing/structure-samples.ts';
import { planTones } from './restore-tone.ts';
import { judgeTones, readTones } from './tone-network.ts';

const size = { widthPx: 480, heightPx: 320 };
const seeds = [21, 22, 23, 24, 25, 26];
const photos = await Promise.all(seeds.map((seed) => drawPhoto(size, seed)));
const wish = { fade: true, cast: true, contrast: true, amount: 1 };

function restored(pixels: RgbPixels, mode: { isForced?: boolean; odds?: number } = {}): RgbPixels {
  const plan = planTones(judgeTones(readTones(pixels)), wish, {
    isForced: false,
    odds: 0,
    ...mode,
  });
  return { ...pixels, rgb: pixels.rgb.map((value, i) => plan.curves[(i % 3) as 0 | 1 | 2][value]!) };
}

function decibels(a: RgbPixels, b: RgbPixels): number {
  const squares = a.rgb.reduce((sum, value, i) => sum + (value - b.rgb[i]!) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / Math.max(1e-3, squares / a.rgb.length));
}

const meanOf = (list: readonly number[]): number => list.reduce((sum, it) => sum + it, 0) / list.length;

/** Each value of each channel replaced. */
const withLevels = (pixels: RgbPixels, levels: (value: number, channel: number) => number): RgbPixels => ({
  ...pixels,
  rgb: pixels.rgb.map((value, i) => Math.max(0, Math.min(255, Math.round(levels(value, i % 3))))),
});

/** Every pixel the same tone, lighter or darker. */
const toned = (pixels: RgbPixels, tone: readonly number[], lift = 0): RgbPixels => {
  const { rgb } = pixels;
  const lumaAt = (at: number) => 0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;
  return { ...pixels, rgb: rgb.map((_, i) => lift + lumaAt(i - (i % 3)) * tone[i % 3]! * (1 - lift / 255)) };
};

/** With how many decibels each comes nearer when somebody says that it faded, and by itself. */
const fades: [string, DyeFade, forced: number, alone: number][] = [
  ['cyan', { keep: [0.5, 0.95, 0.95] }, 8, 8],
  ['magenta', { keep: [0.95, 0.5, 0.95] }, 3, 0.3],
  ['yellow', { keep: [0.95, 0.95, 0.5] }, 6, 0.5],
  ['all dyes, and yellow paper', { keep: [0.55, 0.6, 0.5], stain: [0.01, 0.03, 0.12] }, 5, -0.1],
];

describe('judgeTones, of prints that faded', () => {
  it.each(fades)('brings %s back, and never leads further away', (_, fade, minForced, minAlone) => {
    const gainsOf = (isForced: boolean) =>
      photos.map((photo) => {
        const [truth, shown] = [pixelsOf(photo), pixelsOf(fadeDyes(photo, fade))];
        return decibels(restored(shown, { isForced }), truth) - decibels(shown, truth);
      });
    const [forced, alone] = [gainsOf(true), gainsOf(false)];
    expect(meanOf(forced)).toBeGreaterThan(minForced);
    expect(meanOf(alone)).toBeGreaterThan(minAlone);
    expect(Math.min(...forced, ...alone)).toBeGreaterThan(-0.1);
  });

  it('says the same of the same picture', () => {
    const shown = pixelsOf(fadeDyes(photos[0]!, fades[0]![1]));
    expect(judgeTones(readTones(shown))).toEqual(
      judgeTones(readTones({ ...shown, rgb: Uint8Array.from(shown.rgb) })),
    );
  });

  it('keeps the brown of a faded brown print', () => {
    const truth = toned(pixelsOf(photos[1]!), [1, 0.9, 0.75]);
    const finding = judgeTones(readTones(withLevels(truth, (value) => 60 + 0.55 * value)));
    expect(finding.isToned).toBe(true);
    const [red, green, blue] = planTones(finding, wish, { isForced: true, odds: 0 }).curves;
    expect(red).toEqual(green);
    expect(green).toEqual(blue);
  });
});

type Look = [string, (photo: RgbPixels) => RgbPixels];
const looks: Look[] = [
  ['a good photo', (photo) => photo],
  ['a matte look', (photo) => withLevels(photo, (value) => 26 + (value * 226) / 255)],
  ['a warm look', (photo) => withLevels(photo, (value, c) => value * [1, 0.95, 0.82][c]!)],
  ['a cool look', (photo) => withLevels(photo, (value, c) => value * [0.82, 0.95, 1][c]!)],
  ['a night', (photo) => withLevels(photo, (value, c) => 255 * (value / 255) ** 2.4 * [1, 0.8, 0.5][c]!)],
  ['snow', (photo) => withLevels(photo, (value) => 255 * (value / 255) ** 0.25)],
  ['fog', (photo) => withLevels(photo, (value) => 0.4 * value + 0.6 * 205)],
  ['a sunset', (photo) => withLevels(photo, (value, c) => value * [1, 0.65, 0.4][c]!)],
  ['a monochrome photo', (photo) => toned(photo, [1, 1, 1])],
  ['a monochrome photo with soft black', (photo) => toned(photo, [1, 1, 1], 24)],
  ['sepia that somebody wanted', (photo) => toned(photo, [1, 0.86, 0.67])],
];

describe('judgeTones, of what is good as it is', () => {
  it.each(looks)('leaves %s', (_, draw) => {
    for (const photo of photos.slice(0, 3)) {
      const shown = draw(pixelsOf(photo));
      expect(decibels(restored(shown), shown)).toBeGreaterThan(40);
    }
  });

  it.each(structureScenes)('leaves %s', (name) => {
    const shown = pixelsOf(drawStructure(name, { ...size, seed: 61 }));
    expect(decibels(restored(shown), shown)).toBeGreaterThan(40);
  });

  it.each([70, 128, 190])('leaves a grey wall of %d with one coloured thing before it grey', (grey) => {
    const rgb = new Uint8Array(size.widthPx * size.heightPx * 3);
    let state = 1;
    for (let i = 0; i < rgb.length; i += 3) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      rgb.fill(grey + ((state >>> 24) % 17) - 8, i, i + 3);
      const [x, y] = [(i / 3) % size.widthPx, Math.floor(i / 3 / size.widthPx)];
      if (Math.hypot(x - 200, y - 170) < 60) rgb.set([190, 60, 40], i);
    }
    const shown = { rgb, ...size };
    expect(decibels(restored(shown), shown)).toBeGreaterThan(40);
  });

  it('changes a good photo little even when it has to', () => {
    for (const photo of photos) {
      const shown = pixelsOf(photo);
      expect(decibels(restored(shown, { isForced: true }), shown)).toBeGreaterThan(24);
    }
  });
});

describe('judgeTones, of what has one pure colour', () => {
  it('takes honey for no fade: where dyes went some light of each colour is left', () => {
    for (const photo of photos) {
      const honey = withLevels(
        pixelsOf(photo),
        (value, c) => [150 + 0.35 * value, 70 + 0.5 * value, 0.08 * value][c]!,
      );
      expect(judgeTones(readTones(honey)).chance).toBe(0);
    }
  });
});
