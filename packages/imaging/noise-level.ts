/**
 * Owns the estimate of how noisy a plane is: the deviation of its smoothest blocks, in which there is little but noise.
 * Pure arithmetic; must never look at blocks whose values are clipped, where noise is cut off.
 */
import type { Plane } from './dct-denoise.ts';

const BLOCK = 8;
/** Which of the blocks, from the smoothest: lower finds clipped skies, higher finds texture. */
const PERCENTILE = 0.1;
/** The 10th percentile of the deviation of 61 degrees of freedom, against the deviation itself. */
const PERCENTILE_OF_SIGMA = 0.885;
const LOWEST_MEAN = 10;
const HIGHEST_MEAN = 245;

/** Blocks looked at, at most: more say the same. */
const MAX_BLOCKS = 40_000;

type Residual = { deviation: number; mean: number; roughness: number };

/** What a block's values deviate from the plane that fits them best, and how rough the rest is (2 for white noise). */
function residualOf({ samples, widthPx }: Plane, left: number, top: number): Residual {
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const value = samples[(top + y) * widthPx + left + x]!;
      sum += value;
      sumX += value * (x - 3.5);
      sumY += value * (y - 3.5);
    }
  }
  const mean = sum / 64;
  const [slopeX, slopeY] = [sumX / 336, sumY / 336];
  let squares = 0;
  let steps = 0;
  let before = 0;
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const value = samples[(top + y) * widthPx + left + x]! - mean - slopeX * (x - 3.5) - slopeY * (y - 3.5);
      squares += value * value;
      if (x > 0) steps += (value - before) ** 2;
      before = value;
    }
  }
  return {
    deviation: Math.sqrt(squares / 61),
    mean,
    roughness: squares > 0 ? steps / 56 / (squares / 61) : 0,
  };
}

/**
 * `sigma`: standard deviation of the noise. `roughness`: 2 when the smoothest blocks hold white noise, near 0.5 when
 * they hold texture or what a strong JPEG compression left.
 */
export type NoiseLevel = { sigma: number; roughness: number };

/** Estimates the noise of a plane whose samples go from 0 to 255, or (chroma) around 0 with `isChroma`. */
export function measureNoise(plane: Plane, { isChroma = false }: { isChroma?: boolean } = {}): NoiseLevel {
  const columns = Math.floor(plane.widthPx / BLOCK);
  const rows = Math.floor(plane.heightPx / BLOCK);
  const every = Math.max(1, Math.ceil((columns * rows) / MAX_BLOCKS));
  const found: Residual[] = [];
  for (let index = 0; index < columns * rows; index += every) {
    const residual = residualOf(plane, (index % columns) * BLOCK, Math.floor(index / columns) * BLOCK);
    const isClipped = !isChroma && (residual.mean < LOWEST_MEAN || residual.mean > HIGHEST_MEAN);
    if (!isClipped && residual.deviation > 0) found.push(residual);
  }
  if (found.length < 20) return { sigma: 0, roughness: 0 };
  found.sort((a, b) => a.deviation - b.deviation);
  const at = Math.floor(found.length * PERCENTILE);
  const near = found.slice(Math.floor(at * 0.5), Math.max(at, Math.floor(at * 1.5)) + 1);
  const roughness = near.reduce((sum, { roughness }) => sum + roughness, 0) / near.length;
  return { sigma: found[at]!.deviation / PERCENTILE_OF_SIGMA, roughness };
}
