import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFormPdf, makePdf } from '../testing/pdf-samples.ts';
import { type RenderedPdfPage, renderPdfPages } from './pdf-render.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-render-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function render(pdf: Buffer, options: { dpi: number; pages?: number[] }): Promise<RenderedPdfPage[]> {
  const path = join(folder, 'document.pdf');
  await writeFile(path, pdf);
  const rendered: RenderedPdfPage[] = [];
  for await (const page of renderPdfPages(path, options)) rendered.push(page);
  return rendered;
}

/** The colour at a place given as shares of width and height. */
async function createPixelReader(png: Buffer) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => {
    const at =
      (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
    return [...data.subarray(at, at + 3)];
  };
}

describe('renderPdfPages', () => {
  it('renders A4 at 300 dpi to exactly 2480 x 3508 pixels', async () => {
    const [page] = await render(makePdf({ pages: 1, widthMm: 210, heightMm: 297 }), { dpi: 300 });
    expect(page).toMatchObject({ page: 1, widthPx: 2480, heightPx: 3508 });
    const metadata = await sharp(page!.png).metadata();
    expect(metadata).toMatchObject({ width: 2480, height: 3508, channels: 3, density: 300 });
    const pixelAt = await createPixelReader(page!.png);
    expect(pixelAt(0.5, 0.69)).toEqual([26, 77, 179]);
    expect(pixelAt(0.5, 0.4)).toEqual([255, 255, 255]);
  });

  it('joins the bands of a large page without a seam', async () => {
    const [page] = await render(makePdf({ pages: 1, widthMm: 297, heightMm: 420 }), { dpi: 300 });
    expect(page).toMatchObject({ widthPx: 3508, heightPx: 4961 });
    const pixelAt = await createPixelReader(page!.png);
    // The frame runs down the page without a break where bands meet.
    const frameX = 5 / (297 * (72 / 25.4));
    for (let row = 100; row < 4860; row++) expect(pixelAt(frameX, row / 4960)).toEqual([204, 26, 26]);
  });

  it('draws text without coloured fringes', async () => {
    const [page] = await render(makePdf({ pages: 1, widthMm: 100, heightMm: 150 }), { dpi: 100 });
    const area = { left: 20, top: 60, width: 350, height: 90 };
    const { data } = await sharp(page!.png).extract(area).raw().toBuffer({ resolveWithObject: true });
    let dark = 0;
    for (let i = 0; i < data.length; i += 3) {
      expect(
        Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!),
      ).toBe(0);
      if (data[i]! < 64) dark += 1;
    }
    expect(dark).toBeGreaterThan(100);
  });

  it('prints what is filled into a form, without highlighting it', async () => {
    const [page] = await render(makeFormPdf(), { dpi: 72 });
    const pixelAt = await createPixelReader(page!.png);
    expect(pixelAt(0.5, 0.5)).toEqual([255, 0, 0]);
    expect(pixelAt(0.1, 0.1)).toEqual([255, 255, 255]);
  });

  it('gives the pages asked for, in that order, and all of them by default', async () => {
    const pdf = makePdf({ pages: 4, widthMm: 50, heightMm: 70 });
    expect((await render(pdf, { dpi: 72, pages: [3, 1] })).map(({ page }) => page)).toEqual([3, 1]);
    expect((await render(pdf, { dpi: 72 })).map(({ page }) => page)).toEqual([1, 2, 3, 4]);
    await expect(render(pdf, { dpi: 72, pages: [5] })).rejects.toThrow(RangeError);
  });

  it('refuses a page that would be too large', async () => {
    const pdf = makePdf({ pages: 1, widthMm: 4000, heightMm: 4000 });
    await expect(render(pdf, { dpi: 300 })).rejects.toMatchObject({ reason: 'too_many_pixels' });
  });

  it('closes the file when the caller stops early', async () => {
    const path = join(folder, 'stopped.pdf');
    await writeFile(path, makePdf({ pages: 3, widthMm: 50, heightMm: 70 }));
    const countOpen = () => readdirSync('/proc/self/fd').length;
    const before = process.platform === 'linux' ? countOpen() : 0;
    for await (const { page } of renderPdfPages(path, { dpi: 72 })) {
      expect(page).toBe(1);
      break;
    }
    if (process.platform === 'linux') expect(countOpen()).toBe(before);
  });
});
