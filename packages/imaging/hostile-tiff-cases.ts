/**
 * Owns hostile TIFFs (TIFF 6.0; BigTIFF): directories without end, tags that point out of the file, strips that inflate. For
 * tests and benches; must never read a file.
 */
import { deflateSync } from 'node:zlib';
import type { HostileCase } from './hostile-case.ts';
import { makeMultiPageTiff } from './hostile-samples.ts';
import { makeJpeg, makeTiff } from './picture-samples.ts';

const SHORT = 3;
const LONG = 4;
const LONG8 = 16;

/** A directory entry: the value itself, or bytes that are put behind the directory. */
type Entry = [tag: number, type: number, count: number, value: number | Buffer];

/** A TIFF of one directory; `data` starts at byte 8 (16 in a BigTIFF). `next` 0 is the end, else a place in the file. */
function makeTiffOfEntries(
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

type Shape = {
  widthPx?: number;
  heightPx?: number;
  bits?: number;
  compression?: number;
  samples?: number;
  rowsPerStrip?: number;
  stripBytes?: number;
  stripAt?: number;
};

/** The entries of a picture of one strip that stands at byte 8. */
function shapeOf(shape: Shape): Entry[] {
  const { widthPx = 64, heightPx = 64, bits = 8, compression = 1, samples = 1 } = shape;
  const { rowsPerStrip = heightPx, stripBytes = widthPx * heightPx, stripAt = 8 } = shape;
  return [
    [256, LONG, 1, widthPx],
    [257, LONG, 1, heightPx],
    [258, SHORT, 1, bits],
    [259, SHORT, 1, compression],
    [262, SHORT, 1, samples >= 3 ? 2 : 1],
    [273, LONG, 1, stripAt],
    [277, SHORT, 1, samples],
    [278, LONG, 1, rowsPerStrip],
    [279, LONG, 1, stripBytes],
    [284, SHORT, 1, 1],
  ];
}

const grey = Buffer.alloc(64 * 64, 0x55);
const plain = (more: Entry[], options: Parameters<typeof makeTiffOfEntries>[1] = {}) =>
  makeTiffOfEntries([...shapeOf({}), ...more], { data: grey, ...options });

/** A strip of zeros by zlib, a thousandth of its size. */
function makeDeflateBomb(widthPx: number, heightPx: number): Buffer {
  const data = deflateSync(Buffer.alloc(widthPx * heightPx), { level: 9 });
  const shape = { widthPx, heightPx, compression: 8, stripBytes: data.length };
  return makeTiffOfEntries(shapeOf(shape), { data });
}

/** PackBits: two bytes stand for 128. */
function makePackBitsBomb(widthPx: number, heightPx: number): Buffer {
  const data = Buffer.alloc((widthPx * heightPx) / 64);
  for (let i = 0; i < data.length; i += 2) data.writeUInt16BE(0x8155, i);
  const shape = { widthPx, heightPx, compression: 32773, stripBytes: data.length };
  return makeTiffOfEntries(shapeOf(shape), { data });
}

/** A chain of `count` directories; `last` is where the last one leads to. */
function makeChain(count: number, { entries = 0, last = 0, reduced = true } = {}): Buffer {
  const first = plain([[254, LONG, 1, 0]], { next: 0 });
  const size = 2 + 12 * (entries + 1) + 4;
  const start = first.length + (first.length % 2);
  const chain = Buffer.alloc(size * count);
  for (let i = 0; i < count; i++) {
    const at = i * size;
    chain.writeUInt16LE(entries + 1, at);
    chain.writeUInt16LE(254, at + 2);
    chain.writeUInt16LE(LONG, at + 4);
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
async function makeTiffOfJpeg(widthPx: number, heightPx: number): Promise<Buffer> {
  const data = await makeJpeg({ widthPx: 64, heightPx: 64, seed: 5 });
  const shape = { widthPx, heightPx, compression: 7, samples: 3, stripBytes: data.length };
  return makeTiffOfEntries(shapeOf(shape), { data });
}

/** One deflated tile for the whole picture. */
function makeGiantTile(sidePx: number): Buffer {
  const data = deflateSync(Buffer.alloc(sidePx * sidePx), { level: 9 });
  const entries: Entry[] = [
    ...shapeOf({ widthPx: sidePx, heightPx: sidePx, compression: 8 }).filter(
      ([tag]) => ![273, 278, 279].includes(tag),
    ),
    [322, LONG, 1, sidePx],
    [323, LONG, 1, sidePx],
    [324, LONG, 1, 8],
    [325, LONG, 1, data.length],
  ];
  return makeTiffOfEntries(entries, { data });
}

/** Whole, valid thumbnails behind the picture. */
const makeThumbnails = (count: number): Buffer =>
  makeMultiPageTiff([
    { widthPx: 90, heightPx: 60 },
    ...Array.from({ length: count }, () => ({ widthPx: 1, heightPx: 1, thumbnail: true })),
  ]);

/** Tiles of 16 x 16 for so many pixels, all at the same place. */
function makeTiled(sidePx: number): Buffer {
  const tiles = Math.ceil(sidePx / 16) ** 2;
  const table = (value: number) => {
    const out = Buffer.alloc(tiles * 4);
    for (let i = 0; i < tiles; i++) out.writeUInt32LE(value, i * 4);
    return out;
  };
  const entries: Entry[] = [
    ...shapeOf({ widthPx: sidePx, heightPx: sidePx }).filter(([tag]) => ![273, 278, 279].includes(tag)),
    [322, SHORT, 1, 16],
    [323, SHORT, 1, 16],
    [324, LONG, tiles, table(8)],
    [325, LONG, tiles, table(256)],
  ];
  return makeTiffOfEntries(entries, { data: grey });
}

const directories: readonly HostileCase[] = [
  { name: 'TIFF of 8 bytes', make: () => Buffer.from('II*\0\x08\0\0\0', 'latin1'), answers: ['truncated'] },
  {
    name: 'TIFF whose directory is outside',
    make: () => Buffer.from('II*\0\xf0\xff\xff\xff', 'latin1'),
    answers: ['truncated'],
  },
  {
    name: 'TIFF of 1,000,000 directories',
    make: () => makeChain(1_000_000),
    answers: ['cannot_decode', 'not_accepted'],
  },
  {
    name: 'TIFF of 900 directories of 1000 entries',
    make: () => makeChain(900, { entries: 1000 }),
    answers: ['cannot_decode', 'not_accepted', 'image'],
  },
  {
    name: 'TIFF of 50,000 pages',
    make: () => makeChain(50_000, { reduced: false }),
    answers: ['not_accepted', 'cannot_decode'],
  },
  { name: 'TIFF with 900 thumbnails', make: () => makeThumbnails(900), answers: ['image'] },
  { name: 'TIFF with 100,000 thumbnails', make: () => makeThumbnails(100_000), answers: ['cannot_decode'] },
  {
    name: 'TIFF whose directory is its own next',
    make: () => {
      const out = plain([]);
      const at = out.readUInt32LE(4);
      out.writeUInt32LE(at, at + 2 + out.readUInt16LE(at) * 12);
      return out;
    },
    answers: ['cannot_decode', 'image', 'not_accepted'],
  },
  {
    name: 'TIFF whose directories go in a circle',
    make: () => {
      const chain = makeChain(50);
      chain.writeUInt32LE(chain.readUInt32LE(4), chain.length - 4);
      return chain;
    },
    answers: ['cannot_decode', 'image', 'not_accepted'],
  },
  {
    name: 'TIFF whose SubIFDs lead to itself',
    make: () => plain([[330, LONG, 1, 8 + grey.length]]),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'TIFF whose Exif directory leads to itself',
    make: () => plain([[34665, LONG, 1, 8 + grey.length]]),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'TIFF of pages of different sizes',
    make: () =>
      makeMultiPageTiff([
        { widthPx: 90, heightPx: 60 },
        { widthPx: 20, heightPx: 200 },
      ]),
    answers: ['not_accepted', 'image'],
  },
  {
    name: 'TIFF with a directory of 65,535 entries',
    make: () =>
      makeTiffOfEntries(
        [...shapeOf({}), ...Array.from({ length: 60_000 }, (_, i): Entry => [700 + (i % 60_000), 1, 1, 0])],
        {
          data: grey,
        },
      ),
    answers: ['image', 'cannot_decode'],
  },
];

const tags: readonly HostileCase[] = [
  {
    name: 'TIFF whose strip is outside',
    make: () => makeTiffOfEntries(shapeOf({ stripAt: 0x7ffffff0 }), { data: grey }),
    answers: ['cannot_decode', 'truncated'],
  },
  {
    name: 'TIFF whose strip says 4 GB',
    make: () => makeTiffOfEntries(shapeOf({ stripBytes: 0xfffffff0 }), { data: grey }),
    answers: ['cannot_decode', 'image', 'truncated'],
  },
  {
    name: 'TIFF with a profile outside',
    make: () => plain([[34675, 7, 0x10000000, 0x70000000]]),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'TIFF with XMP of 2^32 - 1',
    make: () => plain([[700, 1, 0xffffffff, 8]]),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'TIFF with 2^30 strip offsets',
    make: () =>
      makeTiffOfEntries(
        shapeOf({ rowsPerStrip: 1 }).map(
          (entry): Entry => (entry[0] === 273 ? [273, LONG, 0x3fffffff, 8] : entry),
        ),
        { data: grey },
      ),
    answers: ['cannot_decode', 'image', 'truncated'],
  },
  {
    name: 'TIFF of 2^32 - 1 pixels a side',
    make: () =>
      makeTiffOfEntries(shapeOf({ widthPx: 0xffffffff, heightPx: 0xffffffff, stripBytes: 4096 }), {
        data: grey,
      }),
    answers: ['too_many_pixels', 'cannot_decode'],
  },
  {
    name: 'TIFF of 0 pixels',
    make: () => makeTiffOfEntries(shapeOf({ widthPx: 0, heightPx: 0 }), { data: grey }),
    answers: ['cannot_decode'],
  },
  {
    name: 'TIFF of 65,535 samples a pixel',
    make: () => makeTiffOfEntries(shapeOf({ samples: 65_535 }), { data: grey }),
    answers: ['cannot_decode', 'too_many_pixels'],
  },
  {
    name: 'TIFF of 64 bits a sample',
    make: () =>
      makeTiffOfEntries(shapeOf({ bits: 64, stripBytes: 64 * 64 * 8 }), { data: Buffer.alloc(64 * 64 * 8) }),
    answers: ['cannot_decode', 'image'],
  },
];

const bombs: readonly HostileCase[] = [
  {
    name: 'TIFF: deflate of 100 MP in one strip',
    make: () => makeDeflateBomb(10_000, 10_000),
    answers: ['image', 'too_many_pixels'],
  },
  {
    name: 'TIFF: deflate of 149 MP in one strip',
    make: () => makeDeflateBomb(12_200, 12_200),
    answers: ['image', 'too_many_pixels'],
  },
  {
    name: 'TIFF: deflate of 400 MP',
    make: () => makeDeflateBomb(20_000, 20_000),
    answers: ['too_many_pixels'],
  },
  {
    name: 'TIFF: PackBits of 144 MP in one strip',
    make: () => makePackBitsBomb(12_000, 12_000),
    answers: ['image', 'too_many_pixels', 'cannot_decode'],
  },
  {
    name: 'TIFF: one strip of 144 MP of 4 x 32 bits that are not there',
    make: () =>
      makeTiffOfEntries(
        shapeOf({
          widthPx: 12_000,
          heightPx: 12_000,
          bits: 32,
          samples: 4,
          compression: 8,
          stripBytes: grey.length,
        }),
        {
          data: grey,
        },
      ),
    answers: ['too_many_pixels', 'cannot_decode'],
  },
  {
    name: 'TIFF: LZW of nonsense',
    make: () =>
      makeTiffOfEntries(shapeOf({ widthPx: 8000, heightPx: 8000, compression: 5, stripBytes: grey.length }), {
        data: grey,
      }),
    answers: ['cannot_decode', 'too_many_pixels'],
  },
  {
    name: 'TIFF: fax of nonsense',
    make: () =>
      makeTiffOfEntries(
        shapeOf({ widthPx: 12_000, heightPx: 12_000, bits: 1, compression: 4, stripBytes: grey.length }),
        { data: grey },
      ),
    answers: ['cannot_decode', 'too_many_pixels', 'image'],
  },
  {
    name: 'TIFF: 12000 x 12000 in tiles of 16',
    make: () => makeTiled(12_000),
    answers: ['cannot_decode'],
  },
  {
    name: 'TIFF: 12000 x 12000 in one tile',
    make: () => makeGiantTile(12_000),
    answers: ['cannot_decode'],
  },
  {
    name: 'TIFF: a JPEG of 64 x 64 as 12000 x 12000',
    make: () => makeTiffOfJpeg(12_000, 12_000),
    answers: ['cannot_decode', 'too_many_pixels'],
  },
  {
    name: 'TIFF: old JPEG compression',
    make: () => makeTiffOfEntries(shapeOf({ compression: 6 }), { data: grey }),
    answers: ['cannot_decode'],
  },
  {
    name: 'BigTIFF whose strip is at 2^62',
    make: () =>
      makeTiffOfEntries(
        shapeOf({}).map((entry): Entry => (entry[0] === 273 ? [273, LONG8, 1, 2 ** 62] : entry)),
        { data: grey, big: true },
      ),
    answers: ['cannot_decode', 'truncated'],
  },
  {
    name: 'BigTIFF whose directory is its own next',
    make: () => {
      const out = makeTiffOfEntries(shapeOf({ stripAt: 16 }), { data: grey, big: true });
      const at = Number(out.readBigUInt64LE(8));
      out.writeBigUInt64LE(BigInt(at), at + 8 + 20 * Number(out.readBigUInt64LE(at)));
      return out;
    },
    answers: ['cannot_decode', 'image', 'not_accepted'],
  },
  {
    name: 'BigTIFF of 2^60 entries',
    make: () => {
      const out = makeTiffOfEntries(shapeOf({ stripAt: 16 }), { data: grey, big: true });
      out.writeBigUInt64LE(2n ** 60n, Number(out.readBigUInt64LE(8)));
      return out;
    },
    answers: ['cannot_decode', 'truncated'],
  },
];

const cut: readonly HostileCase[] = [0.5, 0.9].map((share) => ({
  name: `TIFF cut off at ${share * 100} %`,
  make: async () => {
    const tiff = await makeTiff({ widthPx: 600, heightPx: 400, seed: 33 });
    return tiff.subarray(0, Math.floor(tiff.length * share));
  },
  answers: ['truncated'],
}));

export const tiffCases: readonly HostileCase[] = [...directories, ...tags, ...bombs, ...cut];
