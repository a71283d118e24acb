/**
 * Owns the figures by which the tone network knows a picture: where each channel begins and ends, how colourful it is, and what tint
 * its dark and its light parts have. `tools/tone-network/tone_samples.py` has the same ones in the same order. Pure arithmetic.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { lumaOf } from './even-tone.ts';
import { percentileOf } from './restore-tone.ts';

/** What a square of pixels shows. */
export interface ToneFeatures {
  /** As the network reads them, about -1 to 1 each. */
  values: Float64Array;
  /** Where each channel begins and ends but for three in a thousand pixels, 0 to 1. */
  black: [red: number, green: number, blue: number];
  white: [red: number, green: number, blue: number];
  /** Under which half of the pixels lie. */
  middle: [red: number, green: number, blue: number];
  /** Under which all but the lightest three in a hundred lie. */
  light: [red: number, green: number, blue: number];
  /** Whether all colours are shades of one, as in sepia, and of one that paper and toners have. */
  isToned: boolean;
  /** Whether dark parts have the tint of a dye that is left alone. */
  isDyeTinted: boolean;
}

const shares = [0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99, 0.997] as const;
const middleShare = 0.5;
const lightShare = 0.97;
const chromaShares = [0.1, 0.5, 0.9, 0.98] as const;
/** Darkest and lightest pixels. */
const endShare = 0.02;
const quarters = [0.25, 0.5, 0.75] as const;
/** Chroma deviates by so little from a curve over green where all colours are shades of one. */
const tonedDeviation = 3.5;
const wideDeviation = 20;
const tintUnit = 64;
const spreadUnit = 32;

/** Counts of red, green, blue, chroma and luma. */
function countValues({ rgb }: RgbPixels) {
  const [red, green, blue, chroma, luma] = Array.from({ length: 5 }, () => new Uint32Array(256)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i]!, rgb[i + 1]!, rgb[i + 2]!];
    red[r]! += 1;
    green[g]! += 1;
    blue[b]! += 1;
    chroma[Math.max(r, g, b) - Math.min(r, g, b)]! += 1;
    luma[lumaOf(r, g, b)]! += 1;
  }
  return { channels: [red, green, blue] as const, chroma, luma };
}

/** How far red and blue are off a curve over green: the deviation, on a scale of 255. */
function measureToneDeviation({ rgb }: RgbPixels): number {
  const counts = new Float64Array(64);
  const sums = [new Float64Array(64), new Float64Array(64)];
  const squares = [new Float64Array(64), new Float64Array(64)];
  for (let i = 0; i < rgb.length; i += 3) {
    const bin = rgb[i + 1]! >> 2;
    counts[bin]! += 1;
    for (let c = 0; c < 2; c++) {
      const chroma = rgb[i + 2 * c]! - rgb[i + 1]!;
      sums[c]![bin]! += chroma;
      squares[c]![bin]! += chroma * chroma;
    }
  }
  let spread = 0;
  counts.forEach((count, bin) => {
    if (count === 0) return;
    for (let c = 0; c < 2; c++) spread += squares[c]![bin]! - sums[c]![bin]! ** 2 / count;
  });
  return Math.sqrt(Math.max(0, spread) / ((rgb.length / 3) * 2));
}

/** Of some pixels: sums of red, green, blue, and sums and squares of red and blue over green and of luma. */
interface Part {
  count: number;
  colours: Float64Array;
  tints: Float64Array;
  squares: Float64Array;
}

