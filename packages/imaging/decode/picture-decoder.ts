/**
 * Owns every setting under which sharp opens a file, and turns its errors into refusals. Nothing else in this package
 * may hand a path to sharp.
 *
 * INVARIANTS: only the loaders named below can run in this process (an SVG or PostScript file named .jpg would
 * otherwise be run as a program); a file's own checks run before sharp sees it.
 */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { type FileBytes, withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { type PictureSize, tellPictureSize } from '../picture-size.ts';
import { checkBmpStructure, decodeBmp } from './bmp-decoder.ts';
import { getFileType, type PictureMediaType } from './file-type.ts';
import { checkGifStructure, countGifFrames, decodeGif } from './gif-decoder.ts';
import { decodeHeic, readHeicFacts } from './heic-decoder.ts';
import { checkHeifStructure } from './heif-structure.ts';
import { checkJpegData } from './jpeg-damage.ts';
import { checkJpegStructure } from './jpeg-structure.ts';
import { checkPngStructure, isPngTruncated } from './png-structure.ts';
import { checkTiffLimits } from './tiff-limits.ts';
import { checkTiffStructure, listTiffPages } from './tiff-structure.ts';
import { checkWebpStructure, countWebpFrames } from './webp-structure.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadTiff',
    'VipsForeignLoadWebp',
    // AVIF, and the headers of HEIC, which is decoded elsewhere.
    'VipsForeignLoadHeif',
  ],
});

/** The most pixels a picture may have: a 150-megapixel camera back, or 1.3 x 1 m at 300 dpi. */
const maxPicturePixels = 150_000_000;

/** What those pixels may come to in memory: 100 megapixels of three 16-bit samples, 150 of four bytes. */
const maxDecodedBytes = 600_000_000;
const bytesOfDepth: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  double: 8,
  complex: 8,
};

/** libwebp holds a picture in memory as a whole, lossless ones twice: 4 to 5 bytes a pixel were measured. */
const maxWebpPixels = 40_000_000;
/** libheif holds all of an AVIF, as AV1 has it and as it is given on. */
const maxAvifPixels = 30_000_000;
const avifBytesPerPixel = 12;

const tooLarge = /exceeds pixel limit|Maximum supported image dimension/i;

/** How pictures of a format are opened. */
interface PictureFormat {
  /** Looks at the structure before any decoder does. Throws ImagingRefusal. */
  check(file: FileBytes): void;
  /** Its pixels as an RGB TIFF, where they are decoded here; sharp opens the others. */
  decode?(path: string): Buffer | Promise<Buffer>;
  /** Size, profile, EXIF, where sharp can't tell them. */
  readFacts?(path: string): Promise<Metadata>;
  /** Places of the pages, where there may be several. */
  listPages?(file: FileBytes): number[];
  /** Pictures of an animation; 0 for one that doesn't move. */
  countFrames?(file: FileBytes): number;
  /** Whether sharp's word for a broken file means one that is cut off. */
  isTruncated?(file: FileBytes): boolean;
  /** Fewer than `maxPicturePixels`. */
  maxPixels?: number;
  /** What sharp's decoder holds of the whole picture, where that is more than the rows it works on. */
  held?: Pick<PictureSize, 'bytesPerPixel'>;
}

const formats: Record<PictureMediaType, PictureFormat> = {
  'image/jpeg': { check: checkJpegStructure },
  'image/png': { check: checkPngStructure, isTruncated: isPngTruncated },
  'image/tiff': {
    check(file) {
      checkTiffLimits(file);
      checkTiffStructure(file);
    },
    listPages: listTiffPages,
  },
  'image/webp': { check: checkWebpStructure, countFrames: countWebpFrames, maxPixels: maxWebpPixels },
  'image/heic': { check: checkHeifStructure, decode: decodeHeic, readFacts: readHeicFacts },
  'image/avif': {
    check: checkHeifStructure,
    maxPixels: maxAvifPixels,
    held: { bytesPerPixel: avifBytesPerPixel },
  },
  'image/gif': { check: checkGifStructure, decode: decodeGif, countFrames: countGifFrames },
  'image/bmp': { check: checkBmpStructure, decode: decodeBmp },
};

