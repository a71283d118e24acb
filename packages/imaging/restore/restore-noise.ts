/**
 * Owns what noise a photo has: its deviation in each opponent plane and at each frequency of an 8 x 8 block, from the
 * blocks in which there is least else. Pure arithmetic; must never look at clipped blocks, where noise is cut off.
 */

import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { blockPx, transformBlock } from '../pixels/dct-block.ts';

export interface NoiseFacts {
  /** Standard deviations in the sum, red-blue and green-magenta planes (orthonormal). */
  sigmas: [sum: number, redBlue: number, greenMagenta: number];
  /** Deviation per frequency of the sum plane against its sigma, vertical by vertical: 64 numbers, 1 for white noise. */
  shape: number[];
  /** How much the highest frequencies have of the middle ones: 1 for grain, near 0 for what JPEG or blur left. */
  whiteness: number;
  /** Deviation in the middle frequencies of the sum plane where half of the picture has more, noise and texture together. */
  detail: number;
}

const manyBlocks = 4000;
const fewBlocks = 1500;
/** Which share of the blocks, from the smoothest, is taken for noise alone. */
const smoothShare = 0.12;
/** What the smoothest 12 % of blocks of white noise have of its deviation. */
const selectionLoss = 1;
const [lowestMean, highestMean] = [12, 243];
const minBlocks = 60;
/** Of a page nearly all is white, and the rest of it is full of edges; of photos at least 0.74 can be looked at. */
const minShare = 0.15;
/** In pictures of a smaller side there is no place without detail. */
const minPx = 100;

type Weights = readonly [red: number, green: number, blue: number];
/** Of the sum, red-blue and green-magenta planes. */
const planeWeights: readonly [Weights, Weights, Weights] = [
  [1 / Math.sqrt(3), 1 / Math.sqrt(3), 1 / Math.sqrt(3)],
  [Math.SQRT1_2, 0, -Math.SQRT1_2],
  [1 / Math.sqrt(6), -2 / Math.sqrt(6), 1 / Math.sqrt(6)],
];

/** Squared coefficients of blocks of each plane that was asked for, and how many blocks: 0 where too few can be looked at. */
interface Spectrum {
  planes: Float32Array[];
  count: number;
}
interface Asked {
  mask?: Uint8Array;
  planeCount: 1 | 3;
  maxBlocks: number;
}

/** Reads one opponent plane of a block that begins at place `start`; gives the sum of its samples. */
function readBlock(
  { rgb, widthPx }: RgbPixels,
  start: number,
  [red, green, blue]: Weights,
  block: Float32Array,
): number {
  let sum = 0;
  for (let y = 0, to = 0; y < blockPx; y++) {
    const row = 3 * (start + y * widthPx);
    for (let at = row; at < row + 3 * blockPx; at += 3, to++) {
      block[to] = red * rgb[at]! + green * rgb[at + 1]! + blue * rgb[at + 2]!;
      sum += block[to]!;
    }
  }
  return sum;
}

function isMarked(mask: Uint8Array, widthPx: number, start: number): boolean {
  for (let y = 0; y < blockPx; y++) {
    const row = start + y * widthPx;
    for (let at = row; at < row + blockPx; at++) if (mask[at]! > 127) return true;
  }
  return false;
}

/** Adds the block's squared coefficients to those of the plane. */
function addEnergies(block: Float32Array, energies: Float32Array, count: number): void {
  transformBlock(block);
  for (let i = 0; i < 64; i++) energies[count * 64 + i] = block[i]! * block[i]!;
}

function spectrumOf(pixels: RgbPixels, { mask, planeCount, maxBlocks }: Asked): Spectrum {
  const { widthPx, heightPx } = pixels;
  const weights = planeWeights.slice(0, planeCount);
  const columns = Math.floor((widthPx - blockPx) / 5) + 1;
  const rows = Math.floor((heightPx - blockPx) / 5) + 1;
  const every = Math.max(1, Math.ceil((columns * rows) / maxBlocks));
  const max = Math.ceil((columns * rows) / every);
  const planes = weights.map(() => new Float32Array(max * 64));
  const block = new Float32Array(64);
  let [count, clipped] = [0, 0];
  for (let index = 0; index < columns * rows; index += every) {
    // Steps of 5 meet every phase of JPEG's blocks.
    const start = Math.floor(index / columns) * 5 * widthPx + (index % columns) * 5;
    const mean = readBlock(pixels, start, planeWeights[0], block) / (64 * Math.sqrt(3));
    if (mean < lowestMean || mean > highestMean) {
      clipped++;
      continue;
    }
    if (mask && isMarked(mask, widthPx, start)) continue;
    addEnergies(block, planes[0]!, count);
    for (let p = 1; p < planeCount; p++) {
      readBlock(pixels, start, weights[p]!, block);
      addEnergies(block, planes[p]!, count);
    }
    count++;
  }
  return { planes, count: clipped > (1 - minShare) * max ? 0 : count };
}

