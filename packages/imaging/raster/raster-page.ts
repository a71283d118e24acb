/** Owns what a page of a raster document is, in words that its formats share. Types alone. */
import type { PageTransform, RasterType, Sides } from './raster-types.ts';

export type RasterMediaType = 'image/pwg-raster' | 'image/urf';

/** `widthHmm` and `heightHmm` are the sheet as it is fed, in hundredths of a millimetre. */
export interface RasterPage {
  type: RasterType;
  widthPx: number;
  heightPx: number;
  /** Dots per inch across the feed and along it. */
  dpiX: number;
  dpiY: number;
  widthHmm: number;
  heightHmm: number;
  /** PWG 5101.1 self-describing name. */
  sizeName: string;
  /** media-type keyword. */
  mediaType: string;
  /** print-content-optimize, for instance `photo`. */
  content?: string | undefined;
  renderingIntent?: string | undefined;
  sides: Sides;
  /** How the lines that follow are already turned for the back of a sheet. */
  transform: PageTransform;
  /** Enum: 3 draft, 4 normal, 5 high. */
  quality: 3 | 4 | 5;
  /** Pages of the whole document. */
  pages: number;
}

/** What one format puts in front of the document and of each page. */
export interface RasterPages {
  start(pages: number): Uint8Array;
  header(page: RasterPage): Uint8Array;
}
