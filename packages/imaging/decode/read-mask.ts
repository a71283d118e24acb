/**
 * Owns what a mask is that a person painted over a photo: a PNG in the upright photo's pixels, white where something is to
 * be repaired. Writes it as this package reads it: one channel, 0 or 255. Must never scale or turn it: a mask that doesn't
 * fit belongs to another picture.
 */
import sharp, { type Sharp } from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { writeWhole } from '../write-whole.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';

/** `widthPx`, `heightPx`: the upright photo's, which the mask must have. */
export interface ReadMaskOptions {
  sourcePath: string;
  targetPath: string;
  widthPx: number;
  heightPx: number;
}

/** `maskedShare`: of the pixels, 0 to 1. */
export interface MaskRead {
  bytes: number;
  maskedShare: number;
}

/** More is no mask of defects: most often black and white are the wrong way round. */
const maxMasked = 0.5;
/** Channels of a grey pixel may differ by so much: some editors round. */
const greyTolerance = 3;

const maskRefusal = (sentence: string) => new ImagingRefusal('not_accepted', sentence);

/** One sample a pixel, 0 or 255; what is transparent is kept as it is, so it counts as black. */
async function readSamples(open: () => Sharp): Promise<Uint8Array> {
  const { data, info } = await open()
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const samples = new Uint8Array(info.width * info.height);
  for (let i = 0, at = 0; i < samples.length; i++, at += channels) {
    if (channels >= 3) {
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > greyTolerance) {
        throw maskRefusal(
          'The mask must be black and white, without colours: white marks what is to be repaired.',
        );
      }
    }
    samples[i] = data[at]! >= 128 ? 255 : 0;
  }
  return samples;
}

/** The media type; undefined for what is no picture at all. */
function typeOf(path: string): string | undefined {
  try {
    return checkFile(path);
  } catch (error) {
    if (error instanceof ImagingRefusal && error.reason === 'unknown_type') return undefined;
    throw error;
  }
}

/** Checks the mask at `sourcePath` and writes it to `targetPath`. Throws ImagingRefusal with what it must be. */
export async function readMask(options: ReadMaskOptions): Promise<MaskRead> {
  const { sourcePath, targetPath, widthPx, heightPx } = options;
  const mediaType = typeOf(sourcePath);
  if (mediaType !== 'image/png') throw maskRefusal('The mask must be a PNG.');
  const samples = await decodePicture(sourcePath, mediaType, async (open) => {
    const { width, height } = await open().metadata();
    if (width !== widthPx || height !== heightPx) {
      throw maskRefusal(
        `The mask has ${width} x ${height} pixels, the upright photo ${widthPx} x ${heightPx}: they must be the same.`,
      );
    }
    return await readSamples(open);
  });
  const maskedShare = samples.reduce((sum, sample) => sum + (sample === 255 ? 1 : 0), 0) / samples.length;
  if (maskedShare > maxMasked) {
    const percent = Math.round(maskedShare * 100);
    throw maskRefusal(
      `The mask marks ${percent} % of the photo, and at most 50 % can be repaired: white marks what is to be repaired, black is kept.`,
    );
  }
  const png = await sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer();
  await writeWhole(targetPath, png);
  return { bytes: png.length, maskedShare };
}
