/**
 * Owns the kinds of pixels that raster documents may have, by their PWG keyword (PWG 5102.4 section 4.3.3, Table 10;
 * pwg-raster-document-type-supported). Types and numbers alone.
 */

/** Of the keywords of PWG 5102.4, those that are written here. */
export const rasterTypes = [
  'srgb_8',
  'sgray_8',
  'black_8',
  'black_1',
  'sgray_1',
  'srgb_16',
  'sgray_16',
] as const;
export type RasterType = (typeof rasterTypes)[number];

/** `colourSpace` as cupsColorSpace has it; `white` is the byte of blank paper. */
export interface RasterFormat {
  bitsPerColour: number;
  bitsPerPixel: number;
  channels: 1 | 3;
  colourSpace: number;
  white: 0 | 255;
}

const black = 3;
const sgray = 18;
const srgb = 19;

export const rasterFormats: Record<RasterType, RasterFormat> = {
  srgb_8: { bitsPerColour: 8, bitsPerPixel: 24, channels: 3, colourSpace: srgb, white: 255 },
  srgb_16: { bitsPerColour: 16, bitsPerPixel: 48, channels: 3, colourSpace: srgb, white: 255 },
  sgray_8: { bitsPerColour: 8, bitsPerPixel: 8, channels: 1, colourSpace: sgray, white: 255 },
  sgray_16: { bitsPerColour: 16, bitsPerPixel: 16, channels: 1, colourSpace: sgray, white: 255 },
  sgray_1: { bitsPerColour: 1, bitsPerPixel: 1, channels: 1, colourSpace: sgray, white: 255 },
  black_8: { bitsPerColour: 8, bitsPerPixel: 8, channels: 1, colourSpace: black, white: 0 },
  black_1: { bitsPerColour: 1, bitsPerPixel: 1, channels: 1, colourSpace: black, white: 0 },
};

/** Bytes of a line: whole bytes, the last one padded. */
export const bytesPerLine = (type: RasterType, widthPx: number): number =>
  Math.ceil((widthPx * rasterFormats[type].bitsPerPixel) / 8);

/** pwg-raster-document-sheet-back (PWG 5102.4 section 6.2): how the printer holds the back of a sheet. */
export const sheetBacks = ['normal', 'flipped', 'rotated', 'manual-tumble'] as const;
export type SheetBack = (typeof sheetBacks)[number];

/** RFC 8011 section 5.2.8. */
export type Sides = 'one-sided' | 'two-sided-long-edge' | 'two-sided-short-edge';

/** 1: as it is. -1: mirrored on that axis. */
export interface PageTransform {
  crossFeed: 1 | -1;
  feed: 1 | -1;
}

/** How the pixels of a page must be turned for its side of the sheet (PWG 5102.4 section 4.3.2.2, Table 7). Pages count from 1. */
export function transformOfPage(
  page: number,
  { sides, sheetBack }: { sides: Sides; sheetBack: SheetBack },
): PageTransform {
  const isBack = sides !== 'one-sided' && page % 2 === 0;
  const isTumble = sides === 'two-sided-short-edge';
  if (!isBack) return { crossFeed: 1, feed: 1 };
  if (sheetBack === 'flipped') return isTumble ? { crossFeed: -1, feed: 1 } : { crossFeed: 1, feed: -1 };
  const isTurned = (sheetBack === 'rotated' && !isTumble) || (sheetBack === 'manual-tumble' && isTumble);
  return isTurned ? { crossFeed: -1, feed: -1 } : { crossFeed: 1, feed: 1 };
}
