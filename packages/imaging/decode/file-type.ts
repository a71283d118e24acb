/**
 * Owns telling the type of a file by its first bytes. Must never look at a name or run a decoder.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

interface PictureType {
  /** What people call it. */
  name: string;
  /** Whether a file begins so; `head` has its first bytes, a character each. */
  begins(head: string): boolean;
}

const isBmp = (head: string): boolean => head.startsWith('BM') && head.length > 26;

/** The major brand of a file of boxes (ISO/IEC 14496-12); undefined for others. */
const brandOf = (head: string): string | undefined =>
  head.startsWith('ftyp', 4) ? head.slice(8, 12) : undefined;

/** The pictures that are accepted: what is told of formats anywhere is read from here. picture-decoder.ts has how they are opened. */
const pictureTypes = {
  'image/jpeg': { name: 'JPEG', begins: (head) => head.startsWith('\xff\xd8\xff') },
  'image/png': { name: 'PNG', begins: (head) => head.startsWith('\x89PNG\r\n\x1a\n') },
  'image/tiff': {
    name: 'TIFF',
    begins: (head) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((magic) => head.startsWith(magic)),
  },
  'image/webp': { name: 'WebP', begins: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8) },
  'image/heic': {
    name: 'HEIC',
    // ISO/IEC 23008-12 annex B: pictures coded in HEVC; sequences (hevc, hevx, msf1) are no single picture.
    begins: (head) => !isBmp(head) && ['heic', 'heix', 'mif1'].includes(brandOf(head) ?? ''),
  },
  'image/avif': { name: 'AVIF', begins: (head) => !isBmp(head) && brandOf(head) === 'avif' },
  'image/gif': { name: 'GIF', begins: (head) => /^GIF8[79]a/.test(head) },
  'image/bmp': { name: 'BMP', begins: isBmp },
} satisfies Record<string, PictureType>;
export type PictureMediaType = keyof typeof pictureTypes;

/** The accepted media types of pictures. */
export const pictureMediaTypes = Object.keys(pictureTypes) as PictureMediaType[];

/** "JPEG, PNG …", for people. */
export const pictureFormats: string = pictureMediaTypes.map((type) => pictureTypes[type].name).join(', ');

/** PDF readers accept other bytes in front of the header, within the first kilobyte (ISO 32000-1, annex H 3.4.1). */
const headBytes = 1024;

/** The name of a format that is known but can't be printed here. */
function findRefusedFormat(head: string): string | undefined {
  if (head.startsWith('8BPS')) return 'Photoshop';
  if (head.startsWith('\xff\x0a') || head.startsWith('\0\0\0\x0cJXL ')) return 'JPEG XL';
  if (head.startsWith('\0\0\0\x0cjP  ')) return 'JPEG 2000';
  if (head.startsWith('II*\0') && head.startsWith('CR', 8)) return 'Camera raw';
  // ISO/IEC 23008-12: the brands of HEIF.
  const brand = brandOf(head);
  if (brand === undefined) return undefined;
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
  const picture = pictureMediaTypes.find((type) => pictureTypes[type].begins(head));
  if (picture !== undefined) return picture;
  if (head.includes('%PDF-')) return 'application/pdf';
  throw new ImagingRefusal('unknown_type');
}
