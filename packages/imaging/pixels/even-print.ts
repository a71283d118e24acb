/**
 * Owns how an old print of one tint is evened: its ends become black and white again, half of its yellow goes, and stains are taken
 * off. What a stain took is told by colour: in such a print red and blue follow the green of the picture, and yellow to brown stains
 * take most of blue and least of red, so that what is off the print's own tint is split into picture and stain by densities (the
 * logarithm of what light is left). Pure arithmetic. What isn't of a stain's colour, ink or a tinted cheek, keeps its own.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { percentileOf } from './restore-tone.ts';
import { shrinkPixels } from './shrink-pixels.ts';

type Channels = readonly [red: number, green: number, blue: number];

/** What a print is like, of its picture without border; values from 0 to 255. */
export interface PrintFacts {
  /** Its lightest paper and its darkest parts, but for what is torn to the card or glued on. */
  white: Channels;
  black: Channels;
  whiteLuma: number;
  blackLuma: number;
  /** Density of green and of blue over the density of red, bin by bin; the last bin ends at `densest`. */
  greenDensity: Float64Array;
  blueDensity: Float64Array;
  densest: number;
  /** Colour over luma, for each luma: 256 of red, of green, of blue. */
  tints: readonly [Float64Array, Float64Array, Float64Array];
}

/** Which part of it is done. `share`: 0 to 1 of all that was found. */
export interface PrintPlan {
  fade: boolean;
  cast: boolean;
  share: number;
}

/** How much density a stain adds, in a copy of the print; 0 where there is none, less where less than elsewhere. */
export interface StainField {
  density: Float32Array;
  widthPx: number;
  heightPx: number;
  /** The part of the print that is stained so that people see it, 0 to 1. */
  share: number;
}

/** Shares that count in the luma of a brown print: blue is noise and yellow there. */
const [redShare, greenShare, blueShare] = [0.3, 0.6, 0.1] as const;
const lumaOf = (red: number, green: number, blue: number): number =>
  redShare * red + greenShare * green + blueShare * blue;

/** What a yellow to brown stain takes of red, green and blue, blue being 1. */
const stain = [0.22, 0.57, 1] as const;
const stainSquare = stain[1] ** 2 + stain[2] ** 2;
/** Keeps densities of dark parts finite: scanners add as much. */
const offset = 4;
/** Paper is as light as all but a hundredth of the pixels, black as dark. */
const whiteShare = 0.99;
const blackShare = 0.01;
/** Of the lightest pixels those count that are as yellow as paper is there: less is another paper. */
const lightShare = 0.9;
const minTint = 20;
const minPaperTint = 0.4;
const densityBins = 24;
/** The paper is not one density. */
const paperDensity = 0.1;
const minBinShare = 0.002;
/** Under the middle: stains lie over it. */
const tintShare = 0.4;
const lumaLevels = 8;

function countChannels({ rgb }: RgbPixels, isCounted: (at: number) => boolean): Uint32Array[] {
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  for (let i = 0; i < rgb.length; i += 3) {
    if (!isCounted(i)) continue;
    for (let c = 0; c < 3; c++) counts[c]![rgb[i + c]!]! += 1;
  }
  return counts;
}

const medianOf = (list: Iterable<number>, share = 0.5): number => {
  const sorted = Float64Array.from(list).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
};

/** The ends of each channel. */
function measureEnds(picture: RgbPixels): { white: Channels; black: Channels } {
  const { rgb } = picture;
  const all = countChannels(picture, () => true);
  const light = percentileOf(all[1]!, lightShare);
  const tints: number[] = [];
  for (let i = 0; i < rgb.length; i += 3) if (rgb[i + 1]! >= light) tints.push(rgb[i]! - rgb[i + 2]!);
  const paperTint = medianOf(tints);
  const isOther = (at: number) => rgb[at + 1]! >= light && rgb[at]! - rgb[at + 2]! < minPaperTint * paperTint;
  const counted = paperTint > minTint ? countChannels(picture, (at) => !isOther(at)) : all;
  const endsAt = (counts: Uint32Array[], share: number) =>
    counts.map((each) => percentileOf(each, share)) as unknown as Channels;
  return { white: endsAt(counted, whiteShare), black: endsAt(all, blackShare) };
}

