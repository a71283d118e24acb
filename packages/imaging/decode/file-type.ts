/**
 * Owns telling the type of a file by its first bytes. Must never look at a name or run a decoder.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** The pictures that are accepted, with what people call them: what is told of formats anywhere is read from here. */
const pictureNames = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/tiff': 'TIFF',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'image/gif': 'GIF',
  'image/bmp': 'BMP',
} as const;
export type PictureMediaType = keyof typeof pictureNames;

/** "JPEG, PNG …", for people. */
export const pictureFormats: string = Object.values(pictureNames).join(', ');

/** The accepted media types of pictures. */
export const pictureMediaTypes = Object.keys(pictureNames) as PictureMediaType[];

/** PDF readers accept other bytes in front of the header, within the first kilobyte (ISO 32000-1, annex H 3.4.1). */
const headBytes = 1024;

function findPicture(head: string): PictureMediaType | undefined {
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  const isTiff = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((magic) => head.startsWith(magic));
  if (isTiff) return 'image/tiff';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('BM') && head.length > 26) return 'image/bmp';
  if (head.startsWith('ftypavif', 4)) return 'image/avif';
  return isHeic(head) ? 'image/heic' : undefined;
}

/** ISO/IEC 23008-12 annex B: pictures coded in HEVC; sequences (hevc, hevx, msf1) are no single picture. */
function isHeic(head: string): boolean {
  if (!head.startsWith('ftyp', 4) || /^avi[fs]/.test(head.slice(8, 12))) return false;
  return /^(heic|heix|mif1)$/.test(head.slice(8, 12));
}

/** The name of a format that is known but can't be printed here. */
function findRefusedFormat(head: string): string | undefined {
  if (head.startsWith('8BPS')) return 'Photoshop';
  if (head.startsWith('\xff\x0a') || head.startsWith('\0\0\0\x0cJXL ')) return 'JPEG XL';
  if (head.startsWith('\0\0\0\x0cjP  ')) return 'JPEG 2000';
  if (head.startsWith('II*\0') && head.startsWith('CR', 8)) return 'Camera raw';
  if (!head.startsWith('ftyp', 4)) return undefined;
  // ISO/IEC 23008-12: the brands of HEIF; the first one is the major brand.
  const brand = head.slice(8, 12);
  if (brand === 'avis') return 'Moving AVIF';
  return /^(hei[ms]|hev[cxms]|msf1)$/.test(brand) ? 'HEIF sequences and layered HEIF' : undefined;
}

/**
 * The media type of a file that is accepted. Throws ImagingRefusal: `empty`, `not_accepted` (a known format that
 * can't be printed here), `unknown_type`.
 */
export function getFileType(file: FileBytes): PictureMediaType | 'application/pdf' {
  if (file.size === 0) throw new ImagingRefusal('empty');
  const head = file.read(0, headBytes).toString('latin1');
  const refused = findRefusedFormat(head);
  if (refused !== undefined) {
    throw new ImagingRefusal('not_accepted', `${refused} pictures can't be decoded here yet; send JPEG.`);
  }
  const picture = findPicture(head);
  if (picture !== undefined) return picture;
  if (head.includes('%PDF-')) return 'application/pdf';
  throw new ImagingRefusal('unknown_type');
}
