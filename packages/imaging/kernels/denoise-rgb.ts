/**
 * Owns denoising of a picture: opponent colours, sliding 8 x 8 DCT, two passes (Yu and Sapiro, "DCT image denoising",
 * IPOL 2011; the second as in Pierazzo, Morel and Facciolo, "Multi-scale DCT denoising", IPOL 2017): coefficients that
 * can be noise are dropped, then, with that result as the guide, each coefficient is shrunk by the share of noise in it.
 * Works in strips; the result doesn't depend on where they begin.
 */
import { type KernelLayout, layOut } from './kernel-memory.ts';
import { checkPixels, checkWhole, type RgbPixels, stripRows } from './kernel-planes.ts';
import { type NoiseCurve, stabilise } from './noise-curve.ts';

export type DenoiseRgbOptions = {
  /**
   * Standard deviation of the noise in the sum, red-blue and green-magenta planes. They are orthonormal: noise that is
   * independent in the channels has its own deviation in each, noise that is the same in all (grain) has the root of 3
   * times it in the first and none in the others. 0 leaves a plane as it is.
   */
  sigmas: readonly [number, number, number];
  /** Blocks start every so many pixels, 1 to 8; 1 is best and slowest. */
  stepPx: number;
  /** How much of the change is made, 0 to 1; 1 when left out. */
  amount?: number;
  /**
   * The noise's deviation per frequency of an 8 x 8 block, vertical by vertical, against `sigmas`: 64 times 1, as when
   * left out, is white. Grain that went through JPEG has less in the high ones.
   */
  noiseShape?: readonly number[];
  /** The noise's deviation per sample value against `sigmas`, 256 of them, all over 0; 1 everywhere when left out. */
  noiseCurve?: NoiseCurve;
};

const BLOCK = 8;
/** Coefficients under so many deviations are dropped in the first pass. */
const HARD_LIMIT = 2.7;
/** The transform of the kernels is so many times the orthonormal one. */
const TRANSFORM_SCALE = 8;
/** Bytes per pixel of a strip: RGB, three planes, guide, sums and weights. */
const STRIP_BYTES_PER_PX = 27;

const [R3, R2, R6] = [1 / Math.sqrt(3), Math.SQRT1_2, 1 / Math.sqrt(6)];
const TO_OPPONENT = [R3, R3, R3, R2, 0, -R2, R6, -2 * R6, R6];
/** Orthonormal: the inverse is the transpose. */
const FROM_OPPONENT = [R3, R2, R6, R3, 0, -2 * R6, R3, -R2, R6];

type Names = 'rgb' | 'planes' | 'guide' | 'sums' | 'totals' | 'work' | 'tops' | 'noise' | 'matrix' | 'table';
type Strip = { layout: KernelLayout<Names>; from: number; to: number; top: number; bottom: number };

/** Squared limits, then energies of noise, per plane: the tables of both passes, horizontal by horizontal. */
function noiseTable(sigma: number, shape: readonly number[], factor: number): Float32Array {
  const table = new Float32Array(64);
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      table[u * 8 + v] = (factor * TRANSFORM_SCALE * sigma * shape[v * 8 + u]!) ** 2;
    }
  }
  return table;
}

/** First rows of the blocks that meet rows `from` to `to`, as in the whole picture. */
function topsOf(heightPx: number, stepPx: number, [from, to]: readonly [number, number]): number[] {
  const last = heightPx - BLOCK;
  const tops: number[] = [];
  for (let top = Math.max(0, Math.ceil((from - BLOCK + 1) / stepPx) * stepPx); top < last; top += stepPx) {
    if (top >= to) return tops;
    tops.push(top);
  }
  if (last < to && last > from - BLOCK) tops.push(last);
  return tops;
}

const WHITE: readonly number[] = new Array<number>(64).fill(1);

/** One pass over one plane of the strip: `guided` is the second, whose result replaces the plane. */
function runPass(
  { layout, from, to }: Strip,
  { heightPx, widthPx }: RgbPixels,
  pass: {
    plane: number;
    stepPx: number;
    rows: readonly [number, number];
    noise: Float32Array;
    guided: boolean;
  },
): void {
  const { kernels, at, floats, integers } = layout;
  const stride = strideOf(widthPx);
  const count = stride * (to - from);
  const tops = topsOf(heightPx, pass.stepPx, pass.rows).map((top) => top - from);
  integers.set(tops, at.tops / 4);
  floats.set(pass.noise, at.noise / 4);
  floats.fill(0, at.sums / 4, at.sums / 4 + count);
  floats.fill(0, at.totals / 4, at.totals / 4 + count);
  const guide = pass.guided ? at.guide : 0;
  const shape = [stride, widthPx, at.tops, tops.length, pass.stepPx];
  kernels.slideDct(pass.plane, guide, at.sums, at.totals, ...shape, at.noise, at.work);
  kernels.finishDct(at.sums, at.totals, pass.guided ? pass.plane : at.guide, count);
}

