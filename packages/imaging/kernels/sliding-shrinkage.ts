/**
 * Owns the shrinkage of a picture's planes by a sliding 8 x 8 DCT, in two passes (Yu and Sapiro, "DCT image denoising",
 * IPOL 2011; the second as in Pierazzo, Morel and Facciolo, "Multi-scale DCT denoising", IPOL 2017): coefficients that
 * can be noise are dropped, then, with that result as the guide, each is shrunk by the share of noise in it. Works in
 * strips; the result doesn't depend on where they begin.
 */
import { type KernelLayout, layOut } from './kernel-memory.ts';
import { type OnShare, type RgbPixels, stripRows } from './kernel-planes.ts';
import { type NoiseCurve, type Stabiliser, stabilise } from './noise-curve.ts';
import type { ColourMatrices } from './opponent-colours.ts';

/** Deviations of the noise in the 64 coefficients of an orthonormal DCT, vertical frequency by vertical frequency. */
export type NoiseSpectrum = readonly number[];

export interface Shrinkage {
  colours: ColourMatrices;
  /** Per plane; undefined leaves it as it is. */
  noises: readonly (NoiseSpectrum | undefined)[];
  /** Blocks start every so many pixels, 1 to 8. */
  stepPx: number;
  /** How much of the change is made, 0 to 1. */
  amount: number;
  noiseCurve?: NoiseCurve | undefined;
  /** Per plane, how far coefficients of the blocks of a grid may move; undefined doesn't bound them. */
  bounds?: GridBounds | undefined;
  onShare?: OnShare | undefined;
}

export interface GridBounds {
  /** Where the first whole block starts, 0 to 7. */
  leftPx: number;
  topPx: number;
  /** Most change of each coefficient, as in `NoiseSpectrum`. */
  planes: readonly (NoiseSpectrum | undefined)[];
}

const block = 8;
/** Coefficients under so many deviations are dropped in the first pass. */
const hardLimit = 2.7;
/** The transform of the kernels is so many times the orthonormal one. */
const transformScale = 8;
/** How far away rows decide about a row, by both passes. */
const marginRows = 2 * (block - 1);
/** Bytes per pixel of a strip: RGB, three planes, guide, sums, weights, and the plane as it was. */
const stripBytesPerPx = 31;

type Names =
  | 'rgb'
  | 'planes'
  | 'guide'
  | 'sums'
  | 'totals'
  | 'before'
  | 'work'
  | 'tops'
  | 'table'
  | 'matrix'
  | 'curve';
/** Rows `top` to `bottom` are the strip's own, `from` to `to` are in memory. */
interface Strip {
  layout: KernelLayout<Names>;
  from: number;
  to: number;
  top: number;
  bottom: number;
}

const strideOf = (widthPx: number): number => Math.ceil(widthPx / 4) * 4;

/** As the kernels have coefficients: scaled, horizontal frequency by horizontal frequency. */
function tableOf(spectrum: NoiseSpectrum, change: (deviation: number) => number): Float32Array {
  const table = new Float32Array(64);
  for (let i = 0; i < 64; i++) table[(i & 7) * 8 + (i >> 3)] = change(transformScale * spectrum[i]!);
  return table;
}

/** First rows of the blocks that meet rows `from` to `to`, as in the whole picture. */
function topsOf(heightPx: number, stepPx: number, [from, to]: readonly [number, number]): number[] {
  const last = heightPx - block;
  const tops: number[] = [];
  const first = Math.max(0, Math.ceil((from - block + 1) / stepPx) * stepPx);
  for (let top = first; top < last && top < to; top += stepPx) tops.push(top);
  if (last < to && last > from - block) tops.push(last);
  return tops;
}

/** One pass over one plane of the strip, into the guide, or with the guide into the plane. */
function runPass(
  { layout, from, to }: Strip,
  { heightPx, widthPx }: RgbPixels,
  pass: {
    plane: number;
    stepPx: number;
    rows: readonly [number, number];
    table: Float32Array;
    guide: number;
  },
): void {
  const { kernels, at, floats, integers } = layout;
  const stride = strideOf(widthPx);
  const count = stride * (to - from);
  const tops = topsOf(heightPx, pass.stepPx, pass.rows).map((top) => top - from);
  integers.set(tops, at.tops / 4);
  floats.set(pass.table, at.table / 4);
  floats.fill(0, at.sums / 4, at.sums / 4 + count);
  floats.fill(0, at.totals / 4, at.totals / 4 + count);
  const shape = [stride, widthPx, at.tops, tops.length, pass.stepPx];
  kernels.slideDct(pass.plane, pass.guide, at.sums, at.totals, ...shape, at.table, at.work);
  kernels.finishDct(at.sums, at.totals, pass.guide ? pass.plane : at.guide, count);
}

