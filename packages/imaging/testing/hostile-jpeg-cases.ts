/**
 * Owns hostile JPEGs (ITU-T T.81): headers that lie, bombs of scans, segments and metadata, broken tables. For tests and
 * benches; must never read a file.
 */
import sharp from 'sharp';
import type { HostileCase } from './hostile-case.ts';
import { withJpegSize, withRepeatedScans } from './hostile-samples.ts';
import { makeJpeg, makePdf } from './picture-samples.ts';

const size = { widthPx: 600, heightPx: 400, seed: 31 };
const photo = () => makeJpeg(size);

/** One segment: marker, length, data. */
function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Puts segments behind the first marker. */
const withSegments = (jpeg: Buffer, segments: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)]);

const repeated = (part: Buffer, count: number): Buffer => {
  const out = Buffer.alloc(part.length * count);
  for (let i = 0; i < count; i++) out.set(part, i * part.length);
  return out;
};

function progressive(widthPx: number, heightPx: number): Promise<Buffer> {
  const create = { width: widthPx, height: heightPx, channels: 3, background: '#777' } as const;
  return sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** Writes other bytes over a part, from `share` (0 to 1) of the file on. */
function overwritten(jpeg: Buffer, share: number, count: number): Buffer {
  const out = Buffer.from(jpeg);
  const from = Math.floor(out.length * share);
  for (let i = 0; i < count && from + i < out.length; i++) out[from + i] = (i * 37 + 11) & 255;
  return out;
}

/** The position of the first segment with this marker, from 0xff on. */
const findSegment = (jpeg: Buffer, marker: number): number => jpeg.indexOf(Buffer.from([0xff, marker]));

function withByte(jpeg: Buffer, at: number, value: number): Buffer {
  const out = Buffer.from(jpeg);
  out[at] = value;
  return out;
}

/** An Exif block (CIPA DC-008) whose one directory has these entries, little-endian. */
function exif(entries: [tag: number, type: number, count: number, value: number][], next = 0): Buffer {
  const out = Buffer.alloc(6 + 8 + 2 + entries.length * 12 + 4);
  out.write('Exif\0\0II*\0', 0, 'latin1');
  out.writeUInt32LE(8, 10);
  out.writeUInt16LE(entries.length, 14);
  entries.forEach(([tag, type, count, value], i) => {
    out.writeUInt16LE(tag, 16 + i * 12);
    out.writeUInt16LE(type, 18 + i * 12);
    out.writeUInt32LE(count, 20 + i * 12);
    out.writeUInt32LE(value, 24 + i * 12);
  });
  out.writeUInt32LE(next, out.length - 4);
  return segment(0xe1, out);
}

const withExif = async (...how: Parameters<typeof exif>) => withSegments(await photo(), exif(...how));

/** An ICC profile in pieces (ICC.1:2022 annex B.4), each saying it is piece `index` of `count`. */
function iccPieces(profile: Buffer, pieces: readonly [index: number, count: number][]): Buffer {
  const share = Math.ceil(profile.length / pieces.length);
  const segments = pieces.map(([index, count], i) => {
    const head = Buffer.from(`ICC_PROFILE\0${String.fromCharCode(index, count)}`, 'latin1');
    return segment(0xe2, Buffer.concat([head, profile.subarray(i * share, (i + 1) * share)]));
  });
  return Buffer.concat(segments);
}

/** A profile header with a size, a number of tags and one tag, all of which may lie. */
function makeNonsenseProfile(
  options: { size?: number; tags?: number; offset?: number; space?: string } = {},
): Buffer {
  const out = Buffer.alloc(400, 0x5a);
  out.writeUInt32BE(options.size ?? out.length, 0);
  out.write('lcms\x04\0\0\0mntr', 4, 'latin1');
  out.write(`${options.space ?? 'RGB '}XYZ `, 16, 'latin1');
  out.write('acsp', 36, 'latin1');
  out.writeUInt32BE(options.tags ?? 1, 128);
  out.write('A2B0', 132, 'latin1');
  out.writeUInt32BE(options.offset ?? 200, 136);
  out.writeUInt32BE(0x7fffffff, 140);
  return out;
}

const withProfile = async (profile: Buffer, pieces: readonly [number, number][] = [[1, 1]]) =>
  withSegments(await photo(), iccPieces(profile, pieces));

const cmyk = async () =>
  sharp(await photo())
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();

const fill65k = Buffer.alloc(65_533, 0x41);
const xmp = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(65_000, 0x20)]);

