/**
 * Owns hostile WebPs (RFC 9649) and files in boxes (ISO/IEC 14496-12: HEIC, AVIF): sizes and lengths that lie, boxes in boxes.
 * For tests and benches; must never read a file.
 */
import sharp from 'sharp';
import type { HostileCase } from './hostile-case.ts';
import { makeAnimatedWebpHeader, makeTallWebp } from './hostile-samples.ts';
import { makeWebp } from './picture-samples.ts';

const photo = () => makeWebp({ widthPx: 600, heightPx: 400, seed: 34 });

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** VP8X (section 2.7.1): flags, then width and height less one. */
function extended(flags: number, widthPx: number, heightPx: number): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(widthPx - 1, 4, 3);
  data.writeUIntLE(heightPx - 1, 7, 3);
  return chunk('VP8X', data);
}

/** The chunks of a simple file: what stands behind RIFF and WEBP. */
const bodyOf = (webp: Buffer): Buffer => webp.subarray(12);

function flat(widthPx: number, heightPx: number, lossless: boolean): Promise<Buffer> {
  const create = { width: widthPx, height: heightPx, channels: 3, background: '#345' } as const;
  return sharp({ create, limitInputPixels: false }).webp({ lossless, effort: 0 }).toBuffer();
}

/** Nothing in it is foreseen: a decoder holds all of it. */
function noise(widthPx: number, heightPx: number): Promise<Buffer> {
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  let state = 1;
  for (let at = 0; at + 4 <= pixels.length; at += 4) {
    state = Math.imul(state, 1664525) + 1013904223;
    pixels.writeInt32LE(state | 0, at);
  }
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .webp({ lossless: true, effort: 0, quality: 1 })
    .toBuffer();
}

/** An animation of `frames` frames (ANMF), each the same picture. */
async function animated(frames: number, flags = 0x02): Promise<Buffer> {
  const picture = bodyOf(await flat(16, 16, true));
  const head = Buffer.alloc(16);
  head.writeUIntLE(15, 6, 3);
  head.writeUIntLE(15, 9, 3);
  const frame = chunk('ANMF', Buffer.concat([head, picture]));
  const all = Buffer.alloc(frame.length * frames);
  for (let i = 0; i < frames; i++) all.set(frame, i * frame.length);
  return riff(extended(flags, 16, 16), chunk('ANIM', Buffer.alloc(6)), all);
}

function withFrameSize(webp: Buffer, widthPx: number, heightPx: number): Buffer {
  const out = Buffer.from(webp);
  const at = out.indexOf(Buffer.from([0x9d, 0x01, 0x2a])); // the start code of a VP8 key frame
  out.writeUInt16LE(widthPx, at + 3);
  out.writeUInt16LE(heightPx, at + 5);
  return out;
}

/** Of a lossless picture: 14 bits each of width and height less one, behind the signature of the chunk's data. */
function withLosslessSize(webp: Buffer, widthPx: number, heightPx: number): Buffer {
  const out = Buffer.from(webp);
  const at = out.indexOf('VP8L') + 9;
  const others = out.readUInt32LE(at) & 0xf0000000;
  out.writeInt32LE(others | ((heightPx - 1) << 14) | (widthPx - 1), at);
  return out;
}

