/**
 * Owns small pictures of parts of a picture, for screens: of the upright photo, in sRGB, without metadata. Several come of
 * one decoding. Must never be used for print.
 */
import sharp from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';

/** An area as shares of the upright picture, 0 to 1, and the size in which it is shown. */
export interface PicturePart {
  left: number;
  top: number;
  width: number;
  height: number;
  widthPx: number;
  heightPx: number;
}

export interface CutPartsOptions {
  sourcePath: string;
  parts: readonly PicturePart[];
}

/** A larger picture is made so small before it is cut: what is held stays bounded. */
const maxHeldPixels = 24_000_000;

/** The area in whole pixels: one at least, inside the picture. */
function areaOf({ left, top, width, height }: PicturePart, picture: { width: number; height: number }) {
  const x = Math.min(picture.width - 1, Math.max(0, Math.round(left * picture.width)));
  const y = Math.min(picture.height - 1, Math.max(0, Math.round(top * picture.height)));
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(picture.width - x, Math.round(width * picture.width))),
    height: Math.max(1, Math.min(picture.height - y, Math.round(height * picture.height))),
  };
}

/** JPEGs of the parts, in their order. Throws ImagingRefusal, for a PDF too, and the errors of the file system. */
export async function cutParts({ sourcePath, parts }: CutPartsOptions): Promise<Uint8Array[]> {
  const mediaType = checkFile(sourcePath);
  if (mediaType === 'application/pdf') throw new ImagingRefusal('not_accepted', 'A PDF has no parts.');
  return await decodePicture(sourcePath, mediaType, async (open) => {
    const { space, hasProfile, autoOrient } = await open().metadata();
    const pipeline = open().autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
    const shrink = Math.sqrt((autoOrient.width * autoOrient.height) / maxHeldPixels);
    if (shrink > 1) pipeline.resize({ width: Math.round(autoOrient.width / shrink) });
    // sharp transforms 16-bit pictures that have a profile to Display P3, and to sRGB only when it is told so.
    if (space === 'rgb16' && hasProfile) pipeline.withIccProfile('srgb', { attach: false });
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const jpegs: Uint8Array[] = [];
    for (const part of parts) {
      const { widthPx, heightPx } = part;
      const cut = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
        .extract(areaOf(part, info))
        .resize({ width: widthPx, height: heightPx, fit: 'fill' });
      jpegs.push(await cut.jpeg({ quality: 88, progressive: true }).toBuffer());
    }
    return jpegs;
  });
}
