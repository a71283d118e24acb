/**
 * Owns denoising of one plane: sliding 8 x 8 DCT with Wiener shrinkage (Yu and Sapiro, "DCT image denoising", IPOL
 * 2011). Pure arithmetic in single precision, the same result for the same input; must never allocate per block.
 */

/** A plane of samples, row by row. */
export type Plane = { samples: Float32Array; widthPx: number; heightPx: number };

/** `sigma`: standard deviation of the noise. `stepPx`: blocks start every so many pixels; 1 is best and slowest. */
export type DenoiseOptions = { sigma: number; stepPx: number };

const N = 8;
/** Energy under so many times the noise's is noise: found on photos of known noise, flat between 5 and 9. */
const SHRINKAGE = 7;

/** Orthonormal DCT-II as its even and odd halves: a 1-D transform of 8 takes 32 multiplications. */
const EVEN = new Float32Array(16);
const ODD = new Float32Array(16);
for (let k = 0; k < 4; k++) {
  for (let n = 0; n < 4; n++) {
    const even = Math.cos(((2 * n + 1) * (2 * k) * Math.PI) / 16) * (k === 0 ? Math.SQRT1_2 : 1);
    EVEN[k * 4 + n] = even / 2;
    ODD[k * 4 + n] = Math.cos(((2 * n + 1) * (2 * k + 1) * Math.PI) / 16) / 2;
  }
}

/** Transforms 8 values `stride` apart, in place. */
function forward(block: Float32Array, at: number, stride: number): void {
  const a0 = block[at]!;
  const a1 = block[at + stride]!;
  const a2 = block[at + 2 * stride]!;
  const a3 = block[at + 3 * stride]!;
  const a4 = block[at + 4 * stride]!;
  const a5 = block[at + 5 * stride]!;
  const a6 = block[at + 6 * stride]!;
  const a7 = block[at + 7 * stride]!;
  const [s0, s1, s2, s3] = [a0 + a7, a1 + a6, a2 + a5, a3 + a4];
  const [d0, d1, d2, d3] = [a0 - a7, a1 - a6, a2 - a5, a3 - a4];
  for (let k = 0; k < 4; k++) {
    const row = k * 4;
    block[at + 2 * k * stride] =
      EVEN[row]! * s0 + EVEN[row + 1]! * s1 + EVEN[row + 2]! * s2 + EVEN[row + 3]! * s3;
    block[at + (2 * k + 1) * stride] =
      ODD[row]! * d0 + ODD[row + 1]! * d1 + ODD[row + 2]! * d2 + ODD[row + 3]! * d3;
  }
}

/** The inverse of `forward`, in place. */
function inverse(block: Float32Array, at: number, stride: number): void {
  const [e0, o0] = [block[at]!, block[at + stride]!];
  const [e1, o1] = [block[at + 2 * stride]!, block[at + 3 * stride]!];
  const [e2, o2] = [block[at + 4 * stride]!, block[at + 5 * stride]!];
  const [e3, o3] = [block[at + 6 * stride]!, block[at + 7 * stride]!];
  for (let n = 0; n < 4; n++) {
    const even = EVEN[n]! * e0 + EVEN[4 + n]! * e1 + EVEN[8 + n]! * e2 + EVEN[12 + n]! * e3;
    const odd = ODD[n]! * o0 + ODD[4 + n]! * o1 + ODD[8 + n]! * o2 + ODD[12 + n]! * o3;
    block[at + n * stride] = even + odd;
    block[at + (7 - n) * stride] = even - odd;
  }
}

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
  const noiseEnergy = SHRINKAGE * options.sigma * options.sigma;
  const columns = startsOf(widthPx, options.stepPx);
  const rows = startsOf(heightPx, options.stepPx);
  for (const top of rows) {
    for (const left of columns) {
      const start = top * widthPx + left;
      for (let y = 0; y < N; y++) {
        const from = start + y * widthPx;
        for (let x = 0; x < N; x++) block[y * N + x] = samples[from + x]!;
        forward(block, y * N, 1);
      }
      for (let x = 0; x < N; x++) forward(block, x, N);
      const weight = shrink(block, noiseEnergy);
      for (let x = 0; x < N; x++) inverse(block, x, N);
      for (let y = 0; y < N; y++) {
        inverse(block, y * N, 1);
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
