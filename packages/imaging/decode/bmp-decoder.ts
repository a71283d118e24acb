/**
 * Owns decoding BMP (BITMAPFILEHEADER, BITMAPCOREHEADER and BITMAPINFOHEADER up to version 5, as Windows documents them): 1 to 32 bits, with
 * palettes, masks and run lengths. Must never decode a picture whose size was not looked at.
 */
import { type FileBytes, withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { tellPictureSize } from '../picture-size.ts';
import { createRgbTiff } from './rgb-tiff.ts';

const maxBmpPixels = 50_000_000;
const bmpBytesPerPixel = 6;
const fileHeaderBytes = 14;
const coreHeaderBytes = 12;
const infoHeaderBytes = 40;
/** From version 3 on there is a mask of what is opaque. */
const alphaHeaderBytes = 56;
const alphaMaskAt = fileHeaderBytes + infoHeaderBytes + 12;
const runBytes = 64 * 1024;

const uncompressed = 0;
const runs8 = 1;
const runs4 = 2;
const masked = 3;
const maskedWithAlpha = 6;

const damaged = () => new ImagingRefusal('cannot_decode', "The picture is damaged and can't be decoded.");

interface Bitmap {
  widthPx: number;
  heightPx: number;
  /** Stored from the first row down, as few are. */
  isFromTop: boolean;
  bits: number;
  compression: number;
  /** Blue, green, red, and a byte more but in the oldest. */
  palette: Buffer;
  entryBytes: 3 | 4;
  masks: readonly number[];
  /** 0: all of it is opaque. */
  alphaMask: number;
  pixelsAt: number;
}

function readHeader(file: FileBytes): Bitmap {
  const head = file.read(0, fileHeaderBytes + infoHeaderBytes + 16);
  if (head.length < fileHeaderBytes + coreHeaderBytes) throw new ImagingRefusal('truncated');
  const pixelsAt = head.readUInt32LE(10);
  const headerBytes = head.readUInt32LE(fileHeaderBytes);
  const isCore = headerBytes === coreHeaderBytes;
  if (!isCore && (headerBytes < infoHeaderBytes || headerBytes > 1024)) throw damaged();
  if (!isCore && head.length < fileHeaderBytes + infoHeaderBytes) throw new ImagingRefusal('truncated');
  const storedHeight = isCore ? head.readUInt16LE(20) : head.readInt32LE(22);
  const widthPx = isCore ? head.readUInt16LE(18) : head.readInt32LE(18);
  const bits = head.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? uncompressed : head.readUInt32LE(30);
  const heightPx = Math.abs(storedHeight);
  if (widthPx <= 0 || heightPx === 0) throw damaged();
  if (widthPx * heightPx > maxBmpPixels) throw new ImagingRefusal('too_many_pixels');
  const isMasked = compression === masked || compression === maskedWithAlpha;
  const isKnown =
    (compression === uncompressed && [1, 2, 4, 8, 16, 24, 32].includes(bits)) ||
    (compression === runs8 && bits === 8) ||
    (compression === runs4 && bits === 4) ||
    (isMasked && (bits === 16 || bits === 32));
  if (!isKnown) {
    throw new ImagingRefusal('not_accepted', "This kind of BMP can't be decoded here; send JPEG or PNG.");
  }
  const maskBytes = isMasked && headerBytes === infoHeaderBytes ? 12 : 0;
  const paletteAt = fileHeaderBytes + headerBytes + maskBytes;
  const told = isCore ? 0 : head.readUInt32LE(46);
  const entries = bits > 8 ? 0 : Math.min(1 << bits, told || 1 << bits);
  // Some of OS/2 have the newer header and the older palette.
  const entryBytes = isCore || pixelsAt - paletteAt === entries * 3 ? 3 : 4;
  return {
    widthPx,
    heightPx,
    isFromTop: storedHeight < 0,
    bits,
    compression,
    palette: Buffer.from(file.read(paletteAt, entries * entryBytes)),
    entryBytes,
    masks: masksOf(head, { bits, isMasked }),
    alphaMask: isMasked && headerBytes >= alphaHeaderBytes ? head.readUInt32LE(alphaMaskAt) : 0,
    pixelsAt,
  };
}

/** Of red, green and blue: those of the file, else 5 bits each of 16, 8 of 32. */
function masksOf(head: Buffer, { bits, isMasked }: { bits: number; isMasked: boolean }): number[] {
  if (!isMasked) return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0xff00, 0xff];
  const at = fileHeaderBytes + infoHeaderBytes;
  if (head.length < at + 12) throw new ImagingRefusal('truncated');
  return [0, 4, 8].map((offset) => head.readUInt32LE(at + offset));
}

/** Checks kind and size. Throws ImagingRefusal. */
export function checkBmpStructure(file: FileBytes): void {
  readHeader(file);
}

/** Takes the part of a word under a mask as 8 bits. */
function channelOf(mask: number): (word: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (word) => Math.round((((word & mask) >>> shift) * 255) / max);
}

const rowOf = ({ heightPx, isFromTop }: Bitmap, stored: number): number =>
  isFromTop ? stored : heightPx - 1 - stored;

/** Puts the colour of a palette's entry; black for one that isn't there. */
function putEntry({ palette, entryBytes }: Bitmap, index: number, pixels: Buffer, to: number): void {
  const from = index * entryBytes;
  for (let i = 0; i < 3; i++) pixels[to + i] = palette[from + 2 - i] ?? 0;
}

