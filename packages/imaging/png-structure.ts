/**
 * Owns what a PNG says of itself before and after decoding (PNG, third edition, sections 5 and 11). Must never decode
 * pixels.
 */
import type { FileBytes } from './file-bytes.ts';
import { ImagingRefusal } from './imaging-refusal.ts';

/** A decoder keeps an interlaced picture in memory as a whole. */
const MAX_INTERLACED_BYTES = 400_000_000;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Refuses (`too_many_pixels`) an interlaced PNG that would take too much memory. */
export function checkPngStructure(file: FileBytes): void {
  const header = file.read(16, 13);
  if (header.length < 13 || header[12] !== 1) return;
  const bytesPerPixel = ((CHANNELS[header[9]!] ?? 4) * header[8]!) / 8;
  if (header.readUInt32BE(0) * header.readUInt32BE(4) * bytesPerPixel > MAX_INTERLACED_BYTES) {
    const message = 'This interlaced PNG has too many pixels to be decoded; save it without interlacing.';
    throw new ImagingRefusal('too_many_pixels', message);
  }
}

/** Whether the file ends before its IEND chunk; for a picture that can't be decoded. */
export function isPngTruncated(file: FileBytes): boolean {
  let position = 8;
  while (position + 12 <= file.size) {
    const head = file.read(position, 8);
    if (head.toString('latin1', 4) === 'IEND') return false;
    position += 12 + head.readUInt32BE(0);
  }
  return true;
}
