/** Owns the tone that most of some samples have. Pure arithmetic. */
import type { RgbPixels } from '../kernels/kernel-planes.ts';

/** The luma of encoded values (Rec. 709), whole. */
export const lumaOf = (red: number, green: number, blue: number): number =>
  Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);

export function lumaPlaneOf({ rgb }: RgbPixels): Uint8Array {
  const plane = new Uint8Array(rgb.length / 3);
  for (let i = 0, from = 0; i < plane.length; i++, from += 3) {
    plane[i] = lumaOf(rgb[from]!, rgb[from + 1]!, rgb[from + 2]!);
  }
  return plane;
}

/** `share`: how many of the samples lie within `levels` of one value; `luma`: their mean. */
export function measureTone(samples: Uint8Array, levels: number): { share: number; luma: number } {
  const counts = new Uint32Array(256);
  for (let i = 0; i < samples.length; i++) counts[samples[i]!]! += 1;
  let [max, sum] = [0, 0];
  for (let middle = 0; middle < 256; middle++) {
    const first = Math.max(0, middle - levels);
    const near = counts.subarray(first, middle + levels + 1);
    const count = near.reduce((total, it) => total + it, 0);
    if (count <= max) continue;
    max = count;
    sum = near.reduce((total, it, i) => total + it * (first + i), 0);
  }
  return { share: max / samples.length, luma: Math.round(sum / max) };
}
