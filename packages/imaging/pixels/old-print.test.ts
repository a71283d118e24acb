/** What is an old print, and what is none: drawn photos as a print of one tint with grain, and as they are. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { agePrint } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import {
  fadeOddsOf,
  isLikelyOld,
  judgeOldPrint,
  looksOld,
  mayBePrint,
  measureFaintColours,
  type OldPrintFinding,
  oldPrintShareOf,
  type PrintGrain,
} from './old-print.ts';
import { readTones } from './tone-network.ts';

const size = { widthPx: 480, heightPx: 320 };
const photos = await Promise.all([41, 42, 43, 44, 45, 46].map((seed) => drawPhoto(size, seed)));
const grainOf = (sigma: number): PrintGrain => ({
  grain: sigma,
  sigmas: [sigma * Math.sqrt(3), sigma / 4, sigma / 4],
  whiteness: 0.4,
});

const chanceOf = (pixels: RgbPixels, sigma: number) =>
  judgeOldPrint(readTones(pixels), grainOf(sigma), { share: 1, isMounted: false });

describe('judgeOldPrint', () => {
  it('knows a pale brown print', () => {
    for (const [i, photo] of photos.entries()) {
      const found = chanceOf(pixelsOf(agePrint(photo, i)), 3);
      expect(found.isMonochrome).toBe(true);
      expect(found.chance).toBeGreaterThan(0.5);
    }
  });

  it('takes no colour photo for one, grainy or not', () => {
    for (const photo of photos) {
      for (const sigma of [0.5, 3]) expect(chanceOf(pixelsOf(photo), sigma).chance).toBeLessThan(0.2);
    }
  });
});

describe('judgeOldPrint, of what is mounted', () => {
  it('thinks it likelier where something lies around the picture, and never of a good colour photo', () => {
    for (const [i, photo] of photos.entries()) {
      const aged = readTones(pixelsOf(agePrint(photo, i)));
      const [alone, mounted] = [false, true].map((isMounted) =>
        judgeOldPrint(aged, grainOf(3), { share: 0.7, isMounted }),
      );
      expect(mounted!.chance).toBeGreaterThan(alone!.chance);
      const good = readTones(pixelsOf(photo));
      expect(judgeOldPrint(good, grainOf(0.5), { share: 0.7, isMounted: true }).chance).toBeLessThan(0.2);
    }
  });
});

describe('oldPrintShareOf', () => {
  const likely = { chance: 0.95, isMonochrome: true, hasFaintColours: false, isMounted: false };
  const perhaps = { chance: 0.3, isMonochrome: true, hasFaintColours: false, isMounted: false };
  const usual = { isForced: false, isGrey: false };

  it('does half where it is not sure, and nothing to what has colours', () => {
    expect(oldPrintShareOf(likely, usual)).toBe(1);
    expect(oldPrintShareOf(perhaps, usual)).toBe(0.5);
    expect(oldPrintShareOf({ ...perhaps, chance: 0.1 }, usual)).toBe(0);
    expect(oldPrintShareOf({ ...likely, isMonochrome: false }, { ...usual, isForced: true })).toBe(0);
  });

  it('does nothing by itself where the paper is grey and nothing is around it, and all where somebody forces it', () => {
    expect(oldPrintShareOf(likely, { ...usual, isGrey: true })).toBe(0);
    expect(oldPrintShareOf({ ...likely, isMounted: true }, { ...usual, isGrey: true })).toBe(1);
    expect(oldPrintShareOf(likely, { isForced: true, isGrey: true })).toBe(1);
    expect(oldPrintShareOf({ ...perhaps, chance: 0.1 }, { ...usual, isForced: true })).toBe(1);
  });
});

describe('fadeOddsOf', () => {
  it('is most where damage speaks, and more in an old print than in another photo', () => {
    const of = (chance: number, isDamaged = false, isMounted = false) =>
      fadeOddsOf({ chance, isMonochrome: true, hasFaintColours: false, isMounted }, isDamaged);
    expect(of(0.01, true)).toBeGreaterThan(of(0.9));
    expect(of(0.9)).toBeGreaterThan(of(0.2));
    expect(of(0.2)).toBe(0);
    expect(of(0.2, false, true)).toBeGreaterThan(0);
  });
});

describe('what looks old, though its tones tell nothing', () => {
  const modern = { chance: 0.01, isMonochrome: false, hasFaintColours: true, isMounted: false };

  it('makes a fade likelier, and counts for nothing that fills or evens', () => {
    const [seen, perhaps] = [2, 0.1].map((look) => ({ ...modern, look })) as [
      OldPrintFinding,
      OldPrintFinding,
    ];
    expect(fadeOddsOf(seen, false)).toBeGreaterThan(fadeOddsOf(modern, false));
    expect(fadeOddsOf(perhaps, false)).toBe(fadeOddsOf(modern, false));
    expect([modern, { ...modern, look: -1 }, perhaps, seen].map(looksOld)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const tinted = { ...seen, isMonochrome: true };
    expect(oldPrintShareOf(tinted, { isForced: false, isGrey: false })).toBe(0);
    expect([isLikelyOld(seen), mayBePrint(seen)]).toEqual([false, false]);
  });
});

/** A brown print with so much of the colours that the picture had, 0 to 1. */
function almostBrown({ rgb, ...extent }: RgbPixels, left: number): RgbPixels {
  const [paper, black] = [
    [232, 214, 180],
    [88, 62, 48],
  ] as const;
  const to = rgb.map((value, i) => {
    const [from, c] = [i - (i % 3), i % 3];
    const luma = 0.2126 * rgb[from]! + 0.7152 * rgb[from + 1]! + 0.0722 * rgb[from + 2]!;
    const tone = black[c]! + (luma / 255) * (paper[c]! - black[c]!);
    return Math.max(0, Math.min(255, Math.round(tone + left * (value - luma))));
  });
  return { ...extent, rgb: to };
}

/** Yellow taken over one half of it, softly. */
const stained = ({ rgb, ...extent }: RgbPixels): RgbPixels => ({
  ...extent,
  rgb: rgb.map((value, i) => {
    const x = (Math.floor(i / 3) % extent.widthPx) / extent.widthPx;
    const density = 0.15 * Math.max(0, Math.min(1, 3 * (x - 0.4)));
    return Math.round(value * Math.exp(-density * [0.22, 0.57, 1][i % 3]!));
  }),
});

describe('measureFaintColours', () => {
  it('tells what is left of colours from one tint and from stains', () => {
    for (const photo of photos) {
      const of = (pixels: RgbPixels) => measureFaintColours(readTones(pixels).square);
      const [none, some] = [0, 0.2].map((left) => almostBrown(pixelsOf(photo), left)) as [
        RgbPixels,
        RgbPixels,
      ];
      expect(of(none)).toBeLessThan(0.5);
      expect(of(stained(none))).toBeLessThan(1.75);
      expect(of(some)).toBeGreaterThan(2 * of(none) + 0.5);
    }
  });

  it('grows with the colours', () => {
    const photo = pixelsOf(photos[0]!);
    const found = [0, 0.1, 0.2, 0.4].map((left) =>
      measureFaintColours(readTones(almostBrown(photo, left)).square),
    );
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });
});
