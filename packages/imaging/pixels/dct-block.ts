/** Owns the DCT of blocks of 8 x 8 samples, in place. Pure arithmetic in single precision, the same on every machine. */

export const blockPx = 8;

/** Orthonormal DCT-II as its even and odd halves: a 1-D transform of 8 takes 32 multiplications. */
const evenBasis = new Float32Array(16);
const oddBasis = new Float32Array(16);
for (let k = 0; k < 4; k++) {
  for (let n = 0; n < 4; n++) {
    const even = Math.cos(((2 * n + 1) * (2 * k) * Math.PI) / 16) * (k === 0 ? Math.SQRT1_2 : 1);
    evenBasis[k * 4 + n] = even / 2;
    oddBasis[k * 4 + n] = Math.cos(((2 * n + 1) * (2 * k + 1) * Math.PI) / 16) / 2;
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
      evenBasis[row]! * s0 + evenBasis[row + 1]! * s1 + evenBasis[row + 2]! * s2 + evenBasis[row + 3]! * s3;
    block[at + (2 * k + 1) * stride] =
      oddBasis[row]! * d0 + oddBasis[row + 1]! * d1 + oddBasis[row + 2]! * d2 + oddBasis[row + 3]! * d3;
  }
}

/** The inverse of `forward`, in place. */
function inverse(block: Float32Array, at: number, stride: number): void {
  const [e0, o0] = [block[at]!, block[at + stride]!];
  const [e1, o1] = [block[at + 2 * stride]!, block[at + 3 * stride]!];
  const [e2, o2] = [block[at + 4 * stride]!, block[at + 5 * stride]!];
  const [e3, o3] = [block[at + 6 * stride]!, block[at + 7 * stride]!];
  for (let n = 0; n < 4; n++) {
    const even =
      evenBasis[n]! * e0 + evenBasis[4 + n]! * e1 + evenBasis[8 + n]! * e2 + evenBasis[12 + n]! * e3;
    const odd = oddBasis[n]! * o0 + oddBasis[4 + n]! * o1 + oddBasis[8 + n]! * o2 + oddBasis[12 + n]! * o3;
    block[at + n * stride] = even + odd;
    block[at + (7 - n) * stride] = even - odd;
  }
}

/** Transforms 64 samples, row by row, into their coefficients; orthonormal. */
export function transformBlock(block: Float32Array): void {
  for (let y = 0; y < blockPx; y++) forward(block, y * blockPx, 1);
  for (let x = 0; x < blockPx; x++) forward(block, x, blockPx);
}

/** The inverse of `transformBlock`. */
export function returnBlock(block: Float32Array): void {
  for (let x = 0; x < blockPx; x++) inverse(block, x, blockPx);
  for (let y = 0; y < blockPx; y++) inverse(block, y * blockPx, 1);
}