function shrinkPlane(
  strip: Strip,
  pixels: RgbPixels,
  index: number,
  { noises, stepPx, bounds }: Shrinkage,
): void {
  const noise = noises[index];
  if (!noise) return;
  const { layout, from, to, top, bottom } = strip;
  const { at, floats, kernels } = layout;
  const stride = strideOf(pixels.widthPx);
  const count = stride * (to - from);
  const plane = at.planes + index * count * 4;
  const max = bounds?.planes[index];
  if (max) floats.copyWithin(at.before / 4, plane / 4, plane / 4 + count);
  const limits = tableOf(noise, (deviation) => hardLimit * hardLimit * deviation * deviation);
  limits[0] = -1; // The mean always stays,
  const energies = tableOf(noise, (deviation) => deviation * deviation);
  energies[0] = 0; // in both passes.
  const rows = [top - block + 1, bottom + block - 1] as const;
  runPass(strip, pixels, { plane, stepPx, rows, table: limits, guide: 0 });
  runPass(strip, pixels, { plane, stepPx, rows: [top, bottom], table: energies, guide: at.guide });
  if (!(max && bounds)) return;
  floats.set(
    tableOf(max, (change) => change),
    at.table / 4,
  );
  for (let y = top + ((bounds.topPx - top) & 7); y + block <= bottom; y += block) {
    const place = (y - from) * stride * 4;
    const width = pixels.widthPx - bounds.leftPx;
    kernels.boundRow(
      plane + place + bounds.leftPx * 4,
      at.before + place + bounds.leftPx * 4,
      stride,
      width,
      at.table,
    );
  }
}

/** Pixels of the strip to planes. */
function split({ layout, from, to }: Strip, { widthPx }: RgbPixels, curve: Stabiliser): void {
  const { at, kernels } = layout;
  const stride = strideOf(widthPx);
  const planeBytes = stride * (to - from) * 4;
  for (let y = 0; y < to - from; y++) {
    const row = [
      at.rgb + y * widthPx * 3,
      at.planes + y * stride * 4,
      planeBytes,
      widthPx,
      at.matrix,
    ] as const;
    if (curve.isFlat) kernels.splitRow(...row);
    else kernels.splitRowByTable(...row, at.curve);
  }
}

/** The strip's own rows back to pixels. */
function join(strip: Strip, { widthPx }: RgbPixels, curve: Stabiliser, amount: number): void {
  const { layout, from, to, top, bottom } = strip;
  const { at, kernels } = layout;
  const stride = strideOf(widthPx);
  const planeBytes = stride * (to - from) * 4;
  for (let y = top - from; y < bottom - from; y++) {
    const plane = at.planes + y * stride * 4;
    const row = [plane, planeBytes, at.rgb + y * widthPx * 3, widthPx, at.matrix + 36, amount] as const;
    if (curve.isFlat) kernels.joinRow(...row);
    else kernels.joinRowByTable(...row, at.curve + 1024, curve.inverse.length, curve.first, curve.scale);
  }
}

function layOutStrip(
  widthPx: number,
  rows: number,
  { colours }: Shrinkage,
  curve: Stabiliser,
): KernelLayout<Names> {
  const planeBytes = strideOf(widthPx) * rows * 4;
  const layout = layOut<Names>({
    rgb: rows * widthPx * 3,
    planes: 3 * planeBytes,
    guide: planeBytes,
    sums: planeBytes,
    totals: planeBytes,
    before: planeBytes,
    work: strideOf(widthPx) * 100,
    tops: (rows + block) * 4,
    table: 256,
    matrix: 72,
    curve: (256 + curve.inverse.length) * 4,
  });
  const { at, floats } = layout;
  floats.set([...colours.to, ...colours.from], at.matrix / 4);
  floats.set(curve.forward, at.curve / 4);
  floats.set(curve.inverse, at.curve / 4 + 256);
  return layout;
}

/** Where strips start: with bounds, where their blocks do. */
function stripTops(heightPx: number, rowBytes: number, firstPx: number): number[] {
  const rows = Math.max(block, stripRows(rowBytes, heightPx) & ~7);
  const tops = [0];
  for (let top = firstPx + rows; top < heightPx; top += rows) tops.push(top);
  return tops;
}

/** Shrinks in place. A picture with a side under 8 pixels stays as it is. Throws RangeError for a curve out of bounds. */
export function shrinkRgb(pixels: RgbPixels, shrinkage: Shrinkage): void {
  const { rgb, widthPx, heightPx } = pixels;
  const curve = stabilise(shrinkage.noiseCurve);
  const isIdle = shrinkage.amount === 0 || shrinkage.noises.every((noise) => !noise);
  if (widthPx < block || heightPx < block || isIdle) return;
  const rowBytes = widthPx * 3;
  const tops = stripTops(heightPx, strideOf(widthPx) * stripBytesPerPx, shrinkage.bounds?.topPx ?? 0);
  /** The rows above a strip as they were: those in the picture are done by then. */
  let above = new Uint8Array(0);
  tops.forEach((top, i) => {
    const bottom = tops[i + 1] ?? heightPx;
    const from = Math.max(0, top - marginRows);
    const to = Math.min(heightPx, bottom + marginRows);
    const layout = layOutStrip(widthPx, to - from, shrinkage, curve);
    const { bytes, at } = layout;
    bytes.set(above, at.rgb);
    bytes.set(rgb.subarray(top * rowBytes, to * rowBytes), at.rgb + above.length);
    const kept = Math.max(0, bottom - marginRows);
    above = bytes.slice(at.rgb + (kept - from) * rowBytes, at.rgb + (bottom - from) * rowBytes);
    const strip = { layout, from, to, top, bottom };
    split(strip, pixels, curve);
    for (let index = 0; index < 3; index++) shrinkPlane(strip, pixels, index, shrinkage);
    join(strip, pixels, curve, shrinkage.amount);
    const own = bytes.subarray(at.rgb + (top - from) * rowBytes, at.rgb + (bottom - from) * rowBytes);
    rgb.set(own, top * rowBytes);
    shrinkage.onShare?.(bottom / heightPx);
  });
}
