/**
 * Owns a sheet's pixels in memory where several pieces come together on it: white paper, pictures, ink. In the printer's own
 * colours, so that ink is black and paper white in any of them. Must never convert a colour.
 */
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { PixelArea } from '../layout/photo-layout.ts';

/** Rows of 1 or 3 bytes a pixel. */
export interface SheetPiece {
  pixels: Uint8Array;
  widthPx: number;
  heightPx: number;
  channels: 1 | 3;
}
export type SheetCanvas = SheetPiece & {
  /** Puts a piece with its top left corner here; what lies beyond the sheet is left out. */
  paint(piece: SheetPiece, at: { leftPx: number; topPx: number }): void;
  /** Makes these rectangles black. */
  ink(areas: readonly PixelArea[]): void;
};

/** A3 at 600 dpi has 70 million. */
const maxCanvasPixels = 75_000_000;
const white = 255;

/** A white sheet. Throws ImagingRefusal for one that would not fit into memory. */
export function createCanvas(size: { widthPx: number; heightPx: number; channels: 1 | 3 }): SheetCanvas {
  const { widthPx, heightPx, channels } = size;
  if (widthPx * heightPx > maxCanvasPixels) {
    throw new ImagingRefusal('too_many_pixels', 'The sheet has more pixels than a layout may have.');
  }
  const pixels = Buffer.alloc(widthPx * heightPx * channels, white);

  /** The part of the rectangle that lies on the sheet. */
  const onSheet = (area: PixelArea) => ({
    left: Math.max(0, area.leftPx),
    top: Math.max(0, area.topPx),
    right: Math.min(widthPx, area.leftPx + area.widthPx),
    bottom: Math.min(heightPx, area.topPx + area.heightPx),
  });

  return {
    pixels,
    widthPx,
    heightPx,
    channels,
    paint(piece, { leftPx, topPx }) {
      if (piece.channels !== channels) throw new RangeError(`${piece.channels} channels on ${channels}`);
      const { left, top, right, bottom } = onSheet({ ...piece, leftPx, topPx });
      for (let y = top; y < bottom; y += 1) {
        const from = ((y - topPx) * piece.widthPx + (left - leftPx)) * channels;
        const row = piece.pixels.subarray(from, from + Math.max(0, right - left) * channels);
        pixels.set(row, (y * widthPx + left) * channels);
      }
    },
    ink(areas) {
      for (const area of areas) {
        const { left, top, right, bottom } = onSheet(area);
        if (right <= left) continue;
        for (let y = top; y < bottom; y += 1)
          pixels.fill(0, (y * widthPx + left) * channels, (y * widthPx + right) * channels);
      }
    },
  };
}
