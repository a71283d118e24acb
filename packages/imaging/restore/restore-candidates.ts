/**
 * Owns what could be a defect: places lighter, or darker, than the median of their neighbourhood in every channel at
 * once, as dust, scratches and hairs are whatever lies beneath, with what tells them from the picture's own detail.
 * Judges nothing. Pure arithmetic on one picture of at most a few megapixels.
 */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { type LineResponses, lineResponses } from '../kernels/line-responses.ts';
import { medianPlane } from '../kernels/median-plane.ts';
import { boxMean, dilate, percentilesOf } from '../kernels/window-filters.ts';

export type Polarity = 'bright' | 'dark';

/** Names of the features, in their order in `Candidate.features`. */
export const featureNames = [
  'area',
  'contrast',
  'peak',
  'beyond',
  'beyondNear',
  'line',
  'straight',
  'support',
  'ring',
  'crowd',
  'slender',
  'edge',
  'fade',
  'texture',
  'level',
] as const;

/**
 * A group of pixels that stand out together. `pixels` are places in the picture; `features` are as at level 0, see
 * `featuresAt`.
 */
export interface Candidate {
  pixels: Int32Array;
  features: readonly number[];
  isLight: boolean;
}

/** Radius of the median that dust and scratches don't survive. */
const medianRadiusPx = 4;
const nearRadiusPx = 16;
const textureRadiusPx = 14;
const crowdRadiusPx = 28;
const lineLengthPx = 31;
const maxPixels = 3000;
/** A group's edge is where it falls under this share of its peak. */
const edgeShare = 0.35;
/** More groups than this, per megapixel, are texture: the strongest are kept. */
const maxPerMegapixel = 10_000;

const bounded = (value: number, min: number, max: number): number =>
  value < min ? min : value > max ? max : value;

type Channels = [red: Uint8Array, green: Uint8Array, blue: Uint8Array];

/** What the picture's tones are without what could be defects, per channel. */
export interface Ground {
  /** Medians of each channel. */
  medians: [Plane8, Plane8, Plane8];
  black: number[];
  white: number[];
  /** 0 for a print with full black and white, towards 1 where black is grey and white is dark. */
  fade: number;
}

function channelPlane({ rgb, widthPx, heightPx }: RgbPixels, channel: number): Plane8 {
  const samples = new Uint8Array(widthPx * heightPx);
  for (let i = 0, from = channel; i < samples.length; i++, from += 3) samples[i] = rgb[from]!;
  return { samples, widthPx, heightPx };
}

export function groundOf(pixels: RgbPixels): Ground {
  const medians = [0, 1, 2].map((c) =>
    medianPlane(channelPlane(pixels, c), medianRadiusPx),
  ) as Ground['medians'];
  const ends = medians.map((it) => percentilesOf(it, [0.002, 0.998]));
  const black = ends.map(([low]) => low!);
  const white = ends.map(([, high]) => high!);
  // Of luma: sepia has no blue in its shadows.
  const lifted = bounded((0.2126 * black[0]! + 0.7152 * black[1]! + 0.0722 * black[2]!) / 40, 0, 1);
  const dimmed = bounded((255 - Math.max(...white)) / 40, 0, 1);
  return { medians, black, white, fade: Math.sqrt(lifted * dimmed) };
}

/** Everything per pixel that the features are read from, for one polarity; light defects are made dark ones' mirror. */
interface Relief {
  widthPx: number;
  heightPx: number;
  /** How far every channel stands out of its median, 0 to 255. */
  rise: Uint8Array;
  /** How far the channel that does so most lies beyond the whole picture's white (or black), from -255. */
  beyond: Int16Array;
  /** The same for the lightest place nearby. */
  beyondNear: Int16Array;
  texture: Uint8Array;
  crowd: Uint8Array;
  floor: number;
}

/** The plane, or its mirror in which dark is light. */
const mirrored = ({ samples, widthPx, heightPx }: Plane8, flip: number): Plane8 => {
  if (flip === 0) return { samples, widthPx, heightPx };
  const others = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i++) others[i] = samples[i]! ^ flip;
  return { samples: others, widthPx, heightPx };
};

const lowest = (a: number, b: number, c: number) => (a < b ? (a < c ? a : c) : b < c ? b : c);
const highest = (a: number, b: number, c: number) => (a > b ? (a > c ? a : c) : b > c ? b : c);

