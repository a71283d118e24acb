/**
 * Owns denoising of one plane: sliding 8 x 8 DCT with Wiener shrinkage (Yu and Sapiro, "DCT image denoising", IPOL
 * 2011). Pure arithmetic in single precision, the same result for the same input; must never allocate per block.
 */

import { blockPx as N, returnBlock, transformBlock } from './dct-block.ts';

/** A plane of samples, row by row. */
export interface Plane {
  samples: Float32Array;
  widthPx: number;
  heightPx: number;
}

/** `sigma`: standard deviation of the noise. `stepPx`: blocks start every so many pixels; 1 is best and slowest. */
export interface DenoiseOptions {
  sigma: number;
  stepPx: number;
}

/** Energy under so many times the noise's is noise: found on photos of known noise, flat between 5 and 9. */
const shrinkage = 7;

/** Shrinks all but the mean; gives the weight of the block: the sparser, the more it counts where blocks overlap. */
function shrink(block: Float32Array, noiseEnergy: number): number {
  let kept = 1;
  for (let i = 1; i < N * N; i++) {
    const energy = block[i]! * block[i]!;
    const share = energy > noiseEnergy ? (energy - noiseEnergy) / energy : 0;
    block[i] = block[i]! * share;
    kept += share * share;
  }
  return 1 / kept;
}

/** Where blocks start on an axis: every `stepPx`, and one that ends at the edge. */
function startsOf(lengthPx: number, stepPx: number): number[] {
  const last = lengthPx - N;
  const starts: number[] = [];
  for (let at = 0; at < last; at += stepPx) starts.push(at);
  starts.push(last);
  return starts;
}

/** A denoised copy; the plane itself when it is smaller than a block. */
export function denoisePlane(plane: Plane, options: DenoiseOptions): Plane {
  const { samples, widthPx, heightPx } = plane;
  if (widthPx < N || heightPx < N || options.sigma <= 0) return plane;
  const sums = new Float32Array(samples.length);
  const weights = new Float32Array(samples.length);
  const block = new Float32Array(N * N);
  const noiseEnergy = shrinkage * options.sigma * options.sigma;
  const columns = startsOf(widthPx, options.stepPx);
  const rows = startsOf(heightPx, options.stepPx);
  for (const top of rows) {
    for (const left of columns) {
      const start = top * widthPx + left;
      for (let y = 0; y < N; y++) {
        const from = start + y * widthPx;
        for (let x = 0; x < N; x++) block[y * N + x] = samples[from + x]!;
      }
      transformBlock(block);
      const weight = shrink(block, noiseEnergy);
      returnBlock(block);
      for (let y = 0; y < N; y++) {
        const to = start + y * widthPx;
        for (let x = 0; x < N; x++) {
          sums[to + x] = sums[to + x]! + weight * block[y * N + x]!;
          weights[to + x] = weights[to + x]! + weight;
        }
      }
    }
  }
  for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! / weights[i]!;
  return { samples: sums, widthPx, heightPx };
}
