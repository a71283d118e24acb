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

const byteOf = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** Rows shrunk to `length` pixels and turned: rows become columns, so that the second pass is the same as the first. */
function shrinkRows({ rgb, widthPx, heightPx }: RgbPixels, length: number): RgbPixels {
  const factor = widthPx / length;
  const reach = Math.ceil(2 * factor);
  const weights = new Float64Array(2 * reach);
  const small = new Uint8Array(length * heightPx * 3);
  for (let to = 0; to < length; to++) {
    const middle = (to + 0.5) * factor - 0.5;
    const first = Math.floor(middle) - reach + 1;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      weights[i] = weightAt((first + i - middle) / factor);
      sum += weights[i]!;
    }
    for (let y = 0; y < heightPx; y++) {
      let [red, green, blue] = [0, 0, 0];
      for (let i = 0; i < weights.length; i++) {
        const x = first + i;
        const at = 3 * (y * widthPx + (x < 0 ? 0 : x >= widthPx ? widthPx - 1 : x));
        red += weights[i]! * rgb[at]!;
        green += weights[i]! * rgb[at + 1]!;
        blue += weights[i]! * rgb[at + 2]!;
      }
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
