/** Owns planes and pictures of noise and shapes from a seed, and files of weights, for tests and benches of the kernels. Pure. */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';

/** Numbers in [0, 1), the same on every machine for the same seed. */
export function createRandom(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x7f4a7c15) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Bytes without any order. */
export function noisePlane(widthPx: number, heightPx: number, seed = 1): Plane8 {
  const random = createRandom(seed);
  const samples = Uint8Array.from({ length: widthPx * heightPx }, () => Math.floor(random() * 256));
  return { samples, widthPx, heightPx };
}

/** Waves and edges in colour, with near normal noise of deviation `sigma` in each channel. */
export function wavyPixels(widthPx: number, heightPx: number, sigma = 0): RgbPixels {
  const random = createRandom(7);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < rgb.length; i++) {
    const [place, channel] = [Math.floor(i / 3), i % 3];
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
    const wave = 128 + 50 * Math.sin(x / 23 + channel) * Math.cos(y / (17 + channel));
    const edge = (x + 2 * y) % 140 < 60 ? 30 : -20;
    const noise = sigma * Math.sqrt(3) * (random() + random() + random() + random() - 2);
    rgb[i] = Math.max(0, Math.min(255, Math.round(wave + edge + noise)));
  }
  return { rgb, widthPx, heightPx };
}

/** Orthonormal DCT of 8, as written in books: frequency by place. */
const dctBasis = Array.from({ length: 8 }, (_, k) =>
  Array.from(
    { length: 8 },
    (_, n) => (k ? 0.5 : Math.SQRT1_2 / 2) * Math.cos(((2 * n + 1) * k * Math.PI) / 16),
  ),
);

function separable(block: readonly number[], basis: (to: number, from: number) => number): number[] {
  const rows = new Array<number>(64).fill(0);
  const out = new Array<number>(64).fill(0);
  for (let i = 0; i < 512; i++) rows[i >> 3]! += block[(i >> 6) * 8 + (i & 7)]! * basis((i >> 3) & 7, i & 7);
  for (let i = 0; i < 512; i++) out[i >> 3]! += rows[(i & 7) * 8 + ((i >> 3) & 7)]! * basis(i >> 6, i & 7);
  return out;
}

/** 64 samples row by row to coefficients, vertical frequency by vertical frequency, in double precision. */
export const forwardBlock = (block: readonly number[]): number[] =>
  separable(block, (k, n) => dctBasis[k]![n]!);

/** And back. */
export const inverseBlock = (block: readonly number[]): number[] =>
  separable(block, (n, k) => dctBasis[k]![n]!);

/** A layer as a file of weights has it, with its numbers beside it. */
export interface FileLayer {
  name: string;
  inputs: number;
  outputs: number;
  kernel: number;
  stride: number;
  weights: number[];
  multipliers: number[];
  biases: number[];
}

export type LayerShape = readonly [
  name: string,
  inputs: number,
  outputs: number,
  kernel: 1 | 3,
  stride: 1 | 2,
];

/** Layers of zeros. */
export const emptyLayersOf = (shapes: readonly LayerShape[]): FileLayer[] =>
  shapes.map(([name, inputs, outputs, kernel, stride]) => ({
    name,
    inputs,
    outputs,
    kernel,
    stride,
    weights: new Array<number>(outputs * inputs * kernel * kernel).fill(0),
    multipliers: new Array<number>(outputs).fill(1),
    biases: new Array<number>(outputs).fill(0),
  }));

/** The bytes of a file with these layers and this in its header. */
export function networkFileOf(
  layers: readonly FileLayer[],
  header: Record<string, unknown> = {},
): Uint8Array {
  const parts: Buffer[] = [];
  let at = 0;
  const add = (bytes: Buffer): number => {
    parts.push(bytes);
    at += bytes.length;
    return at - bytes.length;
  };
  const floats = (values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => {
      bytes.writeFloatLE(value, 4 * i);
    });
    return bytes;
  };
  const stored = layers.map((layer) => {
    const weights = add(Buffer.from(Int8Array.from(layer.weights).buffer));
    return {
      ...layer,
      weights,
      multipliers: add(floats(layer.multipliers)),
      biases: add(floats(layer.biases)),
    };
  });
  const text = JSON.stringify({ format: 1, layers: stored, ...header });
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes, ...parts]);
}

/** The first output is the first input of the same cell. */
export function passOn(layer: FileLayer, bias = 0): void {
  layer.weights[Math.floor(layer.kernel ** 2 / 2) * layer.inputs] = 1;
  layer.biases[0] = bias;
}
