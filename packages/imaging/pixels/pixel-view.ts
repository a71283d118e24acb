/**
 * Owns how the pixels of a decoded picture are looked at upright without turning them: reading along other steps costs
 * nothing, a turned copy of a large photo costs its size again. Must never change a pixel.
 */
import type { Plane } from './dct-denoise.ts';

/** The upright pixel x, y begins at `origin + x * stepX + y * stepY` of `bytes`; 1 channel, or 3 of red, green, blue. */
export interface PixelView {
  bytes: Uint8Array;
  channels: 1 | 3;
  widthPx: number;
  heightPx: number;
  origin: number;
  stepX: number;
  stepY: number;
}

/** Rows as they are stored, without padding. */
export interface StoredPixels {
  bytes: Uint8Array;
  channels: 1 | 3;
  widthPx: number;
  heightPx: number;
}

/** The stored pixels seen upright; `orientation` is EXIF's 1 to 8 (CIPA DC-008 tag 0x0112), anything else means 1. */
export function viewUpright(
  { bytes, channels, widthPx, heightPx }: StoredPixels,
  orientation = 1,
): PixelView {
  const row = widthPx * channels;
  const isMirrored = [2, 3, 7, 8].includes(orientation);
  const isUpsideDown = [3, 4, 6, 7].includes(orientation);
  const isTurned = orientation >= 5 && orientation <= 8;
  const across = isMirrored ? -channels : channels;
  const along = isUpsideDown ? -row : row;
  // One literal for all: views of several shapes would make every loop over pixels slower.
  return {
    bytes,
    channels,
    widthPx: isTurned ? heightPx : widthPx,
    heightPx: isTurned ? widthPx : heightPx,
    origin: (isMirrored ? row - channels : 0) + (isUpsideDown ? row * (heightPx - 1) : 0),
    stepX: isTurned ? along : across,
    stepY: isTurned ? across : along,
  };
}

/** Where of a view, and how much smaller: every sample is the mean of `shrink` x `shrink` pixels. */
export interface LumaArea {
  left: number;
  top: number;
  widthPx: number;
  heightPx: number;
  shrink: number;
}

/** The luma (Rec. 601, as JPEG has it) of a part of the view, 0 to 255; `widthPx` x `heightPx` samples. */
export function cutLuma(view: PixelView, area: LumaArea): Plane {
  const { widthPx, heightPx } = area;
  const samples = new Float32Array(widthPx * heightPx);
  writeLuma(view, area, samples);
  return { samples, widthPx, heightPx };
}

/** Pixels from `start` on, `step` apart, of which `shrink` each belong to one sum. */
interface LumaRow {
  bytes: Uint8Array;
  start: number;
  step: number;
  shrink: number;
  sums: Int32Array;
}

function addGreyRow({ bytes, start, step, shrink, sums }: LumaRow): void {
  for (let x = 0, at = start; x < sums.length; x++) {
    let grey = 0;
    for (let i = 0; i < shrink; i++, at += step) grey += bytes[at]!;
    sums[x] = sums[x]! + 1000 * grey;
  }
}

function addColourRow({ bytes, start, step, shrink, sums }: LumaRow): void {
  for (let x = 0, at = start; x < sums.length; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    // Two by two, which takes less than one by one; of an odd number one is left.
    for (let i = 1; i < shrink; i += 2, at += 2 * step) {
      const next = at + step;
      red += bytes[at]! + bytes[next]!;
      green += bytes[at + 1]! + bytes[next + 1]!;
      blue += bytes[at + 2]! + bytes[next + 2]!;
    }
    if ((shrink & 1) === 1) {
      red += bytes[at]!;
      green += bytes[at + 1]!;
      blue += bytes[at + 2]!;
      at += step;
    }
    sums[x] = sums[x]! + 299 * red + 587 * green + 114 * blue;
  }
}

/** Writes the means of `count` pixels each; the sums are 0 again. */
function putRow(
  sums: Int32Array,
  count: number,
  { samples, to }: { samples: Float32Array; to: number },
): void {
  const share = 1000 * count;
  for (let x = 0; x < sums.length; x++) {
    samples[to + x] = sums[x]! / share;
    sums[x] = 0;
  }
}

/** The same into samples from `first` on. */
export function writeLuma(view: PixelView, area: LumaArea, samples: Float32Array, first = 0): void {
  const { bytes, stepX: step, stepY } = view;
  const { widthPx, heightPx, shrink } = area;
  // A thousand times the luma, in whole numbers: their sums are exact.
  const sums = new Int32Array(widthPx);
  const addRow = view.channels === 1 ? addGreyRow : addColourRow;
  const row = { bytes, start: view.origin + area.left * step + area.top * stepY, step, shrink, sums };
  const target = { samples, to: first };
  for (; target.to < first + widthPx * heightPx; target.to += widthPx) {
    for (let i = 0; i < shrink; i++, row.start += stepY) addRow(row);
    putRow(sums, shrink * shrink, target);
  }
}