/** The pixels whose luma lies in each of these ranges, both ends included. */
function measureParts({ rgb }: RgbPixels, ranges: readonly (readonly [low: number, high: number])[]): Part[] {
  const parts = ranges.map(
    (): Part => ({
      count: 0,
      colours: new Float64Array(3),
      tints: new Float64Array(3),
      squares: new Float64Array(3),
    }),
  );
  for (let i = 0; i < rgb.length; i += 3) {
    const colours = [rgb[i]!, rgb[i + 1]!, rgb[i + 2]!] as const;
    const luma = lumaOf(...colours);
    const tints = [colours[0] - colours[1], colours[2] - colours[1], luma] as const;
    ranges.forEach(([low, high], at) => {
      if (luma < low || luma > high) return;
      const part = parts[at]!;
      part.count += 1;
      for (let c = 0; c < 3; c++) {
        part.colours[c]! += colours[c]!;
        part.tints[c]! += tints[c]!;
        part.squares[c]! += tints[c]! ** 2;
      }
    });
  }
  return parts;
}

const listMeans = (sums: Float64Array, count: number): number[] =>
  [...sums].map((sum) => (count === 0 ? 0 : sum / count));

/** How far the pixels of a part are from each other. */
const listDeviations = ({ count, tints, squares }: Part): number[] => {
  const means = listMeans(tints, count);
  return listMeans(squares, count).map((square, i) => Math.sqrt(Math.max(0, square - means[i]! ** 2)));
};

/** Of black and white there is one each, of what is dark and light there are many: how far those are from each other. */
function measureSpreads(thumb: RgbPixels): number[] {
  const { luma } = countValues(thumb);
  const ends = measureParts(thumb, [
    [0, percentileOf(luma, endShare)],
    [percentileOf(luma, 1 - endShare), 255],
  ]);
  return ends.flatMap((part) => listDeviations(part).map((deviation) => deviation / spreadUnit));
}

/**
 * Toners are brown, blue or faintly purple, and old paper is yellow. Where dark parts are as red, green or violet as this, one dye of
 * three is left: the tint is no photographer's.
 */
const [dyeRed, dyeGreen, dyeViolet, cyanotypeRed] = [38, -14, 38, -10] as const;
const brownShare = -0.45;
function isDye([red, blue]: readonly number[]): boolean {
  const [overRed, overBlue] = [red!, blue!];
  return (
    (overRed > dyeRed && overBlue > brownShare * overRed) ||
    (overRed < dyeGreen && overBlue < dyeGreen) ||
    (overBlue > dyeViolet && overRed > cyanotypeRed)
  );
}

/** Reads a square of pixels, and a smaller copy of it. */
export function measureToneFeatures(square: RgbPixels, thumb: RgbPixels): ToneFeatures {
  const { channels, chroma, luma } = countValues(square);
  const at = (share: number) => percentileOf(luma, share);
  const [q1, q2, q3] = quarters.map(at) as [number, number, number];
  const [dark, light, ...parts] = measureParts(square, [
    [0, at(endShare)],
    [at(1 - endShare), 255],
    [0, q1],
    [q1 + 1, q2],
    [q2 + 1, q3],
    [q3 + 1, 255],
  ]) as [Part, Part, ...Part[]];
  const toneDeviation = measureToneDeviation(square);
  const tints = parts.map((part) => listMeans(part.tints.subarray(0, 2), part.count));
  const isDyeTinted = isDye(tints[0]!);
  const values = [
    ...channels.flatMap((counts) => shares.map((share) => percentileOf(counts, share) / 255)),
    ...chromaShares.map((share) => percentileOf(chroma, share) / 255),
    ...listMeans(dark.colours, dark.count).map((mean) => mean / 255),
    ...listMeans(light.colours, light.count).map((mean) => mean / 255),
    ...tints.flat().map((tint) => tint / tintUnit),
    Math.min(1, toneDeviation / wideDeviation),
    ...measureSpreads(thumb),
  ];
  const endsAt = (share: number) =>
    channels.map((counts) => percentileOf(counts, share) / 255) as [number, number, number];
  return {
    values: Float64Array.from(values),
    black: endsAt(shares[0]),
    white: endsAt(shares.at(-1)!),
    middle: endsAt(middleShare),
    light: endsAt(lightShare),
    isToned: toneDeviation < tonedDeviation && !isDyeTinted,
    isDyeTinted,
  };
}
