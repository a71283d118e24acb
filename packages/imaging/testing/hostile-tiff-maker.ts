/**
 * Owns TIFFs and BigTIFFs made entry by entry, so that any of them can lie (TIFF 6.0). For tests and benches; must never read a
 * file.
 */
import { deflateSync } from 'node:zlib';
import { makeMultiPageTiff } from './hostile-samples.ts';
import { makeJpeg } from './picture-samples.ts';

const short = 3;
export const long = 4;
export const long8 = 16;

/** A directory entry: the value itself, or bytes that are put behind the directory. */
export type Entry = [tag: number, type: number, count: number, value: number | Buffer];

/** A TIFF of one directory; `data` starts at byte 8 (16 in a BigTIFF). `next` 0 is the end, else a place in the file. */
export function makeTiffOfEntries(
  entries: Entry[],
  { data = Buffer.alloc(0), next = 0, big = false }: { data?: Buffer; next?: number; big?: boolean } = {},
): Buffer {
  const start = big ? 16 : 8;
  const [entryBytes, countBytes] = big ? [20, 8] : [12, 2];
  const at = start + data.length + (data.length % 2);
  const directory = Buffer.alloc(countBytes + entries.length * entryBytes + (big ? 8 : 4));
  const outside: Buffer[] = [];
  let outsideAt = at + directory.length;
  const number = (value: number, place: number, bytes: number) => {
    if (bytes === 8) directory.writeBigUInt64LE(BigInt(value), place);
    else directory.writeUIntLE(value, place, bytes);
  };
  number(entries.length, 0, countBytes);
  entries.forEach(([tag, type, count, value], i) => {
    const place = countBytes + i * entryBytes;
    number(tag, place, 2);
    number(type, place + 2, 2);
    number(count, place + 4, big ? 8 : 4);
    number(typeof value === 'number' ? value : outsideAt, place + (big ? 12 : 8), big ? 8 : 4);
    if (typeof value === 'number') return;
    outside.push(value);
    outsideAt += value.length;
  });
  number(next, directory.length - (big ? 8 : 4), big ? 8 : 4);
  const header = Buffer.alloc(start);
  header.write(big ? 'II+\0\x08\0\0\0' : 'II*\0', 0, 'latin1');
  if (big) header.writeBigUInt64LE(BigInt(at), 8);
  else header.writeUInt32LE(at, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2), directory, ...outside]);
}

interface Shape {
  widthPx?: number;
  heightPx?: number;
  bits?: number;
  compression?: number;
  samples?: number;
  rowsPerStrip?: number;
  stripBytes?: number;
  stripAt?: number;
}

/** The entries of a picture of one strip that stands at byte 8. */
export function shapeOf(shape: Shape): Entry[] {
  const { widthPx = 64, heightPx = 64, bits = 8, compression = 1, samples = 1 } = shape;
  const { rowsPerStrip = heightPx, stripBytes = widthPx * heightPx, stripAt = 8 } = shape;
  return [
    [256, long, 1, widthPx],
    [257, long, 1, heightPx],
    [258, short, 1, bits],
    [259, short, 1, compression],
    [262, short, 1, samples >= 3 ? 2 : 1],
    [273, long, 1, stripAt],
    [277, short, 1, samples],
    [278, long, 1, rowsPerStrip],
    [279, long, 1, stripBytes],
    [284, short, 1, 1],
  ];
}

export const grey = Buffer.alloc(64 * 64, 0x55);
export const plain = (more: Entry[], options: Parameters<typeof makeTiffOfEntries>[1] = {}) =>
  makeTiffOfEntries([...shapeOf({}), ...more], { data: grey, ...options });

/** A strip of zeros by zlib, a thousandth of its size. */
export function makeDeflateBomb(widthPx: number, heightPx: number): Buffer {
  const data = deflateSync(Buffer.alloc(widthPx * heightPx), { level: 9 });
  const shape = { widthPx, heightPx, compression: 8, stripBytes: data.length };
  return makeTiffOfEntries(shapeOf(shape), { data });
}