const lies: readonly HostileCase[] = [
  { name: 'JPEG of 3 bytes', make: () => Buffer.from([0xff, 0xd8, 0xff]), answers: ['truncated'] },
  ...[0.5, 0.9, 0.99].map(
    (share): HostileCase => ({
      name: `JPEG cut off at ${share * 100} %`,
      make: async () => {
        const jpeg = await photo();
        return jpeg.subarray(0, Math.floor(jpeg.length * share));
      },
      answers: ['truncated'],
    }),
  ),
  {
    name: 'JPEG cut off at 1 KB',
    make: async () => (await photo()).subarray(0, 1024),
    answers: ['truncated'],
  },
  {
    name: 'JPEG with other bytes in its middle',
    make: async () => overwritten(await photo(), 0.5, 600),
    answers: ['cannot_decode'],
  },
  {
    name: 'JPEG that says 65500 x 65500',
    make: async () => withJpegSize(await photo(), { widthPx: 65_500, heightPx: 65_500 }),
    answers: ['too_many_pixels'],
  },
  {
    name: 'JPEG that says 12000 x 12000',
    make: async () => withJpegSize(await photo(), { widthPx: 12_000, heightPx: 12_000 }),
    answers: ['cannot_decode', 'truncated'],
  },
  {
    name: 'JPEG that says 600 x 0',
    make: async () => withJpegSize(await photo(), { widthPx: 600, heightPx: 0 }),
    answers: ['cannot_decode'],
  },
  {
    name: 'JPEG of 1 x 60000',
    make: () => makeJpeg({ widthPx: 1, heightPx: 60_000, seed: 1 }),
    answers: ['image'],
  },
  {
    name: 'JPEG of 60000 x 1',
    make: () => makeJpeg({ widthPx: 60_000, heightPx: 1, seed: 1 }),
    answers: ['image'],
  },
  { name: 'JPEG in CMYK without a profile', make: cmyk, answers: ['image'] },
];

const bombs: readonly HostileCase[] = [
  {
    name: 'JPEG of 3000 scans',
    make: async () => withRepeatedScans(await progressive(2000, 2000), 3000),
    answers: ['cannot_decode'],
  },
  {
    name: 'JPEG of 90 scans of 30 megapixels',
    make: async () => {
      const jpeg = withRepeatedScans(await progressive(2000, 2000), 90);
      return withJpegSize(jpeg, { widthPx: 6000, heightPx: 5000 });
    },
    answers: ['cannot_decode'],
  },
  {
    name: 'progressive JPEG of 64 megapixels, 4:4:4',
    make: async () => withJpegSize(await progressive(2000, 2000), { widthPx: 8000, heightPx: 8000 }),
    answers: ['too_many_pixels'],
  },
  {
    name: 'progressive JPEG of 144 megapixels',
    make: async () => withJpegSize(await progressive(2000, 2000), { widthPx: 12_000, heightPx: 12_000 }),
    answers: ['too_many_pixels'],
  },
  {
    name: 'JPEG with 1,000,000 comments',
    make: async () => withSegments(await photo(), repeated(segment(0xfe, Buffer.alloc(0)), 1_000_000)),
    answers: ['cannot_decode'],
  },
  {
    name: 'JPEG with 60 MB of comments',
    make: async () => withSegments(await photo(), repeated(segment(0xfe, fill65k), 920)),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'JPEG with 60 MB of fill bytes',
    make: async () => withSegments(await photo(), Buffer.alloc(60_000_000, 0xff)),
    answers: ['cannot_decode', 'image'],
  },
  {
    name: 'JPEG with 30 MB of zeros before its frame',
    make: async () => withSegments(await photo(), Buffer.alloc(30_000_000)),
    answers: ['unknown_type'],
  },
  {
    name: 'JPEG with 16 MB of XMP',
    make: async () => withSegments(await photo(), repeated(segment(0xe1, xmp), 250)),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'JPEG with a profile of 16 MB',
    make: () =>
      withProfile(
        Buffer.alloc(255 * 65_000, 0x41),
        Array.from({ length: 255 }, (_, i) => [i + 1, 255] as [number, number]),
      ),
    answers: ['image', 'cannot_decode'],
  },
];

