/**
 * Owns printing screens: finding the period of a halftone's dots, and smoothing them away. Pure arithmetic but for the
 * kernels; must never blur a photo that has no screen unless told to.
 */
import type { Plane8, RgbPixels } from './kernels/kernel-planes.ts';
import { gaussianPlane } from './kernels/window-filters.ts';

const PATCH_PX = 48;
const MOST_PATCHES = 60;
const [LEAST_PERIOD_PX, MOST_PERIOD_PX] = [3, 12];
/** How much like itself a screened print is, one period on. Photos have at most half of it beyond their own detail. */
const SCREENED = 0.28;
/** A normal blur of this share of the period leaves 3 % of the screen. */
const BLUR_SHARE = 0.42;

/** Mean correlation of patches with themselves, moved by up to 12 pixels each way. */
function correlations({ rgb, widthPx, heightPx }: RgbPixels): Float64Array {
  const size = 2 * MOST_PERIOD_PX + 1;
  const sums = new Float64Array(size * size);
  const [columns, rows] = [Math.floor(widthPx / PATCH_PX), Math.floor(heightPx / PATCH_PX)];
  const every = Math.max(1, Math.ceil((columns * rows) / MOST_PATCHES));
  let patches = 0;
  const patch = new Float32Array(PATCH_PX * PATCH_PX);
  for (let index = 0; index < columns * rows; index += every) {
    const [left, top] = [(index % columns) * PATCH_PX, Math.floor(index / columns) * PATCH_PX];
    for (let i = 0; i < patch.length; i++) {
      const [x, y] = [left + (i % PATCH_PX), top + Math.floor(i / PATCH_PX)];
      patch[i] = rgb[3 * (y * widthPx + x) + 1]!;
    }
    const detail = detailOf(patch);
    let energy = 0;
    for (const value of detail) energy += value * value;
    if (energy < 4 * detail.length) continue;
    patches++;
    const reach = MOST_PERIOD_PX;
    for (let v = 0; v <= reach; v++) {
      for (let u = -reach; u <= reach; u++) {
        let sum = 0;
        for (let y = reach; y < PATCH_PX - reach; y++) {
          for (let x = reach; x < PATCH_PX - reach; x++) {
            sum += detail[y * PATCH_PX + x]! * detail[(y + v) * PATCH_PX + x + u]!;
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
  for (let y = 0; y < PATCH_PX; y++) {
    for (let x = 0; x < PATCH_PX; x++) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - 3); v <= Math.min(PATCH_PX - 1, y + 3); v++) {
        for (let u = Math.max(0, x - 3); u <= Math.min(PATCH_PX - 1, x + 3); u++) {
          sum += patch[v * PATCH_PX + u]!;
          count++;
        }
      }
      detail[y * PATCH_PX + x] = patch[y * PATCH_PX + x]! - sum / count;
    }
  }
  return detail;
}

/** The period of the screen in pixels; undefined for a photo without one. */
export function findScreen(pixels: RgbPixels): number | undefined {
  const size = 2 * MOST_PERIOD_PX + 1;
  const sums = correlations(pixels);
  const whole = sums[MOST_PERIOD_PX * size + MOST_PERIOD_PX]!;
  if (whole <= 0) return undefined;
  const at = (u: number, v: number) => sums[(v + MOST_PERIOD_PX) * size + u + MOST_PERIOD_PX]! / whole;
  let best: { period: number; likeness: number } | undefined;
  for (let v = 0; v < MOST_PERIOD_PX; v++) {
    for (let u = 1 - MOST_PERIOD_PX; u < MOST_PERIOD_PX; u++) {
      const period = Math.hypot(u, v);
      if (period < LEAST_PERIOD_PX || period > MOST_PERIOD_PX - 1) continue;
      // A screen repeats in two directions: one of them may be a fence or a roof.
      const likeness = Math.min(
        at(u, v),
        v === 0 ? at(0, Math.abs(u)) : at(v, Math.abs(u)),
        at(-Math.abs(v), Math.abs(u)),
      );
      if (likeness > (best?.likeness ?? SCREENED)) best = { period, likeness };
    }
  }
  return best?.period;
}

/** Smooths a screen of this period away, in place; `amount` from 0 to 1. */
export function descreen({ rgb, widthPx, heightPx }: RgbPixels, periodPx: number, amount: number): void {
  const samples = new Uint8Array(widthPx * heightPx);
  const plane: Plane8 = { samples, widthPx, heightPx };
  for (let c = 0; c < 3; c++) {
    for (let i = 0, from = c; i < samples.length; i++, from += 3) samples[i] = rgb[from]!;
    const smooth = gaussianPlane(plane, Math.max(0.5, periodPx * BLUR_SHARE)).samples;
    for (let i = 0, to = c; i < samples.length; i++, to += 3) {
      rgb[to] = Math.round(samples[i]! + amount * (smooth[i]! - samples[i]!));
    }
  }
}
