/** Owns making pixels smaller by a whole factor: means of squares. Pure arithmetic. */
import type { RgbPixels } from './kernels/kernel-planes.ts';

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
