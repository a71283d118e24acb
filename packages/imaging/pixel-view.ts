/**
 * Owns how the pixels of a decoded picture are looked at upright without turning them: reading along other steps costs
 * nothing, a turned copy of a large photo costs its size again. Must never change a pixel.
 */
import type { Plane } from './dct-denoise.ts';

/** The upright pixel x, y begins at `origin + x * stepX + y * stepY` of `bytes`; 1 channel, or 3 of red, green, blue. */
export type PixelView = {
  bytes: Uint8Array;
  channels: 1 | 3;
  widthPx: number;
  heightPx: number;
  origin: number;
  stepX: number;
  stepY: number;
};

/** Rows as they are stored, without padding. */
export type StoredPixels = { bytes: Uint8Array; channels: 1 | 3; widthPx: number; heightPx: number };

/** The stored pixels seen upright; `orientation` is EXIF's 1 to 8 (CIPA DC-008 tag 0x0112), anything else means 1. */
export function viewUpright(
  { bytes, channels, widthPx, heightPx }: StoredPixels,
  orientation = 1,
): PixelView {
  const row = widthPx * channels;
  const right = row - channels;
  const bottom = row * (heightPx - 1);
  const stored = { bytes, channels, widthPx, heightPx };
  const turned = { bytes, channels, widthPx: heightPx, heightPx: widthPx };
  switch (orientation) {
    case 2:
      return { ...stored, origin: right, stepX: -channels, stepY: row };
    case 3:
      return { ...stored, origin: right + bottom, stepX: -channels, stepY: -row };
    case 4:
      return { ...stored, origin: bottom, stepX: channels, stepY: -row };
    case 5:
      return { ...turned, origin: 0, stepX: row, stepY: channels };
    case 6:
      return { ...turned, origin: bottom, stepX: -row, stepY: channels };
    case 7:
      return { ...turned, origin: right + bottom, stepX: -row, stepY: -channels };
    case 8:
      return { ...turned, origin: right, stepX: row, stepY: -channels };
    default:
      return { ...stored, origin: 0, stepX: channels, stepY: row };
  }
}

/** Where of a view, and how much smaller: every sample is the mean of `shrink` x `shrink` pixels. */
export type LumaArea = { left: number; top: number; widthPx: number; heightPx: number; shrink: number };

/** The luma (Rec. 601, as JPEG has it) of a part of the view, 0 to 255; `widthPx` x `heightPx` samples. */
export function cutLuma(view: PixelView, area: LumaArea): Plane {
  const { widthPx, heightPx } = area;
  const samples = new Float32Array(widthPx * heightPx);
  addLuma(view, area, samples);
  return { samples, widthPx, heightPx };
}

/** The same into samples that are 0, from `first` on. */
export function addLuma(view: PixelView, area: LumaArea, samples: Float32Array, first = 0): void {
  const { bytes, channels, stepX, stepY } = view;
  const { widthPx, heightPx, shrink } = area;
  const share = 1 / (shrink * shrink);
  const start = view.origin + area.left * stepX + area.top * stepY;
  for (let y = 0; y < heightPx * shrink; y++) {
    const to = first + Math.floor(y / shrink) * widthPx;
    let at = start + y * stepY;
    for (let x = 0; x < widthPx; x++) {
      let sum = 0;
      for (let i = 0; i < shrink; i++, at += stepX) {
        sum +=
          channels === 1 ? bytes[at]! : 0.299 * bytes[at]! + 0.587 * bytes[at + 1]! + 0.114 * bytes[at + 2]!;
      }
      samples[to + x] = samples[to + x]! + sum * share;
    }
  }
}
