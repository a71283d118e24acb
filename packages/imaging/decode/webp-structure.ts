/**
 * Owns what a WebP says of itself before it is decoded (RFC 9649 section 2). Must never decode pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** A WebP has at most 16383 pixels a side, and is decoded as a whole. */
const MAX_SIDE_PX = 16383;
/** Writers put at most a profile, Exif, XMP, transparency and the picture into a file; animations have one for each frame. */
const MAX_CHUNKS = 100;
const MAX_FRAMES = 2000;
const MAX_METADATA_BYTES = 16 * 1024 * 1024;
const FRAME_CHUNK = 'ANMF';
const PICTURE_CHUNKS = ['VP8 ', 'VP8L', 'ALPH', FRAME_CHUNK];

interface Chunk {
  type: string;
  bytes: number;
}

/** The chunks behind the file's head, in order. */
function* chunksOf(file: FileBytes): Generator<Chunk> {
  let position = 12;
  while (position + 8 <= file.size) {
    const head = file.read(position, 8);
    const bytes = head.readUInt32LE(4);
    yield { type: head.toString('latin1', 0, 4), bytes };
    position += 8 + bytes + (bytes % 2);
  }
}

/** Refuses a file of very many chunks, or with much that isn't the picture: a decoder copies all of it. */
function checkChunks(file: FileBytes): void {
  let [chunks, frames, metadataBytes] = [0, 0, 0];
  for (const { type, bytes } of chunksOf(file)) {
    if (type === FRAME_CHUNK) frames += 1;
    else chunks += 1;
    if (!PICTURE_CHUNKS.includes(type)) metadataBytes += bytes;
    if (chunks > MAX_CHUNKS || frames > MAX_FRAMES || metadataBytes > MAX_METADATA_BYTES) {
      throw new ImagingRefusal('cannot_decode', 'This WebP has too much beside its picture to be decoded.');
    }
  }
}

/** The frames of an animation; 0 for a single picture. */
export function countWebpFrames(file: FileBytes): number {
  let frames = 0;
  for (const { type } of chunksOf(file)) if (type === FRAME_CHUNK) frames += 1;
  return frames;
}

/** Refuses a WebP that is cut off (`truncated`), larger than can be, or full of other things. */
export function checkWebpStructure(file: FileBytes): void {
  const head = file.read(0, 30);
  if (head.length < 30 || head.readUInt32LE(4) + 8 > file.size) throw new ImagingRefusal('truncated');
  if (head.toString('latin1', 12, 16) !== 'VP8X') return;
  const widthPx = head.readUIntLE(24, 3) + 1;
  const heightPx = head.readUIntLE(27, 3) + 1;
  if (widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX) throw new ImagingRefusal('too_many_pixels');
  checkChunks(file);
}
