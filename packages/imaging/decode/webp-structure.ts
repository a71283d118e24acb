/**
 * Owns what a WebP says of itself before it is decoded (RFC 9649 section 2). Must never decode pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** A WebP has at most 16383 pixels a side, and is decoded as a whole. */
const maxSidePx = 16383;
/** Writers put at most a profile, Exif, XMP, transparency and the picture into a file; animations have one for each frame. */
const maxChunks = 100;
const maxFrames = 2000;
const maxMetadataBytes = 16 * 1024 * 1024;
const frameChunk = 'ANMF';
const pictureChunks = ['VP8 ', 'VP8L', 'ALPH', frameChunk];

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
    if (type === frameChunk) frames += 1;
    else chunks += 1;
    if (!pictureChunks.includes(type)) metadataBytes += bytes;
    if (chunks > maxChunks || frames > maxFrames || metadataBytes > maxMetadataBytes) {
      throw new ImagingRefusal('cannot_decode', 'This WebP has too much beside its picture to be decoded.');
    }
  }
}

/** The frames of an animation; 0 for a single picture. */
export function countWebpFrames(file: FileBytes): number {
  let frames = 0;
  for (const { type } of chunksOf(file)) if (type === frameChunk) frames += 1;
  return frames;
}

/** Refuses a WebP that is cut off (`truncated`), larger than can be, or full of other things. */
export function checkWebpStructure(file: FileBytes): void {
  const head = file.read(0, 30);
  if (head.length < 30 || head.readUInt32LE(4) + 8 > file.size) throw new ImagingRefusal('truncated');
  if (head.toString('latin1', 12, 16) !== 'VP8X') return;
  const widthPx = head.readUIntLE(24, 3) + 1;
  const heightPx = head.readUIntLE(27, 3) + 1;
  if (widthPx > maxSidePx || heightPx > maxSidePx) throw new ImagingRefusal('too_many_pixels');
  checkChunks(file);
}
