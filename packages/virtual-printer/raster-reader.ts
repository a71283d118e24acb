/**
 * Owns the decoding of raster documents into pages of pixels: PWG raster (PWG 5102.4) and URF (Apple raster). Reads
 * the file in pieces and holds one page at a time. Must never write anything.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** One page, rows from the top, no padding: grey (1 channel) or sRGB (3 channels), 8 bits each. */
export interface RasterPage {
  widthPx: number;
  heightPx: number;
  channels: 1 | 3;
  dpi: number;
  pixels: Buffer;
}

/** A raster document that breaks its format or uses what this printer does not advertise. */
class RasterError extends Error {}

/** A3 at 600 dpi in colour is 210 MB; more is a broken header. */
const maxPageBytes = 256 * 1024 * 1024;

interface ByteReader {
  /** The next bytes, or undefined at a clean end of the file. Throws RasterError on a cut-off file. */
  tryTake(count: number): Buffer | undefined;
  take(count: number): Buffer;
  byte(): number;
}

function createByteReader(fd: number): ByteReader {
  const buffer = Buffer.alloc(256 * 1024);
  let start = 0;
  let end = 0;
  const fill = (count: number): void => {
    buffer.copy(buffer, 0, start, end);
    end -= start;
    start = 0;
    while (end < count) {
      const read = readSync(fd, buffer, end, buffer.length - end, null);
      if (read === 0) return;
      end += read;
    }
  };
  const tryTake = (count: number): Buffer | undefined => {
    if (end - start < count) fill(count);
    if (end === start) return undefined;
    if (end - start < count) throw new RasterError('the document is cut off');
    start += count;
    return buffer.subarray(start - count, start);
  };
  const take = (count: number): Buffer => {
    const bytes = tryTake(count);
    if (!bytes) throw new RasterError('the document is cut off');
    return bytes;
  };
  return {
    tryTake,
    take,
    byte: () => (start < end ? (buffer[start++] as number) : take(1).readUInt8(0)),
  };
}

interface PageFormat {
  widthPx: number;
  heightPx: number;
  bitsPerPixel: number;
  bytesPerLine: number;
  channels: 1 | 3;
  dpi: number;
  /** The byte of white paper. */
  white: number;
  /** Ink is counted from white: 255 is black. */
  isInverted: boolean;
}

/** cupsColorSpace values of PWG 5102.4 section 4.3.3.1 that this printer advertises. */
const pwgBlack = 3;
const pwgSgray = 18;
const pwgSrgb = 19;
const pwgHeaderBytes = 1796;

function pwgFormat(header: Buffer): PageFormat {
  const bitsPerPixel = header.readUInt32BE(388);
  const colorSpace = header.readUInt32BE(400);
  const isColor = colorSpace === pwgSrgb && bitsPerPixel === 24;
  const isGray = colorSpace === pwgSgray && bitsPerPixel === 8;
  const isBlack = colorSpace === pwgBlack && (bitsPerPixel === 8 || bitsPerPixel === 1);
  if (!isColor && !isGray && !isBlack)
    throw new RasterError(`colour space ${colorSpace} with ${bitsPerPixel} bits a pixel is not supported`);
  return {
    widthPx: header.readUInt32BE(372),
    heightPx: header.readUInt32BE(376),
    bitsPerPixel,
    bytesPerLine: header.readUInt32BE(392),
    channels: isColor ? 3 : 1,
    dpi: header.readUInt32BE(276),
    white: isBlack ? 0 : 255,
    isInverted: isBlack,
  };
}

function urfFormat(header: Buffer): PageFormat {
  const bitsPerPixel = header.readUInt8(0);
  const colorSpace = header.readUInt8(1);
  const isColor = colorSpace === 1 && bitsPerPixel === 24;
  if (!isColor && !(colorSpace === 0 && bitsPerPixel === 8))
    throw new RasterError(`URF colour space ${colorSpace} with ${bitsPerPixel} bits is not supported`);
  const widthPx = header.readUInt32BE(12);
  return {
    widthPx,
    heightPx: header.readUInt32BE(16),
    bitsPerPixel,
    bytesPerLine: (widthPx * bitsPerPixel) / 8,
    channels: isColor ? 3 : 1,
    dpi: header.readUInt32BE(20),
    white: 255,
    isInverted: false,
  };
}

/** One line of PackBits whose unit is a pixel; 128 fills the rest with white (URF). */
function readLine(reader: ByteReader, line: Buffer, format: PageFormat): void {
  const unit = Math.max(1, format.bitsPerPixel / 8);
  let at = 0;
  while (at < line.length) {
    const code = reader.byte();
    if (code === 128) {
      line.fill(format.white, at);
      return;
    }
    const count = (code < 128 ? code + 1 : 257 - code) * unit;
    if (at + count > line.length) throw new RasterError('a line is longer than its page is wide');
    if (code < 128) line.fill(Buffer.from(reader.take(unit)), at, at + count);
    else reader.take(count).copy(line, at);
    at += count;
  }
}

function toGray(lines: Buffer, format: PageFormat): Buffer {
  if (format.bitsPerPixel === 8) return lines.map((ink) => 255 - ink) as Buffer;
  const { widthPx, heightPx, bytesPerLine } = format;
  const gray = Buffer.alloc(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const ink = ((lines[y * bytesPerLine + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
      gray[y * widthPx + x] = ink === 1 ? 0 : 255;
    }
  return gray;
}

function readPage(reader: ByteReader, format: PageFormat): RasterPage {
  const { widthPx, heightPx, channels, dpi, bytesPerLine } = format;
  const isPossible =
    bytesPerLine === Math.ceil((widthPx * format.bitsPerPixel) / 8) && widthPx * heightPx > 0;
  if (!isPossible || widthPx * heightPx * channels > maxPageBytes)
    throw new RasterError(`a page of ${widthPx} x ${heightPx} pixels is not possible`);
  const lines = Buffer.alloc(bytesPerLine * heightPx);
  for (let y = 0; y < heightPx; ) {
    const repeats = Math.min(reader.byte() + 1, heightPx - y);
    const line = lines.subarray(y * bytesPerLine, (y + 1) * bytesPerLine);
    readLine(reader, line, format);
    for (let copy = 1; copy < repeats; copy += 1) line.copy(lines, (y + copy) * bytesPerLine);
    y += repeats;
  }
  return { widthPx, heightPx, channels, dpi, pixels: format.isInverted ? toGray(lines, format) : lines };
}

/** The pages of a PWG or URF file, told apart by its first bytes. Throws RasterError on anything else. */
export function* readRasterPages(path: string): Generator<RasterPage> {
  const fd = openSync(path, 'r');
  try {
    const reader = createByteReader(fd);
    const sync = reader.take(4).toString('latin1');
    const isUrf = sync === 'UNIR';
    if (isUrf && reader.take(4).toString('latin1') !== 'AST\0') throw new RasterError('no URF header');
    if (!isUrf && sync !== 'RaS2') throw new RasterError('neither PWG raster nor URF');
    // The page count of URF may be 0 when the sender streams: the end of the file decides.
    if (isUrf) reader.take(4);
    for (;;) {
      const header = reader.tryTake(isUrf ? 32 : pwgHeaderBytes);
      if (!header) return;
      yield readPage(reader, isUrf ? urfFormat(header) : pwgFormat(header));
    }
  } finally {
    closeSync(fd);
  }
}
