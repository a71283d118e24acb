/**
 * Owns pixels that wait in a file instead of memory: written by sharp as a VIPS file (its 64-byte header, then the pixels),
 * read here in bands, turned a quarter on the way where wanted. Must never leave such a file behind.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import type { Sharp } from 'sharp';
import { type PixelBand, reverseRows } from './raster-pixels.ts';

export interface PixelFile {
  /** Of the picture as it is read: turned where that was wanted. */
  widthPx: number;
  heightPx: number;
  channels: 1 | 3;
  /** From top to bottom, or the other way round; the memory of a band is used again for the next one. */
  bands(order?: BandOrder): Generator<PixelBand>;
}

export type BandOrder = 'from-top' | 'from-bottom';

const headerBytes = 64;
const littleEndianMagic = 0xb6a6f208;
/** VIPS_FORMAT_UCHAR. */
const formatByte = 0;
/** Bytes of a band: A3 at 600 dpi in colour has 209 MB. */
const bandBytes = 8 * 1024 * 1024;

function readWhole(fd: number, into: Uint8Array, position: number): void {
  for (let at = 0; at < into.length; ) {
    const count = readSync(fd, into, at, into.length - at, position + at);
    if (count === 0) throw new Error('the pixel file is cut off');
    at += count;
  }
}

interface Stored {
  fd: number;
  widthPx: number;
  heightPx: number;
  channels: 1 | 3;
}

function openStored(path: string): Stored {
  const fd = openSync(path, 'r');
  const header = Buffer.alloc(headerBytes);
  readWhole(fd, header, 0);
  const [widthPx, heightPx, channels] = [4, 8, 12].map((at) => header.readInt32LE(at)) as [
    number,
    number,
    number,
  ];
  const isKnown = header.readUInt32BE(0) === littleEndianMagic && header.readInt32LE(20) === formatByte;
  if (!isKnown || (channels !== 1 && channels !== 3)) {
    closeSync(fd);
    throw new Error(`unexpected pixels: ${channels} channels`);
  }
  return { fd, widthPx, heightPx, channels };
}

/** Where bands of so many rows begin. */
function startsOf(rows: number, { maxRows, order }: { maxRows: number; order: BandOrder }): number[] {
  const starts = Array.from({ length: Math.ceil(rows / maxRows) }, (_, band) => band * maxRows);
  return order === 'from-top' ? starts : starts.reverse();
}

function* uprightBands({ fd, widthPx, heightPx, channels }: Stored, order: BandOrder): Generator<PixelBand> {
  const rowBytes = widthPx * channels;
  const maxRows = Math.max(1, Math.floor(bandBytes / rowBytes));
  const buffer = new Uint8Array(Math.min(maxRows, heightPx) * rowBytes);
  for (const top of startsOf(heightPx, { maxRows, order })) {
    const rows = Math.min(maxRows, heightPx - top);
    const pixels = buffer.subarray(0, rows * rowBytes);
    readWhole(fd, pixels, headerBytes + top * rowBytes);
    const band = { pixels, rows, channels };
    if (order === 'from-bottom') reverseRows(band);
    yield band;
  }
}

/** A quarter turn clockwise: row y of the result is column y of what is stored, from its bottom up. */
function* turnedBands({ fd, widthPx, heightPx, channels }: Stored, order: BandOrder): Generator<PixelBand> {
  const maxRows = Math.max(1, Math.floor(bandBytes / (heightPx * channels)));
  const buffer = new Uint8Array(Math.min(maxRows, widthPx) * heightPx * channels);
  const strip = new Uint8Array(maxRows * channels);
  for (const left of startsOf(widthPx, { maxRows, order })) {
    const rows = Math.min(maxRows, widthPx - left);
    const pixels = buffer.subarray(0, rows * heightPx * channels);
    const piece = strip.subarray(0, rows * channels);
    for (let y = 0; y < heightPx; y += 1) {
      readWhole(fd, piece, headerBytes + (y * widthPx + left) * channels);
      const column = (heightPx - 1 - y) * channels;
      for (let row = 0; row < rows; row += 1)
        for (let i = 0; i < channels; i += 1)
          pixels[row * heightPx * channels + column + i] = piece[row * channels + i]!;
    }
    const band = { pixels, rows, channels };
    if (order === 'from-bottom') reverseRows(band);
    yield band;
  }
}

/**
 * Runs the pipeline into a file beside `path`, gives it to `work`, and removes it. Throws what sharp and the file system throw.
 */
export async function withPixelFile<T>(
  { pipeline, path, turned }: { pipeline: Sharp; path: string; turned: boolean },
  work: (file: PixelFile) => T,
): Promise<T> {
  const pixelPath = `${path}.pixels.v`;
  let stored: Stored | undefined;
  try {
    await pipeline.toFile(pixelPath);
    const open = openStored(pixelPath);
    stored = open;
    return work({
      widthPx: turned ? open.heightPx : open.widthPx,
      heightPx: turned ? open.widthPx : open.heightPx,
      channels: open.channels,
      bands: (order = 'from-top') => (turned ? turnedBands(open, order) : uprightBands(open, order)),
    });
  } finally {
    if (stored) closeSync(stored.fd);
    rmSync(pixelPath, { force: true });
  }
}
