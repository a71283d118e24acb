/**
 * Owns how much smaller a picture could be without losing detail: enlarged pictures and soft scans are as if looked at
 * through a magnifying glass. Read from the power spectra of pieces of its rows and columns: what is sharp, grain and dust
 * included, has power up to the highest frequencies. Pure arithmetic; decides nothing.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';

const length = 64;
const highest = length / 2;
/** Under this there is the picture's layout, not its detail. */
const lowest = 3;
const maxPieces = 2000;
/** Detail ends where it has this share of what it has at its strongest: soft lenses end gently, magnifying ends steeply. */
const endShare = 0.15;

/** Of a Hann window, so that a piece's ends make no frequencies; those from 0 to the highest, cosines and sines. */
const waves = Array.from({ length: highest + 1 }, (_, k) =>
  [Math.cos, Math.sin].map((wave) =>
    Float64Array.from({ length }, (_, n) => {
      const share = 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / length);
      return share * wave((2 * Math.PI * k * n) / length);
    }),
  ),
) as [Float64Array, Float64Array][];

/** Adds the power of one piece; samples lie `step` apart from `start` on. */
function addPower(rgb: Uint8Array, { start, step }: { start: number; step: number }, power: Float64Array) {
  const piece = new Float64Array(length);
  let mean = 0;
  for (let n = 0; n < length; n++) {
    piece[n] = rgb[3 * (start + n * step) + 1]!;
    mean += piece[n]! / length;
  }
  for (let k = lowest; k <= highest; k++) {
    const [cosines, sines] = waves[k]!;
    let [a, b] = [0, 0];
    for (let n = 0; n < length; n++) {
      const value = piece[n]! - mean;
      a += value * cosines[n]!;
      b += value * sines[n]!;
    }
    power[k]! += a * a + b * b;
  }
}

/** Per frequency, from the lowest that counts: its power in green times its square, which is level for what is sharp. */
function detailOf({ rgb, widthPx, heightPx }: RgbPixels): Float64Array {
  const power = new Float64Array(highest + 1);
  const [across, down] = [Math.floor(widthPx / length), Math.floor(heightPx / length)];
  const every = Math.max(1, Math.ceil((across * heightPx + down * widthPx) / maxPieces));
  for (let i = 0; i < across * heightPx; i += every) {
    addPower(rgb, { start: Math.floor(i / across) * widthPx + (i % across) * length, step: 1 }, power);
  }
  for (let i = 0; i < down * widthPx; i += every) {
    const start = Math.floor(i / widthPx) * length * widthPx + (i % widthPx);
    addPower(rgb, { start, step: widthPx }, power);
  }
  return power.map((value, k) => value * k * k);
}

const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** How many times smaller the picture could be; 1 for one that is sharp to the pixel. Only pictures of 64 px and more. */
export function measureSpareScale(pixels: RgbPixels): number {
  const detail = detailOf(pixels);
  let max = 0;
  for (let k = lowest + 1; k < highest; k++) {
    max = Math.max(max, middleOf(detail[k - 1]!, detail[k]!, detail[k + 1]!));
  }
  const end = endShare * max;
  let last = highest;
  while (last > lowest && detail[last]! < end) last--;
  if (last === highest || max === 0) return 1;
  const [above, under] = [Math.log(detail[last]! + 1), Math.log(detail[last + 1]! + 1)];
  const part = above > under ? (above - Math.log(end + 1)) / (above - under) : 0;
  return highest / (last + Math.max(0, Math.min(1, part)));
}
