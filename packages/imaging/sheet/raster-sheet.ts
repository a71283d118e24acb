/** Owns the page of a raster document that a sheet becomes, and which sheets are too large to be made at all. No I/O. */
import { ImagingRefusal } from '../imaging-refusal.ts';
import { type Sheet, sheetPixels } from '../layout/sheet-geometry.ts';
import type { RasterPage } from '../raster/raster-page.ts';
import { transformOfPage } from '../raster/raster-types.ts';
import type { OutputProfile, RasterOutput } from './sheet-output.ts';

/** The most pixels of a sheet: A0 at 300 dpi has 140 million. */
const maxSheetPixels = 150_000_000;

/** Throws RangeError for numbers that are no sheet, ImagingRefusal for one with too many pixels. */
export function checkSheet(sheet: Sheet): void {
  const { widthHmm, heightHmm, dpiX, dpiY } = sheet;
  if (![widthHmm, heightHmm, dpiX, dpiY].every((value) => Number.isFinite(value) && value > 0)) {
    throw new RangeError(`no size for a print: ${widthHmm} x ${heightHmm} at ${dpiX} x ${dpiY} dpi`);
  }
  const { widthPx, heightPx } = sheetPixels(sheet);
  if (widthPx * heightPx > maxSheetPixels) {
    throw new ImagingRefusal('too_many_pixels', 'The print has more pixels than can be processed.');
  }
}

/** Page `page` (from 1) of `pages`. */
export function rasterPageOf(options: {
  sheet: Sheet;
  output: RasterOutput;
  page: number;
  pages: number;
  profile: OutputProfile | undefined;
}): RasterPage {
  const { sheet, output, page, pages, profile } = options;
  const { type, sizeName, mediaType, quality, sides, sheetBack } = output;
  return {
    type,
    sizeName,
    mediaType,
    quality,
    sides,
    pages,
    ...sheetPixels(sheet),
    dpiX: sheet.dpiX,
    dpiY: sheet.dpiY,
    widthHmm: sheet.widthHmm,
    heightHmm: sheet.heightHmm,
    renderingIntent: profile?.intent,
    transform: transformOfPage(page, { sides, sheetBack }),
  };
}
