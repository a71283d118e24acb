/**
 * Owns copies of a picture in any size, larger or smaller, by a triangle as wide as what each new pixel covers. Single
 * operations in double precision alone, so that every machine makes the same bytes. Must never know what is in it.
 */
import type { SmallPicture } from '../pixels/small-picture.ts';

/** For each new sample the first old one it is made of, and `count` weights from there on. */
interface Weights {
  first: Int32Array;
  weights: Float64Array;
  count: number;
}

function weightsAlong(sizePx: number, newPx: number): Weights {
  const step = sizePx / newPx;
  const reach = Math.max(1, step);
  const count = Math.min(sizePx, Math.ceil(2 * reach));
  const first = new Int32Array(newPx);
  const weights = new Float64Array(newPx * count);
  for (let i = 0; i < newPx; i++) {
    const middle = (i + 0.5) * step - 0.5;
    const start = Math.max(0, Math.min(sizePx - count, Math.ceil(middle - reach)));
    let sum = 0;
    for (let tap = 0; tap < count; tap++) {
      const weight = Math.max(0, 1 - Math.abs(start + tap - middle) / reach);
      weights[i * count + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < count; tap++) weights[i * count + tap]! /= sum;
    first[i] = start;
  }
  return { first, weights, count };
}

/** One row in its new width. */
function fitRow(from: Uint8Array, { first, weights, count }: Weights, to: Float64Array): void {
  for (let x = 0, at = 0; x < first.length; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let tap = 0, i = 3 * first[x]!; tap < count; tap++, at++, i += 3) {
      const weight = weights[at]!;
      red += weight * from[i]!;
      green += weight * from[i + 1]!;
      blue += weight * from[i + 2]!;
    }
    to[3 * x] = red;
    to[3 * x + 1] = green;
    to[3 * x + 2] = blue;
  }
}

function addRow(sums: Float64Array, row: Float64Array, weight: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + weight * row[i]!;
}

/** Sums that are positive, rounded to bytes; they become 0 again. */
function putRow(sums: Float64Array, rgb: Uint8Array, to: number): void {
  for (let i = 0; i < sums.length; i++) {
    rgb[to + i] = sums[i]! + 0.5;
    sums[i] = 0;
  }
}

/** The picture in a size; itself, when it has that size. */
export function fitPicture(picture: SmallPicture, size: { widthPx: number; heightPx: number }): SmallPicture {
  const { widthPx, heightPx } = picture;
  if (widthPx === size.widthPx && heightPx === size.heightPx) return picture;
  const across = weightsAlong(widthPx, size.widthPx);
  const along = weightsAlong(heightPx, size.heightPx);
  const samples = size.widthPx * 3;
  const rgb = new Uint8Array(samples * size.heightPx);
  // Rows are needed in order: as many as one new row is made of are kept, each in the place of one no longer needed.
  const rows = Array.from({ length: along.count }, () => new Float64Array(samples));
  const sums = new Float64Array(samples);
  let done = 0;
  for (let y = 0; y < size.heightPx; y++) {
    const start = along.first[y]!;
    for (; done < start + along.count; done++) {
      const from = picture.rgb.subarray(done * widthPx * 3, (done + 1) * widthPx * 3);
      fitRow(from, across, rows[done % along.count]!);
    }
    for (let tap = 0; tap < along.count; tap++) {
      const weight = along.weights[y * along.count + tap]!;
      if (weight !== 0) addRow(sums, rows[(start + tap) % along.count]!, weight);
    }
    putRow(sums, rgb, y * samples);
  }
  return { rgb, widthPx: size.widthPx, heightPx: size.heightPx };
}

/** The picture in the corner of a canvas whose sides are multiples of `squarePx`; the rest is black. */
export function padPicture(picture: SmallPicture, squarePx: number): SmallPicture {
  const { rgb, widthPx, heightPx } = picture;
  const wide = Math.ceil(widthPx / squarePx) * squarePx;
  const high = Math.ceil(heightPx / squarePx) * squarePx;
  if (wide === widthPx && high === heightPx) return picture;
  const canvas = new Uint8Array(wide * high * 3);
  for (let y = 0; y < heightPx; y++) {
    canvas.set(rgb.subarray(y * widthPx * 3, (y + 1) * widthPx * 3), y * wide * 3);
  }
  return { rgb: canvas, widthPx: wide, heightPx: high };
}

/** A square of the picture in the mirror; beyond the edge go copies of it on. */
export function mirrorSquare(
  { rgb, widthPx, heightPx }: SmallPicture,
  { leftPx, topPx, sidePx }: { leftPx: number; topPx: number; sidePx: number },
): SmallPicture {
  const square = new Uint8Array(sidePx * sidePx * 3);
  for (let y = 0, to = 0; y < sidePx; y++) {
    const row = Math.max(0, Math.min(heightPx - 1, topPx + y)) * widthPx;
    for (let x = sidePx - 1; x >= 0; x--, to += 3) {
      const from = 3 * (row + Math.max(0, Math.min(widthPx - 1, leftPx + x)));
      square[to] = rgb[from]!;
      square[to + 1] = rgb[from + 1]!;
      square[to + 2] = rgb[from + 2]!;
    }
  }
  return { rgb: square, widthPx: sidePx, heightPx: sidePx };
}
