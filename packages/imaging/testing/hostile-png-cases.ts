/**
 * Owns hostile PNGs (PNG, third edition): headers that lie, chunks that inflate, chunks without end. For tests and benches;
 * must never read a file.
 */
import { crc32, deflateSync } from 'node:zlib';
import { pngChunk } from '../pixels/png-chunk.ts';
import type { HostileCase } from './hostile-case.ts';
import { type BlankPngOptions, makeBlankPng, makePngChunkBomb } from './hostile-samples.ts';
import { makeGigapixelPng, makePng } from './picture-samples.ts';

const photo = () => makePng({ widthPx: 600, heightPx: 400, seed: 32 });
const blank = (options: BlankPngOptions) => makeBlankPng(options);

const signatureBytes = 8;
const headerEnd = 33;

const withChunks = (png: Buffer, chunks: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, headerEnd), chunks, png.subarray(headerEnd)]);

function manyChunks(chunk: Buffer, count: number): Buffer {
  const out = Buffer.alloc(chunk.length * count);
  for (let i = 0; i < count; i++) out.set(chunk, i * chunk.length);
  return out;
}

/** The same PNG with another header (IHDR data), its CRC right. */
function withHeader(png: Buffer, change: (header: Buffer) => void): Buffer {
  const out = Buffer.from(png);
  const header = out.subarray(signatureBytes + 8, signatureBytes + 21);
  change(header);
  out.writeUInt32BE(crc32(out.subarray(signatureBytes + 4, signatureBytes + 21)), signatureBytes + 21);
  return out;
}

/** All pixels one byte a chunk. */
function makeCrumbledPng(): Buffer {
  const whole = blank({ widthPx: 600, heightPx: 400, bitDepth: 8, channels: 3 });
  const pixels = deflateSync(Buffer.alloc((600 * 3 + 1) * 400), { level: 0 });
  const crumbOf = Array.from({ length: 256 }, (_, byte) => pngChunk('IDAT', Buffer.from([byte])));
  const crumbs = Array.from(pixels, (byte) => crumbOf[byte]!);
  return Buffer.concat([whole.subarray(0, headerEnd), ...crumbs, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Pixel data that goes on for `rows` rows when there are only 64. */
function makeOverlongPng(rows: number): Buffer {
  const png = blank({ widthPx: 9999, heightPx: 64, bitDepth: 8, channels: 3, rows });
  return png;
}

const lies: readonly HostileCase[] = [
  ...[0.5, 0.9].map(
    (share): HostileCase => ({
      name: `PNG cut off at ${share * 100} %`,
      make: async () => {
        const png = await photo();
        return png.subarray(0, Math.floor(png.length * share));
      },
      answers: ['truncated'],
    }),
  ),
  {
    name: 'PNG cut off at 1 KB',
    make: async () => (await photo()).subarray(0, 1024),
    answers: ['truncated'],
  },
  { name: 'PNG of its signature', make: async () => (await photo()).subarray(0, 8), answers: ['truncated'] },
  {
    name: 'PNG with other bytes in its middle',
    make: async () => {
      const png = Buffer.from(await photo());
      for (let i = 0; i < 600; i++) png[Math.floor(png.length / 2) + i] = (i * 37 + 11) & 255;
      return png;
    },
    answers: ['cannot_decode'],
  },
  {
    name: '1-bit PNG of 65500 x 65500',
    make: () => blank({ widthPx: 65_500, heightPx: 65_500, bitDepth: 1, channels: 1 }),
    answers: ['too_many_pixels'],
  },
  { name: '1-bit PNG of 32768 x 32768', make: makeGigapixelPng, answers: ['too_many_pixels'] },
  {
    name: '16-bit RGBA PNG of 16383 x 16383',
    make: () => blank({ widthPx: 16_383, heightPx: 16_383, bitDepth: 16, channels: 4 }),
    answers: ['too_many_pixels'],
  },
  {
    name: '16-bit RGBA PNG of 12000 x 12000',
    make: () => blank({ widthPx: 12_000, heightPx: 12_000, bitDepth: 16, channels: 4 }),
    answers: ['image', 'too_many_pixels'],
  },
  {
    name: 'PNG that says 2^31 - 1 a side',
    make: async () =>
      withHeader(await photo(), (header) => {
        header.writeUInt32BE(0x7fffffff, 0);
        header.writeUInt32BE(0x7fffffff, 4);
      }),
    answers: ['too_many_pixels', 'cannot_decode'],
  },
  {
    name: 'PNG that says 2^32 - 1 a side',
    make: async () => withHeader(await photo(), (header) => header.fill(0xff, 0, 8)),
    answers: ['too_many_pixels', 'cannot_decode'],
  },
  {
    name: 'PNG of 0 x 0',
    make: async () => withHeader(await photo(), (header) => header.fill(0, 0, 8)),
    answers: ['cannot_decode'],
  },
  {
    name: 'PNG with a tenth of its rows',
    make: () => blank({ widthPx: 10_000, heightPx: 10_000, bitDepth: 8, channels: 3, rows: 10 }),
    answers: ['cannot_decode'],
  },
  {
    name: 'PNG of 1 x 60000',
    make: () => blank({ widthPx: 1, heightPx: 60_000, bitDepth: 8, channels: 3 }),
    answers: ['image'],
  },
  {
    name: 'interlaced 16-bit PNG of 12000 x 12000',
    make: () => blank({ widthPx: 12_000, heightPx: 12_000, bitDepth: 16, channels: 4, interlaced: true }),
    answers: ['too_many_pixels'],
  },
  {
    name: 'interlaced 8-bit PNG of 6800 x 6800',
    make: () => blank({ widthPx: 6800, heightPx: 6800, bitDepth: 8, channels: 4, interlaced: true }),
    answers: ['image', 'cannot_decode', 'too_many_pixels'],
  },
  {
    name: 'interlaced 16-bit PNG of 5000 x 5000',
    make: () => blank({ widthPx: 5000, heightPx: 5000, bitDepth: 16, channels: 4, interlaced: true }),
    answers: ['image', 'cannot_decode', 'too_many_pixels'],
  },
  {
    name: 'PNG with an unknown colour type',
    make: async () => withHeader(await photo(), (header) => header.fill(7, 9, 10)),
    answers: ['cannot_decode'],
  },
  {
    name: 'palette PNG without a palette',
    make: async () => withHeader(await photo(), (header) => header.fill(3, 9, 10)),
    answers: ['cannot_decode'],
  },
];

const lyingProfile = (): Buffer => {
  const profile = Buffer.alloc(400, 0x5a);
  profile.writeUInt32BE(0xfffffff0, 0);
  profile.write('acsp', 36, 'latin1');
  profile.writeUInt32BE(0xffffff, 128);
  return pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(profile)]));
};

