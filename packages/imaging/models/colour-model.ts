/**
 * Owns what a colouring model gives a photo. Colours ask for the whole of a picture: the model sees it all, grey and made small, and of
 * what it makes only the colours are taken, made as large as the photo. Brightness stays the photo's to the last detail. Arithmetic
 * on arrays; must never open a model.
 */
import type { ModelPixels } from './model-tiles.ts';

/** Grey planes of 0 to 1 as a model takes them, and how much of them is the photo: the rest goes on with its edge. */
export interface SmallPicture {
  samples: Float32Array;
  widthPx: number;
  heightPx: number;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

/** Weights of ITU-R BT.709. */
const [redWeight, greenWeight, blueWeight] = [0.2126, 0.7152, 0.0722];

const brightnessAt = (rgb: Uint8Array, at: number): number =>
  redWeight * rgb[at]! + greenWeight * rgb[at + 1]! + blueWeight * rgb[at + 2]!;

/** The whole photo in grey, made small enough for a tile, never larger than it is. */
export function shrinkForColour({ rgb, widthPx, heightPx }: ModelPixels, tile: Size): SmallPicture {
  const scale = Math.min(1, tile.widthPx / widthPx, tile.heightPx / heightPx);
  const wide = Math.min(tile.widthPx, Math.max(1, Math.round(widthPx * scale)));
  const high = Math.min(tile.heightPx, Math.max(1, Math.round(heightPx * scale)));
  const sums = new Float64Array(wide * high);
  const counts = new Uint32Array(wide * high);
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor((y * high) / heightPx) * wide;
    for (let x = 0; x < widthPx; x++) {
      const to = row + Math.floor((x * wide) / widthPx);
      sums[to]! += brightnessAt(rgb, 3 * (y * widthPx + x));
      counts[to]! += 1;
    }
  }
  const plane = tile.widthPx * tile.heightPx;
  const samples = new Float32Array(3 * plane);
  for (let y = 0; y < tile.heightPx; y++) {
    for (let x = 0; x < tile.widthPx; x++) {
      const from = Math.min(high - 1, y) * wide + Math.min(wide - 1, x);
      samples[y * tile.widthPx + x] = sums[from]! / counts[from]! / 255;
    }
  }
  samples.copyWithin(plane, 0, plane);
  samples.copyWithin(2 * plane, 0, plane);
  return { samples, widthPx: wide, heightPx: high };
}

/** How far red and blue are from brightness, on a scale of 255; undefined where a value is no number. */
function differencesOf(
  made: Float32Array,
  tile: Size,
  small: Size,
): [Float32Array, Float32Array] | undefined {
  const plane = tile.widthPx * tile.heightPx;
  const count = small.widthPx * small.heightPx;
  const [red, blue] = [new Float32Array(count), new Float32Array(count)];
  const bounded = (value: number) => 255 * Math.min(1, Math.max(0, value));
  for (let y = 0, to = 0; y < small.heightPx; y++) {
    for (let x = 0; x < small.widthPx; x++, to++) {
      const at = y * tile.widthPx + x;
      const [r, g, b] = [made[at]!, made[plane + at]!, made[2 * plane + at]!];
      if (!Number.isFinite(r + g + b)) return undefined;
      const brightness = redWeight * bounded(r) + greenWeight * bounded(g) + blueWeight * bounded(b);
      red[to] = bounded(r) - brightness;
      blue[to] = bounded(b) - brightness;
    }
  }
  return [red, blue];
}

/** Where a pixel of a side lies among `count` small ones: the two beside it, and how far it is to the second. */
function placesOf(lengthPx: number, count: number): { first: Uint32Array; share: Float32Array } {
  const first = new Uint32Array(lengthPx);
  const share = new Float32Array(lengthPx);
  for (let at = 0; at < lengthPx; at++) {
    const place = Math.min(count - 1, Math.max(0, ((at + 0.5) * count) / lengthPx - 0.5));
    first[at] = Math.min(Math.max(0, count - 2), Math.floor(place));
    share[at] = place - first[at]!;
  }
  return { first, share };
}

/**
 * The photo in the colours of what a model made of `small`, `amount` of them (0 to 1); undefined when the model gave a value that is
 * no number.
 */
export function applyColours(
  { rgb, widthPx, heightPx }: ModelPixels,
  made: Float32Array,
  { tile, small, amount }: { tile: Size; small: Size; amount: number },
): Buffer | undefined {
  const differences = differencesOf(made, tile, small);
  if (!differences) return undefined;
  const [red, blue] = differences;
  const out = Buffer.allocUnsafe(rgb.length);
  const across = placesOf(widthPx, small.widthPx);
  const down = placesOf(heightPx, small.heightPx);
  const right = small.widthPx > 1 ? 1 : 0;
  const below = small.heightPx > 1 ? small.widthPx : 0;
  const bounded = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = down.first[y]! * small.widthPx;
    const v = down.share[y]!;
    for (let x = 0; x < widthPx; x++, at += 3) {
      const from = row + across.first[x]!;
      const h = across.share[x]!;
      const between = (plane: Float32Array) =>
        (1 - v) * ((1 - h) * plane[from]! + h * plane[from + right]!) +
        v * ((1 - h) * plane[from + below]! + h * plane[from + below + right]!);
      const [toRed, toBlue] = [amount * between(red), amount * between(blue)];
      const toGreen = -(redWeight * toRed + blueWeight * toBlue) / greenWeight;
      const brightness = brightnessAt(rgb, at);
      out[at] = bounded(brightness + toRed);
      out[at + 1] = bounded(brightness + toGreen);
      out[at + 2] = bounded(brightness + toBlue);
    }
  }
  return out;
}