const densityOf = (value: number, white: number): number => Math.log((white + offset) / (value + offset));

/** Fills bins that have too few samples from the bin before. */
function mediansOfBins(bins: readonly number[][], minCount: number, share: number): Float64Array {
  let last = 0;
  return Float64Array.from(bins, (bin) => {
    if (bin.length > minCount) last = medianOf(bin, share);
    return last;
  });
}

const binOf = (density: number, densest: number): number =>
  ((density + paperDensity) / (densest + paperDensity)) * densityBins;

function measureDensities({ rgb }: RgbPixels, white: Channels) {
  const reds = Float64Array.from({ length: rgb.length / 3 }, (_, i) => densityOf(rgb[3 * i]!, white[0]));
  const densest = Math.max(paperDensity, medianOf(reds, 0.995));
  const bins = Array.from({ length: densityBins }, (): [number[], number[]] => [[], []]);
  reds.forEach((red, i) => {
    const bin = bins[Math.max(0, Math.min(densityBins - 1, Math.floor(binOf(red, densest))))]!;
    bin[0].push(densityOf(rgb[3 * i + 1]!, white[1]));
    bin[1].push(densityOf(rgb[3 * i + 2]!, white[2]));
  });
  const minCount = minBinShare * reds.length;
  const over = (which: 0 | 1) =>
    mediansOfBins(
      bins.map((bin) => bin[which]),
      minCount,
      tintShare,
    );
  return { greenDensity: over(0), blueDensity: over(1), densest };
}

/** The colour that each luma has, between the bins a straight line. */
function measureTints({ rgb }: RgbPixels): PrintFacts['tints'] {
  const bins = Array.from({ length: 256 / lumaLevels }, (): [number[], number[], number[]] => [[], [], []]);
  for (let i = 0; i < rgb.length; i += 3) {
    const luma = lumaOf(rgb[i]!, rgb[i + 1]!, rgb[i + 2]!);
    const bin = bins[Math.min(bins.length - 1, Math.floor(luma / lumaLevels))]!;
    for (let c = 0; c < 3; c++) bin[c]!.push(rgb[i + c]! - luma);
  }
  const minCount = (minBinShare * rgb.length) / 3;
  const first = bins.find(([reds]) => reds.length > minCount);
  return [0, 1, 2].map((c) => {
    const start = first ? medianOf(first[c]!) : 0;
    let last = start;
    const middles = bins.map((bin) => {
      if (bin[c]!.length > minCount) last = medianOf(bin[c]!);
      return last;
    });
    return Float64Array.from({ length: 256 }, (_, luma) => {
      const at = Math.max(0, Math.min(bins.length - 1, (luma + 0.5) / lumaLevels - 0.5));
      const below = Math.floor(at);
      const above = Math.min(bins.length - 1, below + 1);
      return middles[below]! + (at - below) * (middles[above]! - middles[below]!);
    });
  }) as unknown as PrintFacts['tints'];
}

/** A print's tint is known from so many pixels. */
const factPixels = 90_000;

/** Reads a print's picture without border. */
export function measurePrint(whole: RgbPixels): PrintFacts {
  const factor = Math.ceil(Math.sqrt((whole.widthPx * whole.heightPx) / factPixels));
  const picture = factor > 1 ? shrinkPixels(whole, factor) : whole;
  const { white, black } = measureEnds(picture);
  return {
    white,
    black,
    whiteLuma: lumaOf(...white),
    blackLuma: lumaOf(...black),
    ...measureDensities(picture, white),
    tints: measureTints(picture),
  };
}