export const webpCases: readonly HostileCase[] = [
  ...[0.5, 0.9].map(
    (share): HostileCase => ({
      name: `WebP cut off at ${share * 100} %`,
      make: async () => {
        const webp = await photo();
        return webp.subarray(0, Math.floor(webp.length * share));
      },
      answers: ['truncated'],
    }),
  ),
  { name: 'WebP of 16777216 x 16777216', make: makeTallWebp, answers: ['too_many_pixels'] },
  {
    name: 'WebP that says it is an animation',
    make: makeAnimatedWebpHeader,
    answers: ['cannot_decode', 'truncated'],
  },
  { name: 'WebP of 20,000 frames', make: () => animated(20_000), answers: ['cannot_decode'] },
  { name: 'WebP of 1,900 frames', make: () => animated(1900), answers: ['image', 'cannot_decode'] },
  {
    name: 'WebP of 20,000 frames that denies it',
    make: () => animated(20_000, 0),
    answers: ['cannot_decode', 'not_accepted', 'truncated'],
  },
  {
    name: 'WebP that says 16383 x 16383',
    make: async () => withFrameSize(await photo(), 16_383, 16_383),
    answers: ['too_many_pixels'],
  },
  {
    name: 'WebP that says 6000 x 6000',
    make: async () => withFrameSize(await photo(), 6000, 6000),
    answers: ['cannot_decode', 'truncated'],
  },
  { name: 'lossless WebP of 4500 x 4500 of noise', make: () => noise(4500, 4500), answers: ['image'] },
  {
    name: 'WebP of 7000 x 7000',
    make: async () => withFrameSize(await photo(), 7000, 7000),
    answers: ['too_many_pixels'],
  },
  { name: 'WebP of 6300 x 6300', make: () => flat(6300, 6300, false), answers: ['image'] },
  {
    name: 'lossless WebP of 7000 x 7000',
    make: async () => withLosslessSize(await flat(1000, 1000, true), 7000, 7000),
    answers: ['image', 'too_many_pixels'],
  },
  {
    name: 'WebP whose canvas is not its picture',
    make: async () => riff(extended(0, 16_000, 3000), bodyOf(await photo())),
    answers: ['cannot_decode', 'image', 'truncated'],
  },
  {
    name: 'WebP with a profile of 60 MB',
    make: async () =>
      riff(extended(0x20, 600, 400), chunk('ICCP', Buffer.alloc(60_000_000, 0x41)), bodyOf(await photo())),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'WebP with 1,000,000 chunks',
    make: async () => {
      const junk = Buffer.alloc(8_000_000);
      for (let at = 0; at < junk.length; at += 8) junk.write('junk', at, 'latin1');
      return riff(extended(0, 600, 400), junk, bodyOf(await photo()));
    },
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'WebP with a chunk of 4 GB',
    make: () => riff(extended(0, 600, 400), Buffer.from('VP8 \xff\xff\xff\xff', 'latin1'), Buffer.alloc(64)),
    answers: ['cannot_decode', 'truncated'],
  },
];

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** The size that an AVIF says it has (ispe). */
function withBoxSize(avif: Buffer, widthPx: number, heightPx: number): Buffer {
  const out = Buffer.from(avif);
  const at = out.indexOf('ispe');
  out.writeUInt32BE(widthPx, at + 8);
  out.writeUInt32BE(heightPx, at + 12);
  return out;
}

const ftyp = (brand: string) => box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1'));

/** A box inside a box inside a box, `depth` of them. */
function nested(depth: number): Buffer {
  const out = Buffer.alloc(depth * 8);
  for (let i = 0; i < depth; i++) {
    out.writeUInt32BE((depth - i) * 8, i * 8);
    out.write('ipco', i * 8 + 4, 'latin1');
  }
  return out;
}

/** Real bytes of an AVIF with its length fields changed from `share` on. */
async function avif(): Promise<Buffer> {
  const create = { width: 64, height: 64, channels: 3, background: '#345' } as const;
  return await sharp({ create }).avif({ effort: 0 }).toBuffer();
}

/** Boxes in order, whatever the picture in them is. */
export const avifCases: readonly HostileCase[] = [
  { name: 'AVIF', make: avif, answers: ['image'] },
  {
    name: 'AVIF that is cut off',
    make: async () => (await avif()).subarray(0, -40),
    answers: ['truncated', 'cannot_decode'],
  },
  {
    name: 'AVIF with other bytes in its picture',
    make: async () => {
      const out = Buffer.from(await avif());
      for (let at = out.indexOf('mdat') + 6; at < out.length; at++) out[at] = (at * 89) & 255;
      return out;
    },
    answers: ['image', 'cannot_decode', 'truncated', 'too_many_pixels'],
  },
  {
    name: 'AVIF of 36 megapixels',
    make: async () => withBoxSize(await avif(), 6000, 6000),
    answers: ['too_many_pixels'],
  },
];

/** Boxes that are not. */
export const boxCases: readonly HostileCase[] = [
  {
    name: 'AVIF that says 2^31 a side',
    make: async () => withBoxSize(await avif(), 0x7fffffff, 0x7fffffff),
    answers: ['not_accepted', 'too_many_pixels', 'cannot_decode'],
  },
  ...['heic', 'avif', 'mif1', 'msf1'].flatMap((brand): HostileCase[] => [
    {
      name: `${brand} that ends`,
      make: () => ftyp(brand),
      answers: ['not_accepted', 'truncated', 'cannot_decode'],
    },
    {
      name: `${brand} of 100,000 boxes in each other`,
      make: () => Buffer.concat([ftyp(brand), nested(100_000)]),
      answers: ['not_accepted', 'truncated', 'cannot_decode'],
    },
    {
      name: `${brand} with a box of 2^64 - 1`,
      make: () =>
        Buffer.concat([ftyp(brand), Buffer.from('\0\0\0\x01meta\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1')]),
      answers: ['not_accepted', 'truncated', 'cannot_decode'],
    },
    {
      name: `${brand} that refers to another file`,
      make: () => {
        const url = box('url ', Buffer.from('\0\0\0\0file:///etc/hostname\0', 'latin1'));
        const dref = box('dref', Buffer.from('0000000000000001', 'hex'), url);
        return Buffer.concat([ftyp(brand), box('meta', Buffer.alloc(4), box('dinf', dref))]);
      },
      answers: ['not_accepted', 'truncated', 'cannot_decode'],
    },
  ]),
];
