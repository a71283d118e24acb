/**
 * Owns the print-ready file of a photo: exactly the pixels of the sheet, upright for the feed, in sRGB or the printer's own
 * colours, sharpened for paper. Must never leave a half-written target: it is written beside it and renamed.
 */
import { rmSync } from 'node:fs';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { withProfileFile } from './icc-profile.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import { layoutOnSheet, type PhotoPlan, turnedBack } from './photo-plan.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';
import { withPixelFile } from './pixel-file.ts';
import { createRasterDocument } from './raster-document.ts';
import { createPixelLines } from './raster-pixels.ts';
import { checkSheet, rasterPageOf } from './raster-sheet.ts';
import { sheetPixels } from './sheet-geometry.ts';
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
const JPEG_OPTIONS = {
  quality: 95,
  chromaSubsampling: '4:4:4',
  progressive: false,
  optimiseCoding: true,
} as const;

const WHITE = '#ffffff';

type Open = (options?: SharpOptions) => Sharp;

/** A photo on its way through one or two pipelines. */
type Rendering = { open: Open; options: PreparePhotoOptions; profilePath: string | undefined };

/** What decides how the colours of a file are read. */
type Colours = { isWideGamut: boolean; is16BitP3: boolean };

async function coloursOf(open: Open): Promise<Colours> {
  const { space, hasProfile = false, icc, depth } = await open().metadata();
  return {
    // 8-bit RGB with a profile: sharp would take it to sRGB first, and cut off what a printer may be able to show.
    isWideGamut: hasProfile && space === 'srgb' && depth === 'uchar' && icc !== undefined,
    // sharp transforms 16-bit pictures that have a profile to Display P3, and to sRGB only when it is told so.
    is16BitP3: space === 'rgb16' && hasProfile,
  };
}

/** Resamples to the scaled size, crops and fills what is left: the plan is for the upright photo, turned or not. */
function applyPlan(pipeline: Sharp, plan: PhotoPlan): Sharp {
  const { crop, scaled, mirror, white, isTurned } = plan;
  // libvips turns after resampling, when there are few pixels: the size is that of the upright, unturned photo.
  pipeline.resize({
    width: isTurned ? scaled.heightPx : scaled.widthPx,
    height: isTurned ? scaled.widthPx : scaled.heightPx,
    fit: 'fill',
    kernel: 'lanczos3',
  });
  if (isTurned) pipeline.rotate(90);
  pipeline.extract({ left: crop.leftPx, top: crop.topPx, width: crop.widthPx, height: crop.heightPx });
  const hasMirror = Object.values(mirror).some((edge) => edge > 0);
  return hasMirror
    ? pipeline.extend({ ...mirror, extendWith: 'mirror' })
    : pipeline.extend({ ...white, background: WHITE });
}

/** The last step: the colours that the printer gets. */
function finishColours(pipeline: Sharp, { options, profilePath }: Rendering, colours: Colours): Sharp {
  if (profilePath) return pipeline.toColourspace('srgb').withIccProfile(profilePath, { attach: false });
  const isGrey = options.colour === 'monochrome';
  pipeline.toColourspace(isGrey ? 'b-w' : 'srgb');
  return colours.is16BitP3 && !isGrey ? pipeline.withIccProfile('srgb', { attach: false }) : pipeline;
}

/** The pipeline of the finished sheet, and what it reads from in between. */
async function renderSheet(
  rendering: Rendering,
  plan: PhotoPlan,
): Promise<{ pipeline: Sharp; between?: string }> {
  const { open, options, profilePath } = rendering;
  const colours = await coloursOf(open);
  const upright = () => open().autoOrient().flatten({ background: WHITE });
  const needsBoth = [plan.mirror, plan.white].every((edges) => Object.values(edges).some((edge) => edge > 0));
  const keepsGamut = profilePath !== undefined && colours.isWideGamut && options.colour === 'color';
  if (!needsBoth && !keepsGamut) {
    return { pipeline: finishColours(applyPlan(upright(), plan).sharpen(), rendering, colours) };
  }
  const between = `${options.targetPath}.between.tif`;
  const first = applyPlan(keepsGamut ? upright().keepIccProfile() : upright(), plan).sharpen();
  // With its own profile and 16 bits nothing of the photo's gamut is lost on the way to the printer's.
  first.toColourspace(keepsGamut ? 'rgb16' : 'srgb');
  await first.tiff({ compression: 'none' }).toFile(between);
  const second = sharp(between, { sequentialRead: true, limitInputPixels: false });
  if (needsBoth) second.extend({ ...plan.white, background: WHITE });
  return { pipeline: finishColours(second, rendering, { ...colours, is16BitP3: keepsGamut }), between };
}

async function writeJpeg(rendering: Rendering, plan: PhotoPlan): Promise<number> {
  const { targetPath, sheet } = rendering.options;
  const { pipeline, between } = await renderSheet(rendering, plan);
  try {
    const jpeg = withJfifHeader(await pipeline.jpeg(JPEG_OPTIONS).toBuffer(), sheet);
    await writeWhole(targetPath, jpeg);
    return jpeg.length;
  } finally {
    if (between) rmSync(between, { force: true });
  }
}

/** The sheet is rendered unturned into a file and turned while it is read, so that no page stands in memory. */
async function writeRaster(rendering: Rendering, plan: PhotoPlan, output: RasterOutput): Promise<number> {
  const { targetPath, sheet } = rendering.options;
  const { pipeline, between } = await renderSheet(rendering, plan.isTurned ? turnedBack(plan) : plan);
  const document = createRasterDocument(targetPath, { format: output.format, pages: 1 });
  try {
    return await withPixelFile({ pipeline, path: targetPath, turned: plan.isTurned }, (file) => {
      const page = rasterPageOf({ sheet, output, page: 1, pages: 1, profile: rendering.options.profile });
      const toLines = createPixelLines(output.type, page.widthPx);
      document.startPage({ ...page, content: 'photo' });
      for (const band of file.bands()) document.writeLines(toLines(band));
      return document.finish();
    });
  } catch (error) {
    document.discard();
    throw error;
  } finally {
    if (between) rmSync(between, { force: true });
  }
}

/**
 * Puts a JFIF header with the resolution (ITU-T T.871 section 10.1) into a JPEG without metadata. With a density of
 * its own sharp would keep the source's EXIF, and where a photo was taken is nobody's business at the printer.
 */
function withJfifHeader(jpeg: Buffer, { dpiX, dpiY }: { dpiX: number; dpiY: number }): Buffer {
  const header = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x02\x01\0\0\0\0\0\0', 'latin1');
  header.writeUInt16BE(Math.round(dpiX), 14);
  header.writeUInt16BE(Math.round(dpiY), 16);
  return Buffer.concat([header, jpeg.subarray(2)]);
}

async function makeSheet(rendering: Rendering): Promise<PreparedPhoto> {
  const { open, options } = rendering;
  const { output, sheet } = options;
  const { width, height } = (await open().metadata()).autoOrient;
  const { plan, effectivePpi } = layoutOnSheet(sheet, { widthPx: width, heightPx: height, fit: options.fit });
  const bytes =
    output.format === 'image/jpeg'
      ? await writeJpeg(rendering, plan)
      : await writeRaster(rendering, plan, output);
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
    decodePicture(sourcePath, mediaType, (open) => makeSheet({ open, options, profilePath }));
  return profile ? await withProfileFile({ profile, targetPath }, make) : await make(undefined);
}