function reliefOf(pixels: RgbPixels, ground: Ground, isLight: boolean, floor: number): Relief {
  const { rgb, widthPx, heightPx } = pixels;
  const count = widthPx * heightPx;
  const flip = isLight ? 0 : 255;
  const medians = ground.medians.map((plane) => mirrored(plane, flip));
  const nearest = medians.map((plane) => dilate(plane, nearRadiusPx).samples);
  const ends = (isLight ? ground.white : ground.black).map((it) => it ^ flip);
  const [rise, beyond, beyondNear] = [new Uint8Array(count), new Int16Array(count), new Int16Array(count)];
  const small = new Uint8Array(count);
  const marks = new Uint8Array(count);
  const [redMedian, greenMedian, blueMedian] = medians.map(({ samples }) => samples) as Channels;
  const [redNear, greenNear, blueNear] = nearest as Channels;
  const [redEnd, greenEnd, blueEnd] = ends as [number, number, number];
  for (let i = 0, from = 0; i < count; i++, from += 3) {
    const red = rgb[from]! ^ flip;
    const green = rgb[from + 1]! ^ flip;
    const blue = rgb[from + 2]! ^ flip;
    const greenRise = green - greenMedian[i]!;
    const min = lowest(red - redMedian[i]!, greenRise, blue - blueMedian[i]!);
    rise[i] = min > 0 ? min : 0;
    beyond[i] = highest(red - redEnd, green - greenEnd, blue - blueEnd);
    beyondNear[i] = highest(red - redNear[i]!, green - greenNear[i]!, blue - blueNear[i]!);
    // Bounded, so that a scratch doesn't count as texture.
    small[i] = 4 * Math.min(40, greenRise < 0 ? -greenRise : greenRise);
    if (min > 2 * floor) marks[i] = 255;
  }
  const texture = boxMean({ samples: small, widthPx, heightPx }, textureRadiusPx).samples;
  const crowd = boxMean({ samples: marks, widthPx, heightPx }, crowdRadiusPx).samples;
  return { widthPx, heightPx, rise, beyond, beyondNear, texture, crowd, floor };
}

/** Grows groups from the highest places down: each pixel belongs to one. All of them are views of one array. */
function groupsOf(relief: Relief): Int32Array[] {
  const { widthPx, heightPx, rise, floor } = relief;
  const taken = new Uint8Array(rise.length);
  const starts = new Uint32Array(257);
  let members = 0;
  for (let i = 0; i < rise.length; i++) {
    if (rise[i]! >= floor) members++;
    if (rise[i]! > floor) starts[256 - rise[i]!]! += 1;
  }
  for (let i = 1; i <= 256; i++) starts[i]! += starts[i - 1]!;
  const order = new Int32Array(starts[256]!);
  for (let i = rise.length - 1; i >= 0; i--) {
    if (rise[i]! > floor) order[--starts[256 - rise[i]!]!] = i;
  }
  const groups: Int32Array[] = [];
  const max = Math.ceil((maxPerMegapixel * rise.length) / 1e6);
  const places = new Int32Array(members);
  let start = 0;
  for (const seed of order) {
    if (taken[seed]) continue;
    if (groups.length >= max) break;
    const limit = Math.max(floor, edgeShare * rise[seed]!);
    let [read, end] = [start, start + 1];
    places[start] = seed;
    taken[seed] = 1;
    while (read < end && end - start < maxPixels) {
      const at = places[read++]!;
      const y = Math.floor(at / widthPx);
      const x = at - y * widthPx;
      for (let v = y > 0 ? y - 1 : y; v <= y + 1 && v < heightPx; v++) {
        for (let u = x > 0 ? x - 1 : x; u <= x + 1 && u < widthPx; u++) {
          const next = v * widthPx + u;
          if (taken[next] || rise[next]! < limit) continue;
          taken[next] = 1;
          places[end++] = next;
        }
      }
    }
    groups.push(places.subarray(start, end));
    start = end;
  }
  return groups;
}

interface Lines {
  strength: Uint8Array;
  second: Uint8Array;
  support: Uint8Array;
}

/** The strongest line through each pixel, thin or thick. */
function linesOf(pixels: RgbPixels, isLight: boolean, supportLevel: number): Lines {
  const { rgb, widthPx, heightPx } = pixels;
  const samples = new Uint8Array(widthPx * heightPx);
  const faintest = isLight ? lowest : highest;
  for (let i = 0, from = 0; i < samples.length; i++, from += 3) {
    samples[i] = faintest(rgb[from]!, rgb[from + 1]!, rgb[from + 2]!);
  }
  const plane = { samples, widthPx, heightPx };
  const polarity: Polarity = isLight ? 'bright' : 'dark';
  const [thin, thick] = lineResponses(plane, {
    lengthPx: lineLengthPx,
    thicknessesPx: [1, 3],
    polarity,
    supportLevel,
  }) as [LineResponses, LineResponses];
  for (let i = 0; i < samples.length; i++) {
    if (thick.strength[i]! <= thin.strength[i]!) continue;
    thin.strength[i] = thick.strength[i]!;
    thin.second[i] = thick.second[i]!;
    thin.support[i] = thick.support[i]!;
  }
  return thin;
}

