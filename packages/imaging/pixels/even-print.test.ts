/** Old prints of one tint, drawn: their ends and paper come back, stains go, and what isn't of a stain's colour stays. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { evenPrint, isGreyPaper, measurePrint, measureStains, planPrint } from './even-print.ts';

const size = { widthPx: 360, heightPx: 240 };
const photos = await Promise.all([31, 33].map((seed) => drawPhoto(size, seed)));
const wish = { fade: true, cast: true, share: 1 };

type Colour = readonly [red: number, green: number, blue: number];
interface Print {
  paper: Colour;
  black: Colour;
}
const faded: Print = { paper: [226, 205, 160], black: [84, 62, 44] };
const yellowed: Print = { paper: [246, 226, 178], black: [30, 24, 20] };
const fresh: Print = { paper: [246, 242, 232], black: [18, 16, 14] };

const lumaAt = ({ rgb }: RgbPixels, at: number): number =>
  0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;

/** The picture in one tint, from the print's black to its paper. */
function printed(picture: RgbPixels, { paper, black }: Print): RgbPixels {
  const rgb = new Uint8Array(picture.rgb.length);
  const ends = endsOf(picture);
  for (let at = 0; at < rgb.length; at += 3) {
    const light = Math.max(0, Math.min(1, (lumaAt(picture, at) - ends.black) / (ends.white - ends.black)));
    for (let c = 0; c < 3; c++) rgb[at + c] = Math.round(black[c]! + light * (paper[c]! - black[c]!));
  }
  return { ...picture, rgb };
}

interface Blot {
  x: number;
  y: number;
  radius: number;
  /** What it takes of each channel, as a density. */
  density: Colour;
}

/** Soft at its edge. */
const partOf = ({ x, y, radius }: Blot, atX: number, atY: number): number => {
  const away = Math.hypot(atX - x, atY - y) / radius;
  return Math.max(0, Math.min(1, 3 * (1 - away)));
};

function blotted(print: RgbPixels, blots: readonly Blot[]): RgbPixels {
  const rgb = print.rgb.slice();
  for (let at = 0; at < rgb.length; at += 3) {
    const [x, y] = [(at / 3) % print.widthPx, Math.floor(at / 3 / print.widthPx)];
    for (const blot of blots) {
      const part = partOf(blot, x, y);
      for (let c = 0; c < 3; c++) rgb[at + c] = Math.round(rgb[at + c]! * Math.exp(-part * blot.density[c]!));
    }
  }
  return { ...print, rgb };
}

function evened(print: RgbPixels, asked = wish): RgbPixels {
  const own = { ...print, rgb: print.rgb.slice() };
  const facts = measurePrint(own);
  const field = measureStains(own, facts);
  const plan = planPrint(facts, field, asked);
  if (plan) evenPrint(own, facts, field, plan);
  return own;
}

/** Mean distance in luma and in colour, where the blots lie. */
function distance(a: RgbPixels, b: RgbPixels, blots: readonly Blot[]): { luma: number; colour: number } {
  let [luma, colour, count] = [0, 0, 0];
  for (let at = 0; at < a.rgb.length; at += 3) {
    const [x, y] = [(at / 3) % a.widthPx, Math.floor(at / 3 / a.widthPx)];
    if (!blots.some((blot) => partOf(blot, x, y) === 1)) continue;
    luma += Math.abs(lumaAt(a, at) - lumaAt(b, at));
    const tint = (pixels: RgbPixels) => pixels.rgb[at]! - pixels.rgb[at + 2]!;
    colour += Math.abs(tint(a) - tint(b));
    count++;
  }
  return { luma: luma / count, colour: colour / count };
}

/** The values under which 1 and 99 in a hundred pixels lie. */
function endsOf(pixels: RgbPixels): { black: number; white: number } {
  const lumas: number[] = [];
  for (let at = 0; at < pixels.rgb.length; at += 3) lumas.push(lumaAt(pixels, at));
  lumas.sort((a, b) => a - b);
  return { black: lumas[Math.floor(0.01 * lumas.length)]!, white: lumas[Math.floor(0.99 * lumas.length)]! };
}

const yellowOf = ({ rgb }: RgbPixels): number => {
  let sum = 0;
  for (let at = 0; at < rgb.length; at += 3) sum += rgb[at]! - rgb[at + 2]!;
  return (3 * sum) / rgb.length;
};