/** Checks type and structure; the media type. Throws ImagingRefusal. PDF passes: it is no picture. */
export function checkFile(path: string): PictureMediaType | 'application/pdf' {
  return withFileBytes(path, (file) => {
    const mediaType = getFileType(file);
    if (mediaType !== 'application/pdf') formats[mediaType].check(file);
    return mediaType;
  });
}

/**
 * Whether a decoder's warning is passed over: some cameras write what libjpeg wonders at, and nothing is lost. Of a JPEG every bit is
 * read to tell; throws ImagingRefusal for one that is damaged.
 */
function isHarmless(error: unknown, path: string, mediaType: PictureMediaType): boolean {
  if (mediaType !== 'image/jpeg' || error instanceof ImagingRefusal || ofFileSystem(error)) return false;
  return !tooLarge.test(String((error as Error)?.message)) && checkJpegData(path).isRead;
}

function refusalOf(error: unknown, path: string, mediaType: PictureMediaType): ImagingRefusal {
  if (error instanceof ImagingRefusal) return error;
  const message = String((error as Error)?.message);
  const options = { cause: error };
  if (tooLarge.test(message)) {
    return new ImagingRefusal('too_many_pixels', undefined, options);
  }
  const { isTruncated } = formats[mediaType];
  if (/premature end of JPEG image/i.test(message) || (isTruncated && withFileBytes(path, isTruncated)))
    return new ImagingRefusal('truncated', undefined, options);
  return new ImagingRefusal('cannot_decode', "The picture is damaged and can't be decoded.", options);
}

/** Says how large the picture is to whoever watches, and refuses one of too many bytes (`too_many_pixels`). */
function checkSize({ width, height, channels, depth }: Metadata, mediaType: PictureMediaType): void {
  tellPictureSize({ pixels: width * height, ...formats[mediaType].held });
  if (width * height * channels * (bytesOfDepth[depth] ?? 4) > maxDecodedBytes)
    throw new ImagingRefusal('too_many_pixels');
}

/**
 * Runs `work` with a function that opens the picture at `path` as a sharp pipeline. Any sign of damage refuses the
 * picture; only warnings that are found to be harmless are passed over, by running `work` a second time. Throws
 * ImagingRefusal, and the errors of the file system.
 */
export async function decodePicture<T>(
  path: string,
  mediaType: PictureMediaType,
  work: (open: (options?: SharpOptions) => Sharp) => Promise<T>,
): Promise<T> {
  const { decode, maxPixels: limitInputPixels = maxPicturePixels } = formats[mediaType];
  try {
    const source = decode ? await decode(path) : path;
    const run = async (failOn: 'warning' | 'none') => {
      const open = (options?: SharpOptions) =>
        sharp(source, { ...options, failOn, limitInputPixels, sequentialRead: true });
      checkSize(await open().metadata(), mediaType);
      return await work(open);
    };
    return await run('warning').catch((error: unknown) => {
      if (isHarmless(error, path, mediaType)) return run('none');
      throw error;
    });
  } catch (error) {
    throw ofFileSystem(error) ?? refusalOf(error, path, mediaType);
  }
}

/** The pages of a picture that was checked, as `open({ page })` takes them; a single one for all but TIFF. */
export function listPages(path: string, mediaType: PictureMediaType): number[] {
  const { listPages: list } = formats[mediaType];
  return list ? withFileBytes(path, list) : [0];
}

/** How many pictures follow each other in an animation, whose first is printed; 1 for what doesn't move. */
export function countFrames(path: string, mediaType: PictureMediaType): number {
  const { countFrames: count } = formats[mediaType];
  return count ? Math.max(1, withFileBytes(path, count)) : 1;
}

/** Size, profile, EXIF of a picture that was checked, as its headers have them. Throws as `decodePicture`. */
export async function readPictureFacts(
  path: string,
  { mediaType, open }: { mediaType: PictureMediaType; open: () => Sharp },
): Promise<Metadata> {
  const { readFacts } = formats[mediaType];
  return readFacts ? await readFacts(path) : await open().metadata();
}

/** A full disk says nothing about the picture; libvips tells of it in words alone. */
function ofFileSystem(error: unknown): Error | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ImagingRefusal || !(error instanceof Error)) return undefined;
  if (/no space left on device/i.test(message)) return Object.assign(error, { code: 'ENOSPC' });
  return code === undefined ? undefined : error;
}
