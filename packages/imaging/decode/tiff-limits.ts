/**
 * Owns how large a TIFF or BigTIFF may be in what a decoder keeps: directories, tiles and pieces (TIFF 6.0, sections 2 and
 * 15). Every offset is untrusted. Must never decode pixels.
 */
import type { FileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';

/** Scanners write some hundred pages; a chain can be made endless. */
const maxDirectories = 1000;
/** Real ones have some 30 entries; a decoder looks at each of all of them. */
const maxEntries = 4096;
/** A whole tile stands in memory, and each costs a step: 150 megapixels in tiles of 64 are 37,000. */
const maxTileBytes = 64 * 1024 * 1024;
const maxTiles = 100_000;

const widthTag = 256;
const heightTag = 257;
const bitsPerSample = 258;
const samplesPerPixel = 277;
const tileWidthTag = 322;
const tileHeightTag = 323;

/** How numbers are written in this file. */
interface Layout {
  littleEndian: boolean;
  isBig: boolean;
}
type Tags = Map<number, number>;

function readNumber(bytes: Buffer, at: number, { littleEndian }: Layout, width: 2 | 4 | 8): number {
  if (at + width > bytes.length) return 0;
  if (width === 2) return littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  if (width === 4) return littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  return Number(littleEndian ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
}

const tooLarge = (what: string) =>
  new ImagingRefusal('cannot_decode', `This TIFF has too many or too large ${what} to be decoded.`);

/** The first value of each entry that is a SHORT, LONG or LONG8 inside the directory; others count as 0. */
function readTags(entries: Buffer, layout: Layout): Tags {
  const tags: Tags = new Map();
  const [entryBytes, valueAt, inlineBytes] = layout.isBig ? [20, 12, 8] : [12, 8, 4];
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
    const type = readNumber(entries, at + 2, layout, 2);
    const width = ({ 3: 2, 4: 4, 16: 8 } as const)[type];
    const count = readNumber(entries, at + 4, layout, layout.isBig ? 8 : 4);
    if (!width || width * count > inlineBytes) continue;
    tags.set(readNumber(entries, at, layout, 2), readNumber(entries, at + valueAt, layout, width));
  }
  return tags;
}

function checkTiles(tags: Tags): void {
  const [tileWidth, tileHeight] = [tags.get(tileWidthTag) ?? 0, tags.get(tileHeightTag) ?? 0];
  if (tileWidth === 0 || tileHeight === 0) return;
  const samples = tags.get(samplesPerPixel) ?? 1;
  // Bits of several samples stand elsewhere: 16 are the most that are worth printing.
  const bits = tags.get(bitsPerSample) ?? 16;
  const across = Math.ceil((tags.get(widthTag) ?? 0) / tileWidth);
  const down = Math.ceil((tags.get(heightTag) ?? 0) / tileHeight);
  if ((tileWidth * tileHeight * samples * bits) / 8 > maxTileBytes || across * down > maxTiles)
    throw tooLarge('tiles');
}

function readLayout(head: Buffer): Layout | undefined {
  const littleEndian = head[0] === 0x49;
  const version = readNumber(head, 2, { littleEndian, isBig: false }, 2);
  return version === 42 || version === 43 ? { littleEndian, isBig: version === 43 } : undefined;
}

/** Refuses (`cannot_decode`) a TIFF of too many directories, entries or tiles, or of tiles that are too large. */
export function checkTiffLimits(file: FileBytes): void {
  const head = file.read(0, 16);
  const layout = readLayout(head);
  if (!layout) return;
  const [pointerBytes, countBytes, entryBytes] = layout.isBig ? ([8, 8, 20] as const) : ([4, 2, 12] as const);
  let position = readNumber(head, layout.isBig ? 8 : 4, layout, pointerBytes);
  const seen = new Set<number>();
  while (position > 0 && position < file.size && !seen.has(position)) {
    if (seen.size >= maxDirectories) throw tooLarge('directories');
    seen.add(position);
    const count = readNumber(file.read(position, countBytes), 0, layout, countBytes);
    if (count > maxEntries) throw tooLarge('directories');
    const bytes = file.read(position + countBytes, count * entryBytes + pointerBytes);
    checkTiles(readTags(bytes.subarray(0, count * entryBytes), layout));
    position = readNumber(bytes, count * entryBytes, layout, pointerBytes);
  }
}
