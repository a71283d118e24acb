/**
 * Owns what a WebP says of itself before it is decoded (RFC 9649 section 2). Must never decode pixels.
 */
import type { FileBytes } from './file-bytes.ts';
import { ImagingRefusal } from './imaging-refusal.ts';

/** A WebP has at most 16383 pixels a side, and is decoded as a whole. */
const MAX_SIDE_PX = 16383;
const ANIMATION_FLAG = 0x02;
/** Writers put at most a profile, Exif, XMP, transparency and the picture into a file. */
const MAX_CHUNKS = 100;
const MAX_METADATA_BYTES = 16 * 1024 * 1024;
const PICTURE_CHUNKS = ['VP8 ', 'VP8L', 'ALPH'];

/** Refuses a file of very many chunks, or with much that isn't the picture: a decoder copies all of it. */
function checkChunks(file: FileBytes): void {
  let metadataBytes = 0;
  let position = 12;
  for (let chunks = 0; position + 8 <= file.size; chunks++) {
    const head = file.read(position, 8);
    const bytes = head.readUInt32LE(4);
    if (!PICTURE_CHUNKS.includes(head.toString('latin1', 0, 4))) metadataBytes += bytes;
    if (chunks >= MAX_CHUNKS || metadataBytes > MAX_METADATA_BYTES) {
      throw new ImagingRefusal('cannot_decode', 'This WebP has too much beside its picture to be decoded.');
    }
    position += 8 + bytes + (bytes % 2);
  }
}

/** Refuses a WebP that is cut off (`truncated`), animated (`not_accepted`), larger than can be, or full of other things. */
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
  checkChunks(file);
}
