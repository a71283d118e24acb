/**
 * Owns hostile TIFFs (TIFF 6.0; BigTIFF): directories without end, tags that point out of the file, strips that inflate. For
 * tests and benches; must never read a file.
 */
import type { HostileCase } from './hostile-case.ts';
import { makeMultiPageTiff } from './hostile-samples.ts';
import {
  type Entry,
  grey,
  long,
  long8,
  makeChain,
  makeDeflateBomb,
  makeGiantTile,
  makePackBitsBomb,
  makeThumbnails,
  makeTiffOfEntries,
  makeTiffOfJpeg,
  makeTiled,
  plain,
  shapeOf,
} from './hostile-tiff-maker.ts';
import { makeTiff } from './picture-samples.ts';

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
    make: () => plain([[330, long, 1, 8 + grey.length]]),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'TIFF whose Exif directory leads to itself',
    make: () => plain([[34665, long, 1, 8 + grey.length]]),
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
          (entry): Entry => (entry[0] === 273 ? [273, long, 0x3fffffff, 8] : entry),
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
        shapeOf({}).map((entry): Entry => (entry[0] === 273 ? [273, long8, 1, 2 ** 62] : entry)),
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
