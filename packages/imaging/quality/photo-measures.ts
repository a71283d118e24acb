/**
 * Owns what is measured of a photo for judging its quality: once per photo, whatever size it is printed in, on one decode.
 * Must never judge: that is arithmetic on these numbers.
 */
import { setImmediate } from 'node:timers/promises';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { isOtherColourByExif } from '../decode/exif-facts.ts';
import type { PictureMediaType } from '../decode/file-type.ts';
import { nameOfIccProfile } from '../decode/icc-name.ts';
import { checkJpegData } from '../decode/jpeg-damage.ts';
import { findJpegQuality } from '../decode/jpeg-structure.ts';
import { checkFile, countFrames, decodePicture } from '../decode/picture-decoder.ts';
import { bitDepthOf } from '../decode/probe-file.ts';
import { detectFaces, faceSizePx } from '../faces/find-faces.ts';
import { type FileBytes, withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { Plane } from '../pixels/dct-denoise.ts';
import { measureNoise } from '../pixels/noise-level.ts';
import { type PixelView, viewUpright, writeLuma } from '../pixels/pixel-view.ts';
import { shrinkPicture } from '../pixels/small-picture.ts';
import { measureBlockStep } from './block-steps.ts';
import { measureColourNoise } from './colour-noise.ts';
import { measureEdges } from './edge-widths.ts';
import { measuresVersion, type PhotoMeasures } from './measures-version.ts';
import { measureMissingShare, measureOwnBorder } from './own-border.ts';
import { mapSalience } from './salience-map.ts';
import { chooseTiles, measureBlur } from './sharpness.ts';
import { measureTonesOf } from './tone-measures.ts';
import { linePx, measureEnlargement } from './true-detail.ts';
import { measureWideGamutShare } from './wide-gamut.ts';

/** A larger photo is measured in half its size: what matters on paper is coarser than its pixels. */
const maxFullPixels = 32_000_000;
/** Noise under this roughness is texture, and of that at most so much is taken for noise. */
const noiseRoughness = 1.5;
const maxTextureNoise = 1.5;
const noiseBlockPx = 8;
const maxNoiseBlocks = 6000;
const alphaSizePx = 400;
/** The longer side of the copy in which is looked for what draws the eye. */
const salienceSizePx = 256;
/** Pages whose size is looked at; one with less than a quarter of the first one's pixels is its thumbnail. */
const maxPages = 50;
const thumbnailShare = 0.25;

type Open = (options?: SharpOptions) => Sharp;

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The values as stored, but for CMYK: what is measured survives a profile, and a profile costs more than all measures. */
async function readPixels(open: Open, metadata: Metadata, scale: 1 | 2) {
  const pipeline = open({ ignoreIcc: metadata.space !== 'cmyk' });
  if (metadata.hasAlpha) pipeline.flatten({ background: '#ffffff' });
  if (scale === 2) {
    const [width, height] = [Math.ceil(metadata.width / 2), Math.ceil(metadata.height / 2)];
    pipeline.resize({ width, height, fit: 'fill', kernel: 'linear' });
  }
  const { data, info } = await pipeline.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const channels = info.channels === 1 ? 1 : 3;
  if (info.channels !== channels) throw new ImagingRefusal('cannot_decode');
  // A plain array: the engine forgets the shape of sharp's own, and with it the code compiled for it, in every collection.
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const stored = { bytes, channels, widthPx: info.width, heightPx: info.height } as const;
  return viewUpright(stored, metadata.orientation);
}

/** Blocks from all over the picture, one below the other: noise is looked for in blocks. */
function sampleBlocks(view: PixelView): Plane {
  const columns = Math.floor(view.widthPx / noiseBlockPx);
  const rows = Math.floor(view.heightPx / noiseBlockPx);
  const every = Math.max(1, Math.ceil((columns * rows) / maxNoiseBlocks));
  const blocks = Math.ceil((columns * rows) / every);
  const size = { widthPx: noiseBlockPx, heightPx: noiseBlockPx, shrink: 1 };
  const samples = new Float32Array(blocks * noiseBlockPx ** 2);
  for (let block = 0; block < blocks; block++) {
    const index = block * every;
    const left = (index % columns) * noiseBlockPx;
    const top = Math.floor(index / columns) * noiseBlockPx;
    writeLuma(view, { left, top, ...size }, samples, block * noiseBlockPx ** 2);
  }
  return { samples, widthPx: noiseBlockPx, heightPx: blocks * noiseBlockPx };
}

function measureDetail(view: PixelView, scale: 1 | 2) {
  const noise = measureNoise(sampleBlocks(view));
  const isNoise = noise.roughness >= noiseRoughness;
  const colourNoise = measureColourNoise(view);
  const { edgeWidths, edgeSwing } = measureEdges(view);
  const blur = measureBlur(view, isNoise ? noise.sigma : Math.min(noise.sigma, maxTextureNoise));
  return {
    blurPx: blur === undefined ? null : rounded(blur * scale, 2),
    edgeWidths: edgeWidths.map((width) => (width === null ? null : rounded(width * scale, 2))),
    edgeSwing,
    enlargedTimes: rounded(measureEnlargement(view, chooseTiles(view, { sizePx: linePx, shrink: 1 })), 2),
    colourNoise: colourNoise === null ? null : rounded(colourNoise, 2),
    noiseSigma: rounded(noise.sigma, 2),
    noiseRoughness: rounded(noise.roughness, 2),
    blockStep: rounded(measureBlockStep(view), 2),
  };
}

function measureSides(view: PixelView, scale: 1 | 2) {
  const { left, top, right, bottom } = measureOwnBorder(view);
  const ownBorder = { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale };
  return { ownBorder, missingShare: rounded(measureMissingShare(view), 3) };
}

/** Faces and what else draws the eye, looked for in small copies. */
function findSubjects(view: PixelView): Pick<PhotoMeasures, 'faces' | 'salience'> {
  const small = shrinkPicture(view, faceSizePx(view));
  const { rgb, widthPx, heightPx } = small;
  return {
    faces: detectFaces(small),
    salience: mapSalience(
      shrinkPicture(viewUpright({ bytes: rgb, channels: 3, widthPx, heightPx }), salienceSizePx),
    ),
  };
}

async function findTransparentShare(open: Open, { hasAlpha, channels = 4 }: Metadata): Promise<number> {
  if (!hasAlpha) return 0;
  const alpha = await open({ ignoreIcc: true })
    .extractChannel((channels - 1) as 1 | 3)
    .resize({ width: alphaSizePx, height: alphaSizePx, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels: step } = alpha.info;
  let opaque = 0;
  for (let i = 0; i < alpha.data.length; i += step) opaque += alpha.data[i]!;
  return rounded(1 - opaque / 255 / (alpha.data.length / step), 3);
}

async function countPages(open: Open, { format, pages = 1, width, height }: Metadata): Promise<number> {
  // The frames of an animation are no pages.
  if (format !== 'tiff') return 1;
  let full = 1;
  for (let page = 1; page < Math.min(pages, maxPages); page++) {
    const other = await open({ page }).metadata();
    if (other.width * other.height >= width * height * thumbnailShare) full += 1;
  }
  return full;
}

async function measure(open: Open, measureFile: () => FileMeasures): Promise<PixelMeasures & FileMeasures> {
  const metadata = await open().metadata();
  const { autoOrient } = metadata;
  const scale = autoOrient.width * autoOrient.height > maxFullPixels ? 2 : 1;
  // Other threads decode the pixels; this one looks at the file's data meanwhile. Both are over before either fails: nobody reads
  // the file of a measure that has ended.
  const [decoding, looking] = await Promise.allSettled([
    readPixels(open, metadata, scale),
    (async () => measureFile())(),
  ]);
  if (decoding.status === 'rejected') throw decoding.reason;
  if (looking.status === 'rejected') throw looking.reason;
  const view = decoding.value;
  const measures: PixelMeasures = {
    version: measuresVersion,
    widthPx: autoOrient.width,
    heightPx: autoOrient.height,
    ...measureDetail(view, scale),
    ...measureTonesOf(view),
    ...measureSides(view, scale),
    orientation: metadata.orientation ?? 1,
    colourSpace: metadata.space ?? 'unknown',
    bitDepth: bitDepthOf(metadata),
    hasProfile: metadata.hasProfile ?? false,
    profileName: nameOfIccProfile(metadata.icc),
    isColourUntold: !metadata.hasProfile && isOtherColourByExif(metadata.exif),
    wideGamutShare: measureWideGamutShare(view, metadata.icc),
    transparentShare: await findTransparentShare(open, metadata),
    pages: await countPages(open, metadata),
    ...findSubjects(view),
  };
  await release(view);
  return { ...measures, ...looking.value };
}

/** Gives the memory of the pixels back: to find out that nobody needs them any more takes longer than many a measure. */
async function release({ bytes }: PixelView): Promise<void> {
  (bytes.buffer as ArrayBuffer).transfer(0);
  // Memory that isn't the engine's own is freed in the next turn.
  await setImmediate();
}

/** All but what is known of the file without its pixels. */
type PixelMeasures = Omit<PhotoMeasures, keyof FileMeasures>;
type FileMeasures = Pick<PhotoMeasures, 'frames' | 'jpegQuality' | 'damagedShare' | 'shiftedShare'>;

/** Of the file's data, beside its pixels. */
function measureData(path: string, mediaType: PictureMediaType): FileMeasures {
  const frames = countFrames(path, mediaType);
  if (mediaType !== 'image/jpeg') return { frames, jpegQuality: null, damagedShare: 0, shiftedShare: 0 };
  const jpegQuality = withFileBytes(path, (file: FileBytes) => findJpegQuality(file)) ?? null;
  const { damagedShare, shiftedShare } = checkJpegData(path);
  return {
    frames,
    jpegQuality,
    damagedShare: rounded(damagedShare, 4),
    shiftedShare: rounded(shiftedShare, 3),
  };
}

/** Measures the photo at `path`. Throws ImagingRefusal (a PDF is `not_accepted`), and the errors of the file system. */
export async function measurePhoto(path: string): Promise<PhotoMeasures> {
  const mediaType = checkFile(path);
  if (mediaType === 'application/pdf') throw new ImagingRefusal('not_accepted', 'A PDF is no photo.');
  return await decodePicture(path, mediaType, (open) => measure(open, () => measureData(path, mediaType)));
}
