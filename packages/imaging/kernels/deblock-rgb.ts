/**
 * Owns removing what JPEG compression leaves: steps between its blocks of 8 x 8, and ringing. A sliding DCT takes the
 * error of quantisation for noise, of which the quantisation tables tell how much each frequency has; then no
 * coefficient of the brightness (of the colours only when they have the full resolution) leaves the middle of the interval
 * that the file says it is in: nothing is made up.
 */
import { checkPixels, checkWhole, type OnShare, type RgbPixels } from './kernel-planes.ts';
import { ycbcr } from './opponent-colours.ts';
import { type NoiseSpectrum, shrinkRgb } from './sliding-shrinkage.ts';

/** Steps of quantisation of the 64 coefficients, vertical frequency by vertical frequency, each 1 to 65535. */
export type QuantisationTable = readonly number[];

export interface DeblockRgbOptions {
  luminance: QuantisationTable;
  chrominance: QuantisationTable;
  /** Whether the colours have half the resolution on both axes (4:2:0). */
  isSubsampled: boolean;
  /** Blocks start every so many pixels, 1 to 8; 1 is best and slowest. */
  stepPx: number;
  /** How much of the change is made, 0 to 1; 1 when left out. */
  amount?: number;
  /** Where the first whole block of the file starts, 0 to 7; other than 0 in pictures that were turned or mirrored. */
  gridLeftPx?: number;
  gridTopPx?: number;
  onShare?: OnShare;
}

/** The tables of ITU-T T.81, annex K, which most encoders scale by a quality. */
const luminanceTable = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const chrominanceTable = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  ...new Array<number>(37).fill(99),
];

/** The tables that libjpeg uses at a quality of 1 to 100. Throws RangeError. */
export function tablesOfQuality(quality: number): { luminance: number[]; chrominance: number[] } {
  checkWhole('quality', quality, [1, 100]);
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const scaled = (table: readonly number[]) =>
    table.map((step) => Math.max(1, Math.min(255, Math.floor((step * scale + 50) / 100))));
  return { luminance: scaled(luminanceTable), chrominance: scaled(chrominanceTable) };
}

/**
 * Deviation of the error that a step of quantisation leaves, and how much of it a coefficient may move. It could be half,
 * but coefficients gather near the middle. Both found on photos of qualities 10 to 90, flat around.
 * Rounded: powers may differ in their last place from machine to machine.
 */
const noiseOf = (step: number): number => Math.round(2800 * step ** 0.9) / 10_000;
const maxOfStep = 0.3;

/**
 * Of colours at half the resolution every frequency lies at half of its place. By their energy coefficients would have
 * twice the deviation; enlarging them has smoothed some of it already.
 */
const subsampledNoise = 1.2;

function subsampled(table: QuantisationTable): NoiseSpectrum {
  return Array.from({ length: 64 }, (_, i) => {
    const [u, v] = [Math.min(7, 2 * (i & 7)), Math.min(7, 2 * (i >> 3))];
    return subsampledNoise * noiseOf(table[v * 8 + u]!);
  });
}

function check(pixels: RgbPixels, options: DeblockRgbOptions): void {
  checkPixels(pixels);
  const { amount = 1, gridLeftPx = 0, gridTopPx = 0 } = options;
  checkWhole('stepPx', options.stepPx, [1, 8]);
  checkWhole('gridLeftPx', gridLeftPx, [0, 7]);
  checkWhole('gridTopPx', gridTopPx, [0, 7]);
  if (!(amount >= 0 && amount <= 1)) throw new RangeError('amount goes from 0 to 1');
  for (const table of [options.luminance, options.chrominance]) {
    if (!(table.length === 64 && table.every((step) => step >= 1 && step <= 65535))) {
      throw new RangeError('A quantisation table has 64 numbers from 1 to 65535.');
    }
  }
}

/** Works in place. A picture with a side under 8 pixels stays as it is. Throws RangeError for options out of bounds. */
export function deblockRgb(pixels: RgbPixels, options: DeblockRgbOptions): void {
  check(pixels, options);
  const { luminance, chrominance, isSubsampled, stepPx, amount = 1, onShare } = options;
  const colour = isSubsampled ? subsampled(chrominance) : chrominance.map(noiseOf);
  const maxOf = (table: QuantisationTable) => table.map((step) => step * maxOfStep);
  const max = isSubsampled ? undefined : maxOf(chrominance);
  const planes = [maxOf(luminance), max, max];
  const bounds = { leftPx: options.gridLeftPx ?? 0, topPx: options.gridTopPx ?? 0, planes };
  shrinkRgb(pixels, {
    colours: ycbcr,
    noises: [luminance.map(noiseOf), colour, colour],
    stepPx,
    amount,
    bounds,
    onShare,
  });
}
