/**
 * Owns what is measured of a photo's tones and colours: percentiles of luma, black and white, and the tint of what comes
 * nearest to grey. Values as they are stored, a grid of pixels. Must never judge.
 */
import { lumaOf } from './even-tone.ts';
import type { PhotoMeasures } from './measures-version.ts';
import type { PixelView } from './pixel-view.ts';
import { percentileOf } from './restore-tone.ts';

/** Pixels looked at, about: more say the same. */
const SAMPLES = 80_000;
const BLACK = 3;
const WHITE = 252;
/** The tint is looked for in these parts by luma, darkest and brightest left out: they can't show any. */
const BANDS = [
  { from: 0.3, to: 0.6 },
  { from: 0.75, to: 0.97 },
] as const;
/** Of each part, this share of its pixels, those that are nearest to grey. */
const GREYEST_SHARE = 0.15;
/** Hues within so many degrees of each other are one tint. */
const SAME_HUE = 40;
/** A picture whose colours all have one hue, within so many degrees, was made in one colour. */
const MONOCHROME_SPREAD = 9;
const COLOURLESS = 2.5;
/** Chromas are sorted into so many bins, so fine. */
const CHROMA_BINS = 1024;
const BINS_PER_CHROMA = 8;

export type ToneMeasures = Pick<
  PhotoMeasures,
  | 'lumaLow'
  | 'lumaMedian'
  | 'lumaHigh'
  | 'lumaPeak'
  | 'blackShare'
  | 'whiteShare'
  | 'castChroma'
  | 'castHue'
  | 'isMonochrome'
>;

/** sRGB (IEC 61966-2-1) to linear light, 0 to 1. */
const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** What was read of `count` pixels: luma, CIELAB a and b (CIE 15, D65) and how far those are off grey. */
type Samples = {
  luma: Uint8Array;
  a: Float32Array;
  b: Float32Array;
  chroma: Float32Array;
  count: number;
  black: number;
  white: number;
};

const cube = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/** Reads every so many bytes of a row, up to `end`. */
function readRow(
  samples: Samples,
  bytes: Uint8Array,
  row: { at: number; step: number; channels: 1 | 3; end: number },
) {
  const { luma, a, b, chroma } = samples;
  const [second, third] = row.channels === 1 ? [0, 0] : [1, 2];
  let { count, black, white } = samples;
  for (let { at } = row; count < row.end; at += row.step, count++) {
    const red = bytes[at]!;
    const green = bytes[at + second]!;
    const blue = bytes[at + third]!;
    luma[count] = lumaOf(red, green, blue);
    if (Math.max(red, green, blue) <= BLACK) black += 1;
    if (Math.min(red, green, blue) >= WHITE) white += 1;
    const r = LINEAR[red]!;
    const g = LINEAR[green]!;
    const bl = LINEAR[blue]!;
    const fx = cube((0.4124 * r + 0.3576 * g + 0.1805 * bl) / 0.9505);
    const fy = cube(0.2126 * r + 0.7152 * g + 0.0722 * bl);
    const fz = cube((0.0193 * r + 0.1192 * g + 0.9505 * bl) / 1.089);
    const redGreen = 500 * (fx - fy);
    const blueYellow = 200 * (fy - fz);
    a[count] = redGreen;
    b[count] = blueYellow;
    chroma[count] = Math.sqrt(redGreen * redGreen + blueYellow * blueYellow);
  }
  samples.count = count;
  samples.black = black;
  samples.white = white;
}

/** A grid of the view's pixels. */
function readSamples({ bytes, channels, widthPx, heightPx, origin, stepX, stepY }: PixelView): Samples {
  const every = Math.max(1, Math.floor(Math.sqrt((widthPx * heightPx) / SAMPLES)));
  const [columns, rows] = [Math.ceil(widthPx / every), Math.ceil(heightPx / every)];
  const most = columns * rows;
  const samples: Samples = {
    luma: new Uint8Array(most),
    a: new Float32Array(most),
    b: new Float32Array(most),
    chroma: new Float32Array(most),
    count: 0,
    black: 0,
    white: 0,
  };
  const [first, step] = [every >> 1, every * stepX];
  const inRow = Math.ceil((widthPx - first) / every);
  for (let y = first; y < heightPx; y += every) {
    const at = origin + first * stepX + y * stepY;
    readRow(samples, bytes, { at, step, channels, end: samples.count + inRow });
  }
  return samples;
}