/** Paper that is lighter, and black that is darker, has kept; less yellow is how paper is. */
const keptWhite = 228;
const keptBlack = 34;
const keptTint = 24;
const greyTint = 12;
const minStained = 0.004;

const paperTintOf = ({ white }: PrintFacts): number => Math.max(...white) - Math.min(...white);

/** Paper yellows: what is grey, or has no less of blue than of red, tells no age by its colour. */
export const isGreyPaper = (facts: PrintFacts): boolean =>
  paperTintOf(facts) <= greyTint || facts.white[2] >= facts.white[0];

/** What an old print needs; undefined when it has kept. */
export function planPrint(
  facts: PrintFacts,
  field: StainField,
  wish: { fade: boolean; cast: boolean; share: number },
): PrintPlan | undefined {
  const fade = wish.fade && (facts.whiteLuma < keptWhite || facts.blackLuma > keptBlack);
  const paperTint = paperTintOf(facts);
  const cast = wish.cast && (paperTint > keptTint || field.share >= minStained);
  return fade || cast ? { fade, cast, share: wish.share } : undefined;
}

/** The field is looked for in a copy of so many pixels a side at most, and smoothed over its neighbours this often. */
const fieldPx = 500;
const smoothings = 2;
/** Over this a channel is clipped, and says nothing of densities. */
const clipped = 248;
const clippedPaper = 252;
/** What isn't of a stain's colour by so much density is none. */
const stainSlack = 0.08;
const [minDensity, maxDensity] = [-0.6, 0.9];
/** Under this nobody sees it, and the grain has as much. */
const seenDensity = 0.02;
const stainedDensity = 0.16;
/** Speaks for no stain where nothing else speaks. */
const priorWeight = 0.05;
const rounds = 6;
/** A whole step would swing where the print's tint bends. */
const stride = 0.65;

const between = (table: Float64Array, at: number): number => {
  const place = Math.max(0, Math.min(table.length - 1, at - 0.5));
  const below = Math.floor(place);
  const above = Math.min(table.length - 1, below + 1);
  return table[below]! + (place - below) * (table[above]! - table[below]!);
};

/** What a place without any of the paper's yellow has less than the rest. */
const leastDensityOf = (white: Channels): number =>
  -Math.max(0, Math.log((white[0] + offset) / (white[2] + offset))) / (stain[2] - stain[0]);

/** What a field has of one of its values. */
interface Stain {
  density: number;
  weight: number;
}

/** Says how dense the stain over some colours is, and how much that counts, 0 to 1. One answer is kept until the next. */
function createStainReader(facts: PrintFacts): (colours: Float64Array) => Stain {
  const { white, greenDensity, blueDensity, densest } = facts;
  const least = leastDensityOf(white);
  const none: Stain = { density: 0, weight: 0 };
  const answer: Stain = { density: 0, weight: 0 };
  return (colours) => {
    if (colours[0]! >= clipped) return none;
    const red = densityOf(colours[0]!, white[0]);
    const green = densityOf(colours[1]!, white[1]);
    const blue = densityOf(colours[2]!, white[2]);
    let density = 0;
    let [overGreen, overBlue] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const at = binOf(red - stain[0] * density, densest);
      overGreen = green - between(greenDensity, at);
      overBlue = blue - between(blueDensity, at);
      const found = (overGreen * stain[1] + overBlue * stain[2]) / stainSquare;
      density += stride * (found - density);
    }
    // What is bluer than fresh paper is ink, or another colour.
    const under = Math.max(0, least - density);
    const [greenLeft, blueLeft] = [overGreen - density * stain[1], overBlue - density * stain[2]];
    const other = greenLeft ** 2 + blueLeft ** 2 + under ** 2;
    answer.density = Math.max(minDensity, Math.min(maxDensity, density));
    answer.weight = 1 / (1 + other / stainSlack ** 2);
    return answer;
  };
}

