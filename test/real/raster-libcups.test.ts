/**
 * Our raster documents as libcups reads them: ippeveps decodes PWG raster and URF with it and writes each line of pixels as it
 * found it. Not one byte may differ.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePages } from '@platen/imaging/sheet/prepare-pages';
import { preparePhoto } from '@platen/imaging/sheet/prepare-photo';
import type { RasterOutput } from '@platen/imaging/sheet/sheet-output';
import { makePdf, makePng } from '@platen/imaging/testing/picture-samples';
import { readRasterPages } from '@platen/virtual-printer/raster-reader';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRealTool, whenReal } from './real-printers.ts';

interface DecodedPage {
  widthPx: number;
  heightPx: number;
  pixels: Buffer;
}

/** ISO 32000-1 section 7.4.3. */
function fromAscii85(text: string): Buffer {
  const bytes: number[] = [];
  const code = text.replaceAll(/\s/g, '').replace(/~>$/, '').replaceAll('z', '!!!!!');
  for (let at = 0; at < code.length; at += 5) {
    const group = code.slice(at, at + 5);
    const padded = group.padEnd(5, 'u');
    let value = 0;
    for (const character of padded) value = value * 85 + character.charCodeAt(0) - 33;
    bytes.push(
      ...[24, 16, 8, 0].slice(0, group.length - 1).map((shift) => Math.floor(value / 2 ** shift) & 255),
    );
  }
  return Buffer.from(bytes);
}

/** Each line of the page as an image of its own; blank lines are left out. */
function decodeByLibcups(path: string, format: string): DecodedPage[] {
  const env = { ...process.env, CONTENT_TYPE: format };
  const ran = spawnSync(getRealTool('ippeveps'), [path], {
    env,
    encoding: 'latin1',
    maxBuffer: 512 * 1024 * 1024,
  });
  expect(ran.status).toBe(0);
  const sizes = [...ran.stderr.matchAll(/Page \d+: (\d+)x(\d+)x(\d+)/g)];
  const pages = ran.stdout.split(/^%%Page: .*$/m).slice(1);
  expect(pages).toHaveLength(sizes.length);
  return pages.map((page, index) => {
    const [widthPx, heightPx, bits] = sizes[index]!.slice(1).map(Number) as [number, number, number];
    const lineBytes = (widthPx * bits) / 8;
    const pixels = Buffer.alloc(lineBytes * heightPx, 255);
    // "584 L" and the line that stands 584 above the bottom.
    for (const [, fromBottom, data] of page.matchAll(/^(\d+) L\n([^~]*~>)/gm)) {
      const line = fromAscii85(data!);
      expect(line.length).toBe(lineBytes);
      line.copy(pixels, (heightPx - 1 - Number(fromBottom)) * lineBytes);
    }
    return { widthPx, heightPx, pixels };
  });
}

const sheet = {
  widthHmm: 10_160,
  heightHmm: 15_240,
  dpiX: 150,
  dpiY: 150,
  marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
};
const how = { sheet, fit: 'fill', colour: 'color' } as const;
const output = {
  sizeName: 'na_index-4x6_4x6in',
  mediaType: 'photographic-glossy',
  quality: 5,
  sheetBack: 'rotated',
} as const;

whenReal(['ippeveps'])('libcups reads what we write', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-raster-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['image/pwg-raster', 'srgb_8'],
    ['image/pwg-raster', 'sgray_8'],
    ['image/urf', 'srgb_8'],
    ['image/urf', 'sgray_8'],
  ] as [RasterOutput['format'], RasterOutput['type']][])(
    'a photo as %s %s: no byte differs',
    async (format, type) => {
      const sourcePath = join(folder, 'photo.png');
      const targetPath = join(folder, 'photo.raster');
      writeFileSync(sourcePath, await makePng({ widthPx: 900, heightPx: 600, seed: 3 }));
      const raster = { ...output, format, type, sides: 'one-sided' } as const;
      await preparePhoto({ ...how, sourcePath, targetPath, output: raster });
      const [own] = [...readRasterPages(targetPath)];
      const [theirs] = decodeByLibcups(targetPath, format);
      expect(theirs).toMatchObject({ widthPx: 600, heightPx: 900 });
      expect(own!.pixels.length).toBe(theirs!.pixels.length);
      expect(own!.pixels.equals(theirs!.pixels)).toBe(true);
    },
  );

  it.each(['image/pwg-raster', 'image/urf'] as const)(
    'both sides of a PDF as %s: no byte differs',
    async (format) => {
      const sourcePath = join(folder, 'letter.pdf');
      const targetPath = join(folder, 'letter.raster');
      writeFileSync(sourcePath, makePdf({ pages: 3, widthMm: 101.6, heightMm: 152.4 }));
      const raster = { ...output, format, type: 'srgb_8', sides: 'two-sided-long-edge' } as const;
      await preparePages({ ...how, sourcePath, targetPath, output: raster });
      const own = [...readRasterPages(targetPath)];
      const theirs = decodeByLibcups(targetPath, format);
      expect(theirs).toHaveLength(3);
      for (const [index, page] of theirs.entries()) expect(page.pixels.equals(own[index]!.pixels)).toBe(true);
    },
  );
});