describe('evenPrint', () => {
  it('gives a faded print its black and white again, and takes half of its yellow', () => {
    for (const photo of photos) {
      const print = printed(pixelsOf(photo), faded);
      const light = evened(print);
      const [before, after] = [endsOf(print), endsOf(light)];
      expect(after.white - after.black).toBeGreaterThan(1.3 * (before.white - before.black));
      const left = yellowOf(light) / yellowOf(print);
      expect(left).toBeGreaterThan(0.35);
      expect(left).toBeLessThan(0.7);
    }
  });

  it('never turns what is lighter into what is darker', () => {
    const print = printed(pixelsOf(photos[0]!), faded);
    const after = evened(print);
    const byLuma = new Map<number, { sum: number; count: number }>();
    for (let at = 0; at < print.rgb.length; at += 3) {
      const luma = Math.round(lumaAt(print, at));
      const { sum, count } = byLuma.get(luma) ?? { sum: 0, count: 0 };
      byLuma.set(luma, { sum: sum + lumaAt(after, at), count: count + 1 });
    }
    const means = [...byLuma].sort(([a], [b]) => a - b).map(([, { sum, count }]) => sum / count);
    for (const [i, mean] of means.slice(1).entries()) expect(mean).toBeGreaterThan(means[i]! - 1.5);
  });

  const kinds: [string, Colour][] = [
    ['foxing', [0.12, 0.3, 0.5]],
    ['water and tea', [0.2, 0.38, 0.55]],
    ['yellow glue', [0.05, 0.2, 0.5]],
  ];
  it.each(kinds)('takes off %s', (_, density) => {
    const blots = [
      { x: 70, y: 70, radius: 30, density },
      { x: 250, y: 150, radius: 45, density },
      { x: 190, y: 45, radius: 14, density },
    ];
    for (const photo of photos) {
      const print = printed(pixelsOf(photo), yellowed);
      const stained = blotted(print, blots);
      const before = distance(stained, print, blots);
      // Without the contrast that comes back: it would enlarge what is left of a stain too.
      const asked = { ...wish, fade: false };
      const after = distance(evened(stained, asked), evened(print, asked), blots);
      expect(after.luma).toBeLessThan(0.65 * before.luma);
      expect(after.colour).toBeLessThan(0.4 * before.colour);
    }
  });

  it('leaves no green where tape took red as well', () => {
    const tape = { x: 100, y: 100, radius: 40, density: [0.7, 0.5, 1.1] } as const;
    const greenIn = ({ rgb, widthPx }: RgbPixels) => {
      let sum = 0;
      for (let at = 0; at < rgb.length; at += 3) {
        if (partOf(tape, (at / 3) % widthPx, Math.floor(at / 3 / widthPx)) < 1) continue;
        sum += rgb[at + 1]! - (rgb[at]! + rgb[at + 2]!) / 2;
      }
      return sum;
    };
    for (const photo of photos) {
      const taped = blotted(printed(pixelsOf(photo), yellowed), [tape]);
      expect(greenIn(evened(taped))).toBeLessThan(0.6 * greenIn(taped));
    }
  });

  it('leaves blue ink, a red stamp and a tinted cheek their colour', () => {
    const inks: Blot[] = [
      { x: 80, y: 80, radius: 14, density: [0.9, 0.6, 0.1] },
      { x: 230, y: 160, radius: 14, density: [0.05, 1.2, 0.9] },
      { x: 170, y: 90, radius: 14, density: [0, 0.45, 0.1] },
    ];
    for (const photo of photos) {
      const print = printed(pixelsOf(photo), yellowed);
      const inked = blotted(print, inks);
      const [inkedAfter, printAfter] = [evened(inked), evened(print)];
      for (const ink of inks) {
        const before = distance(inked, print, [ink]);
        if (before.luma < 12) continue;
        const after = distance(inkedAfter, printAfter, [ink]);
        expect(after.luma).toBeGreaterThan(0.5 * before.luma);
        expect(after.colour).toBeGreaterThan(0.35 * before.colour);
      }
    }
  });

  it('has nothing to do where a print has kept', () => {
    for (const photo of photos) {
      const facts = measurePrint(printed(pixelsOf(photo), fresh));
      const field = measureStains(printed(pixelsOf(photo), fresh), facts);
      expect(planPrint(facts, field, wish)).toBeUndefined();
    }
  });

  it('does what is asked for, and no more', () => {
    const print = printed(pixelsOf(photos[1]!), faded);
    const facts = measurePrint(print);
    const field = measureStains(print, facts);
    expect(planPrint(facts, field, { ...wish, fade: false })).toEqual({ fade: false, cast: true, share: 1 });
    expect(planPrint(facts, field, { ...wish, cast: false })).toEqual({ fade: true, cast: false, share: 1 });
    expect(planPrint(facts, field, { fade: false, cast: false, share: 1 })).toBeUndefined();
    const tinted = evened(print, { ...wish, cast: false });
    expect(yellowOf(tinted) / yellowOf(print)).toBeCloseTo(1, 1);
  });

  it('counts torn white card as no paper of the print', () => {
    const print = printed(pixelsOf(photos[0]!), yellowed);
    const whole = measurePrint(print).white;
    const torn = { ...print, rgb: print.rgb.slice() };
    torn.rgb.fill(252, 0, 3 * print.widthPx * 8);
    const { white } = measurePrint(torn);
    for (const c of [0, 1, 2] as const) expect(Math.abs(white[c] - whole[c])).toBeLessThan(6);
  });
});

describe('isGreyPaper', () => {
  it('says that only what has yellowed tells its age', () => {
    const of = (print: Print) => isGreyPaper(measurePrint(printed(pixelsOf(photos[0]!), print)));
    expect(of(faded)).toBe(false);
    expect(of({ paper: [214, 212, 208], black: [30, 30, 30] })).toBe(true);
    // A wall that is painted a pale blue.
    expect(of({ paper: [206, 214, 222], black: [28, 29, 31] })).toBe(true);
  });
});
