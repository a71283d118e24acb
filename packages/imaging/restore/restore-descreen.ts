/**
 * Owns printing screens: finding the period of a halftone's dots, and taking them away. Pure arithmetic but for the
 * kernels; must never blur a photo that has no screen unless told to.
 */
import { denoiseRgb } from '../kernels/denoise-rgb.ts';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { smoothSpectrum } from './restore-noise.ts';

const patchPx = 48;
const maxPatches = 60;
const [minPeriodPx, maxPeriodPx] = [3, 12];
/** How much like itself a screened print is, one period on. Photos have at most half of it beyond their own detail. */
const screened = 0.28;
/** A frequency belongs to the screen when it has so many times what half of them have. */
const standsOutTimes = 2;
const clearlyStandsOutTimes = 4;
/** Under this a picture's own shapes have most: horizontal and vertical periods to the block, together. */
const lowestBand = 3;
/** A screen is no noise: it has its full height in every block. */
const screenGain = 1.6;
const finePixels = 6_000_000;

/** Mean correlation of patches with themselves, moved by up to 12 pixels each way. */
function correlations({ rgb, widthPx, heightPx }: RgbPixels): Float64Array {
  const size = 2 * maxPeriodPx + 1;
  const sums = new Float64Array(size * size);
  const [columns, rows] = [Math.floor(widthPx / patchPx), Math.floor(heightPx / patchPx)];
  const every = Math.max(1, Math.ceil((columns * rows) / maxPatches));
  let patches = 0;
  const patch = new Float32Array(patchPx * patchPx);
  for (let index = 0; index < columns * rows; index += every) {
    const [left, top] = [(index % columns) * patchPx, Math.floor(index / columns) * patchPx];
    for (let i = 0; i < patch.length; i++) {
      const [x, y] = [left + (i % patchPx), top + Math.floor(i / patchPx)];
      patch[i] = rgb[3 * (y * widthPx + x) + 1]!;
    }
    const detail = detailOf(patch);
    let energy = 0;
    for (const value of detail) energy += value * value;
    if (energy < 4 * detail.length) continue;
    patches++;
    const reach = maxPeriodPx;
    for (let v = 0; v <= reach; v++) {
      for (let u = -reach; u <= reach; u++) {
        let sum = 0;
        for (let y = reach; y < patchPx - reach; y++) {
          for (let x = reach; x < patchPx - reach; x++) {
            sum += detail[y * patchPx + x]! * detail[(y + v) * patchPx + x + u]!;
          }
        }
        sums[(v + reach) * size + u + reach]! += sum;
      }
    }
  }
  return patches < 4 ? new Float64Array(size * size) : sums;
}

/** What a patch has beyond the mean of the 7 x 7 pixels around. */
function detailOf(patch: Float32Array): Float32Array {
  const detail = new Float32Array(patch.length);
  for (let y = 0; y < patchPx; y++) {
    for (let x = 0; x < patchPx; x++) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - 3); v <= Math.min(patchPx - 1, y + 3); v++) {
        for (let u = Math.max(0, x - 3); u <= Math.min(patchPx - 1, x + 3); u++) {
          sum += patch[v * patchPx + u]!;
          count++;
        }
      }
      detail[y * patchPx + x] = patch[y * patchPx + x]! - sum / count;
    }
  }
  return detail;
}

/** The period of the screen in pixels; undefined for a photo without one. */
export function findScreen(pixels: RgbPixels): number | undefined {
  if (Math.max(...screenSpectrum(pixels, clearlyStandsOutTimes)) === 0) return undefined;
  const size = 2 * maxPeriodPx + 1;
  const sums = correlations(pixels);
  const whole = sums[maxPeriodPx * size + maxPeriodPx]!;
  if (whole <= 0) return undefined;
  const at = (u: number, v: number) => sums[(v + maxPeriodPx) * size + u + maxPeriodPx]! / whole;
  let best: { period: number; likeness: number } | undefined;
  for (let v = 0; v < maxPeriodPx; v++) {
    for (let u = 1 - maxPeriodPx; u < maxPeriodPx; u++) {
      const period = Math.hypot(u, v);
      if (period < minPeriodPx || period > maxPeriodPx - 1) continue;
      // A screen repeats in two directions: one of them may be a fence or a roof.
      const likeness = Math.min(
        at(u, v),
        v === 0 ? at(0, Math.abs(u)) : at(v, Math.abs(u)),
        at(-Math.abs(v), Math.abs(u)),
      );
      if (likeness > (best?.likeness ?? screened)) best = { period, likeness };
    }
  }
  return best?.period;
}

/** Deviations of the frequencies that stand out by so much where the picture is smooth; 0 for the others. */
function screenSpectrum(pixels: RgbPixels, standsOut: number): number[] {
  const spectrum = smoothSpectrum(pixels);
  if (!spectrum) return [0];
  const usual = spectrum.toSorted((a, b) => a - b)[spectrum.length >> 1]!;
  const isPeak = (deviation: number, i: number) =>
    (i >> 3) + (i & 7) >= lowestBand && deviation > standsOut * usual;
  return spectrum.map((deviation, i) => (isPeak(deviation, i) ? deviation : 0));
}

/**
 * Takes a screen away, in place; `amount` from 0 to 1. Where the picture is smooth there is little but the screen: the
 * frequencies that stand out there are shrunk everywhere by as much.
 */
export function descreen(pixels: RgbPixels, amount: number): void {
  const shape = screenSpectrum(pixels, standsOutTimes);
  const max = Math.max(...shape);
  if (max === 0) return;
  denoiseRgb(pixels, {
    sigmas: [Math.min(255, screenGain * max), Math.min(255, max / 2), Math.min(255, max / 2)],
    noiseShape: shape.map((deviation) => deviation / max),
    stepPx: pixels.widthPx * pixels.heightPx <= finePixels ? 2 : 4,
    amount,
  });
}
