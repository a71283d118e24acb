/**
 * Owns the photo that is its own print-ready file: a JPEG that is the sheet already, pixel for pixel. It is sent with the very
 * pixels that its maker gave it: decoding and encoding it again could only lose. What else stands in the file (where it was
 * taken, previews) stays here. Reads headers alone and decodes nothing, so it needs no process of its own; the cloud has
 * decoded the file to its end before it took it.
 *
 * INVARIANT: whatever is unusual about a file makes it a picture like any other. Nothing here refuses one.
 */
import { readFile, stat } from 'node:fs/promises';
import { orientationOfExif } from '../decode/exif-facts.ts';
import { nameOfIccProfile } from '../decode/icc-name.ts';
import { layoutOnSheet } from '../layout/photo-plan.ts';
import { type Sheet, sheetPixels } from '../layout/sheet-geometry.ts';
import { printerEscape } from '../pdf/printer-escape.ts';
import { writeWhole } from '../write-whole.ts';
import type { PictureSheetOptions, SheetOptions, SheetOutput } from './sheet-output.ts';

/** A larger one is worked on outside this process, whose memory it would take. */
const maxBytes = 8 * 1024 * 1024;
/** Cameras write some 20. */
const maxSegments = 200;

/**
 * How sheets are encoded. Baseline, because many printers can't read progressive JPEG; 4:4:4 keeps coloured edges sharp. Huffman
 * tables of its own would make the file a tenth smaller and take all coefficients into memory.
 */
export const sheetJpegOptions = {
  quality: 95,
  chromaSubsampling: '4:4:4',
  progressive: false,
  optimiseCoding: false,
} as const;

const sofBaseline = 0xc0;
const dht = 0xc4;
const eoi = 0xd9;
const sos = 0xda;
const dqt = 0xdb;
const dri = 0xdd;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const app15 = 0xef;
const com = 0xfe;

/** What a decoder needs; everything else is left out. */
const needed = new Set([sofBaseline, dht, dqt, dri, sos]);

/**
 * A JPEG from its first segment on, behind a JFIF header with the sheet's resolution (ITU-T T.871 section 10.1). Written by hand:
 * with a density of its own sharp would keep the source's EXIF, and where a photo was taken is nobody's business at the printer.
 */
export function withJfifHeader(segments: Buffer, { dpiX, dpiY }: Pick<Sheet, 'dpiX' | 'dpiY'>): Buffer {
  const header = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x02\x01\0\0\0\0\0\0', 'latin1');
  header.writeUInt16BE(Math.round(dpiX), 14);
  header.writeUInt16BE(Math.round(dpiY), 16);
  return Buffer.concat([header, segments]);
}

interface PlainJpeg {
  widthPx: number;
  heightPx: number;
  /** From the first needed segment to the end of the picture. */
  segments: Buffer;
}

/** Grey, or YCbCr as JFIF numbers it, 8 bits, colours not finer than the brightness (ITU-T T.81 section B.2.2). */
function isPlainFrame(frame: Buffer): boolean {
  const components = frame[5];
  if (frame[0] !== 8 || frame.length !== 6 + 3 * (components ?? 0)) return false;
  const samplings = Array.from({ length: components ?? 0 }, (_, i) => frame[7 + i * 3]);
  if (components === 1) return true;
  const areNumbered = components === 3 && [6, 9, 12].every((at, i) => frame[at] === i + 1);
  return (
    areNumbered && [0x11, 0x21, 0x22].includes(samplings[0]!) && samplings.slice(1).every((s) => s === 0x11)
  );
}

/** Whether what an application wrote into the file changes how its pixels are to be read. */
function isHarmless(marker: number, content: Buffer): boolean {
  if (marker === app14 && content.toString('latin1', 0, 5) === 'Adobe') return content[11] === 1;
  if (marker === app1 && content.toString('latin1', 0, 6) === 'Exif\0\0')
    return orientationOfExif(content) === 1;
  if (marker !== app2 || content.toString('latin1', 0, 12) !== 'ICC_PROFILE\0') return true;
  const isWhole = content[12] === 1 && content[13] === 1;
  return isWhole && /^sRGB/i.test(nameOfIccProfile(content.subarray(14)) ?? '');
}

