/**
 * Owns the print-ready file of a photo: exactly the pixels of the media, upright for the feed, sRGB, sharpened for
 * paper. Must never leave a half-written target: it is written beside it and renamed.
 */
import type { Sharp, SharpOptions } from 'sharp';
import { ImagingRefusal } from './imaging-refusal.ts';
import { layoutPhoto, type PhotoFit, type PhotoLayout } from './photo-layout.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';
import { writeWhole } from './write-whole.ts';

/** What to make of which photo. `widthPx` x `heightPx` is the media as it is fed, see `pixelsForMedia`. */
export type PreparePhotoOptions = {
  sourcePath: string;
  targetPath: string;
  widthPx: number;
  heightPx: number;
  fit: PhotoFit;
  /** As in IPP print-color-mode (PWG 5100.13 section 5.2.3). */
  colour: 'color' | 'monochrome';
  dpi: number;
};

/** The file that was written; `effectivePpi` is source pixels per inch of paper, to a tenth. */
export type PreparedPhoto = {
  mediaType: 'image/jpeg';
  bytes: number;
  widthPx: number;
  heightPx: number;
  effectivePpi: number;
};

/** The most pixels of a target: A0 at 300 dpi has 140 million. */
const MAX_TARGET_PIXELS = 150_000_000;

/** Baseline, because many printers can't read progressive JPEG; 4:4:4 keeps coloured edges sharp. */
const JPEG_OPTIONS = {
  quality: 95,
  chromaSubsampling: '4:4:4',
  progressive: false,
  optimiseCoding: true,
} as const;

/** Resamples to the scaled size, turns, crops and puts the result on white. */
function applyLayout(pipeline: Sharp, options: PreparePhotoOptions, layout: PhotoLayout): Sharp {
  const { crop, placement, rotateDegrees } = layout;
  const turned = rotateDegrees === 90;
  // libvips turns after resampling, when there are few pixels: the size is that of the upright, unturned photo.
  pipeline.resize({
    width: turned ? layout.scaledHeightPx : layout.scaledWidthPx,
    height: turned ? layout.scaledWidthPx : layout.scaledHeightPx,
    fit: 'fill',
    kernel: 'lanczos3',
  });
  if (turned) pipeline.rotate(90);
  pipeline.extract({ left: crop.leftPx, top: crop.topPx, width: crop.widthPx, height: crop.heightPx });
  return pipeline.extend({
    left: placement.leftPx,
    top: placement.topPx,
    right: options.widthPx - placement.leftPx - placement.widthPx,
    bottom: options.heightPx - placement.topPx - placement.heightPx,
    background: '#ffffff',
  });
}

type Open = (options?: SharpOptions) => Sharp;

async function renderPhoto(
  open: Open,
  options: PreparePhotoOptions,
): Promise<{ jpeg: Buffer; layout: PhotoLayout }> {
  const metadata = await open().metadata();
  const { width, height } = metadata.autoOrient;
  const layout = layoutPhoto({ ...options, sourceWidthPx: width, sourceHeightPx: height });
  const pipeline = applyLayout(open().autoOrient().flatten({ background: '#ffffff' }), options, layout);
  pipeline.sharpen().toColourspace(options.colour === 'monochrome' ? 'b-w' : 'srgb');
  // sharp transforms 16-bit pictures that have a profile to Display P3, and to sRGB only when it is told so.
  const isDisplayP3 = metadata.space === 'rgb16' && metadata.hasProfile && options.colour === 'color';
  if (isDisplayP3) pipeline.withIccProfile('srgb', { attach: false });
  return { jpeg: withJfifHeader(await pipeline.jpeg(JPEG_OPTIONS).toBuffer(), options.dpi), layout };
}

/**
 * Puts a JFIF header with the resolution (ITU-T T.871 section 10.1) into a JPEG without metadata. With a density of
 * its own sharp would keep the source's EXIF, and where a photo was taken is nobody's business at the printer.
 */
function withJfifHeader(jpeg: Buffer, dpi: number): Buffer {
  const header = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x02\x01\0\0\0\0\0\0', 'latin1');
  header.writeUInt16BE(Math.round(dpi), 14);
  header.writeUInt16BE(Math.round(dpi), 16);
  return Buffer.concat([header, jpeg.subarray(2)]);
}

function checkTarget({ widthPx, heightPx, dpi }: PreparePhotoOptions): void {
  const isCount = (value: number) => Number.isInteger(value) && value > 0;
  if (!isCount(widthPx) || !isCount(heightPx) || !(dpi > 0)) {
    throw new RangeError(`no size for a print: ${widthPx} x ${heightPx} px at ${dpi} dpi`);
  }
  if (widthPx * heightPx > MAX_TARGET_PIXELS) {
    throw new ImagingRefusal('too_many_pixels', 'The print has more pixels than can be processed.');
  }
}

/**
 * Makes the print-ready JPEG of a photo: the same bytes for the same source and options. Throws ImagingRefusal for
 * sources that can't be printed (a PDF is `not_accepted`: it is sent as it is), RangeError for an impossible size,
 * and the errors of the file system.
 */
export async function preparePhoto(options: PreparePhotoOptions): Promise<PreparedPhoto> {
  checkTarget(options);
  const mediaType = checkFile(options.sourcePath);
  if (mediaType === 'application/pdf') {
    throw new ImagingRefusal('not_accepted', 'A PDF is no photo; print it as a document.');
  }
  const { jpeg, layout } = await decodePicture(options.sourcePath, mediaType, (open) =>
    renderPhoto(open, options),
  );
  await writeWhole(options.targetPath, jpeg);
  return {
    mediaType: 'image/jpeg',
    bytes: jpeg.length,
    widthPx: options.widthPx,
    heightPx: options.heightPx,
    effectivePpi: Math.round(layout.effectivePpi * 10) / 10,
  };
}
