/** Owns making pixels smaller: by a whole factor as means of squares, by any other with a kernel. Pure arithmetic. */
import type { RgbPixels } from '../kernels/kernel-planes.ts';

/** A picture `factor` times smaller on each side; what is left over at the right and below is dropped. */
export function shrinkPixels({ rgb, widthPx, heightPx }: RgbPixels, factor: number): RgbPixels {
  const wide = Math.max(1, Math.floor(widthPx / factor));
  const high = Math.max(1, Math.floor(heightPx / factor));
  const [across, down] = [Math.min(factor, widthPx), Math.min(factor, heightPx)];
  const area = across * down;
  const small = new Uint8Array(wide * high * 3);
  const sums = new Uint32Array(wide * 3);
  for (let y = 0; y < high; y++) {
    sums.fill(0);
    for (let v = 0; v < down; v++) {
      let from = (y * factor + v) * widthPx * 3;
      for (let to = 0; to < sums.length; to += 3) {
        for (let u = 0; u < across; u++, from += 3) {
          sums[to] = sums[to]! + rgb[from]!;
          sums[to + 1] = sums[to + 1]! + rgb[from + 1]!;
          sums[to + 2] = sums[to + 2]! + rgb[from + 2]!;
        }
      }
    }
    for (let i = 0, to = y * sums.length; i < sums.length; i++, to++) {
      small[to] = Math.floor((sums[i]! + area / 2) / area);
    }
  }
  return { rgb: small, widthPx: wide, heightPx: high };
}

/** Of Catmull and Rom: as sharp as means of squares, and smoother between the pixels. */
function weightAt(distance: number): number {
  const d = Math.abs(distance);
  if (d >= 2) return 0;
  return d < 1 ? 1.5 * d ** 3 - 2.5 * d ** 2 + 1 : -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2;
}

const byteOf = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.floor(value + 0.5));

/** Of each pixel of a shrunk row: the first that it is made of, their weights, and the sum of these. */
interface Taps {
  count: number;
  firsts: Int32Array;
  weights: Float64Array;
  sums: Float64Array;
}

function tapsOf(fromPx: number, length: number): Taps {
  const factor = fromPx / length;
  const reach = Math.ceil(2 * factor);
  const count = 2 * reach;
  const taps = {
    count,
    firsts: new Int32Array(length),
    weights: new Float64Array(length * count),
    sums: new Float64Array(length),
  };
  for (let to = 0; to < length; to++) {
    const middle = (to + 0.5) * factor - 0.5;
    const first = Math.floor(middle) - reach + 1;
    taps.firsts[to] = first;
    for (let i = 0; i < count; i++) {
      const weight = weightAt((first + i - middle) / factor);
      taps.weights[to * count + i] = weight;
      taps.sums[to]! += weight;
    }
  }
  return taps;
}

/** Rows shrunk to `length` pixels and turned: rows become columns, so that the second pass is the same as the first. */
function shrinkRows({ rgb, widthPx, heightPx }: RgbPixels, length: number): RgbPixels {
  const { count, firsts, weights, sums } = tapsOf(widthPx, length);
  const small = new Uint8Array(length * heightPx * 3);
  // A row with its ends held on beyond them, so that no tap asks where it is.
  const before = Math.max(0, -firsts[0]!);
  const behind = Math.max(0, firsts[length - 1]! + count - widthPx);
  const row = new Float64Array(3 * (before + widthPx + behind));
  for (let y = 0; y < heightPx; y++) {
    const from = 3 * y * widthPx;
    for (let x = 0, to = 0; to < row.length; x++, to += 3) {
      const at = from + 3 * Math.max(0, Math.min(widthPx - 1, x - before));
      row[to] = rgb[at]!;
      row[to + 1] = rgb[at + 1]!;
      row[to + 2] = rgb[at + 2]!;
    }
    for (let to = 0, k = 0; to < length; to++) {
      let [red, green, blue] = [0, 0, 0];
      for (let at = 3 * (firsts[to]! + before), end = k + count; k < end; k++, at += 3) {
        const weight = weights[k]!;
        red += weight * row[at]!;
        green += weight * row[at + 1]!;
        blue += weight * row[at + 2]!;
      }
      const sum = sums[to]!;
      const at = 3 * (to * heightPx + y);
      small[at] = byteOf(red / sum);
      small[at + 1] = byteOf(green / sum);
      small[at + 2] = byteOf(blue / sum);
    }
  }
  return { rgb: small, widthPx: heightPx, heightPx: length };
}

/** A picture about `factor` times smaller on each side, from 1 on; whole pixels. */
export function shrinkSmoothly(pixels: RgbPixels, factor: number): RgbPixels {
  const [wide, high] = [pixels.widthPx, pixels.heightPx].map((px) => Math.max(1, Math.round(px / factor)));
  return shrinkRows(shrinkRows(pixels, wide!), high!);
}