type Tint = { a: number; b: number; chroma: number; hue: number };

const tintOf = (a: number, b: number): Tint => ({
  ...{ a, b, chroma: Math.hypot(a, b) },
  hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
});

/** The mean tint of the greyest pixels between two lumas; undefined when there are too few. */
function greyestOf({ luma, a, b, chroma, count }: Samples, low: number, high: number): Tint | undefined {
  const spread = new Uint32Array(CHROMA_BINS);
  let inside = 0;
  for (let i = 0; i < count; i++) {
    if (luma[i]! < low || luma[i]! > high) continue;
    const bin = Math.min(CHROMA_BINS - 1, Math.floor(chroma[i]! * BINS_PER_CHROMA));
    spread[bin] = spread[bin]! + 1;
    inside += 1;
  }
  if (inside < 100) return undefined;
  let most = 0;
  for (let seen = spread[0]!; seen < inside * GREYEST_SHARE; seen += spread[most]!) most += 1;
  const strongest = most === CHROMA_BINS - 1 ? Number.POSITIVE_INFINITY : (most + 1) / BINS_PER_CHROMA;
  let sumA = 0;
  let sumB = 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    if (luma[i]! < low || luma[i]! > high || chroma[i]! >= strongest) continue;
    sumA += a[i]!;
    sumB += b[i]!;
    found += 1;
  }
  return tintOf(sumA / found, sumB / found);
}

/** A tint that both the middle and the bright tones have, as weak as the weaker of them. */
function castOf(samples: Samples, counts: Uint32Array): { castChroma: number; castHue: number } {
  const [middle, bright] = BANDS.map(({ from, to }) =>
    greyestOf(samples, percentileOf(counts, from), Math.min(248, percentileOf(counts, to))),
  );
  if (!middle || !bright) return { castChroma: 0, castHue: 0 };
  const turn = Math.abs(middle.hue - bright.hue);
  if (Math.min(turn, 360 - turn) > SAME_HUE) return { castChroma: 0, castHue: 0 };
  const { chroma, hue } = middle.chroma < bright.chroma ? middle : bright;
  return { castChroma: Math.round(chroma * 10) / 10, castHue: Math.round(hue) };
}

/** Whether all that has colour has the same; pictures without any are monochrome too. */
function isOneColour({ a, b, chroma, count }: Samples): boolean {
  let sumA = 0;
  let sumB = 0;
  let sum = 0;
  let coloured = 0;
  for (let i = 0; i < count; i++) {
    sumA += a[i]!;
    sumB += b[i]!;
    sum += chroma[i]!;
    if (chroma[i]! > COLOURLESS) coloured += 1;
  }
  if (coloured < count * 0.01) return true;
  // The mean of unit vectors with a small spread s (radians) is about 1 - s² / 2 long.
  const alignment = Math.hypot(sumA, sumB) / sum;
  return alignment > Math.cos((MONOCHROME_SPREAD * Math.PI) / 180);
}

/** Measures tones and colours of a view of sRGB or grey values. */
export function measureTonesOf(view: PixelView): ToneMeasures {
  const samples = readSamples(view);
  const { luma, count, black, white } = samples;
  const counts = new Uint32Array(256);
  for (let i = 0; i < count; i++) counts[luma[i]!]! += 1;
  return {
    lumaLow: percentileOf(counts, 0.01),
    lumaMedian: percentileOf(counts, 0.5),
    lumaHigh: percentileOf(counts, 0.99),
    lumaPeak: percentileOf(counts, 0.998),
    blackShare: Math.round((black / count) * 10_000) / 10_000,
    whiteShare: Math.round((white / count) * 10_000) / 10_000,
    ...castOf(samples, counts),
    isMonochrome: isOneColour(samples),
  };
}
