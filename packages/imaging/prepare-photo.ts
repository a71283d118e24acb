/**
 * Owns the print-ready file of a photo: exactly the pixels of the sheet, upright for the feed, JPEG or raster. Must never leave
 * a half-written target: it is written beside it and renamed.
 */
import type { Sharp } from 'sharp';
import { withProfileFile } from './icc-profile.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import { layoutOnSheet, type PhotoPlan, turnedBack } from './photo-plan.ts';
import { type OpenPhoto, withRenderedPhoto } from './photo-render.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';
import { withPixelFile } from './pixel-file.ts';
import { createRasterDocument } from './raster-document.ts';
import { createPixelLines } from './raster-pixels.ts';
import { checkSheet, rasterPageOf } from './raster-sheet.ts';
import { sheetPixels } from './sheet-geometry.ts';
import { withJfifHeader } from './sheet-jpeg.ts';
import type { RasterOutput, SheetOptions, SheetOutput } from './sheet-output.ts';
import { writeWhole } from './write-whole.ts';

/** What to make of which photo. */
export type PreparePhotoOptions = SheetOptions & { output: SheetOutput };

/** The file that was written; `effectivePpi` is source pixels per inch of paper, to a tenth. */
export type PreparedPhoto = {
  mediaType: SheetOutput['format'];
  bytes: number;
  widthPx: number;
  heightPx: number;
  effectivePpi: number;
};

/** Baseline, because many printers can't read progressive JPEG; 4:4:4 keeps coloured edges sharp. */
const JPEG_OPTIONS = { quality: 95, chromaSubsampling: '4:4:4', progressive: false } as const;

/** Better codes need all coefficients of the sheet in memory: 6 bytes a pixel. */
const MAX_OPTIMISED_PIXELS = 24_000_000;

async function writeJpeg(pipeline: Sharp, { targetPath, sheet }: PreparePhotoOptions): Promise<number> {
  const { widthPx, heightPx } = sheetPixels(sheet);
  const optimiseCoding = widthPx * heightPx <= MAX_OPTIMISED_PIXELS;
  const encoded = await pipeline.jpeg({ ...JPEG_OPTIONS, optimiseCoding }).toBuffer();
  const jpeg = withJfifHeader(encoded.subarray(2), sheet);
  await writeWhole(targetPath, jpeg);
  return jpeg.length;
}

async function writeRaster(
  pipeline: Sharp,
  { options, output, turned }: { options: PreparePhotoOptions; output: RasterOutput; turned: boolean },
): Promise<number> {
  const { targetPath, sheet, profile } = options;
  const document = createRasterDocument(targetPath, { format: output.format, pages: 1 });
  try {
    return await withPixelFile({ pipeline, path: targetPath, turned }, (file) => {
      const page = rasterPageOf({ sheet, output, page: 1, pages: 1, profile });
      const toLines = createPixelLines(output.type, page.widthPx);
      document.startPage({ ...page, content: 'photo' });
      for (const band of file.bands()) document.writeLines(toLines(band));
      return document.finish();
    });
  } catch (error) {
    document.discard();
    throw error;
  }
}

/** A raster is rendered unturned into a file and turned while it is read, so that no page stands in memory. */
async function writeSheet(
  {
    open,
    options,
    profilePath,
  }: { open: OpenPhoto; options: PreparePhotoOptions; profilePath: string | undefined },
  plan: PhotoPlan,
): Promise<number> {
  const { output, colour, targetPath } = options;
  const isRaster = output.format !== 'image/jpeg';
  const turned = isRaster && plan.isTurned;
  const rendering = {
    open,
    colour,
    profilePath,
    scratchPath: targetPath,
    plan: turned ? turnedBack(plan) : plan,
  };
  return await withRenderedPhoto(rendering, (pipeline) =>
    isRaster ? writeRaster(pipeline, { options, output, turned }) : writeJpeg(pipeline, options),
  );
}

async function makeSheet(
  open: OpenPhoto,
  options: PreparePhotoOptions,
  profilePath: string | undefined,
): Promise<PreparedPhoto> {
  const { output, sheet, fit } = options;
  const { width, height } = (await open().metadata()).autoOrient;
  const { plan, effectivePpi } = layoutOnSheet(sheet, { widthPx: width, heightPx: height, fit });
  const bytes = await writeSheet({ open, options, profilePath }, plan);
  return {
    ...{ mediaType: output.format, bytes, ...sheetPixels(sheet) },
    effectivePpi: Math.round(effectivePpi * 10) / 10,
  };
}

/**
 * Makes the print-ready JPEG or raster of a photo: the same bytes for the same source and options. Throws ImagingRefusal
 * for sources that can't be printed (a PDF is `not_accepted`: preparePages takes it), RangeError for an impossible size,
 * and the errors of the file system.
 */
export async function preparePhoto(options: PreparePhotoOptions): Promise<PreparedPhoto> {
  checkSheet(options.sheet);
  const { sourcePath, targetPath, profile } = options;
  const mediaType = checkFile(sourcePath);
  if (mediaType === 'application/pdf') {
    throw new ImagingRefusal('not_accepted', 'A PDF is no photo; print it as a document.');
  }
  const make = (profilePath: string | undefined) =>
    decodePicture(sourcePath, mediaType, (open) => makeSheet(open, options, profilePath));
  return profile ? await withProfileFile({ profile, targetPath }, make) : await make(undefined);
}