const bombs: readonly HostileCase[] = [
  ...(['zTXt', 'iCCP'] as const).map(
    (chunk): HostileCase => ({
      name: `PNG with a ${chunk} of 1 GB`,
      make: () => makePngChunkBomb({ chunk, inflatedBytes: 1_000_000_000 }),
      answers: ['image'],
    }),
  ),
  {
    name: 'PNG with a profile of lying sizes',
    make: async () => withChunks(await photo(), lyingProfile()),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with 1,000,000 empty chunks',
    make: async () => withChunks(await photo(), manyChunks(pngChunk('teXt', Buffer.alloc(0)), 1_000_000)),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with 100,000 texts',
    make: async () => withChunks(await photo(), manyChunks(pngChunk('tEXt', Buffer.from('a\0b')), 100_000)),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with 200 zTXt of 8 MB',
    make: async () => {
      const data = deflateSync(Buffer.alloc(8_000_000, 0x41), { level: 9 });
      const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), data]));
      return withChunks(await photo(), manyChunks(chunk, 200));
    },
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with 60 MB of Exif',
    make: async () => withChunks(await photo(), pngChunk('eXIf', Buffer.alloc(60_000_000, 0x49))),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with a chunk of 2^31 - 1',
    make: async () => withChunks(await photo(), Buffer.from('\x7f\xff\xff\xffabCd', 'latin1')),
    answers: ['truncated', 'cannot_decode'],
  },
  {
    name: 'PNG with its pixels one byte a chunk',
    make: makeCrumbledPng,
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with a gigabyte behind its last row',
    make: () => makeOverlongPng(36_000),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'PNG with an animation of 2^31 frames',
    make: async () => withChunks(await photo(), pngChunk('acTL', Buffer.from('7fffffff00000000', 'hex'))),
    answers: ['image', 'not_accepted'],
  },
];

export const pngCases: readonly HostileCase[] = [...lies, ...bombs];
