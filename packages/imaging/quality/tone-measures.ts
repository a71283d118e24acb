/**
 * Owns what is measured of a photo's tones and colours: percentiles of luma, black and white, what lost its highlights. Values as they are stored, a grid of pixels. Must never judge.
 */

import { lumaOf } from '../pixels/even-tone.ts';
import type { PixelView } from '../pixels/pixel-view.ts';
import { percentileOf } from '../pixels/restore-tone.ts';
import { measureCast } from './colour-cast.ts';
import type { PhotoMeasures } from './measures-version.ts';

/** Pixels looked at, about: more say the same. */
const sampleCount = 80_000;
const blackLevel = 3;
const whiteLevel = 252;
/** White, as JPEG leaves it; and a channel at its end while another isn't there, nor empty, as in a colour that is meant. */
const whiteAfterJpeg = 250;
const clipped = 253;
const empty = 60;
/** A picture whose colours all have one hue, within so many degrees, was made in one colour. */
const monochromeSpread = 9;
const colourless = 2.5;

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

export type ToneMeasures = Pick<
  PhotoMeasures,
  | 'lumaLow'
  | 'lumaMedian'
  | 'lumaHigh'
  | 'lumaPeak'
  | 'blackShare'
  | 'whiteShare'
  | 'clippedWhiteShare'
  | 'clippedColourShare'
  | 'restLuma'
  | 'greyShare'
  | 'castChroma'
  | 'castHue'
  | 'isMonochrome'
>;

/** sRGB (IEC 61966-2-1) to linear light, 0 to 1. */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** What was read of `count` pixels: luma, CIELAB a and b (CIE 15, D65) and how far those are off grey. */
interface Samples {
  rgb: Uint8Array;
  luma: Uint8Array;
  a: Float32Array;
  b: Float32Array;
  chroma: Float32Array;
  count: number;
  black: number;
  white: number;
}

const cube = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/** Reads every so many bytes of a row, up to `end`. */
function readRow(
  samples: Samples,
  bytes: Uint8Array,
  row: { at: number; step: number; channels: 1 | 3; end: number },
) {
  const { rgb, luma, a, b, chroma } = samples;
  const [second, third] = row.channels === 1 ? [0, 0] : [1, 2];
  let { count, black, white } = samples;
  for (let { at } = row; count < row.end; at += row.step, count++) {
    const red = bytes[at]!;
    const green = bytes[at + second]!;
    const blue = bytes[at + third]!;
    rgb[3 * count] = red;
    rgb[3 * count + 1] = green;
    rgb[3 * count + 2] = blue;
    luma[count] = lumaOf(red, green, blue);
    if (Math.max(red, green, blue) <= blackLevel) black += 1;
    if (Math.min(red, green, blue) >= whiteLevel) white += 1;
    const r = linear[red]!;
    const g = linear[green]!;
    const bl = linear[blue]!;
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
  const every = Math.max(1, Math.floor(Math.sqrt((widthPx * heightPx) / sampleCount)));
  const [columns, rows] = [Math.ceil(widthPx / every), Math.ceil(heightPx / every)];
  const max = columns * rows;
  const samples: Samples = {
    rgb: new Uint8Array(3 * max),
    luma: new Uint8Array(max),
    a: new Float32Array(max),
    b: new Float32Array(max),
    chroma: new Float32Array(max),
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
    if (chroma[i]! > colourless) coloured += 1;
  }
  if (coloured < count * 0.01) return true;
  // The mean of unit vectors with a small spread s (radians) is about 1 - s² / 2 long.
  const alignment = Math.hypot(sumA, sumB) / sum;
  return alignment > Math.cos((monochromeSpread * Math.PI) / 180);
}

/** What lost its highlights: shares that are white, and that have a channel at its end; the median luma of what isn't white. */
function clippingOf({ rgb, luma, count }: Samples) {
  let [white, coloured] = [0, 0];
  const rest = new Uint32Array(256);
  for (let i = 0; i < count; i++) {
    const [red, green, blue] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
    const lowest = Math.min(red, green, blue);
    if (lowest >= whiteAfterJpeg) {
      white += 1;
      continue;
    }
    if (lowest >= empty && Math.max(red, green, blue) >= clipped) coloured += 1;
    rest[luma[i]!] = rest[luma[i]!]! + 1;
  }
  return {
    clippedWhiteShare: rounded(white / count),
    clippedColourShare: rounded(coloured / count),
    restLuma: percentileOf(rest, 0.5),
  };
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
    blackShare: rounded(black / count),
    whiteShare: rounded(white / count),
    ...clippingOf(samples),
    ...measureCast(samples),
    isMonochrome: isOneColour(samples),
  };
}
