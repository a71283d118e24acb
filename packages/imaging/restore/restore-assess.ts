/**
 * Owns what is wrong with a photo: its grain, its tones, and what they say about whether it is an old print. Pure
 * arithmetic; must never change a pixel.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { medianPlane } from '../kernels/median-plane.ts';
import { measureTones, type ToneFacts } from '../pixels/restore-tone.ts';
import { shrinkPixels } from '../pixels/shrink-pixels.ts';
import { measureNoiseFacts, measureSumNoise, type NoiseFacts } from './restore-noise.ts';
import { cutPixels, detectPicture } from './restore-print.ts';

/** Of a channel, under this nobody sees it; photos of good cameras have up to 4. */
const visibleNoise = 4;
/** A faded print's grain is lifted again by stretching its tones. */
const visibleNoiseFaded = 2;
/** Texture and strong compression have little in the highest frequencies; grain has as much as in the others. */
const grainWhiteness = 0.62;
const softGrainWhiteness = 0.2;
const tonePixels = 1_000_000;
/** Chroma deviates by so little from a curve over luma where all colours are shades of one. */
const tonedDeviation = 3.5;

/** Shares of the pixels beyond black and white. More leaves good photos that were faded faded; less lets specks decide. */
const endShare = 0.0015;
const roughEndShare = 0.005;
/** Specks are so large in a picture of a megapixel; in a smaller one medians as wide would take its highlights. */
const speckRadiusPx = 2;
const speckSidePx = 320;

const root3 = Math.sqrt(3);

const grainBy = (sigma: number, whiteness: number): number =>
  whiteness > softGrainWhiteness ? sigma / root3 : 0;

/** The grain's deviation in one channel; 0 for what is texture. */
export const grainOf = ({ sigmas: [sigma], whiteness }: NoiseFacts): number => grainBy(sigma, whiteness);

/** The same, measured of a copy at another size. */
export function measureGrain(pixels: RgbPixels): number {
  const { sigma, whiteness } = measureSumNoise(pixels);
  return grainBy(sigma, whiteness);
}

/** Whether there is noise that people see and that isn't the picture's texture. */
export function isNoisy(noise: NoiseFacts, isFaded: boolean): boolean {
  const sigma = noise.sigmas[0] / root3;
  if (sigma >= visibleNoise && noise.whiteness >= grainWhiteness) return true;
  return isFaded && sigma >= visibleNoiseFaded && noise.whiteness >= softGrainWhiteness;
}

export const measureNoiseOf = (pixels: RgbPixels, mask?: Uint8Array): NoiseFacts =>
  measureNoiseFacts(pixels, mask);

function withoutSpecks(pixels: RgbPixels): RgbPixels {
  const { rgb, widthPx, heightPx } = pixels;
  const radiusPx = Math.min(speckRadiusPx, Math.floor(Math.max(widthPx, heightPx) / speckSidePx));
  if (radiusPx === 0) return pixels;
  const clean = new Uint8Array(rgb.length);
  const samples = new Uint8Array(widthPx * heightPx);
  for (let c = 0; c < 3; c++) {
    for (let i = 0, from = c; i < samples.length; i++, from += 3) samples[i] = rgb[from]!;
    const medians = medianPlane({ samples, widthPx, heightPx }, radiusPx).samples;
    for (let i = 0, to = c; i < samples.length; i++, to += 3) clean[to] = medians[i]!;
  }
  return { rgb: clean, widthPx, heightPx };
}

/** Whether all colours lie on one curve over their green. */
function isToned({ rgb }: RgbPixels): boolean {
  const counts = new Float64Array(64);
  const sums = [new Float64Array(64), new Float64Array(64)];
  const squares = [new Float64Array(64), new Float64Array(64)];
  for (let i = 0; i < rgb.length; i += 3) {
    const bin = rgb[i + 1]! >> 2;
    counts[bin]! += 1;
    for (let c = 0; c < 2; c++) {
      const chroma = rgb[i + 2 * c]! - rgb[i + 1]!;
      sums[c]![bin]! += chroma;
      squares[c]![bin]! += chroma * chroma;
    }
  }
  let spread = 0;
  counts.forEach((count, bin) => {
    if (count === 0) return;
    for (let c = 0; c < 2; c++) spread += squares[c]![bin]! - sums[c]![bin]! ** 2 / count;
  });
  return Math.sqrt(spread / ((rgb.length / 3) * 2)) < tonedDeviation;
}

/**
 * The tones of what the picture shows: not of a scan's border, and, with `isDamaged`, not of specks and grain: every value
 * is the median of its neighbours then.
 */
export function readTones(pixels: RgbPixels, isDamaged: boolean): ToneFacts {
  const factor = Math.ceil(Math.sqrt((pixels.widthPx * pixels.heightPx) / tonePixels));
  const shrunk = factor > 1 ? shrinkPixels(pixels, factor) : pixels;
  const small = isDamaged ? withoutSpecks(shrunk) : shrunk;
  const picture = cutPixels(small, detectPicture(small));
  const { rgb } = picture;
  const counts = { red: new Uint32Array(256), green: new Uint32Array(256), blue: new Uint32Array(256) };
  for (let at = 0; at < rgb.length; at += 3) {
    counts.red[rgb[at]!]! += 1;
    counts.green[rgb[at + 1]!]! += 1;
    counts.blue[rgb[at + 2]!]! += 1;
  }
  return measureTones(counts, {
    isToned: isToned(picture),
    endShare: isDamaged ? roughEndShare : endShare,
  });
}
