/**
 * Owns the shapes that kernels take, and running a kernel of a square window over a plane in strips, so that memory
 * stays bounded whatever the size. Must never change the plane it is given.
 */
import { type KernelLayout, layOut } from './kernel-memory.ts';

/** A plane of 8-bit samples, row by row; a mask holds 0 and 255 alone. */
export interface Plane8 {
  samples: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** Interleaved 8-bit RGB, row by row. */
export interface RgbPixels {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** Told after each strip how much is done, over 0 to 1. */
export type OnShare = (share: number) => void;

/** Bytes of memory that one strip may take. */
const stripBytes = 40_000_000;
const minRows = 32;

/** How many rows a strip has, when each takes so many bytes. */
export function stripRows(bytesPerRow: number, heightPx: number): number {
  return Math.min(heightPx, Math.max(minRows, Math.floor(stripBytes / bytesPerRow)));
}

/** Throws RangeError when the samples aren't as many as the size says. */
export function checkPlane({ samples, widthPx, heightPx }: Plane8): void {
  if (!(widthPx >= 1 && heightPx >= 1 && samples.length === widthPx * heightPx)) {
    throw new RangeError(`${widthPx} x ${heightPx} pixels don't have ${samples.length} samples`);
  }
}

/** Throws RangeError when the samples aren't as many as the size says. */
export function checkPixels({ rgb, widthPx, heightPx }: RgbPixels): void {
  if (!(widthPx >= 1 && heightPx >= 1 && rgb.length === 3 * widthPx * heightPx)) {
    throw new RangeError(`${widthPx} x ${heightPx} pixels don't have ${rgb.length} samples`);
  }
}

/** Throws RangeError when the number isn't a whole one from `min` to `max`. */
export function checkWhole(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new RangeError(`${name} is a whole number from ${min} to ${max}, not ${value}`);
  }
}

/** A strip in the memory of the kernels. Source rows are padded with copies of the edge by `padPx` on each side. */
export interface PaddedStrip {
  layout: KernelLayout<'source' | 'target' | 'work'>;
  /** The padded corner, and bytes from row to row. */
  source: number;
  sourceStride: number;
  target: number;
  /** Samples from row to row of the target: a multiple of 16. */
  targetStride: number;
  rows: number;
  work: number;
}

export interface PaddedRun {
  padPx: number;
  /** Bytes of one result. */
  sampleBytes: 1 | 4;
  /** Bytes of work memory, given the layout's functions. */
  workBytes?: number;
  /** Fills the target of one strip. */
  run(strip: PaddedStrip): void;
}

/** Rows `top` to `top` + `rows` of a plane with `padPx` more on each side, filled with copies of the edge. */
export function writePaddedRows(
  { samples, widthPx, heightPx }: Plane8,
  { top, rows, padPx }: { top: number; rows: number; padPx: number },
  into: Uint8Array,
): void {
  let to = 0;
  for (let y = top - padPx; y < top + rows + padPx; y++) {
    const from = Math.max(0, Math.min(heightPx - 1, y)) * widthPx;
    const end = to + padPx + widthPx;
    into.fill(samples[from]!, to, to + padPx);
    into.set(samples.subarray(from, from + widthPx), to + padPx);
    into.fill(samples[from + widthPx - 1]!, end, end + padPx);
    to = end + padPx;
  }
}

/** Runs a kernel strip by strip; `take` gets each strip's results, whole rows of `targetStride` samples. */
export function runPadded(
  plane: Plane8,
  { padPx, sampleBytes, workBytes = 0, run }: PaddedRun,
  take: (strip: PaddedStrip, top: number) => void,
): void {
  checkPlane(plane);
  const { widthPx, heightPx } = plane;
  const sourceStride = widthPx + 2 * padPx;
  const targetStride = Math.ceil(widthPx / 16) * 16;
  const stripHeight = stripRows(sourceStride + targetStride * sampleBytes, heightPx);
  for (let top = 0; top < heightPx; top += stripHeight) {
    const rows = Math.min(stripHeight, heightPx - top);
    const layout = layOut({
      source: sourceStride * (rows + 2 * padPx),
      target: targetStride * rows * sampleBytes,
      work: workBytes,
    });
    const { source, target, work } = layout.at;
    const padded = layout.bytes.subarray(source, source + sourceStride * (rows + 2 * padPx));
    writePaddedRows(plane, { top, rows, padPx }, padded);
    const strip = { layout, source, sourceStride, target, targetStride, rows, work };
    run(strip);
    take(strip, top);
  }
}

/** The same, into a new plane. */
export function filterPlane(plane: Plane8, options: Omit<PaddedRun, 'sampleBytes'>): Plane8 {
  const { widthPx, heightPx } = plane;
  const samples = new Uint8Array(widthPx * heightPx);
  runPadded(plane, { ...options, sampleBytes: 1 }, ({ layout, target, targetStride, rows }, top) => {
    for (let y = 0; y < rows; y++) {
      const from = target + y * targetStride;
      samples.set(layout.bytes.subarray(from, from + widthPx), (top + y) * widthPx);
    }
  });
  return { samples, widthPx, heightPx };
}
