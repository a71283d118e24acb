/**
 * Owns what a restoration reads and writes: the photo, a corrected mask, the result, the mask that was used, the preview
 * pair. Must never keep the source's metadata, and never hand a path to sharp itself.
 */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { findJpegQuality } from '../decode/jpeg-structure.ts';
import { checkFile, decodePicture } from '../decode/picture-decoder.ts';
import { withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { writeWhole } from '../write-whole.ts';
import { refuseSize } from './restore-limits.ts';
import { type DamageRegion, leftValueOf } from './restore-regions.ts';

const previewPx = 1600;
const jpegOptions = { quality: 97, chromaSubsampling: '4:4:4' } as const;
/** The best codes save 3 % of the file, and hold 6 bytes a pixel while it is written. */
const maxOptimisedPixels = 8_000_000;

type Open = (options?: SharpOptions) => Sharp;
export type SourcePhoto = RgbPixels & {
  /** Of a JPEG that isn't turned, whose blocks stand where they were. */
  jpegQuality?: number;
};

export const asSharp = ({ rgb, widthPx, heightPx }: RgbPixels): Sharp =>
  sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 }, limitInputPixels: false });

/** Upright sRGB on white, 8 bits, three channels. */
async function readPixels(open: Open): Promise<RgbPixels & { isTurned: boolean }> {
  const { space, hasProfile, autoOrient, orientation } = await open().metadata();
  const refusal = refuseSize({ widthPx: autoOrient.width, heightPx: autoOrient.height }, 1);
  if (refusal) throw new ImagingRefusal('too_many_pixels', refusal);
  const pipeline = open().autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  if (space === 'rgb16' && hasProfile) pipeline.withIccProfile('srgb', { attach: false });
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  const isTurned = (orientation ?? 1) !== 1;
  const size = { widthPx: info.width, heightPx: info.height, isTurned };
  if (info.channels === 3) return { rgb: data, ...size };
  const rgb = Buffer.allocUnsafe(info.width * info.height * 3);
  for (let i = 0, from = 0; i < rgb.length; i += 3, from += info.channels) rgb.fill(data[from]!, i, i + 3);
  return { rgb, ...size };
}

/** Reads the photo. Throws ImagingRefusal, and the errors of the file system. */
export async function readSource(path: string): Promise<SourcePhoto> {
  const mediaType = checkFile(path);
  if (mediaType === 'application/pdf') {
    throw new ImagingRefusal('not_accepted', "A PDF is no photo and can't be restored.");
  }
  const { isTurned, ...pixels } = await decodePicture(path, mediaType, readPixels);
  const quality = mediaType === 'image/jpeg' && !isTurned ? withFileBytes(path, findJpegQuality) : undefined;
  return quality === undefined ? pixels : { ...pixels, jpegQuality: quality };
}

/** What an earlier mask's values stand for, and which doubtful regions it is used without. */
interface Labels {
  regions: readonly Pick<DamageRegion, 'id' | 'isOffered'>[];
  refused: readonly number[];
}

/** What becomes of each value of an earlier mask: an offered region is marked as long as it isn't refused. */
function valuesBy({ regions, refused }: Labels): Uint8Array {
  const values = Uint8Array.from({ length: 256 }, (_, value) => (value > 127 ? value : 0));
  for (const id of refused) values[id] = 0;
  for (const { id } of regions.filter(({ isOffered }) => isOffered)) {
    const value = refused.includes(id) ? leftValueOf(id) : id;
    values.fill(value, id, id + 1).fill(value, leftValueOf(id), leftValueOf(id) + 1);
  }
  return values;
}

/**
 * Reads a mask: what is lighter than the middle grey is marked, by 255. With labels it is an earlier one, whose values are
 * kept but for those of regions that are refused now, or accepted. Throws ImagingRefusal when it has another size.
 */
export async function readMask(
  path: string,
  { widthPx, heightPx }: RgbPixels,
  labels?: Labels,
): Promise<Plane8> {
  const values = labels
    ? valuesBy(labels)
    : Uint8Array.from({ length: 256 }, (_, value) => (value > 127 ? 255 : 0));
  const mediaType = checkFile(path);
  if (mediaType !== 'image/png') throw new ImagingRefusal('not_accepted', 'The mask must be a PNG.');
  return await decodePicture(path, mediaType, async (open) => {
    const { width, height } = await open().metadata();
    if (width !== widthPx || height !== heightPx) {
      const message = `The mask must have the photo's size, ${widthPx} x ${heightPx} pixels; it has ${width} x ${height}.`;
      throw new ImagingRefusal('not_accepted', message);
    }
    const pipeline = open().flatten({ background: '#000000' }).toColourspace('b-w');
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    const samples = new Uint8Array(width * height);
    for (let i = 0; i < samples.length; i++) samples[i] = values[data[i * info.channels]!]!;
    return { samples, widthPx, heightPx };
  });
}

export async function writeMask(path: string, { samples, widthPx, heightPx }: Plane8): Promise<void> {
  const raw = { width: widthPx, height: heightPx, channels: 1 as const };
  const pipeline = sharp(samples, { raw, limitInputPixels: false }).toColourspace('b-w');
  await writeWhole(path, await pipeline.png({ compressionLevel: 6 }).toBuffer());
}

/** Writes the JPEG; how many bytes it has. */
export async function writePhoto(
  path: string,
  pixels: Sharp,
  pixelCount: number,
): Promise<{ bytes: number; widthPx: number; heightPx: number }> {
  const { data, info } = await pixels
    .jpeg({ ...jpegOptions, optimiseCoding: pixelCount <= maxOptimisedPixels })
    .toBuffer({ resolveWithObject: true });
  await writeWhole(path, data);
  return { bytes: data.length, widthPx: info.width, heightPx: info.height };
}

/** The picture as it is shown: at most 1600 px. */
export async function previewOf(pixels: RgbPixels): Promise<RgbPixels> {
  const size = { width: previewPx, height: previewPx, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await asSharp(pixels).resize(size).raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, widthPx: info.width, heightPx: info.height };
}

export async function writePreview(path: string, pipeline: Sharp): Promise<void> {
  await writeWhole(path, await pipeline.jpeg({ quality: 88 }).toBuffer());
}
