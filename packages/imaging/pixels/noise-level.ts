/**
 * Owns the estimate of how noisy a plane is: the deviation of its smoothest blocks, in which there is little but noise.
 * Pure arithmetic; must never look at blocks whose values are clipped, where noise is cut off.
 */
import type { Plane } from './dct-denoise.ts';

const blockSide = 8;
/** Which of the blocks, from the smoothest: lower finds clipped skies, higher finds texture. */
const percentile = 0.1;
/** The 10th percentile of the deviation of 61 degrees of freedom, against the deviation itself. */
const percentileOfSigma = 0.885;
const lowestMean = 10;
const highestMean = 245;

/** Blocks looked at, at most: more say the same. */
const maxBlocks = 40_000;

/** Of each block, how much its values deviate from the plane that fits them best, and how rough the rest is (2 for white noise). */
interface Residuals {
  deviations: Float64Array;
  roughnesses: Float64Array;
  count: number;
}

/** Adds the block that begins at the sample `first` to the residuals, unless it is even or clipped. */
function addResidual(residuals: Residuals, { samples, widthPx }: Plane, first: number): void {
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  for (let y = 0, at = first; y < blockSide; y++, at += widthPx) {
    for (let x = 0; x < blockSide; x++) {
      const value = samples[at + x]!;
      sum += value;
      sumX += value * (x - 3.5);
      sumY += value * (y - 3.5);
    }
  }
  const mean = sum / 64;
  if (mean < lowestMean || mean > highestMean) return;
  const [slopeX, slopeY] = [sumX / 336, sumY / 336];
  let squares = 0;
  let steps = 0;
  for (let y = 0, at = first; y < blockSide; y++, at += widthPx) {
    let before = 0;
    for (let x = 0; x < blockSide; x++) {
      const value = samples[at + x]! - mean - slopeX * (x - 3.5) - slopeY * (y - 3.5);
      squares += value * value;
      if (x > 0) steps += (value - before) * (value - before);
      before = value;
    }
  }
  if (!(squares > 0)) return;
  residuals.deviations[residuals.count] = Math.sqrt(squares / 61);
  residuals.roughnesses[residuals.count] = steps / 56 / (squares / 61);
  residuals.count += 1;
}

/**
 * `sigma`: standard deviation of the noise. `roughness`: 2 when the smoothest blocks hold white noise, near 0.5 when
 * they hold texture or what a strong JPEG compression left.
 */
export interface NoiseLevel {
  sigma: number;
  roughness: number;
}

/** Estimates the noise of a plane whose samples go from 0 to 255. */
export function measureNoise(plane: Plane): NoiseLevel {
  const columns = Math.floor(plane.widthPx / blockSide);
  const rows = Math.floor(plane.heightPx / blockSide);
  const every = Math.max(1, Math.ceil((columns * rows) / maxBlocks));
  const max = Math.ceil((columns * rows) / every);
  const found: Residuals = {
    deviations: new Float64Array(max),
    roughnesses: new Float64Array(max),
    count: 0,
  };
  for (let index = 0; index < columns * rows; index += every) {
    const first = (Math.floor(index / columns) * plane.widthPx + (index % columns)) * blockSide;
    addResidual(found, plane, first);
  }
  if (found.count < 20) return { sigma: 0, roughness: 0 };
  const { deviations, roughnesses } = found;
  const smoothest = Uint32Array.from({ length: found.count }, (_, i) => i);
  smoothest.sort((a, b) => deviations[a]! - deviations[b]!);
  const at = Math.floor(found.count * percentile);
  const near = smoothest.subarray(Math.floor(at * 0.5), Math.max(at, Math.floor(at * 1.5)) + 1);
  const roughness = near.reduce((sum, block) => sum + roughnesses[block]!, 0) / near.length;
  return { sigma: deviations[smoothest[at]!]! / percentileOfSigma, roughness };
}