const [lowBand, middleBand, highBand] = [4, 5, 9];
const bandOf = (i: number): number => (i >> 3) + (i & 7);

/** The mean energy per frequency of a plane's smoothest blocks. */
function smoothEnergies(energies: Float32Array, count: number): Float64Array | undefined {
  const order: { block: number; structure: number }[] = [];
  for (let block = 0; block < count; block++) {
    let structure = 0;
    for (let i = 1; i < 64; i++) if (bandOf(i) <= lowBand) structure += energies[block * 64 + i]!;
    if (structure > 0) order.push({ block, structure });
  }
  if (order.length < minBlocks) return undefined;
  order.sort((a, b) => a.structure - b.structure || a.block - b.block);
  const taken = order.slice(0, Math.max(20, Math.floor(order.length * smoothShare)));
  const means = new Float64Array(64);
  for (const { block } of taken) {
    for (let i = 0; i < 64; i++) means[i]! += energies[block * 64 + i]! / taken.length;
  }
  return means;
}

function bandMean(means: Float64Array, from: number, to: number): number {
  let [sum, count] = [0, 0];
  means.forEach((mean, i) => {
    if (bandOf(i) < from || bandOf(i) > to) return;
    sum += mean;
    count++;
  });
  return sum / count;
}

/** The sum plane's deviation per frequency, vertical by vertical, where the picture is smoothest; undefined when too small. */
export function smoothSpectrum(pixels: RgbPixels): number[] | undefined {
  if (pixels.widthPx < 64 || pixels.heightPx < 64) return undefined;
  const { planes, count } = spectrumOf(pixels, { planeCount: 1, maxBlocks: manyBlocks });
  const means = smoothEnergies(planes[0]!, count);
  return means && Array.from(means, (mean) => Math.sqrt(mean));
}

/** What half of the blocks have less of than this. */
function medianDetail(energies: Float32Array, count: number): number {
  const bands = Array.from({ length: 64 }, (_, i) => i).filter(
    (i) => bandOf(i) >= middleBand && bandOf(i) <= highBand,
  );
  const means = Float64Array.from({ length: count }, (_, block) => {
    let sum = 0;
    for (const i of bands) sum += energies[block * 64 + i]!;
    return sum / bands.length;
  }).sort();
  return Math.sqrt(means[count >> 1]!);
}

function whitenessOf(means: Float64Array): number {
  const middle = bandMean(means, middleBand, 7);
  return middle > 0 ? Math.sqrt(bandMean(means, 11, 14) / middle) : 0;
}

/** What grain is told by, from fewer blocks and at a quarter of the cost: the sum plane's sigma, and the whiteness. */
export function measureSumNoise(pixels: RgbPixels): { sigma: number; whiteness: number } {
  const none = { sigma: 0, whiteness: 0 };
  if (pixels.widthPx < 64 || pixels.heightPx < 64) return none;
  const { planes, count } = spectrumOf(pixels, { planeCount: 1, maxBlocks: fewBlocks });
  const means = smoothEnergies(planes[0]!, count);
  if (!means) return none;
  return { sigma: Math.sqrt(bandMean(means, middleBand, highBand)), whiteness: whitenessOf(means) };
}

/** Measures noise; pixels over 127 in `mask` are left out. A picture too small to tell it from detail has none. */
export function measureNoiseFacts(pixels: RgbPixels, mask?: Uint8Array): NoiseFacts {
  const none: NoiseFacts = { sigmas: [0, 0, 0], shape: new Array(64).fill(1), whiteness: 0, detail: 0 };
  if (Math.min(pixels.widthPx, pixels.heightPx) < minPx) return none;
  const { planes, count } = spectrumOf(pixels, { mask, planeCount: 3, maxBlocks: manyBlocks });
  const means = planes.map((plane) => smoothEnergies(plane, count));
  const [first] = means;
  if (!first) return none;
  const sigmas = means.map((it) =>
    it ? Math.sqrt(bandMean(it, middleBand, highBand)) : 0,
  ) as NoiseFacts['sigmas'];
  const whiteness = whitenessOf(first);
  const shape = Array.from(first, (mean, i) => {
    // Under the band by which blocks were chosen the energies are too low: noise is smooth there.
    const level = bandOf(i) <= lowBand ? sigmas[0] : Math.sqrt(mean);
    return Math.max(0.1, Math.min(1.5, level / Math.max(0.01, sigmas[0])));
  });
  return {
    sigmas: sigmas.map((it) => it / selectionLoss) as NoiseFacts['sigmas'],
    shape,
    whiteness,
    detail: medianDetail(planes[0]!, count),
  };
}
