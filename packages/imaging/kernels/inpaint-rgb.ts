/**
 * Owns filling marked pixels of a picture from what surrounds them: fast marching and a sliding DCT (inpaint-strips.ts),
 * for wide holes first at a half, a quarter and an eighth of the resolution, so that what is large goes on as well. Must
 * never change a pixel that isn't marked.
 */
import { type FillOptions, fillStrips } from './inpaint-strips.ts';
import {
  checkPixels,
  checkPlane,
  checkWhole,
  type OnShare,
  type Plane8,
  type RgbPixels,
} from './kernel-planes.ts';

export interface InpaintOptions {
  /** How far around a pixel its first colour is looked for, 1 to 32; 2 or 3 is best. */
  radiusPx: number;
  /** How often it is refined, 0 to 32; 10 when left out; 0 is the fast marching alone, at full resolution. */
  passes?: number;
  onShare?: OnShare;
}

/** How often the resolution is halved, and down to which side. */
const maxLevels = 3;
const minSidePx = 16;

/** The four places of the full resolution under a pixel of the half one; at odd edges some are the same. */
function placesUnder({ widthPx, heightPx }: Plane8, x: number, y: number, into: Int32Array): void {
  const right = Math.min(widthPx - 1, 2 * x + 1);
  const below = Math.min(heightPx - 1, 2 * y + 1) * widthPx;
  into[0] = 2 * y * widthPx + 2 * x;
  into[1] = 2 * y * widthPx + right;
  into[2] = below + 2 * x;
  into[3] = below + right;
}

/** The mask at half the resolution: marked is what has nothing known under it. Undefined when that is nowhere. */
function halveMask(mask: Plane8): Plane8 | undefined {
  const [widthPx, heightPx] = [Math.ceil(mask.widthPx / 2), Math.ceil(mask.heightPx / 2)];
  const samples = new Uint8Array(widthPx * heightPx);
  const under = new Int32Array(4);
  let isMarked = false;
  for (let y = 0, place = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, place++) {
      if (mask.samples[2 * y * mask.widthPx + 2 * x]! <= 127) continue;
      placesUnder(mask, x, y, under);
      if (under.some((at) => mask.samples[at]! <= 127)) continue;
      samples[place] = 255;
      isMarked = true;
    }
  }
  return isMarked ? { samples, widthPx, heightPx } : undefined;
}

/** The picture at half the resolution: means of what is known, black where nothing is. */
function halvePixels({ rgb }: RgbPixels, mask: Plane8, { widthPx, heightPx }: Plane8): RgbPixels {
  const half = new Uint8Array(widthPx * heightPx * 3);
  const under = new Int32Array(4);
  for (let y = 0, to = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, to += 3) {
      placesUnder(mask, x, y, under);
      let [known, red, green, blue] = [0, 0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const at = under[i]!;
        if (mask.samples[at]! > 127) continue;
        known++;
        red += rgb[3 * at]!;
        green += rgb[3 * at + 1]!;
        blue += rgb[3 * at + 2]!;
      }
      if (known === 0) continue;
      half[to] = Math.round(red / known);
      half[to + 1] = Math.round(green / known);
      half[to + 2] = Math.round(blue / known);
    }
  }
  return { rgb: half, widthPx, heightPx };
}

/** Where a pixel of the full resolution lies between two of the half one: the first of them, and the share of the next. */
function between(at: number, length: number): [number, number] {
  const place = Math.max(0, Math.min(length - 1, (at - 0.5) / 2));
  const first = Math.min(length - 2, Math.floor(place));
  return [first, place - first];
}

/** Marked pixels from the picture at half the resolution, between its pixels. */
function takeHalf({ rgb, widthPx, heightPx }: RgbPixels, { samples }: Plane8, half: RgbPixels): void {
  for (let y = 0, place = 0; y < heightPx; y++) {
    const [row, lower] = between(y, half.heightPx);
    for (let x = 0; x < widthPx; x++, place++) {
      if (samples[place]! <= 127) continue;
      const [column, later] = between(x, half.widthPx);
      const above = 3 * (row * half.widthPx + column);
      const below = above + 3 * half.widthPx;
      for (let c = 0; c < 3; c++) {
        const upper = half.rgb[above + c]! * (1 - later) + half.rgb[above + 3 + c]! * later;
        const under = half.rgb[below + c]! * (1 - later) + half.rgb[below + 3 + c]! * later;
        rgb[3 * place + c] = Math.round(upper * (1 - lower) + under * lower);
      }
    }
  }
}

function fill(
  pixels: RgbPixels,
  mask: Plane8,
  options: Omit<FillOptions, 'isStarted'>,
  levels: number,
): void {
  const canHalve = levels > 0 && Math.min(pixels.widthPx, pixels.heightPx) >= 2 * minSidePx;
  const halfMask = canHalve ? halveMask(mask) : undefined;
  if (halfMask) {
    const half = halvePixels(pixels, mask, halfMask);
    fill(half, halfMask, { ...options, onShare: undefined }, levels - 1);
    takeHalf(pixels, mask, half);
  }
  fillStrips(pixels, mask, { ...options, isStarted: halfMask !== undefined });
}

/**
 * Fills in place the pixels over 127 in the mask, which has the picture's size. A mask that leaves nothing known changes
 * nothing. Throws RangeError.
 */
export function inpaintRgb(pixels: RgbPixels, mask: Plane8, options: InpaintOptions): void {
  const { radiusPx, passes = 10, onShare } = options;
  checkPixels(pixels);
  checkPlane(mask);
  checkWhole('radiusPx', radiusPx, [1, 32]);
  checkWhole('passes', passes, [0, 32]);
  if (mask.widthPx !== pixels.widthPx || mask.heightPx !== pixels.heightPx) {
    throw new RangeError('The mask has another size than the picture.');
  }
  if (mask.samples.every((sample) => sample > 127)) return;
  fill(pixels, mask, { radiusPx, passes, onShare }, passes > 0 ? maxLevels : 0);
}
