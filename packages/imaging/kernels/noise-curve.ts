/**
 * Owns the change of samples that makes noise the same at every value (Anscombe's idea, with a measured curve): denoising
 * then needs one deviation. Pure arithmetic.
 */

/** The noise's deviation at each of the 256 sample values, against a common one. */
export type NoiseCurve = ArrayLike<number>;

/** `forward`: 256 values; `inverse`: samples for evenly spaced values from `first`, `scale` of them to one. */
export interface Stabiliser {
  isFlat: boolean;
  forward: Float32Array;
  inverse: Float32Array;
  first: number;
  scale: number;
}

const entries = 4096;

/** The integral of one over the deviation, and its inverse. Throws RangeError for a curve that isn't over 0. */
export function stabilise(curve: NoiseCurve | undefined): Stabiliser {
  if (curve === undefined) {
    return { isFlat: true, forward: new Float32Array(0), inverse: new Float32Array(0), first: 0, scale: 1 };
  }
  const values = Array.from({ length: 256 }, (_, i) => curve[i] ?? Number.NaN);
  if (curve.length !== 256 || !values.every((it) => it >= 0.01 && it <= 100)) {
    throw new RangeError('noiseCurve has 256 numbers from 0.01 to 100');
  }
  const forward = new Float32Array(256);
  for (let i = 1; i < 256; i++) forward[i] = forward[i - 1]! + 0.5 / values[i - 1]! + 0.5 / values[i]!;
  const last = forward[255]!;
  const scale = (entries - 1) / last;
  const inverse = new Float32Array(entries);
  for (let i = 0, above = 1; i < entries; i++) {
    const value = i / scale;
    while (above < 255 && forward[above]! < value) above++;
    const [low, high] = [forward[above - 1]!, forward[above]!];
    inverse[i] = above - 1 + Math.min(1, (value - low) / (high - low));
  }
  return { isFlat: false, forward, inverse, first: 0, scale };
}
