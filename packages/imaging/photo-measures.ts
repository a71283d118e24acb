/**
 * Owns what is measured of a photo's pixels for judging its quality: once per photo, whatever size it is printed in.
 * Must never judge: that is arithmetic on these numbers.
 */
import type { Sharp, SharpOptions } from 'sharp';
import { type FileBytes, withFileBytes } from './file-bytes.ts';
import { ImagingRefusal } from './imaging-refusal.ts';
import { findJpegQuality } from './jpeg-structure.ts';
import { MEASURES_VERSION, type PhotoMeasures } from './measures-version.ts';
import { measureNoise } from './noise-level.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';
import { percentileOf } from './restore-tone.ts';
import { measureBlur } from './sharpness.ts';

/** A larger photo is measured in half its size: what matters on paper is coarser than its pixels. */
const MAX_FULL_PIXELS = 40_000_000;
const TONE_SIZE_PX = 800;
/** Noise under this roughness is texture, and of that at most so much is taken for noise. */
const NOISE_ROUGHNESS = 1.5;
const MOST_TEXTURE_NOISE = 1.5;

type Open = (options?: SharpOptions) => Sharp;

async function readLuma(open: Open, scale: 1 | 2) {
  const pipeline = open().autoOrient().flatten({ background: '#ffffff' });
  if (scale === 2) {
    const { autoOrient } = await open().metadata();
    pipeline.resize({ width: Math.ceil(autoOrient.width / 2), kernel: 'linear' });
  }
  const { data, info } = await pipeline
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { samples: Float32Array.from(data), widthPx: info.width, heightPx: info.height };
}

async function readExposure(open: Open) {
  const data = await open()
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: TONE_SIZE_PX, height: TONE_SIZE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = data.info;
  const pixels = data.data;
  const counts = new Uint32Array(256);
  let black = 0;
  let white = 0;
  for (let i = 0; i < pixels.length; i += channels) {
    const red = pixels[i]!;
    const green = channels < 3 ? red : pixels[i + 1]!;
    const blue = channels < 3 ? red : pixels[i + 2]!;
    counts[Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue)]! += 1;
    if (Math.max(red, green, blue) <= 3) black += 1;
    if (Math.max(red, green, blue) >= 254) white += 1;
  }
  const total = pixels.length / channels;
  return {
    lumaLow: percentileOf(counts, 0.01),
    lumaMedian: percentileOf(counts, 0.5),
    lumaHigh: percentileOf(counts, 0.99),
    blackShare: rounded(black / total, 4),
    whiteShare: rounded(white / total, 4),
  };
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

async function measure(open: Open): Promise<Omit<PhotoMeasures, 'jpegQuality'>> {
  const { autoOrient } = await open().metadata();
  const scale = autoOrient.width * autoOrient.height > MAX_FULL_PIXELS ? 2 : 1;
  const luma = await readLuma(open, scale);
  const noise = measureNoise(luma);
  const isNoise = noise.roughness >= NOISE_ROUGHNESS;
  const blur = measureBlur(luma, isNoise ? noise.sigma : Math.min(noise.sigma, MOST_TEXTURE_NOISE));
  return {
    version: MEASURES_VERSION,
    widthPx: autoOrient.width,
    heightPx: autoOrient.height,
    blurPx: blur === undefined ? null : rounded(blur * scale, 2),
    noiseSigma: rounded(noise.sigma, 2),
    noiseRoughness: rounded(noise.roughness, 2),
    ...(await readExposure(open)),
  };
}

/** Measures the photo at `path`. Throws ImagingRefusal (a PDF is `not_accepted`), and the errors of the file system. */
export async function measurePhoto(path: string): Promise<PhotoMeasures> {
  const mediaType = checkFile(path);
  if (mediaType === 'application/pdf') throw new ImagingRefusal('not_accepted', 'A PDF is no photo.');
  const quality =
    mediaType === 'image/jpeg' ? withFileBytes(path, (file: FileBytes) => findJpegQuality(file)) : undefined;
  const measures = await decodePicture(path, mediaType, measure);
  return { ...measures, jpegQuality: quality ?? null };
}
