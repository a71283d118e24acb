/**
 * Owns what a PNG says of itself before and after decoding (PNG, third edition, sections 5 and 11). Must never decode
 * pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** A decoder keeps an interlaced picture in memory as a whole. */
const maxInterlacedBytes = 190_000_000;
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Pixels come in pieces of 8 KB and more: 150 megapixels of the largest kind in 150,000. */
const maxChunks = 200_000;
/** Chunks that aren't pixels: some 20 in files of cameras and editors. */
const maxOtherChunks = 2000;
const maxOtherBytes = 32 * 1024 * 1024;
/** libpng inflates each text up to 8 MB and keeps it; deflate makes at most 1032 bytes of one. */
const maxInflated = 8_000_000;
const maxRatio = 1032;
const maxTextBytes = 64_000_000;

function checkInterlaced(file: FileBytes): void {
  const header = file.read(16, 13);
  if (header.length < 13 || header[12] !== 1) return;
  const bytesPerPixel = ((channels[header[9]!] ?? 4) * header[8]!) / 8;
  if (header.readUInt32BE(0) * header.readUInt32BE(4) * bytesPerPixel > maxInterlacedBytes) {
    const message = 'This interlaced PNG has too many pixels to be decoded; save it without interlacing.';
    throw new ImagingRefusal('too_many_pixels', message);
  }
}

const isChunkType = (type: string): boolean => /^[A-Za-z]{4}$/.test(type);

/** The chunks in order, up to the end of the file, IEND, or bytes that are no chunk. */
function* chunksOf(file: FileBytes): Generator<{ type: string; bytes: number }> {
  let position = 8;
  while (position + 12 <= file.size) {
    const head = file.read(position, 8);
    const type = head.toString('latin1', 4);
    yield { type, bytes: head.readUInt32BE(0) };
    if (type === 'IEND' || !isChunkType(type)) return;
    position += 12 + head.readUInt32BE(0);
  }
}

function checkChunks(file: FileBytes): void {
  let [chunks, others, otherBytes, textBytes] = [0, 0, 0, 0];
  for (const { type, bytes } of chunksOf(file)) {
    chunks += 1;
    if (type !== 'IDAT') {
      others += 1;
      otherBytes += bytes;
    }
    if (type === 'zTXt' || type === 'iTXt') textBytes += Math.min(maxInflated, bytes * maxRatio);
    const isTooMuch =
      chunks > maxChunks || others > maxOtherChunks || otherBytes > maxOtherBytes || textBytes > maxTextBytes;
    if (isTooMuch) {
      throw new ImagingRefusal('cannot_decode', 'This PNG has too much beside its picture to be decoded.');
    }
  }
}

/**
 * Refuses an interlaced PNG that would take too much memory (`too_many_pixels`), and one with texts and chunks that would
 * (`cannot_decode`).
 */
export function checkPngStructure(file: FileBytes): void {
  checkInterlaced(file);
  checkChunks(file);
}

/** Whether the file ends before its IEND chunk; for a picture that can't be decoded. Other bytes than chunks are damage. */
export function isPngTruncated(file: FileBytes): boolean {
  for (const { type } of chunksOf(file)) if (type === 'IEND' || !isChunkType(type)) return false;
  return true;
}