/** Means of each value and its neighbours. */
function smooth(from: Float32Array, widthPx: number, heightPx: number): Float32Array<ArrayBuffer> {
  const to = new Float32Array(from.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const [top, bottom] = [Math.max(0, y - 1), Math.min(heightPx - 1, y + 1)];
    for (let x = 0; x < widthPx; x++, at++) {
      const [left, right] = [Math.max(0, x - 1), Math.min(widthPx - 1, x + 1)];
      let sum = 0;
      for (let v = top; v <= bottom; v++) for (let u = left; u <= right; u++) sum += from[v * widthPx + u]!;
      to[at] = sum / ((bottom - top + 1) * (right - left + 1));
    }
  }
  return to;
}

/** Side of the squares of pixels that the field has one value for. */
const stepOf = ({ widthPx, heightPx }: RgbPixels): number =>
  Math.max(1, Math.round(Math.max(widthPx, heightPx) / fieldPx));

/** Writes the mean colours of one square into `means`. */
function readMeans(
  { rgb, widthPx, heightPx }: RgbPixels,
  { x, y, step }: { x: number; y: number; step: number },
  means: Float64Array,
): void {
  means.fill(0);
  const [right, bottom] = [Math.min(widthPx, (x + 1) * step), Math.min(heightPx, (y + 1) * step)];
  for (let v = y * step; v < bottom; v++) {
    for (let u = x * step, from = 3 * (v * widthPx + u); u < right; u++, from += 3) {
      means[0]! += rgb[from]!;
      means[1]! += rgb[from + 1]!;
      means[2]! += rgb[from + 2]!;
    }
  }
  const count = (right - x * step) * (bottom - y * step);
  for (let c = 0; c < 3; c++) means[c]! /= count;
}

/** Finds stains and uneven yellowing; none where the paper's red is clipped, and nothing tells what a stain took. */
export function measureStains(pixels: RgbPixels, facts: PrintFacts): StainField {
  const step = stepOf(pixels);
  const [widthPx, heightPx] = [Math.ceil(pixels.widthPx / step), Math.ceil(pixels.heightPx / step)];
  if (facts.white[0] >= clippedPaper)
    return { density: new Float32Array(widthPx * heightPx), widthPx, heightPx, share: 0 };
  const stainOver = createStainReader(facts);
  const means = new Float64Array(3);
  let weighed = new Float32Array(widthPx * heightPx);
  let weights = new Float32Array(widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      readMeans(pixels, { x, y, step }, means);
      const { density, weight } = stainOver(means);
      weighed[at] = weight * density;
      weights[at] = weight;
    }
  }
  for (let i = 0; i < smoothings; i++) {
    weighed = smooth(weighed, widthPx, heightPx);
    weights = smooth(weights, widthPx, heightPx);
  }
  let stained = 0;
  const density = weighed.map((sum, i) => {
    const mean = sum / (weights[i]! + priorWeight);
    if (Math.abs(mean) > stainedDensity) stained++;
    return Math.sign(mean) * Math.max(0, Math.abs(mean) - seenDensity);
  });
  return { density, widthPx, heightPx, share: stained / density.length };
}

/** Paper and black of a print that has kept. */
const freshWhite = 240;
const freshBlack = 14;
/** More contrast than this nobody knows to have been there. */
const maxGain = 2;
const keptCast = 0.5;
/** Colours this far off the print's tint are the picture's own: between the two partly. */
const [tintLevels, ownLevels] = [12, 32] as const;
/** So much more of a stain's own colour goes than of the print's yellow. */
const takenLeft = 0.3;