interface Sums {
  rise: number;
  peak: number;
  beyond: number;
  near: number;
  line: number;
  straight: number;
  support: number;
}

function sumsOf(pixels: Int32Array, relief: Relief, lines: Lines): Sums {
  const sums: Sums = { rise: 0, peak: 0, beyond: 0, near: 0, line: 0, straight: 0, support: 0 };
  const count = pixels.length;
  for (let i = 0; i < count; i++) {
    const at = pixels[i]!;
    sums.rise += relief.rise[at]!;
    sums.peak = Math.max(sums.peak, relief.rise[at]!);
    sums.beyond += relief.beyond[at]!;
    sums.near += relief.beyondNear[at]!;
    const strength = lines.strength[at]!;
    sums.line += strength / 4;
    sums.straight += strength > 0 ? 1 - lines.second[at]! / strength : 0;
    sums.support += lines.support[at]! / 255;
  }
  for (const name of ['rise', 'beyond', 'near', 'line', 'straight', 'support'] as const) sums[name] /= count;
  return sums;
}

/** Places around one, across and down, by turns. */
const around = [-3, 0, 3, 0, 0, -3, 0, 3, -2, -2, 2, 2, -2, 2, 2, -2];

/** How rough it is around a group, and how much of its height is left two pixels away. */
function surroundings(pixels: Int32Array, { widthPx, heightPx, rise }: Relief, member: Uint8Array) {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let i = 0; i < pixels.length; i++) {
    const at = pixels[i]!;
    const y = Math.floor(at / widthPx);
    const x = at - y * widthPx;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    member[at] = 1;
  }
  let [sum, squares, count] = [0, 0, 0];
  const step = Math.max(1, Math.floor(pixels.length / 30));
  for (let i = 0; i < pixels.length; i += step) {
    const y = Math.floor(pixels[i]! / widthPx);
    const x = pixels[i]! - y * widthPx;
    for (let k = 0; k < around.length; k += 2) {
      const [u, v] = [x + around[k]!, y + around[k + 1]!];
      if (u < 0 || v < 0 || u >= widthPx || v >= heightPx || member[v * widthPx + u]) continue;
      const value = rise[v * widthPx + u]!;
      sum += value;
      squares += value * value;
      count++;
    }
  }
  for (let i = 0; i < pixels.length; i++) member[pixels[i]!] = 0;
  const mean = count > 0 ? sum / count : 0;
  const extentPx = Math.max(right - left, bottom - top) + 1;
  return { mean, rough: count > 0 ? Math.sqrt(squares / count) : 0, extentPx };
}

/** A candidate's features as those of one that was found at full size (level 0) or at half of it (1). */
export function featuresAt({ features }: Candidate, level: 0 | 1): readonly number[] {
  if (level === 0) return features;
  return features.with(featureNames.indexOf('level'), level);
}

/** Finds the candidates of one polarity. `noise` is the deviation of the grain in one channel. */
export function detectCandidates(
  pixels: RgbPixels,
  ground: Ground,
  { isLight, noise }: { isLight: boolean; noise: number },
): Candidate[] {
  const floor = Math.max(8, Math.round(2.2 * noise));
  const relief = reliefOf(pixels, ground, isLight, floor);
  const lines = linesOf(pixels, isLight, Math.max(5, Math.min(60, Math.round(noise))));
  const member = new Uint8Array(relief.rise.length);
  return groupsOf(relief).map((group) => {
    const sums = sumsOf(group, relief, lines);
    const { mean, rough, extentPx } = surroundings(group, relief, member);
    const seed = group[0]!;
    const texture = relief.texture[seed]! / 4;
    const scale = texture + noise + 2;
    const own = (group.length / (2 * crowdRadiusPx + 1) ** 2) * 255;
    const crowd = Math.max(0, relief.crowd[seed]! - own) / 255;
    const features = [
      bounded(Math.log2(group.length) / 4, 0, 3),
      bounded(Math.log2(sums.rise / scale), -2, 4),
      bounded(sums.peak / 60, 0, 4),
      bounded(sums.beyond / 30, -2, 2),
      bounded(sums.near / 30, -2, 3),
      bounded(sums.line / scale, 0, 5),
      sums.straight,
      sums.support,
      bounded(rough / (sums.rise + 1), 0, 2),
      bounded(crowd * 20, 0, 4),
      bounded((extentPx * extentPx) / group.length / 8, 0, 4),
      bounded(1 - mean / (sums.rise + 1), -1, 1),
      // In three steps, so that it can't stand for one photo.
      Math.floor(ground.fade * 2.999) / 2,
      bounded(texture / 10, 0, 3),
      0,
    ];
    return { pixels: group, features, isLight };
  });
}
