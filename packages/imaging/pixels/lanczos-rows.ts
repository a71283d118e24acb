/** Owns a picture in twice its size by Lanczos' filter, row by row, at the places where its pixels are. Pure arithmetic. */
import type { RgbPixels } from '../kernels/kernel-planes.ts';

const tapCount = 6;
/** Samples before the one that two new ones are made of. */
const before = 3;

/** Weights of six samples for the first of two new ones, which lies a quarter of a sample before the fourth of them. */
const taps = Float64Array.from({ length: tapCount }, (_, i) => {
  const x = (i - before + 0.25) * Math.PI;
  return ((Math.sin(x) / x) * Math.sin(x / 3)) / (x / 3);
});
const sum = taps.reduce((total, tap) => total + tap, 0);
/** In fractions of 2 ** 14, so that they are the same everywhere. */
const first = taps.map((tap) => Math.round((tap / sum) * 2 ** 14) / 2 ** 14);
const second = first.toReversed();

/**
 * Writes row `y` of the enlarged picture (of `2 * widthPx` pixels, three samples each, not rounded or bounded) into `target`. Beyond
 * the picture its edge goes on. `work` has room for `3 * widthPx` numbers.
 */
export function enlargeRow(
  { rgb, widthPx, heightPx }: RgbPixels,
  y: number,
  target: Float64Array,
  work: Float64Array,
): void {
  const rowLength = 3 * widthPx;
  const vertical = y % 2 === 0 ? first : second;
  const top = (y >> 1) - before + (y % 2);
  work.fill(0);
  for (let i = 0; i < tapCount; i++) {
    const from = Math.min(heightPx - 1, Math.max(0, top + i)) * rowLength;
    const weight = vertical[i]!;
    for (let at = 0; at < rowLength; at++) work[at]! += weight * rgb[from + at]!;
  }
  const [f0, f1, f2, f3, f4, f5] = first as unknown as [number, number, number, number, number, number];
  const last = rowLength - 3;
  for (let at = 0, to = 0; at < rowLength; at += 3, to += 6) {
    for (let c = 0; c < 3; c++) {
      const own = work[at + c]!;
      const a = work[Math.max(0, at - 9) + c]!;
      const b = work[Math.max(0, at - 6) + c]!;
      const d = work[Math.max(0, at - 3) + c]!;
      const e = work[Math.min(last, at + 3) + c]!;
      const f = work[Math.min(last, at + 6) + c]!;
      const g = work[Math.min(last, at + 9) + c]!;
      target[to + c] = f0 * a + f1 * b + f2 * d + f3 * own + f4 * e + f5 * f;
      target[to + 3 + c] = f5 * b + f4 * d + f3 * own + f2 * e + f1 * f + f0 * g;
    }
  }
}