const strideOf = (widthPx: number): number => Math.ceil(widthPx / 4) * 4;

function denoiseStrip(strip: Strip, pixels: RgbPixels, options: DenoiseRgbOptions): void {
  const { sigmas, stepPx, noiseShape = WHITE } = options;
  const { layout, from, to, top, bottom } = strip;
  const planeBytes = strideOf(pixels.widthPx) * (to - from) * 4;
  sigmas.forEach((sigma, index) => {
    if (sigma <= 0) return;
    const plane = layout.at.planes + index * planeBytes;
    const noise = noiseTable(sigma, noiseShape, HARD_LIMIT);
    noise[0] = -1; // The mean always stays.
    const rows = [top - BLOCK + 1, bottom + BLOCK - 1] as const;
    runPass(strip, pixels, { plane, stepPx, rows, noise, guided: false });
    const energies = noiseTable(sigma, noiseShape, 1);
    energies[0] = 0;
    runPass(strip, pixels, { plane, stepPx, rows: [top, bottom], noise: energies, guided: true });
  });
}

function check(pixels: RgbPixels, { sigmas, stepPx, noiseShape, amount = 1 }: DenoiseRgbOptions): void {
  checkPixels(pixels);
  checkWhole('stepPx', stepPx, [1, 8]);
  if (!sigmas.every((sigma) => sigma >= 0 && sigma <= 255)) throw new RangeError('sigmas go from 0 to 255');
  if (!(amount >= 0 && amount <= 1)) throw new RangeError('amount goes from 0 to 1');
  if (noiseShape && !(noiseShape.length === 64 && noiseShape.every((it) => it >= 0 && it < 1000))) {
    throw new RangeError('noiseShape has 64 numbers from 0');
  }
}

/** Denoises in place. A picture with a side under 8 pixels stays as it is. Throws RangeError for options out of bounds. */
export function denoiseRgb(pixels: RgbPixels, options: DenoiseRgbOptions): void {
  check(pixels, options);
  const { rgb, widthPx, heightPx } = pixels;
  const { amount = 1, sigmas } = options;
  if (widthPx < BLOCK || heightPx < BLOCK || amount === 0 || sigmas.every((sigma) => sigma === 0)) return;
  const curve = stabilise(options.noiseCurve);
  const stride = strideOf(widthPx);
  const margin = 2 * (BLOCK - 1);
  const rowsPerStrip = stripRows(stride * STRIP_BYTES_PER_PX, heightPx);
  /** The rows above a strip as they were: those in the picture are denoised by then. */
  let above = new Uint8Array(0);
  for (let top = 0; top < heightPx; top += rowsPerStrip) {
    const bottom = Math.min(heightPx, top + rowsPerStrip);
    const from = Math.max(0, top - margin);
    const to = Math.min(heightPx, bottom + margin);
    const rows = to - from;
    const plane = stride * rows * 4;
    const layout = layOut({
      rgb: rows * widthPx * 3,
      planes: 3 * plane,
      guide: plane,
      sums: plane,
      totals: plane,
      work: stride * 100,
      tops: (rows + BLOCK) * 4,
      noise: 256,
      matrix: 72,
      table: (256 + curve.inverse.length) * 4,
    });
    const { kernels, at, bytes, floats } = layout;
    const source = at.rgb + above.length;
    bytes.set(above, at.rgb);
    bytes.set(rgb.subarray(top * widthPx * 3, to * widthPx * 3), source);
    const kept = Math.max(0, bottom - margin);
    above = bytes.slice(at.rgb + (kept - from) * widthPx * 3, at.rgb + (bottom - from) * widthPx * 3);
    floats.set(TO_OPPONENT, at.matrix / 4);
    floats.set(FROM_OPPONENT, at.matrix / 4 + 9);
    floats.set(curve.forward, at.table / 4);
    floats.set(curve.inverse, at.table / 4 + 256);
    for (let y = 0; y < rows; y++) {
      const [pixelsAt, planeAt] = [at.rgb + y * widthPx * 3, at.planes + y * stride * 4];
      if (curve.isFlat) kernels.splitRow(pixelsAt, planeAt, plane, widthPx, at.matrix);
      else kernels.splitRowByTable(pixelsAt, planeAt, plane, widthPx, at.matrix, at.table);
    }
    denoiseStrip({ layout, from, to, top, bottom }, pixels, options);
    for (let y = top - from; y < bottom - from; y++) {
      const [pixelsAt, planeAt] = [at.rgb + y * widthPx * 3, at.planes + y * stride * 4];
      const shape = [planeAt, plane, pixelsAt, widthPx, at.matrix + 36, amount];
      if (curve.isFlat) kernels.joinRow(...shape);
      else kernels.joinRowByTable(...shape, at.table + 1024, curve.inverse.length, curve.first, curve.scale);
    }
    rgb.set(
      bytes.subarray(at.rgb + (top - from) * widthPx * 3, at.rgb + (bottom - from) * widthPx * 3),
      top * widthPx * 3,
    );
  }
}
