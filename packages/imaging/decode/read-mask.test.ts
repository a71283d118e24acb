import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBlankPng } from '../testing/hostile-samples.ts';
import { readMask } from './read-mask.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-mask-'));
});
afterAll(() => rm(folder, { recursive: true }));

const size = { widthPx: 30, heightPx: 20 };
const samples = Buffer.from(Array.from({ length: 600 }, (_, at) => (at % 30 < 3 ? 255 : 0)));
const grey = () => sharp(samples, { raw: { width: 30, height: 20, channels: 1 } }).toColourspace('b-w');

async function read(bytes: Uint8Array, options = size) {
  const [sourcePath, targetPath] = [join(folder, 'in.png'), join(folder, 'out.png')];
  await writeFile(sourcePath, bytes);
  const found = await readMask({ sourcePath, targetPath, ...options });
  const written = sharp(await readFile(targetPath));
  const { channels } = await written.metadata();
  return { ...found, channels, samples: await written.toColourspace('b-w').raw().toBuffer() };
}

describe('readMask', () => {
  it('reads grey, colour channels that are equal, 16 bits, a palette and transparency as the same mask', async () => {
    const masks = [
      grey(),
      grey().toColourspace('srgb'),
      grey().toColourspace('rgb16'),
      grey().png({ palette: true, colours: 2 }),
      grey().toColourspace('srgb').ensureAlpha(1),
    ];
    for (const mask of masks) {
      const found = await read(await mask.png().toBuffer());
      expect(found).toMatchObject({ channels: 1, maskedShare: 0.1 });
      expect(found.samples.equals(samples)).toBe(true);
    }
    const clear = Buffer.from(Array.from(samples, (sample) => [255, 255, 255, sample]).flat());
    const painted = sharp(clear, { raw: { width: 30, height: 20, channels: 4 } });
    expect((await read(await painted.png().toBuffer())).samples.equals(samples)).toBe(true);
  });

  it('takes an empty mask, and refuses one that is inverted, coloured, of another size, or no PNG', async () => {
    const filled = (background: string) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } });
    expect((await read(await filled('#000').png().toBuffer())).maskedShare).toBe(0);
    const png = await grey().png().toBuffer();
    const refused: [Uint8Array, RegExp][] = [
      [await grey().negate().png().toBuffer(), /marks 90 %/],
      [await filled('#c00').png().toBuffer(), /without colours/],
      [await grey().rotate(90).png().toBuffer(), /20 x 30 pixels, the upright photo 30 x 20/],
      [await grey().jpeg().toBuffer(), /must be a PNG/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /must be a PNG/],
      [png.subarray(0, png.length - 20), /./],
      [makeBlankPng({ widthPx: 65_500, heightPx: 65_500, bitDepth: 1, channels: 1 }), /./],
    ];
    for (const [bytes, sentence] of refused) {
      const found = await read(bytes).catch((error: unknown) => error);
      expect(found).toMatchObject({ name: 'ImagingRefusal', message: expect.stringMatching(sentence) });
    }
  });
});
