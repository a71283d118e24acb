import { describe, expect, it } from 'vitest';
import { inpaintRgb } from '../kernels/inpaint-rgb.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { createRandom } from '../testing/kernel-samples.ts';
import { fillHoles } from './restore-holes.ts';
import type { Areas } from './restore-masks.ts';

type Colour = [number, number, number];

/** A picture by the colour at each place, with grain. */
function draw(widthPx: number, heightPx: number, colourAt: (x: number, y: number) => Colour, grain = 2) {
  const random = createRandom(5);
  const rgb = new Uint8Array(3 * widthPx * heightPx);
  for (let y = 0, to = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      for (const value of colourAt(x, y)) {
        rgb[to++] = Math.max(0, Math.min(255, Math.round(value + grain * 2 * (random() + random() - 1))));
      }
    }
  }
  return { rgb, widthPx, heightPx };
}

const grey = (value: number): Colour => [value, value, value];
const stripes = (x: number, y: number) => grey((x + 2 * y) % 24 < 12 ? 60 : 190);
/** Spots in rows, and between them lines: nothing that a smooth fill could guess. */
const weave = (x: number, y: number): Colour =>
  Math.hypot((x % 16) - 8, (y % 16) - 8) < 5 ? [170, 60, 40] : x % 16 < 2 ? [230, 220, 190] : [90, 110, 80];

function maskOf({ widthPx, heightPx }: RgbPixels, isMarked: (x: number, y: number) => boolean): Plane8 {
  const samples = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) if (isMarked(x, y)) samples[y * widthPx + x] = 255;
  }
  return { samples, widthPx, heightPx };
}

const magenta = [255, 0, 255];
const options = { radiusPx: 3, passes: 5, protect: () => [], isMeant: false };

/** A copy of the picture with magenta where the mask is. */
function spoiled({ rgb, ...size }: RgbPixels, { samples }: Plane8): RgbPixels {
  const copy = rgb.slice();
  samples.forEach((sample, i) => {
    if (sample > 127) copy.set(magenta, 3 * i);
  });
  return { rgb: copy, ...size };
}

function filled(truth: RgbPixels, mask: Plane8, areas: Areas = []) {
  const pixels = spoiled(truth, mask);
  const { left } = fillHoles(pixels, mask, { ...options, protect: () => areas });
  return { pixels, left };
}

function smooth(truth: RgbPixels, mask: Plane8): RgbPixels {
  const pixels = spoiled(truth, mask);
  inpaintRgb(pixels, mask, options);
  return pixels;
}

/** Root of the mean squared difference of the marked samples. */
function apart(a: RgbPixels, b: RgbPixels, { samples }: Plane8): number {
  let [sum, count] = [0, 0];
  samples.forEach((sample, i) => {
    if (sample <= 127) return;
    for (let c = 0; c < 3; c++) sum += (a.rgb[3 * i + c]! - b.rgb[3 * i + c]!) ** 2;
    count += 3;
  });
  return Math.sqrt(sum / count);
}

const isMagenta = ({ rgb }: RgbPixels, i: number): boolean =>
  Math.abs(rgb[3 * i]! - rgb[3 * i + 1]!) > 60 && rgb[3 * i + 2]! - rgb[3 * i + 1]! > 60;

