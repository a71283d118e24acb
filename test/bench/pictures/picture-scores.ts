/** Owns how near two pictures are: PSNR over all samples, and SSIM of luma (Wang et al. 2004, 11 x 11 normal window). */
import type { BenchPixels } from './damage-print.ts';

export interface PictureScore {
  psnr: number;
  ssim: number;
}

/** Decibels; 99 for equal pictures. */
export function psnrOf(a: Uint8Array, b: Uint8Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2;
  return squares === 0 ? 99 : 10 * Math.log10((255 * 255 * a.length) / squares);
}

const window = Array.from({ length: 11 }, (_, i) => Math.exp(-((i - 5) ** 2) / (2 * 1.5 ** 2)));
const windowSum = window.reduce((sum, value) => sum + value, 0);

/** Blurs inside the picture alone: the result is 10 smaller each way. */
function blurred(plane: Float64Array, widthPx: number, heightPx: number): Float64Array {
  const [wide, high] = [widthPx - 10, heightPx - 10];
  const across = new Float64Array(wide * heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0;
      for (let k = 0; k < 11; k++) sum += window[k]! * plane[y * widthPx + x + k]!;
      across[y * wide + x] = sum / windowSum;
    }
  }
  const result = new Float64Array(wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0;
      for (let k = 0; k < 11; k++) sum += window[k]! * across[(y + k) * wide + x]!;
      result[y * wide + x] = sum / windowSum;
    }
  }
  return result;
}

function lumaOf({ rgb }: BenchPixels): Float64Array {
  const luma = new Float64Array(rgb.length / 3);
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.299 * rgb[3 * i]! + 0.587 * rgb[3 * i + 1]! + 0.114 * rgb[3 * i + 2]!;
  }
  return luma;
}

function ssimOf(first: BenchPixels, second: BenchPixels): number {
  const { widthPx, heightPx } = first;
  const [a, b] = [lumaOf(first), lumaOf(second)];
  const blur = (of: (i: number) => number) =>
    blurred(
      a.map((_, i) => of(i)),
      widthPx,
      heightPx,
    );
  const [meanA, meanB] = [blur((i) => a[i]!), blur((i) => b[i]!)];
  const [squareA, squareB, both] = [
    blur((i) => a[i]! ** 2),
    blur((i) => b[i]! ** 2),
    blur((i) => a[i]! * b[i]!),
  ];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  for (let i = 0; i < meanA.length; i++) {
    const [ma, mb] = [meanA[i]!, meanB[i]!];
    const [va, vb, vab] = [squareA[i]! - ma * ma, squareB[i]! - mb * mb, both[i]! - ma * mb];
    sum += ((2 * ma * mb + c1) * (2 * vab + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
  }
  return sum / meanA.length;
}

export const scoreOf = (truth: BenchPixels, result: BenchPixels): PictureScore => ({
  psnr: psnrOf(truth.rgb, result.rgb),
  ssim: ssimOf(truth, result),
});

/** The result after the affine change of each channel that brings it nearest to the truth. */
export function aligned(truth: BenchPixels, result: BenchPixels): BenchPixels {
  const count = truth.rgb.length / 3;
  const rgb = new Uint8Array(truth.rgb.length);
  for (let c = 0; c < 3; c++) {
    let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
    for (let i = c; i < rgb.length; i += 3) {
      const [x, y] = [result.rgb[i]!, truth.rgb[i]!];
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumXY += x * y;
    }
    const gain = (count * sumXY - sumX * sumY) / Math.max(1e-9, count * sumXX - sumX * sumX);
    const offset = (sumY - gain * sumX) / count;
    for (let i = c; i < rgb.length; i += 3) {
      rgb[i] = Math.max(0, Math.min(255, Math.round(gain * result.rgb[i]! + offset)));
    }
  }
  return { ...truth, rgb };
}
