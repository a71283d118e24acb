/**
 * Owns what a WebP says of itself before it is decoded (RFC 9649 section 2). Must never decode pixels.
 */
import type { FileBytes } from './file-bytes.ts';
import { ImagingRefusal } from './imaging-refusal.ts';

/** A WebP has at most 16383 pixels a side, and is decoded as a whole. */
const MAX_SIDE_PX = 16383;
const ANIMATION_FLAG = 0x02;

/** Refuses a WebP that is cut off (`truncated`), animated (`not_accepted`) or says it is larger than can be. */
export function checkWebpStructure(file: FileBytes): void {
  const head = file.read(0, 30);
  if (head.length < 30 || head.readUInt32LE(4) + 8 > file.size) throw new ImagingRefusal('truncated');
  if (head.toString('latin1', 12, 16) !== 'VP8X') return;
  if (((head[20] ?? 0) & ANIMATION_FLAG) !== 0) {
    throw new ImagingRefusal('not_accepted', "Animated pictures can't be printed; send a single picture.");
  }
  const widthPx = head.readUIntLE(24, 3) + 1;
  const heightPx = head.readUIntLE(27, 3) + 1;
  if (widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX) throw new ImagingRefusal('too_many_pixels');
}