describe('fillHoles', () => {
  it('goes on with stripes and a weave across a crack of 24 px', () => {
    for (const [pattern, most] of [
      [stripes, 30],
      [weave, 30],
    ] as const) {
      const truth = draw(260, 200, pattern);
      const mask = maskOf(truth, (x, y) => Math.abs(x - 130 - 9 * Math.sin(y / 20)) < 12);
      const { pixels } = filled(truth, mask);
      const error = apart(pixels, truth, mask);
      expect(error).toBeLessThan(most);
      expect(error).toBeLessThan(0.7 * apart(smooth(truth, mask), truth, mask));
    }
  });

  it('fills a corner that is torn off with the texture that is left of it', () => {
    const truth = draw(240, 220, weave);
    const mask = maskOf(truth, (x, y) => x + y < 90);
    const { pixels } = filled(truth, mask);
    expect(apart(pixels, truth, mask)).toBeLessThan(0.6 * apart(smooth(truth, mask), truth, mask));
  });

  it('makes no step in a gradient, and keeps its grain', () => {
    const sky = (x: number, y: number): Colour => [70 + y / 3 + x / 9, 120 + y / 4, 200 + y / 8];
    const truth = draw(300, 220, sky, 3);
    const clean = draw(300, 220, sky, 0);
    const mask = maskOf(truth, (x, y) => Math.hypot(x - 150, (y - 110) * 1.3) < 45);
    const { pixels } = filled(truth, mask);
    const deviation = apart(truth, clean, mask);
    // Means of 9 x 9 pixels have no grain left: they follow the gradient everywhere in the hole.
    let worst = 0;
    for (let y = 70; y < 150; y += 3) {
      for (let x = 100; x < 200; x += 3) {
        let [is, should] = [0, 0];
        for (let j = -4; j <= 4; j++) {
          for (let i = -4; i <= 4; i++) {
            const at = 3 * ((y + j) * 300 + x + i);
            is += pixels.rgb[at]! / 81;
            should += clean.rgb[at]! / 81;
          }
        }
        worst = Math.max(worst, Math.abs(is - should));
      }
    }
    expect(worst).toBeLessThan(4);
    const grain = apart(pixels, clean, mask);
    expect(grain).toBeGreaterThan(0.6 * deviation);
    expect(grain).toBeLessThan(1.8 * deviation);
  });

  it('lets no marked colour in, changes nothing else, and does the same twice', () => {
    const truth = draw(200, 180, weave);
    const mask = maskOf(
      truth,
      (x, y) => Math.abs(x - y) < 11 || x + y < 40 || (x > 150 && y < 30) || Math.hypot(x - 40, y - 140) < 25,
    );
    const { pixels } = filled(truth, mask);
    for (let i = 0; i < mask.samples.length; i++) {
      if (mask.samples[i]! > 127) expect(isMagenta(pixels, i)).toBe(false);
      else expect(pixels.rgb.subarray(3 * i, 3 * i + 3)).toEqual(truth.rgb.subarray(3 * i, 3 * i + 3));
    }
    const other = { ...truth, rgb: truth.rgb.slice() };
    fillHoles(other, mask, options);
    expect(other.rgb).toEqual(pixels.rgb);
  });

  it('leaves what is narrow to the smooth fill', () => {
    const truth = draw(200, 160, stripes);
    const mask = maskOf(truth, (x, y) => Math.abs(x - 60 - (y >> 2)) < 4 || (x % 50 === 7 && y % 31 < 3));
    expect(filled(truth, mask).pixels.rgb).toEqual(smooth(truth, mask).rgb);
  });

  it('ends with a hole over half the picture, and with very little known', () => {
    const truth = draw(330, 250, weave);
    const half = maskOf(truth, (x) => x < 165);
    const { pixels } = filled(truth, half);
    expect(half.samples.some((sample, i) => sample > 127 && isMagenta(pixels, i))).toBe(false);
    const almost = maskOf(truth, (x, y) => x > 5 || y > 5);
    const little = filled(truth, almost).pixels;
    expect(almost.samples.some((sample, i) => sample > 127 && isMagenta(little, i))).toBe(false);
    const all = maskOf(truth, () => true);
    expect(filled(truth, all).pixels.rgb).toEqual(spoiled(truth, all).rgb);
  });

  it('works on a very wide hole at a smaller size, with the detail of the full one', () => {
    const truth = draw(700, 520, weave);
    const mask = maskOf(truth, (x, y) => Math.hypot(x - 350, y - 260) < 100);
    const { pixels } = filled(truth, mask);
    const steps = ({ rgb }: RgbPixels): number => {
      let sum = 0;
      for (let y = 220; y < 300; y++) {
        for (let x = 300; x < 400; x++) {
          const at = 3 * (y * 700 + x);
          sum += Math.abs(rgb[at]! - rgb[at + 3]!) / 8000;
        }
      }
      return sum;
    };
    expect(steps(pixels)).toBeGreaterThan(0.6 * steps(truth));
    expect(steps(smooth(truth, mask))).toBeLessThan(0.4 * steps(truth));
  });

  it('copies nothing in faces or from them: what is too wide there is left and told', () => {
    // The face is the only place with blue in it, 120 px wide.
    const face = { left: 0.3, top: 0.2, width: 0.4, height: 0.6 };
    const isFace = (x: number, y: number) => x >= 90 && x < 210 && y >= 50 && y < 200;
    const truth = draw(300, 250, (x, y) => (isFace(x, y) ? [40, 60, 220] : weave(x, y)));
    const mask = maskOf(
      truth,
      (x, y) => Math.abs(y - 90) < 18 || Math.abs(x - 150) < 4 || Math.hypot(x - 240, y - 200) < 30,
    );
    const { pixels, left } = filled(truth, mask, [face]);
    expect(left).toBeDefined();
    mask.samples.forEach((sample, i) => {
      const [x, y] = [i % 300, Math.floor(i / 300)];
      const isLeft = left!.samples[i]! > 127;
      if (isLeft) expect(sample > 127 && isFace(x, y)).toBe(true);
      if (isFace(x, y) && Math.abs(y - 90) < 18) expect(isLeft).toBe(true);
      if (isFace(x, y) && Math.abs(x - 150) < 4 && Math.abs(y - 90) > 40) expect(isLeft).toBe(false);
      if (sample > 127) expect(isMagenta(pixels, i)).toBe(isLeft);
      // Away from the face nothing has become blue.
      if (sample > 127 && (x < 80 || x > 220)) expect(pixels.rgb[3 * i + 2]).toBeLessThan(210);
    });
    expect(filled(truth, mask).left).toBeUndefined();
  });
});
