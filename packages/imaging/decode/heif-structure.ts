/**
 * Owns what a file in boxes (HEIF: ISO/IEC 23008-12, on ISO/IEC 14496-12) says of itself before it is decoded: boxes inside their
 * parents, few and not deep, items inside the file, no other files. Every number is untrusted. Must never decode pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** Phones write some 100 boxes, 5 deep, in some kilobytes: one for each tile of the picture. */
const maxBoxes = 5000;
const maxDepth = 8;
const maxMetaBytes = 4 * 1024 * 1024;
const maxItems = 2000;
const maxPicturePixels = 50_000_000;
const maxSidePx = 20_000;

/** Boxes that hold boxes, and how many bytes of their own stand in front of them. */
const containers: Record<string, number> = { meta: 4, iprp: 0, ipco: 0, dinf: 0, dref: 8 };

interface Box {
  type: string;
  start: number;
  end: number;
}

const damaged = (sentence = 'The boxes of this HEIF picture are damaged.') =>
  new ImagingRefusal('cannot_decode', sentence);

/** The box at `position`, which must end within `end`. */
function readBox(file: FileBytes, position: number, end: number): Box {
  const head = file.read(position, 16);
  if (head.length < 8) throw new ImagingRefusal('truncated');
  const type = head.toString('latin1', 4, 8);
  const size = head.readUInt32BE(0);
  const isLong = size === 1;
  if (isLong && head.length < 16) throw new ImagingRefusal('truncated');
  // 0: to the end of what it stands in.
  const bytes = isLong ? Number(head.readBigUInt64BE(8)) : size === 0 ? end - position : size;
  if (bytes < (isLong ? 16 : 8)) throw damaged();
  if (position + bytes > end) throw end === file.size ? new ImagingRefusal('truncated') : damaged();
  return { type, start: position + (isLong ? 16 : 8), end: position + bytes };
}

/** Width and height of a picture or tile (ispe, section 6.5.3). */
function checkSize(file: FileBytes, { start }: Box): void {
  const body = file.read(start, 12);
  if (body.length < 12) throw damaged();
  const [widthPx, heightPx] = [body.readUInt32BE(4), body.readUInt32BE(8)];
  const isTooLarge = widthPx > maxSidePx || heightPx > maxSidePx || widthPx * heightPx > maxPicturePixels;
  if (isTooLarge) throw new ImagingRefusal('too_many_pixels');
}

/** Reads numbers of 0, 4 or 8 bytes, one after the other. */
function createCursor(bytes: Buffer) {
  let at = 0;
  return (width: number): number => {
    if (at + width > bytes.length) throw damaged();
    const value =
      width === 0 ? 0 : width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, width);
    at += width;
    return value;
  };
}

/** Where items stand (iloc, ISO/IEC 14496-12 section 8.11.3): in this file, and within it. */
function checkLocations(file: FileBytes, { start, end }: Box): void {
  const next = createCursor(file.read(start, end - start));
  const version = next(4) >>> 24;
  const sizes = next(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version > 0 ? sizes & 15 : 0;
  if ([offsetBytes, lengthBytes, baseBytes, indexBytes].some((width) => ![0, 4, 8].includes(width)))
    throw damaged();
  const items = next(version < 2 ? 2 : 4);
  let extentsLeft = maxBoxes;
  if (items > maxItems) throw damaged('This HEIF picture has too many items to be decoded.');
  for (let item = 0; item < items; item++) {
    next(version < 2 ? 2 : 4);
    const method = version > 0 ? next(2) & 15 : 0;
    if (next(2) !== 0)
      throw new ImagingRefusal(
        'not_accepted',
        'This HEIF picture is in another file, which is not looked for.',
      );
    const base = next(baseBytes);
    const extents = next(2);
    extentsLeft -= extents;
    if (extentsLeft < 0) throw damaged('This HEIF picture is in too many pieces to be decoded.');
    for (let extent = 0; extent < extents; extent++) {
      next(indexBytes);
      const [offset, length] = [next(offsetBytes), next(lengthBytes)];
      // Method 0 counts from the start of the file; others from inside the meta box.
      if (method === 0 && base + offset + length > file.size) throw new ImagingRefusal('truncated');
    }
  }
}

/** A reference to data (dref, section 8.7.2): flag 1 says that it is in this file. */
function checkReference(file: FileBytes, { start }: Box): void {
  if (((file.read(start, 4)[3] ?? 0) & 1) === 0)
    throw new ImagingRefusal(
      'not_accepted',
      'This HEIF picture is in another file, which is not looked for.',
    );
}

interface Walk {
  file: FileBytes;
  boxesLeft: number;
}

function walk(state: Walk, { start, end }: { start: number; end: number }, depth: number): Set<string> {
  const { file } = state;
  if (depth > maxDepth) throw damaged();
  const types = new Set<string>();
  for (let position = start; position < end; ) {
    state.boxesLeft -= 1;
    if (state.boxesLeft < 0) throw damaged('This HEIF picture has too many boxes to be decoded.');
    const box = readBox(file, position, end);
    types.add(box.type);
    const own = containers[box.type];
    if (box.type === 'meta' && box.end - box.start > maxMetaBytes) throw damaged();
    if (box.type === 'ispe') checkSize(file, box);
    else if (box.type === 'iloc') checkLocations(file, box);
    else if (box.type === 'url ' || box.type === 'urn ') checkReference(file, box);
    else if (own !== undefined)
      walk(state, { start: Math.min(box.end, box.start + own), end: box.end }, depth + 1);
    position = box.end;
  }
  return types;
}

/**
 * Refuses a file in boxes that is cut off (`truncated`), broken or of too many boxes (`cannot_decode`), larger than can be
 * (`too_many_pixels`), or partly in other files (`not_accepted`).
 */
export function checkHeifStructure(file: FileBytes): void {
  const types = walk({ file, boxesLeft: maxBoxes }, { start: 0, end: file.size }, 0);
  if (!types.has('meta')) throw damaged('This file in boxes has no picture.');
}