/** What becomes of each luma. */
function curveOf({ whiteLuma, blackLuma }: PrintFacts): Float64Array {
  const range = Math.max(1, whiteLuma - blackLuma);
  const [high, low] = [Math.max(whiteLuma, freshWhite), Math.min(blackLuma, freshBlack)];
  const part = Math.min(1, ((maxGain - 1) * range) / Math.max(1, high - low - range));
  const whiteTo = whiteLuma + part * (high - whiteLuma);
  const blackTo = blackLuma + part * (low - blackLuma);
  const slope = (whiteTo - blackTo) / range;
  return Float64Array.from({ length: 256 }, (_, luma) => {
    if (luma <= blackLuma) return blackLuma > 0 ? (luma * blackTo) / blackLuma : blackTo;
    if (luma < whiteLuma) return blackTo + slope * (luma - blackLuma);
    const room = 255 - whiteTo;
    return room <= 0 ? 255 : whiteTo + room * (1 - Math.exp((-(luma - whiteLuma) * slope) / room));
  });
}

const stainSteps = 512;

/** By how much each channel is raised where the stain has a density. */
function listRaises(share: number): readonly Float64Array[] {
  return stain.map((part) =>
    Float64Array.from({ length: stainSteps + 1 }, (_, step) =>
      Math.exp(share * part * (minDensity + (step / stainSteps) * (maxDensity - minDensity))),
    ),
  );
}

/** Evens the print in place. */
export function evenPrint(pixels: RgbPixels, facts: PrintFacts, field: StainField, plan: PrintPlan): void {
  const { rgb, widthPx, heightPx } = pixels;
  const step = stepOf(pixels);
  const { share } = plan;
  const curve = plan.fade ? curveOf(facts) : Float64Array.from({ length: 256 }, (_, luma) => luma);
  const raises = listRaises(share);
  const none = plan.cast ? undefined : Math.round((-minDensity / (maxDensity - minDensity)) * stainSteps);
  const upper = new Float32Array(field.widthPx);
  const own = [0, 0, 0];
  const off = [0, 0, 0];
  for (let y = 0, at = 0; y < heightPx; y++) {
    const place = Math.max(0, Math.min(field.heightPx - 1, (y + 0.5) / step - 0.5));
    const row = Math.floor(place);
    const next = Math.min(field.heightPx - 1, row + 1);
    for (let x = 0; x < upper.length; x++) {
      const [above, below] = [
        field.density[row * upper.length + x]!,
        field.density[next * upper.length + x]!,
      ];
      upper[x] = above + (place - row) * (below - above);
    }
    for (let x = 0; x < widthPx; x++, at += 3) {
      const across = Math.max(0, Math.min(upper.length - 1, (x + 0.5) / step - 0.5));
      const left = Math.floor(across);
      const right = Math.min(upper.length - 1, left + 1);
      const density = upper[left]! + (across - left) * (upper[right]! - upper[left]!);
      const index = none ?? Math.round(((density - minDensity) / (maxDensity - minDensity)) * stainSteps);
      for (let c = 0; c < 3; c++) own[c] = (rgb[at + c]! + offset) * raises[c]![index]! - offset;
      const luma = Math.max(0, Math.min(255, lumaOf(own[0]!, own[1]!, own[2]!)));
      const level = Math.round(luma);
      for (let c = 0; c < 3; c++) off[c] = own[c]! - luma - facts.tints[c]![level]!;
      const far = Math.max(Math.abs(off[0]!), Math.abs(off[1]!), Math.abs(off[2]!));
      // Yellow to green, and not red: what a stain has left.
      const isLeft = off[2]! < 0 && off[0]! < tintLevels;
      const isOwn = isLeft ? 0 : Math.max(0, Math.min(1, (far - tintLevels) / (ownLevels - tintLevels)));
      const keep = plan.cast ? 1 - share * keptCast * (1 - isOwn) : 1;
      const less = plan.cast && isLeft ? share * takenLeft : 0;
      const to = luma + share * (curve[level]! + (luma - level) - luma);
      for (let c = 0; c < 3; c++) {
        const chroma = keep * (own[c]! - luma) - less * off[c]!;
        rgb[at + c] = Math.max(0, Math.min(255, Math.round(to + chroma)));
      }
    }
  }
}
