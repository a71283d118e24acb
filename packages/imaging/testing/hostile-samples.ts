/**
 * Owns hostile files made by code: each is small and asks for much more than it is worth, or lies. For tests only;
 * must never read a file.
 */
import { deflateRawSync, constants as zlib } from 'node:zlib';
import { pngChunk, pngSignature } from '../pixels/png-chunk.ts';

/**
 * zlib data that inflates to `rows` rows of `rowBytes` equal bytes behind a filter byte of 0, made without ever
 * holding them: full-flush blocks can be repeated, and the Adler-32 of equal rows has a closed form per row.
 */
function deflateEqualRows(options: { rows: number; rowBytes: number; value: number }): Buffer {
  const row = Buffer.alloc(options.rowBytes + 1, options.value);
  row[0] = 0;
  const perBlock = Math.max(1, Math.floor(4_000_000 / row.length));
  const compress = (rows: number) =>
    deflateRawSync(Buffer.concat(Array.from({ length: rows }, () => row)), {
      level: 9,
      finishFlush: zlib.Z_FULL_FLUSH,
    });
  const block = compress(perBlock);
  const parts: Buffer[] = [Buffer.from([0x78, 0xda])];
  for (let left = options.rows; left > 0; left -= perBlock)
    parts.push(left >= perBlock ? block : compress(left));
  parts.push(Buffer.from([0x03, 0x00]), adlerOfEqualRows(row, options.rows));
  return Buffer.concat(parts);
}

function adlerOfEqualRows(row: Buffer, rows: number): Buffer {
  let sum = 0;
  let weighted = 0;
  for (let i = 0; i < row.length; i++) {
    sum += row[i]!;
    weighted = (weighted + (row.length - i) * row[i]!) % 65521;
  }
  let a = 1;
  let b = 0;
  for (let i = 0; i < rows; i++) {
    b = (b + row.length * a + weighted) % 65521;
    a = (a + sum) % 65521;
  }
  const out = Buffer.alloc(4);
  out.writeUInt16BE(b, 0);
  out.writeUInt16BE(a, 2);
  return out;
}

/** What a PNG is to say of itself. `channels` 1 is grey, 3 RGB, 4 RGBA. */
export interface BlankPngOptions {
  widthPx: number;
  heightPx: number;
  bitDepth: 1 | 8 | 16;
  channels: 1 | 3 | 4;
  /** How many rows really follow; all of them by default. */
  rows?: number;
  /** Says Adam7 in the header; the pixels are not in that order. */
  interlaced?: boolean;
  /** Chunks between the header and the pixels. */
  extraChunks?: Buffer[];
}

/** A PNG of one colour (white), valid unless `rows` is less than `heightPx`; about 1/1000 of the pixels' bytes. */
export function makeBlankPng(options: BlankPngOptions): Buffer {
  const { widthPx, heightPx, bitDepth, channels, rows = heightPx, extraChunks = [] } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = bitDepth;
  header[9] = { 1: 0, 3: 2, 4: 6 }[channels];
  header[12] = options.interlaced ? 1 : 0;
  const rowBytes = Math.ceil((widthPx * bitDepth * channels) / 8);
  const pixels = deflateEqualRows({ rows, rowBytes, value: 0xff });
  const end = pngChunk('IEND', new Uint8Array());
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...extraChunks,
    pngChunk('IDAT', pixels),
    end,
  ]);
}

/** A small PNG with a text or profile chunk that inflates to `inflatedBytes`. */
export function makePngChunkBomb(options: { chunk: 'zTXt' | 'iCCP'; inflatedBytes: number }): Buffer {
  const data = deflateEqualRows({ rows: options.inflatedBytes / 100_000, rowBytes: 99_999, value: 0x41 });
  const head = Buffer.from(options.chunk === 'iCCP' ? 'profile\0\0' : 'Comment\0\0', 'latin1');
  const extraChunks = [pngChunk(options.chunk, Buffer.concat([head, data]))];
  return makeBlankPng({ widthPx: 64, heightPx: 64, bitDepth: 8, channels: 3, extraChunks });
}

