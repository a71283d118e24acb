/**
 * Owns what is wrong with a photo: its grain, its tones, and what they say about whether it is an old print. Pure
 * arithmetic; must never change a pixel.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { medianPlane } from '../kernels/median-plane.ts';
import { coverRebates, detectMounts } from '../pixels/picture-mounts.ts';
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

/** Share of the pixels beyond black, and beyond white: less lets specks decide. */
const endShare = 0.005;
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

/**
 * In a photo of today so much grain without any in the colours is a surface: rust, sand, plaster. With still less it is what a camera left
 * that had taken the noise away, or what a photographer put there: sensors and colour film have grain in every colour.
 */
const surfaceNoise = 10;
const surfaceChroma = 0.15;
const meantChroma = 0.04;
/** Grain halves when the picture is made half as large, clumped grain to 0.85; leaves, stones and fur stay as strong. */
const textureKept = 0.9;
/** Neither film nor sensor has more at the highest frequencies than at those below: who sharpened a photo did. */
const sharpenedWhiteness = 1.3;

/** The sum plane's deviation at half the size. */
const halvedSigmaOf = (pixels: RgbPixels): number => measureSumNoise(shrinkPixels(pixels, 2)).sigma;

/** Whether what would be noise in a print belongs to a photo of today: the surface of things, texture, or how somebody wanted it. */
export function isOfPicture(
  pixels: RgbPixels,
  { sigmas: [sum, ...colours], whiteness }: NoiseFacts,
): boolean {
  const chroma = Math.max(...colours);
  if (chroma < (sum / root3 >= surfaceNoise ? surfaceChroma : meantChroma) * sum) return true;
  return whiteness >= sharpenedWhiteness || halvedSigmaOf(pixels) >= textureKept * sum;
}

/** Even the smoothest places of a mosaic or a wall are so rough at half the size, and its usual ones at the whole; of prints both are never. */
const roughHalved = 6;
const roughDetail = 10.5;

/**
 * Whether what is shown is rough everywhere, as a mosaic is, or an engraving: no print of a photo is, in which something is smooth
 * or out of focus. Grain, which is strong everywhere as well, fades at half the size.
 */
export function isRough(pixels: RgbPixels, { sigmas: [sum], whiteness, detail }: NoiseFacts): boolean {
  if (detail / root3 < roughDetail || whiteness >= grainWhiteness) return false;
  const halved = halvedSigmaOf(pixels);
  return halved / root3 >= roughHalved && halved >= sum;
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

const factorOf = ({ widthPx, heightPx }: RgbPixels): number =>
  Math.ceil(Math.sqrt((widthPx * heightPx) / tonePixels));

/** How much of the scan the picture has that `readPicture` read, 0 to 1. */
export const pictureShareOf = (pixels: RgbPixels, picture: RgbPixels): number =>
  Math.min(
    1,
    (picture.widthPx * picture.heightPx * factorOf(pixels) ** 2) / (pixels.widthPx * pixels.heightPx),
  );

/**
 * What the picture shows, in a megapixel at most: without a scan's border and what it is mounted in, and, with `isDamaged`, without
 * specks and grain: every value is the median of its neighbours then.
 */
export function readPicture(pixels: RgbPixels, isDamaged: boolean): RgbPixels {
  const factor = factorOf(pixels);
  const shrunk = factor > 1 ? shrinkPixels(pixels, factor) : pixels;
  const small = isDamaged ? withoutSpecks(shrunk) : shrunk;
  const picture = cutPixels(small, detectPicture(small));
  const mount = detectMounts(picture).at(-1);
  const inside = mount ? cutPixels(picture, mount.inside) : picture;
  coverRebates(inside);
  return inside;
}

/** The tones of what `readPicture` read. */
export function measurePictureTones({ rgb }: RgbPixels): ToneFacts {
  const counts = { red: new Uint32Array(256), green: new Uint32Array(256), blue: new Uint32Array(256) };
  for (let at = 0; at < rgb.length; at += 3) {
    counts.red[rgb[at]!]! += 1;
    counts.green[rgb[at + 1]!]! += 1;
    counts.blue[rgb[at + 2]!]! += 1;
  }
  return measureTones(counts, endShare);
}