/** Whether a segment that a decoder needs has its tables and not a byte more (ITU-T T.81 sections B.2.4.1, B.2.4.2, B.2.4.4). */
function isExact(marker: number, content: Buffer): boolean {
  if (marker === dri) return content.length === 2;
  let at = 0;
  while (at < content.length && (marker === dqt || marker === dht)) {
    const isWide = content[at]! >= 16;
    const counts = content.subarray(at + 1, at + 17);
    at += marker === dqt ? (isWide ? 129 : 65) : 17 + counts.reduce((sum, count) => sum + count, 0);
  }
  return at === content.length || marker === sofBaseline;
}

/** The end of the only scan, behind its EOI; undefined where another scan follows or the file ends before. */
function endOfScan(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker === eoi) return at + 2;
    const isData =
      marker === 0x00 || marker === 0xff || (marker !== undefined && marker >= 0xd0 && marker <= 0xd7);
    if (!isData) return undefined;
  }
  return undefined;
}

/** Takes an upright baseline sRGB or grey JPEG of one scan apart; undefined for any other. */
function readPlainJpeg(bytes: Buffer): PlainJpeg | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const kept: Buffer[] = [];
  let frame: Buffer | undefined;
  let position = 2;
  for (let segment = 0; segment < maxSegments && position + 4 <= bytes.length; segment++) {
    const marker = bytes[position + 1]!;
    const end = position + 2 + bytes.readUInt16BE(position + 2);
    if (bytes[position] !== 0xff || end < position + 4 || end > bytes.length) return undefined;
    const content = bytes.subarray(position + 4, end);
    if (marker === sofBaseline) {
      if (frame || !isPlainFrame(content)) return undefined;
      frame = content;
    }
    if (marker === sos) {
      const endOfPicture = endOfScan(bytes, end);
      if (!frame || endOfPicture === undefined || content[0] !== frame[5]) return undefined;
      kept.push(bytes.subarray(position, endOfPicture));
      const [heightPx, widthPx] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
      return { widthPx, heightPx, segments: Buffer.concat(kept) };
    }
    if (needed.has(marker) && !isExact(marker, content)) return undefined;
    if (needed.has(marker)) kept.push(bytes.subarray(position, end));
    else if ((marker < app0 || marker > app15) && marker !== com) return undefined;
    else if (!isHarmless(marker, content)) return undefined;
    position = end;
  }
  return undefined;
}

const isNothing = (edges: object): boolean => Object.values(edges).every((edge) => edge === 0);

/** Whether every pixel of the photo is one of the sheet, in its place. */
function isSheet({ widthPx, heightPx }: PlainJpeg, { sheet, fit }: SheetOptions): boolean {
  const pixels = sheetPixels(sheet);
  if (widthPx !== pixels.widthPx || heightPx !== pixels.heightPx) return false;
  const { isTurned, scaled, crop, mirror, white } = layoutOnSheet(sheet, { widthPx, heightPx, fit }).plan;
  const isUnscaled = scaled.widthPx === widthPx && scaled.heightPx === heightPx;
  const isUncut = crop.widthPx === widthPx && crop.heightPx === heightPx;
  return !isTurned && isUnscaled && isUncut && isNothing(mirror) && isNothing(white);
}

/**
 * Writes the print-ready JPEG of a photo that needs no work. False, and nothing written, when it needs some, or is no photo.
 * Throws the errors of the file system.
 */
export async function keepSheetJpeg(
  options: SheetOptions & PictureSheetOptions & { output: SheetOutput },
): Promise<boolean> {
  const { sourcePath, targetPath, output, colour, profile, sheet } = options;
  if (output.format !== 'image/jpeg' || colour !== 'color' || profile) return false;
  // The choice of a part, of several pictures or of a line of words is work on the pixels.
  if (options.crop || options.arrangement || options.slip !== undefined) return false;
  if ((await stat(sourcePath)).size > maxBytes) return false;
  const jpeg = readPlainJpeg(await readFile(sourcePath));
  if (!jpeg || !isSheet(jpeg, options) || jpeg.segments.includes(printerEscape)) return false;
  await writeWhole(targetPath, withJfifHeader(jpeg.segments, sheet));
  return true;
}
