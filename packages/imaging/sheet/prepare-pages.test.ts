import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RasterPage, readRasterPages } from '@platen/virtual-printer/raster-reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeJpeg, makePdf } from '../testing/picture-samples.ts';
import { preparePages, type RasterPagesOptions } from './prepare-pages.ts';
import type { RasterOutput } from './sheet-output.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-pages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sheet = {
  widthHmm: 10_000,
  heightHmm: 15_000,
  dpiX: 100,
  dpiY: 100,
  marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
};
const output: RasterOutput = {
  format: 'image/pwg-raster',
  type: 'srgb_8',
  sizeName: 'custom',
  mediaType: 'stationery',
  quality: 4,
  sides: 'one-sided',
  sheetBack: 'normal',
};

async function prepare(more: Partial<RasterPagesOptions> = {}, pages = 3): Promise<RasterPage[]> {
  const sourcePath = join(folder, 'source.pdf');
  const targetPath = join(folder, 'target.raster');
  writeFileSync(sourcePath, makePdf({ pages, widthMm: 100, heightMm: 150 }));
  await preparePages({ sourcePath, targetPath, sheet, fit: 'fit', colour: 'color', output, ...more });
  return [...readRasterPages(targetPath)];
}

/** The page with every pixel at its mirrored place. */
function turned(page: RasterPage, { crossFeed, feed }: { crossFeed: 1 | -1; feed: 1 | -1 }): Buffer {
  const { widthPx, heightPx, channels, pixels } = page;
  const result = Buffer.alloc(pixels.length);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const from = (y * widthPx + x) * channels;
      const [toX, toY] = [crossFeed === 1 ? x : widthPx - 1 - x, feed === 1 ? y : heightPx - 1 - y];
      pixels.copy(result, (toY * widthPx + toX) * channels, from, from + channels);
    }
  return result;
}

describe('preparePages', () => {
  it('has the pixels that the resolution demands, and all pages', async () => {
    const pages = await prepare();
    expect(pages.map(({ widthPx, heightPx, dpi }) => [widthPx, heightPx, dpi])).toEqual(
      Array.from({ length: 3 }, () => [394, 591, 100]),
    );
  });

  it('takes the pages wanted, in their order', async () => {
    const all = await prepare();
    const some = await prepare({ pages: [3, 1] });
    expect(some.map(({ pixels }) => pixels)).toEqual([all[2]!.pixels, all[0]!.pixels]);
    await expect(prepare({ pages: [4] })).rejects.toThrow(RangeError);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['flipped', 'two-sided-long-edge', { crossFeed: 1, feed: -1 }],
    ['flipped', 'two-sided-short-edge', { crossFeed: -1, feed: 1 }],
    ['rotated', 'two-sided-long-edge', { crossFeed: -1, feed: -1 }],
    ['manual-tumble', 'two-sided-short-edge', { crossFeed: -1, feed: -1 }],
    ['normal', 'two-sided-long-edge', { crossFeed: 1, feed: 1 }],
  ] as const)('turns the backs for %s, %s', async (sheetBack, sides, transform) => {
    const plain = await prepare();
    const backs = await prepare({ output: { ...output, sheetBack, sides } });
    expect(backs[0]!.pixels.equals(plain[0]!.pixels)).toBe(true);
    expect(backs[1]!.pixels.equals(turned(plain[1]!, transform))).toBe(true);
    expect(backs[2]!.pixels.equals(plain[2]!.pixels)).toBe(true);
  });

  it('makes grey pages of grey, also for a printer that takes colour alone', async () => {
    const [grey] = await prepare({ colour: 'monochrome', output: { ...output, type: 'sgray_8' } }, 1);
    const [asColour] = await prepare({ colour: 'monochrome' }, 1);
    expect(grey!.channels).toBe(1);
    expect(asColour!.channels).toBe(3);
    for (let i = 0; i < grey!.pixels.length; i += 997)
      expect([...asColour!.pixels.subarray(3 * i, 3 * i + 3)]).toEqual(Array(3).fill(grey!.pixels[i]));
  });

  it('refuses what is no PDF', async () => {
    const sourcePath = join(folder, 'photo.jpg');
    writeFileSync(sourcePath, await makeJpeg({ widthPx: 60, heightPx: 40, seed: 1 }));
    await expect(prepare({ sourcePath })).rejects.toMatchObject({ reason: 'not_accepted' });
  });
});
