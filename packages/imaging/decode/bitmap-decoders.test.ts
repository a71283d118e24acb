/** GIF, BMP, AVIF and animated WebP as people have them: the pixels of the first picture, and a word that it moves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurePhoto } from '../quality/photo-measures.ts';
import { makeBmp } from '../testing/hostile-bitmap-cases.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { checkFile, decodePicture } from './picture-decoder.ts';
import { probeFile } from './probe-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitmaps-'));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, 'picture');
  await writeFile(path, bytes);
  return path;
};

/** The pixels as every task gets them. */
async function pixelsOf(path: string): Promise<Buffer> {
  const mediaType = checkFile(path);
  if (mediaType === 'application/pdf') throw new Error('a PDF');
  return await decodePicture(path, mediaType, (open) =>
    open().removeAlpha().toColourspace('srgb').raw().toBuffer(),
  );
}

const [widthPx, heightPx] = [90, 60];
const rgb = Buffer.from(drawScene({ widthPx, heightPx, seed: 8 }).pixels);
const raw = { width: widthPx, height: heightPx, channels: 3 } as const;

/** Rows from the bottom up, filled to four bytes. */
function bmpRows(bytesOf: (at: number) => number[]): Buffer {
  const rows = Array.from({ length: heightPx }, (_, row) => {
    const y = heightPx - 1 - row;
    const bytes = Array.from({ length: widthPx }, (__, x) => bytesOf((y * widthPx + x) * 3)).flat();
    return [...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)];
  });
  return Buffer.from(rows.flat());
}

describe('BMP', () => {
  it('of 24 and 32 bits has its pixels', async () => {
    const of24 = bmpRows((at) => [rgb[at + 2]!, rgb[at + 1]!, rgb[at]!]);
    const of32 = bmpRows((at) => [rgb[at + 2]!, rgb[at + 1]!, rgb[at]!, 0]);
    for (const [bits, data] of [
      [24, of24],
      [32, of32],
    ] as const) {
      const path = await write(makeBmp({ widthPx, heightPx, bits, data }));
      expect(await probeFile(path)).toMatchObject({ mediaType: 'image/bmp', widthPx, heightPx, pages: 1 });
      expect((await pixelsOf(path)).equals(rgb)).toBe(true);
    }
  });

  it('with a palette, in runs or not, has its pixels', async () => {
    const grey = Buffer.from(rgb.map((_, i) => rgb[i - (i % 3)]!));
    const plain = bmpRows((at) => [grey[at]!]);
    const rowBytes = 92;
    const runs = Array.from({ length: heightPx }, (_, row) =>
      [...plain.subarray(row * rowBytes, row * rowBytes + widthPx)]
        .flatMap((value) => [1, value])
        .concat([0, 0]),
    ).flat();
    for (const options of [
      { compression: 0, data: plain },
      { compression: 1, data: Buffer.from([...runs, 0, 1]) },
    ]) {
      const path = await write(makeBmp({ widthPx, heightPx, bits: 8, ...options }));
      expect((await pixelsOf(path)).equals(grey)).toBe(true);
    }
  });
});

describe('animations', () => {
  it('give their first picture, and say that they move', async () => {
    const frames = Buffer.concat([rgb, Buffer.alloc(rgb.length, 200), Buffer.alloc(rgb.length, 20)]);
    const strip = { width: widthPx, height: heightPx * 3, channels: 3, pageHeight: heightPx } as const;
    const moving = () => sharp(frames, { raw: strip });
    const still = await sharp(rgb, { raw }).gif().toBuffer();
    const first = await pixelsOf(await write(still));
    for (const [mediaType, bytes] of [
      [
        'image/gif',
        await moving()
          .gif({ delay: [80, 80, 80] })
          .toBuffer(),
      ],
      [
        'image/webp',
        await moving()
          .webp({ lossless: true, delay: [80, 80, 80] })
          .toBuffer(),
      ],
    ] as const) {
      const path = await write(bytes);
      expect(await probeFile(path)).toMatchObject({ mediaType, widthPx, heightPx, pages: 1 });
      const pixels = await pixelsOf(path);
      const wanted = mediaType === 'image/webp' ? rgb : first;
      const off = pixels.reduce((sum, value, i) => sum + Math.abs(value - wanted[i]!), 0) / pixels.length;
      // A palette of 256 colours may be another for three pictures than for one.
      expect(off).toBeLessThan(mediaType === 'image/webp' ? 0.01 : 8);
      expect((await measurePhoto(path)).frames).toBe(3);
    }
    expect((await measurePhoto(await write(still))).frames).toBe(1);
  });
});

describe('AVIF', () => {
  it('is decoded with its pixels and size', async () => {
    const path = await write(await sharp(rgb, { raw }).avif({ quality: 90, effort: 1 }).toBuffer());
    expect(await probeFile(path)).toMatchObject({ mediaType: 'image/avif', widthPx, heightPx, pages: 1 });
    const pixels = await pixelsOf(path);
    const off = pixels.reduce((sum, value, i) => sum + Math.abs(value - rgb[i]!), 0) / pixels.length;
    expect(off).toBeLessThan(4);
  });
});
