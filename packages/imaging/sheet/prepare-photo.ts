/**
 * Owns the print-ready file of a photo, or of the pages of a TIFF: exactly the pixels of the sheet, upright for the feed, JPEG or
 * raster. Must never leave a half-written target: it is written beside it and renamed.
 */
import type { Sharp } from 'sharp';
import { checkFile, decodePicture, listPages } from '../decode/picture-decoder.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { picturesPerSheet } from '../layout/sheet-cells.ts';
import { sheetPixels } from '../layout/sheet-geometry.ts';
import { withPixelFile } from '../raster/pixel-file.ts';
import { createRasterDocument, type RasterDocument } from '../raster/raster-document.ts';
import { createPixelLines, mirrorRows } from '../raster/raster-pixels.ts';
import { writeWhole } from '../write-whole.ts';
import { withProfileFile } from './icc-profile.ts';
import type { OpenPhoto } from './photo-render.ts';
import { checkSheet, rasterPageOf } from './raster-sheet.ts';
import { sheetJpegOptions, withJfifHeader } from './sheet-jpeg.ts';
import type { PictureSheetOptions, RasterOutput, SheetOptions, SheetOutput } from './sheet-output.ts';
import { type RenderedSheet, type SheetRendering, withRenderedSheet } from './sheet-render.ts';

/** What to make of which photo. A JPEG is one sheet; several need raster. */
export type PreparePhotoOptions = SheetOptions & PictureSheetOptions & { output: SheetOutput };

/** The file that was written; `effectivePpi` is source pixels per inch of paper, to a tenth, of the poorest picture. */
export interface PreparedPhoto {
  mediaType: SheetOutput['format'];
  bytes: number;
  widthPx: number;
  heightPx: number;
  sheets: number;
  effectivePpi: number;
}

async function writeJpeg(pipeline: Sharp, { targetPath, sheet }: PreparePhotoOptions): Promise<number> {
  const encoded = await pipeline.jpeg(sheetJpegOptions).toBuffer();
  const jpeg = withJfifHeader(encoded.subarray(2), sheet);
  await writeWhole(targetPath, jpeg);
  return jpeg.length;
}

interface RasterSide {
  options: PreparePhotoOptions;
  output: RasterOutput;
  page: number;
  pages: number;
}

/** One side: from the bottom up and mirrored, where the printer wants backs so. */
async function writeRasterSide(
  document: RasterDocument,
  { pipeline, turned }: RenderedSheet,
  { options, output, page, pages }: RasterSide,
): Promise<void> {
  const { targetPath, sheet, profile } = options;
  const rasterPage = rasterPageOf({ sheet, output, page, pages, profile });
  const { transform, widthPx } = rasterPage;
  await withPixelFile({ pipeline, path: targetPath, turned }, (file) => {
    const toLines = createPixelLines(output.type, widthPx);
    document.startPage({ ...rasterPage, content: 'photo' });
    for (const band of file.bands(transform.feed === 1 ? 'from-top' : 'from-bottom')) {
      if (transform.crossFeed === -1) mirrorRows(band);
      document.writeLines(toLines(band));
    }
  });
}

/** What stands on each sheet, one after the other. */
interface Sheets {
  options: PreparePhotoOptions;
  renderings: SheetRendering[];
}
interface Written {
  bytes: number;
  effectivePpi: number;
}

/** A raster is rendered unturned into a file and turned while it is read, so that no page stands in memory. */
async function writeRaster(output: RasterOutput, { options, renderings }: Sheets): Promise<Written> {
  const pages = renderings.length;
  const document = createRasterDocument(options.targetPath, { format: output.format, pages });
  try {
    let poorestPpi = Number.POSITIVE_INFINITY;
    for (const [index, rendering] of renderings.entries()) {
      await withRenderedSheet(rendering, async (sheet) => {
        poorestPpi = Math.min(poorestPpi, sheet.effectivePpi);
        await writeRasterSide(document, sheet, { options, output, page: index + 1, pages });
      });
    }
    return { bytes: document.finish(), effectivePpi: poorestPpi };
  } catch (error) {
    document.discard();
    throw error;
  }
}

async function writeSheets({ options, renderings }: Sheets): Promise<Written> {
  const { output } = options;
  if (output.format !== 'image/jpeg') return await writeRaster(output, { options, renderings });
  return await withRenderedSheet(renderings[0]!, async ({ pipeline, effectivePpi }) => ({
    bytes: await writeJpeg(pipeline, options),
    effectivePpi,
  }));
}

/** `all` are those of the file, as sharp counts them; throws RangeError for one that it doesn't have, and for too many. */
function wantedPages(all: number[], { pages: wanted, arrangement, output }: PreparePhotoOptions): number[] {
  const pages = (wanted ?? all.map((_, index) => index + 1)).map((page) => {
    const index = all[page - 1];
    if (index === undefined) throw new RangeError(`page ${page} of ${all.length}`);
    return index;
  });
  const sheets = Math.ceil(pages.length / picturesPerSheet(arrangement));
  if (output.format === 'image/jpeg' && sheets !== 1) throw new RangeError(`${sheets} sheets are no JPEG`);
  return pages;
}

async function makeSheets(
  open: OpenPhoto,
  {
    options,
    pages,
    profilePath,
  }: Pick<Sheets, 'options'> & { pages: number[]; profilePath: string | undefined },
): Promise<PreparedPhoto> {
  const { output, sheet, arrangement } = options;
  const perSheet = picturesPerSheet(arrangement);
  const pictures = pages.map(
    (page): OpenPhoto =>
      (more) =>
        open(page === 0 ? more : { ...more, page }),
  );
  const renderings = Array.from({ length: Math.ceil(pages.length / perSheet) }, (_, index) => {
    const onSheet = pictures.slice(index * perSheet, (index + 1) * perSheet);
    return {
      options,
      profilePath,
      pictures: onSheet,
      isForRaster: output.format !== 'image/jpeg',
      numbers: { first: index * perSheet + 1, count: onSheet.length },
    };
  });
  const { bytes, effectivePpi } = await writeSheets({ options, renderings });
  return {
    mediaType: output.format,
    bytes,
    ...sheetPixels(sheet),
    sheets: renderings.length,
    effectivePpi: Math.round(effectivePpi * 10) / 10,
  };
}

/**
 * Makes the print-ready JPEG or raster of a picture: the same bytes for the same source and options. Throws ImagingRefusal
 * for sources that can't be printed (a PDF is `not_accepted`: preparePages takes it), RangeError for an impossible size or
 * page, and the errors of the file system.
 */
export async function preparePhoto(options: PreparePhotoOptions): Promise<PreparedPhoto> {
  checkSheet(options.sheet);
  const { sourcePath, targetPath, profile } = options;
  const mediaType = checkFile(sourcePath);
  if (mediaType === 'application/pdf') {
    throw new ImagingRefusal('not_accepted', 'A PDF is no photo; print it as a document.');
  }
  const pages = wantedPages(listPages(sourcePath, mediaType), options);
  const make = (profilePath: string | undefined) =>
    decodePicture(sourcePath, mediaType, (open) => makeSheets(open, { options, pages, profilePath }));
  return profile ? await withProfileFile({ profile, targetPath }, make) : await make(undefined);
}
