/**
 * Owns decoding HEIC (ISO/IEC 23008-12, HEVC): the primary picture by libheif in WebAssembly, whose memory is no other's. sharp
 * reads the headers alone: its libheif has no HEVC. Must never decode a picture whose size was not looked at.
 */
import { readFile, stat } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { tellPictureSize } from '../picture-size.ts';
import { createRgbTiff } from './rgb-tiff.ts';

/** The pictures of phones have 12 to 50 megapixels; decoding takes some 10 bytes for each. */
const maxHeicPixels = 50_000_000;
const heicBytesPerPixel = 12;
/** The file stands in memory as a whole, twice; those of phones have 1 to 10 MB. */
const maxHeicBytes = 64 * 1024 * 1024;

const undecodable = "This HEIC picture is damaged, or of a kind that can't be decoded here; send JPEG.";

interface Decoded {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** What the headers say: the upright size, the profile, the EXIF. Throws ImagingRefusal. */
export async function readHeicFacts(path: string): Promise<Metadata> {
  if ((await stat(path)).size > maxHeicBytes) {
    throw new ImagingRefusal(
      'too_many_pixels',
      'A HEIC picture of more than 64 MiB is not taken; send JPEG.',
    );
  }
  const facts = await sharp(path, { limitInputPixels: maxHeicPixels }).metadata();
  if (facts.width * facts.height > maxHeicPixels) throw new ImagingRefusal('too_many_pixels');
  return facts;
}

/** White where the picture is transparent. */
function copyOpaque({ data }: Decoded, into: Buffer): void {
  for (let from = 0, to = 0; to < into.length; from += 4, to += 3) {
    const alpha = data[from + 3]!;
    if (alpha === 255) {
      into[to] = data[from]!;
      into[to + 1] = data[from + 1]!;
      into[to + 2] = data[from + 2]!;
      continue;
    }
    for (let i = 0; i < 3; i += 1)
      into[to + i] = Math.round((data[from + i]! * alpha + 255 * (255 - alpha)) / 255);
  }
}

/**
 * The picture as a TIFF in memory, upright, with its own profile: libheif has applied rotation and mirroring, which count
 * before an EXIF orientation. Throws ImagingRefusal, or what libheif says.
 */
export async function decodeHeic(path: string): Promise<Buffer> {
  const { icc, width, height } = await readHeicFacts(path);
  tellPictureSize({ pixels: width * height, bytesPerPixel: heicBytesPerPixel });
  // Loaded with the first HEIC: its WebAssembly takes a tenth of a second.
  const { default: decode } = await import('heic-decode');
  const buffer = await readFile(path);
  const decoded = await decode({ buffer }).catch((cause: unknown) => {
    throw new ImagingRefusal('cannot_decode', undecodable, { cause });
  });
  const { width: widthPx, height: heightPx } = decoded;
  if (widthPx * heightPx > maxHeicPixels) throw new ImagingRefusal('too_many_pixels');
  const isRgb = icc?.toString('latin1', 16, 20) === 'RGB ';
  const { file, pixels } = createRgbTiff({ widthPx, heightPx, profile: isRgb ? icc : undefined });
  copyOpaque(decoded, pixels);
  return file;
}
