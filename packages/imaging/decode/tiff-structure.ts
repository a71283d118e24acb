/**
 * Owns the pages of a TIFF (TIFF 6.0, section 2; tag NewSubfileType, section 8). Must never decode pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** More directories than this are not looked at: a chain can be made endless. */
const maxDirectories = 1000;
const newSubfileType = 254;
const reducedResolution = 1;

interface Directory {
  next: number;
  isReduced: boolean;
}

function readDirectory(file: FileBytes, position: number, littleEndian: boolean): Directory {
  const countBytes = file.read(position, 2);
  if (countBytes.length < 2) throw new ImagingRefusal('truncated');
  const count = littleEndian ? countBytes.readUInt16LE() : countBytes.readUInt16BE();
  const bytes = file.read(position + 2, count * 12 + 4);
  if (bytes.length < count * 12 + 4) throw new ImagingRefusal('truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let isReduced = false;
  for (let at = 0; at < count * 12; at += 12) {
    if (view.getUint16(at, littleEndian) !== newSubfileType) continue;
    isReduced = (view.getUint32(at + 8, littleEndian) & reducedResolution) !== 0;
  }
  return { next: view.getUint32(count * 12, littleEndian), isReduced };
}

/** The most pages of a TIFF: fax archives and scans have a few dozen. */
const maxPages = 200;

/**
 * Refuses a TIFF of more than 200 pages (`not_accepted`), one that ends before a directory (`truncated`), and camera raw
 * files, which begin with a thumbnail.
 */
export function checkTiffStructure(file: FileBytes): void {
  listTiffPages(file);
}

/**
 * Which of the directories are pages, from 0: thumbnails don't count. Of a BigTIFF the first alone. Throws as
 * `checkTiffStructure`.
 */
export function listTiffPages(file: FileBytes): number[] {
  const head = file.read(0, 8);
  if (head.length < 8) throw new ImagingRefusal('truncated');
  const littleEndian = head[0] === 0x49;
  if (head[littleEndian ? 2 : 3] !== 42) return [0];
  let position = littleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4);
  const seen = new Set<number>();
  const pages: number[] = [];
  while (position !== 0 && !seen.has(position) && seen.size < maxDirectories) {
    const directory = readDirectory(file, position, littleEndian);
    if (directory.isReduced && seen.size === 0) {
      throw new ImagingRefusal('not_accepted', "Camera raw pictures can't be decoded here; send JPEG.");
    }
    if (!directory.isReduced) pages.push(seen.size);
    seen.add(position);
    position = directory.next;
  }
  if (pages.length > maxPages) {
    const sentence = `This TIFF has ${pages.length} pages; ${maxPages} at most.`;
    throw new ImagingRefusal('not_accepted', sentence);
  }
  return pages;
}