/** PackBits: two bytes stand for 128. */
export function makePackBitsBomb(widthPx: number, heightPx: number): Buffer {
  const data = Buffer.alloc((widthPx * heightPx) / 64);
  for (let i = 0; i < data.length; i += 2) data.writeUInt16BE(0x8155, i);
  const shape = { widthPx, heightPx, compression: 32773, stripBytes: data.length };
  return makeTiffOfEntries(shapeOf(shape), { data });
}

/** A chain of `count` directories; `last` is where the last one leads to. */
export function makeChain(count: number, { entries = 0, last = 0, reduced = true } = {}): Buffer {
  const first = plain([[254, long, 1, 0]], { next: 0 });
  const size = 2 + 12 * (entries + 1) + 4;
  const start = first.length + (first.length % 2);
  const chain = Buffer.alloc(size * count);
  for (let i = 0; i < count; i++) {
    const at = i * size;
    chain.writeUInt16LE(entries + 1, at);
    chain.writeUInt16LE(254, at + 2);
    chain.writeUInt16LE(long, at + 4);
    chain.writeUInt32LE(1, at + 6);
    chain.writeUInt32LE(reduced ? 1 : 0, at + 10);
    chain.writeUInt32LE(i === count - 1 ? last : start + (i + 1) * size, at + size - 4);
  }
  const out = Buffer.concat([first, Buffer.alloc(first.length % 2), chain]);
  const directoryAt = out.readUInt32LE(4);
  out.writeUInt32LE(start, directoryAt + 2 + out.readUInt16LE(directoryAt) * 12);
  return out;
}

/** A JPEG as the one strip (compression 7), under other dimensions. */
export async function makeTiffOfJpeg(widthPx: number, heightPx: number): Promise<Buffer> {
  const data = await makeJpeg({ widthPx: 64, heightPx: 64, seed: 5 });
  const shape = { widthPx, heightPx, compression: 7, samples: 3, stripBytes: data.length };
  return makeTiffOfEntries(shapeOf(shape), { data });
}

/** One deflated tile for the whole picture. */
export function makeGiantTile(sidePx: number): Buffer {
  const data = deflateSync(Buffer.alloc(sidePx * sidePx), { level: 9 });
  const entries: Entry[] = [
    ...shapeOf({ widthPx: sidePx, heightPx: sidePx, compression: 8 }).filter(
      ([tag]) => ![273, 278, 279].includes(tag),
    ),
    [322, long, 1, sidePx],
    [323, long, 1, sidePx],
    [324, long, 1, 8],
    [325, long, 1, data.length],
  ];
  return makeTiffOfEntries(entries, { data });
}

/** Whole, valid thumbnails behind the picture. */
export const makeThumbnails = (count: number): Buffer =>
  makeMultiPageTiff([
    { widthPx: 90, heightPx: 60 },
    ...Array.from({ length: count }, () => ({ widthPx: 1, heightPx: 1, thumbnail: true })),
  ]);

/** Tiles of 16 x 16 for so many pixels, all at the same place. */
export function makeTiled(sidePx: number): Buffer {
  const tiles = Math.ceil(sidePx / 16) ** 2;
  const table = (value: number) => {
    const out = Buffer.alloc(tiles * 4);
    for (let i = 0; i < tiles; i++) out.writeUInt32LE(value, i * 4);
    return out;
  };
  const entries: Entry[] = [
    ...shapeOf({ widthPx: sidePx, heightPx: sidePx }).filter(([tag]) => ![273, 278, 279].includes(tag)),
    [322, short, 1, 16],
    [323, short, 1, 16],
    [324, long, tiles, table(8)],
    [325, long, tiles, table(256)],
  ];
  return makeTiffOfEntries(entries, { data: grey });
}