/** The words of a row of 16 or 32 bits. */
const wordAt = (row: Buffer, x: number, bits: number): number =>
  bits === 16 ? row.readUInt16LE(x * 2) : row.readUInt32LE(x * 4);

function* storedRows(file: FileBytes, { widthPx, heightPx, bits, pixelsAt }: Bitmap): Generator<Buffer> {
  const rowBytes = Math.ceil((widthPx * bits) / 32) * 4;
  for (let stored = 0; stored < heightPx; stored++) {
    const row = file.read(pixelsAt + stored * rowBytes, rowBytes);
    // The last row's fill bytes are sometimes left out.
    if (row.length < Math.ceil((widthPx * bits) / 8)) throw new ImagingRefusal('truncated');
    yield row;
  }
}

/** How opaque a word is; everything where the mask is there and nobody filled it in. */
function alphaOf(file: FileBytes, bitmap: Bitmap): (word: number) => number {
  const { alphaMask, bits, widthPx } = bitmap;
  if (alphaMask === 0) return () => 255;
  const alpha = channelOf(alphaMask);
  for (const row of storedRows(file, bitmap))
    for (let x = 0; x < widthPx; x++) if (alpha(wordAt(row, x, bits)) !== 0) return alpha;
  return () => 255;
}

/** Whatever is transparent is white. */
function readWords(file: FileBytes, bitmap: Bitmap, pixels: Buffer): void {
  const { widthPx, bits } = bitmap;
  const channels = bitmap.masks.map(channelOf);
  const alphaIn = alphaOf(file, bitmap);
  let stored = 0;
  for (const row of storedRows(file, bitmap)) {
    const start = rowOf(bitmap, stored++) * widthPx * 3;
    for (let x = 0; x < widthPx; x++) {
      const word = wordAt(row, x, bits);
      const alpha = alphaIn(word);
      for (let i = 0; i < 3; i++)
        pixels[start + x * 3 + i] = Math.round((channels[i]!(word) * alpha + 255 * (255 - alpha)) / 255);
    }
  }
}

function readPlainRows(file: FileBytes, bitmap: Bitmap, pixels: Buffer): void {
  const { widthPx, bits } = bitmap;
  let stored = 0;
  for (const row of storedRows(file, bitmap)) {
    const start = rowOf(bitmap, stored++) * widthPx * 3;
    for (let x = 0; x < widthPx; x++) {
      const to = start + x * 3;
      if (bits === 24) for (let i = 0; i < 3; i++) pixels[to + i] = row[x * 3 + 2 - i]!;
      else {
        const shift = 8 - bits - ((x * bits) & 7);
        putEntry(bitmap, (row[(x * bits) >> 3]! >> shift) & ((1 << bits) - 1), pixels, to);
      }
    }
  }
}

/** Bytes one after the other, from a place in the file on. */
function createBytes(file: FileBytes, from: number): () => number {
  let [window, start, at] = [Buffer.alloc(0), from, 0];
  return () => {
    if (at >= window.length) {
      start += window.length;
      window = Buffer.from(file.read(start, runBytes));
      at = 0;
      if (window.length === 0) throw new ImagingRefusal('truncated');
    }
    return window[at++]!;
  };
}

/** Run lengths of 8 or 4 bits; what they leave out is white, as paper is. */
function readRuns(file: FileBytes, bitmap: Bitmap, pixels: Buffer): void {
  const { widthPx, heightPx, bits, pixelsAt } = bitmap;
  pixels.fill(255);
  const next = createBytes(file, pixelsAt);
  let [x, stored] = [0, 0];
  const put = (index: number) => {
    if (x >= widthPx || stored >= heightPx) throw damaged();
    putEntry(bitmap, index, pixels, (rowOf(bitmap, stored) * widthPx + x) * 3);
    x += 1;
  };
  /** `count` indices out of the bytes that `take` gives. */
  const putAll = (count: number, take: () => number) => {
    let byte = 0;
    for (let i = 0; i < count; i++) {
      if (bits === 8 || i % 2 === 0) byte = take();
      put(bits === 8 ? byte : i % 2 === 0 ? byte >> 4 : byte & 15);
    }
  };
  while (stored < heightPx) {
    const [count, value] = [next(), next()];
    if (count > 0) putAll(count, () => value);
    else if (value === 0) {
      x = 0;
      stored += 1;
    } else if (value === 1) return;
    else if (value === 2) {
      x += next();
      stored += next();
    } else {
      putAll(value, next);
      // Filled up to an even number of bytes.
      if (Math.ceil((value * bits) / 8) % 2 === 1) next();
    }
  }
}

/** The picture as a TIFF in memory. Throws ImagingRefusal. */
export function decodeBmp(path: string): Buffer {
  return withFileBytes(path, (file) => {
    const bitmap = readHeader(file);
    const { widthPx, heightPx, compression } = bitmap;
    tellPictureSize({ pixels: widthPx * heightPx, bytesPerPixel: bmpBytesPerPixel });
    const { file: tiff, pixels } = createRgbTiff({ widthPx, heightPx });
    if (compression === runs8 || compression === runs4) readRuns(file, bitmap, pixels);
    else if (bitmap.bits === 16 || bitmap.bits === 32) readWords(file, bitmap, pixels);
    else readPlainRows(file, bitmap, pixels);
    return tiff;
  });
}