/** A GIF of `frames` frames of 1 x 1 pixel on a screen of `widthPx` x `heightPx`. */
export function makeGif(options: { widthPx: number; heightPx: number; frames: number }): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(options.widthPx, 6);
  head.writeUInt16LE(options.heightPx, 8);
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([head, ...Array.from({ length: options.frames }, () => frame), Buffer.from(';')]);
}

/** Where the dimensions stand in a JPEG: after the marker, its length and the precision of its frame header. */
function findFrameHeader(jpeg: Buffer): number {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1]! >= 0xc0 && jpeg[at + 1]! <= 0xc2) return at;
  }
  throw new Error('the JPEG has no frame header');
}

/** The same JPEG with another size in its header. */
export function withJpegSize(jpeg: Buffer, size: { widthPx: number; heightPx: number }): Buffer {
  const out = Buffer.from(jpeg);
  const frame = findFrameHeader(out);
  out.writeUInt16BE(size.heightPx, frame + 5);
  out.writeUInt16BE(size.widthPx, frame + 7);
  return out;
}

/** A progressive JPEG with its last scan repeated until there are `scans` of them. */
export function withRepeatedScans(progressiveJpeg: Buffer, scans: number): Buffer {
  const lastScan = progressiveJpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = progressiveJpeg.subarray(lastScan, progressiveJpeg.length - 2);
  const repeated = Array.from({ length: scans }, () => scan);
  return Buffer.concat([progressiveJpeg.subarray(0, lastScan), ...repeated, Buffer.from([0xff, 0xd9])]);
}

/** An uncompressed grey TIFF of several pages (TIFF 6.0, section 2), little-endian, one strip a page. */
export function makeMultiPageTiff(
  pages: { widthPx: number; heightPx: number; thumbnail?: boolean }[],
): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\x08\0\0\0', 'latin1')];
  let position = 8;
  pages.forEach(({ widthPx, heightPx, thumbnail }, index) => {
    const pixels = Buffer.alloc(widthPx * heightPx, 60 + index * 40);
    const entries: [tag: number, type: number, value: number][] = [
      [254, 4, thumbnail ? 1 : 0],
      [256, 4, widthPx],
      [257, 4, heightPx],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, position + 2 + 11 * 12 + 4],
      [277, 3, 1],
      [278, 4, heightPx],
      [279, 4, pixels.length],
      [284, 3, 1],
    ];
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length, 0);
    entries.forEach(([tag, type, value], i) => {
      directory.writeUInt16LE(tag, 2 + i * 12);
      directory.writeUInt16LE(type, 4 + i * 12);
      directory.writeUInt32LE(1, 6 + i * 12);
      directory.writeUInt32LE(value, 10 + i * 12);
    });
    const end = position + directory.length + pixels.length;
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : end, directory.length - 4);
    parts.push(directory, pixels);
    position = end;
  });
  return Buffer.concat(parts);
}

/** A WebP that is all header (VP8X, RFC 9649 section 2.7.1). */
function makeExtendedWebp(flags: number, sizeBytes: number[]): Buffer {
  const out = Buffer.alloc(60);
  out.write('RIFF', 0, 'latin1');
  out.writeUInt32LE(out.length - 8, 4);
  out.write('WEBPVP8X', 8, 'latin1');
  out.writeUInt32LE(10, 16);
  out[20] = flags;
  out.set(sizeBytes, 24);
  out.write('VP8 ', 30, 'latin1');
  out.writeUInt32LE(22, 34);
  return out;
}

/** A WebP that says it is 16,777,216 pixels wide and high. */
export function makeTallWebp(): Buffer {
  return makeExtendedWebp(0, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
}

/** A WebP that says it is an animation. */
export function makeAnimatedWebpHeader(): Buffer {
  return makeExtendedWebp(0x02, [99, 0, 0, 99, 0, 0]);
}
