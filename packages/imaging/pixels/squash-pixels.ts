/** Owns making a picture of any shape into a small square: each pixel the mean of the area it stands for. Pure arithmetic. */
import type { RgbPixels } from '../kernels/kernel-planes.ts';

/** Which of `length` samples the square's pixel `to` covers, the first and the last in part. */
function spanOf(to: number, length: number, sidePx: number) {
  const [start, end] = [(to * length) / sidePx, ((to + 1) * length) / sidePx];
  const first = Math.floor(start);
  return { start, end, first, last: Math.min(length - 1, Math.ceil(end) - 1) };
}

/** How much of the sample `at` lies in the span. */
const partOf = (at: number, { start, end }: { start: number; end: number }): number =>
  Math.min(at + 1, end) - Math.max(at, start);

/** One row of the picture, made `sidePx` pixels wide. */
function squashRow({ rgb, widthPx }: RgbPixels, y: number, row: Float64Array): void {
  const sidePx = row.length / 3;
  const share = sidePx / widthPx;
  row.fill(0);
  for (let to = 0; to < sidePx; to++) {
    const span = spanOf(to, widthPx, sidePx);
    for (let x = span.first; x <= span.last; x++) {
      const part = partOf(x, span) * share;
      const from = 3 * (y * widthPx + x);
      row[3 * to] = row[3 * to]! + part * rgb[from]!;
      row[3 * to + 1] = row[3 * to + 1]! + part * rgb[from + 1]!;
      row[3 * to + 2] = row[3 * to + 2]! + part * rgb[from + 2]!;
    }
  }
}

/** The picture as a square of `sidePx` pixels a side, whatever its shape; values are rounded. */
export function squashPixels(pixels: RgbPixels, sidePx: number): RgbPixels {
  const { heightPx } = pixels;
  const square = new Uint8Array(sidePx * sidePx * 3);
  const row = new Float64Array(3 * sidePx);
  const sums = new Float64Array(3 * sidePx);
  for (let to = 0; to < sidePx; to++) {
    const span = spanOf(to, heightPx, sidePx);
    sums.fill(0);
    for (let y = span.first; y <= span.last; y++) {
      const part = (partOf(y, span) * sidePx) / heightPx;
      squashRow(pixels, y, row);
      for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + part * row[i]!;
    }
    for (let i = 0; i < sums.length; i++) square[to * sums.length + i] = Math.round(sums[i]!);
  }
  return { rgb: square, widthPx: sidePx, heightPx: sidePx };
}
