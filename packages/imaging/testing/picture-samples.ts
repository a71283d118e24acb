/**
 * Owns good and slightly broken pictures made by code, for tests of this and other packages: small, quick, the same
 * bytes for the same options. Must never read a file.
 */
import sharp, { type Sharp } from 'sharp';
import { makeBlankPng } from './hostile-samples.ts';
import { drawScene } from './scene-samples.ts';

export { makePdf } from './pdf-samples.ts';

/**
 * A picture to make, in stored pixels. Another `seed` is another scene; `exifOrientation` is 1 to 8 as in Exif tag
 * 0x0112.
 */
export interface PictureSampleOptions {
  widthPx: number;
  heightPx: number;
  seed: number;
  exifOrientation?: number;
}

function scenePipeline(options: PictureSampleOptions): Sharp {
  const { pixels, widthPx, heightPx } = drawScene(options);
  const pipeline = sharp(pixels, {
    raw: { width: widthPx, height: heightPx, channels: 3 },
    limitInputPixels: false,
  });
  const { exifOrientation } = options;
  return exifOrientation === undefined ? pipeline : pipeline.withMetadata({ orientation: exifOrientation });
}

/** A JPEG (q90, 4:2:0) of a scene. */
export function makeJpeg(options: PictureSampleOptions): Promise<Buffer> {
  return scenePipeline(options).jpeg({ quality: 90 }).toBuffer();
}

/** An 8-bit RGB PNG of a scene. */
export function makePng(options: PictureSampleOptions): Promise<Buffer> {
  return scenePipeline(options).png({ compressionLevel: 3 }).toBuffer();
}

/** A TIFF (deflate) of a scene. */
export function makeTiff(options: PictureSampleOptions): Promise<Buffer> {
  return scenePipeline(options).tiff({ compression: 'deflate' }).toBuffer();
}

/** A lossy WebP of a scene. */
export function makeWebp(options: PictureSampleOptions): Promise<Buffer> {
  return scenePipeline(options).webp({ quality: 80, effort: 0 }).toBuffer();
}

/** A JPEG of a scene of which only `keptShare` (0 to 1, half by default) of the bytes arrived. */
export async function makeTruncatedJpeg(
  options: PictureSampleOptions & { keptShare?: number },
): Promise<Buffer> {
  const whole = await makeJpeg(options);
  return whole.subarray(0, Math.floor(whole.length * (options.keptShare ?? 0.5)));
}

/** A valid 1-bit PNG of 32,768 x 32,768 white pixels in about 200 KB. */
export function makeGigapixelPng(): Buffer {
  return makeBlankPng({ widthPx: 32_768, heightPx: 32_768, bitDepth: 1, channels: 1 });
}
