/**
 * Owns the small picture of a file for screens: the upright photo or the first page of a PDF, in sRGB, without metadata.
 * Must never be used for print.
 */
import sharp, { type Sharp } from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { openPdf } from '../pdf/pdf-document.ts';
import { renderPdfPages } from '../pdf/pdf-render.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';

/** `edgePx`: the longer side is at most this long; small pictures are not enlarged. */
export interface ThumbnailOptions {
  sourcePath: string;
  edgePx: number;
}

/** A progressive JPEG. */
export interface Thumbnail {
  jpeg: Uint8Array;
  widthPx: number;
  heightPx: number;
}

const mmPerInch = 25.4;
/** A page of a postage stamp's size must not be rendered at thousands of dots an inch. */
const maxPageDpi = 300;

async function encode(pipeline: Sharp): Promise<Thumbnail> {
  const { data, info } = await pipeline
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 80, progressive: true, optimiseCoding: true })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, widthPx: info.width, heightPx: info.height };
}

async function renderFirstPage({ sourcePath, edgePx }: ThumbnailOptions): Promise<Thumbnail> {
  const document = await openPdf(sourcePath);
  const { widthMm, heightMm } = document.getPageSizeMm(0);
  document.close();
  const dpi = Math.min(maxPageDpi, (edgePx / Math.max(widthMm, heightMm)) * mmPerInch);
  for await (const { png } of renderPdfPages(sourcePath, { dpi, pages: [1] }))
    return await encode(sharp(png));
  throw new ImagingRefusal('no_pages');
}

/** Makes the small picture of the file. Throws ImagingRefusal, and the errors of the file system. */
export async function createThumbnail(options: ThumbnailOptions): Promise<Thumbnail> {
  const { sourcePath, edgePx } = options;
  const mediaType = checkFile(sourcePath);
  if (mediaType === 'application/pdf') return await renderFirstPage(options);
  return await decodePicture(sourcePath, mediaType, async (open) => {
    const { space, hasProfile } = await open().metadata();
    const pipeline = open()
      .autoOrient()
      .resize({ width: edgePx, height: edgePx, fit: 'inside', withoutEnlargement: true });
    // sharp transforms 16-bit pictures that have a profile to Display P3, and to sRGB only when it is told so.
    if (space === 'rgb16' && hasProfile) pipeline.withIccProfile('srgb', { attach: false });
    return await encode(pipeline);
  });
}
