import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../testing/picture-samples.ts';
import { cutParts } from './picture-parts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picture-parts-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Red at the left half, blue at the right, a green square of 40 px in the upper right corner. */
const flagged = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
    {
      input: { create: { width: 40, height: 40, channels: 3, background: '#00ff00' } },
      left: width - 40,
      top: 0,
    },
  ]);

async function cut(bytes: Buffer, parts: Parameters<typeof cutParts>[0]['parts']) {
  const sourcePath = join(folder, 'source');
  await writeFile(sourcePath, bytes);
  const jpegs = await cutParts({ sourcePath, parts });
  return await Promise.all(
    jpegs.map(async (jpeg) => {
      const { width, height, format } = await sharp(jpeg).metadata();
      const { channels } = await sharp(jpeg).stats();
      return { width, height, format, mean: channels.map(({ mean }) => Math.round(mean)) };
    }),
  );
}
const corner = { left: 0.9, top: 0, width: 0.1, height: 0.2, widthPx: 20, heightPx: 20 };
const left = { left: 0, top: 0, width: 0.45, height: 1, widthPx: 90, heightPx: 100 };

describe('cutParts', () => {
  it('shows each part in its size, all of one decoding', async () => {
    const [green, red, edge] = await cut(await flagged(400, 200).png().toBuffer(), [
      corner,
      left,
      { ...corner, left: 1, top: 1 },
    ]);
    expect(green).toMatchObject({ width: 20, height: 20, format: 'jpeg' });
    expect(green!.mean[1]).toBeGreaterThan(250);
    expect(red).toMatchObject({ width: 90, height: 100 });
    expect(red!.mean[0]).toBeGreaterThan(250);
    expect(edge!.mean[2]).toBeGreaterThan(240);
  });

  it('counts in the upright picture, and in one that is too large to be held as well', async () => {
    const turned = await flagged(400, 200).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
    // Upright it is 200 x 400: what was at the upper right is at the lower right.
    const [green] = await cut(turned, [{ ...corner, left: 0.82, top: 0.91, width: 0.16, height: 0.08 }]);
    expect(green!.mean[1]).toBeGreaterThan(230);
    const [red] = await cut(await flagged(7200, 4000).jpeg().toBuffer(), [left]);
    expect(red!.mean[0]).toBeGreaterThan(250);
  });

  it('refuses a document', async () => {
    const pdf = makePdf({ pages: 1, widthMm: 100, heightMm: 100 });
    await expect(cut(pdf, [left])).rejects.toMatchObject({ reason: 'not_accepted' });
  });
});
