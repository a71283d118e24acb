/**
 * Owns hostile GIFs (GIF89a) and BMPs: sizes and lengths that lie, codes that are none, runs beyond the picture. For tests and benches;
 * must never read a file.
 */
import { createFuzzRandom } from './fuzz-files.ts';
import type { HostileCase } from './hostile-case.ts';
import { makeGif } from './hostile-samples.ts';

interface BmpOptions {
  widthPx: number;
  heightPx: number;
  bits: number;
  compression?: number;
  colours?: number;
  data?: Buffer;
}

/** A BITMAPINFOHEADER, a palette of greys, and whatever data. */
export function makeBmp({ widthPx, heightPx, bits, compression = 0, colours, data }: BmpOptions): Buffer {
  const entries = bits > 8 ? 0 : (colours ?? 1 << bits);
  const head = Buffer.alloc(54 + Math.min(entries, 256) * 4);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(widthPx, 18);
  head.writeInt32LE(heightPx, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(colours ?? 0, 46);
  for (let i = 0; i < Math.min(entries, 256); i++)
    head.fill(Math.round((i * 255) / (entries - 1)), 54 + i * 4, 57 + i * 4);
  const rowBytes = Math.ceil((Math.abs(widthPx) * bits) / 32) * 4;
  return Buffer.concat([
    head,
    data ?? Buffer.alloc(Math.min(1_000_000, rowBytes * Math.abs(heightPx)), 0x55),
  ]);
}

function noise(count: number, seed: number): Buffer {
  const random = createFuzzRandom(seed);
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
}

/** A GIF whose one picture has this data, in sub-blocks. */
function gifOf(size: { widthPx: number; heightPx: number }, data: Buffer, codeBits = 8): Buffer {
  const gif = makeGif({ widthPx: 64, heightPx: 64, frames: 0 }).subarray(0, -1);
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, codeBits]);
  image.writeUInt16LE(size.widthPx, 5);
  image.writeUInt16LE(size.heightPx, 7);
  const blocks: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([gif, image, ...blocks, Buffer.from([0, 0x3b])]);
}

const small = { widthPx: 64, heightPx: 64 };

export const bitmapCases: readonly HostileCase[] = [
  { name: 'GIF without a picture', make: () => makeGif({ ...small, frames: 0 }), answers: ['cannot_decode'] },
  { name: 'GIF of noise for codes', make: () => gifOf(small, noise(4000, 1)), answers: ['cannot_decode'] },
  { name: 'GIF of no codes', make: () => gifOf(small, Buffer.alloc(0)), answers: ['cannot_decode'] },
  {
    name: 'GIF whose codes have 12 bits',
    make: () => gifOf(small, noise(4000, 2), 12),
    answers: ['cannot_decode'],
  },
  {
    name: 'GIF with a frame of 65535 a side',
    make: () => gifOf({ widthPx: 65_535, heightPx: 65_535 }, noise(40, 3)),
    answers: ['too_many_pixels'],
  },
  {
    name: 'GIF cut off in its picture',
    make: () => gifOf(small, noise(400, 4)).subarray(0, 200),
    answers: ['truncated', 'cannot_decode'],
  },
  {
    name: 'GIF of 100,000 comments',
    make: () => {
      const gif = makeGif({ ...small, frames: 1 });
      return Buffer.concat([
        gif.subarray(0, 19),
        Buffer.alloc(400_000, Buffer.from([0x21, 0xfe, 0, 0x21])),
        gif.subarray(19),
      ]);
    },
    answers: ['cannot_decode', 'truncated'],
  },
  {
    name: 'BMP of 50 megapixels in 1 MB',
    make: () => makeBmp({ widthPx: 7000, heightPx: 7000, bits: 24 }),
    answers: ['truncated'],
  },
  {
    name: 'BMP of no width',
    make: () => makeBmp({ widthPx: 0, heightPx: 9, bits: 24 }),
    answers: ['cannot_decode'],
  },
  {
    name: 'BMP of negative width',
    make: () => makeBmp({ widthPx: -9, heightPx: 9, bits: 24 }),
    answers: ['cannot_decode'],
  },
  {
    name: 'BMP of -2^31 rows',
    make: () => makeBmp({ widthPx: 9, heightPx: -(2 ** 31), bits: 24, data: Buffer.alloc(9) }),
    answers: ['too_many_pixels'],
  },
  { name: 'BMP of 7 bits', make: () => makeBmp({ ...small, bits: 7 }), answers: ['not_accepted'] },
  {
    name: 'BMP that holds a JPEG',
    make: () => makeBmp({ ...small, bits: 0, compression: 4 }),
    answers: ['not_accepted'],
  },
  {
    name: 'BMP with 2^32 colours',
    make: () => makeBmp({ ...small, bits: 8, colours: 0xffff_ffff }),
    answers: ['image', 'truncated'],
  },
  {
    name: 'BMP whose runs leave the picture',
    make: () => makeBmp({ ...small, bits: 8, compression: 1, data: Buffer.alloc(4000, 0xff) }),
    answers: ['cannot_decode'],
  },
  {
    name: 'BMP whose runs never end',
    make: () =>
      makeBmp({ widthPx: 7000, heightPx: 7000, bits: 8, compression: 1, data: Buffer.from([1, 1]) }),
    answers: ['truncated'],
  },
  {
    name: 'BMP of 20 bytes',
    make: () => makeBmp({ ...small, bits: 24 }).subarray(0, 30),
    answers: ['truncated'],
  },
];