const metadata: readonly HostileCase[] = [
  ...[0, 9, 65_535].map(
    (orientation): HostileCase => ({
      name: `JPEG with orientation ${orientation}`,
      make: () => withExif([[0x0112, 3, 1, orientation]]),
      answers: ['image'],
    }),
  ),
  {
    name: 'JPEG with an Exif directory that is its own next',
    make: () => withExif([[0x8769, 4, 1, 8]], 8),
    answers: ['image'],
  },
  {
    name: 'JPEG with Exif counts of 2^32 - 1',
    make: () =>
      withExif([
        [0x0112, 3, 0xffffffff, 1],
        [0x9003, 2, 0xffffffff, 0xfffffff0],
        [0x011a, 5, 1, 0x7fffffff],
      ]),
    answers: ['image'],
  },
  {
    name: 'JPEG with an Exif directory of 4000 entries',
    make: () => withExif(Array.from({ length: 4000 }, (_, i) => [i, 7, 0x00ffffff, 8])),
    answers: ['image'],
  },
  {
    name: 'JPEG with a profile of nonsense',
    make: () => withProfile(makeNonsenseProfile()),
    answers: ['image'],
  },
  {
    name: 'JPEG with a profile that says 4 GB',
    make: () => withProfile(makeNonsenseProfile({ size: 0xffffffff, offset: 0xfffffff0 })),
    answers: ['image'],
  },
  {
    name: 'JPEG with a profile of 2^32 - 1 tags',
    make: () => withProfile(makeNonsenseProfile({ tags: 0xffffffff })),
    answers: ['image'],
  },
  {
    name: 'RGB JPEG with a CMYK profile',
    make: () => withProfile(makeNonsenseProfile({ space: 'CMYK' })),
    answers: ['image'],
  },
  {
    name: 'JPEG with pieces of a profile out of order',
    make: () =>
      withProfile(makeNonsenseProfile(), [
        [2, 1],
        [0, 0],
        [9, 3],
      ]),
    answers: ['image'],
  },
];

const oddities: readonly HostileCase[] = [
  {
    name: 'JPEG without Huffman tables',
    make: async () => {
      const jpeg = await photo();
      return withByte(jpeg, findSegment(jpeg, 0xc4) + 1, 0xfe);
    },
    answers: ['cannot_decode', 'image'],
  },
  {
    name: 'JPEG without quantisation tables',
    make: async () => {
      const jpeg = await photo();
      return withByte(jpeg, findSegment(jpeg, 0xdb) + 1, 0xfe);
    },
    answers: ['cannot_decode', 'image'],
  },
  {
    name: 'JPEG of 255 components',
    make: async () => {
      const jpeg = await photo();
      return withByte(jpeg, findSegment(jpeg, 0xc0) + 9, 255);
    },
    answers: ['cannot_decode'],
  },
  ...[0xc3, 0xc5, 0xc9, 0xca, 0xcb].map(
    (marker): HostileCase => ({
      name: `JPEG with the frame header SOF${marker - 0xc0}`,
      make: async () => {
        const jpeg = await photo();
        return withByte(jpeg, findSegment(jpeg, 0xc0) + 1, marker);
      },
      answers: ['cannot_decode', 'truncated'],
    }),
  ),
  {
    name: 'JPEG of 12 bits',
    make: async () => {
      const jpeg = await photo();
      return withByte(jpeg, findSegment(jpeg, 0xc0) + 4, 12);
    },
    answers: ['cannot_decode'],
  },
  {
    name: 'JPEG with sampling factors of 15',
    make: async () => {
      const jpeg = await photo();
      return withByte(jpeg, findSegment(jpeg, 0xc0) + 11, 0xff);
    },
    answers: ['cannot_decode'],
  },
  {
    name: 'JPEG that is a PDF too',
    make: async () =>
      withSegments(await photo(), segment(0xfe, makePdf({ pages: 1, widthMm: 90, heightMm: 90 }))),
    answers: ['image'],
  },
  {
    name: 'JPEG with a page of HTML in it',
    make: async () => withSegments(await photo(), segment(0xfe, Buffer.from('<script>alert(1)</script>'))),
    answers: ['image'],
  },
  {
    name: 'JPEG with a zip behind it',
    make: async () => Buffer.concat([await photo(), Buffer.from('PK\x03\x04'.padEnd(9000, 'x'))]),
    answers: ['image'],
  },
  {
    name: 'JPEG with 200 JPEGs behind it',
    make: async () => repeated(await photo(), 200),
    answers: ['image'],
  },
];

export const jpegCases: readonly HostileCase[] = [...lies, ...bombs, ...metadata, ...oddities];
