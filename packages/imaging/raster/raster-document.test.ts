/** Raster documents are read back by the virtual printer's own reader, which shares no code with the writers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRasterPages } from '@platen/virtual-printer/raster-reader';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRasterDocument } from './raster-document.ts';
import type { RasterMediaType, RasterPage } from './raster-page.ts';
import { createPixelLines, greyOf, mirrorRows, reverseRows } from './raster-pixels.ts';
import { bytesPerLine, type RasterType, transformOfPage } from './raster-types.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'raster-document-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const pageOf = (type: RasterType, widthPx: number, heightPx: number): RasterPage => ({
  type,
  widthPx,
  heightPx,
  dpiX: 300,
  dpiY: 300,
  widthHmm: 10_160,
  heightHmm: 15_240,
  sizeName: 'na_index-4x6_4x6in',
  mediaType: 'photographic-glossy',
  content: 'photo',
  sides: 'one-sided',
  transform: { crossFeed: 1, feed: 1 },
  quality: 5,
  pages: 1,
});

/** Pixels with long runs, short runs and noise, in bands of any height. */
const picture = fc
  .record({
    widthPx: fc.integer({ min: 1, max: 400 }),
    heightPx: fc.integer({ min: 1, max: 40 }),
    channels: fc.constantFrom(1 as const, 3 as const),
  })
  .chain((size) =>
    fc.record({
      size: fc.constant(size),
      spans: fc.array(
        fc.record({ length: fc.integer({ min: 1, max: 300 }), value: fc.nat(255), isNoise: fc.boolean() }),
        { minLength: 1, maxLength: 60 },
      ),
      bandRows: fc.integer({ min: 1, max: 50 }),
      repeatedRows: fc.boolean(),
    }),
  )
  .map(({ size, spans, bandRows, repeatedRows }) => {
    const pixels = new Uint8Array(size.widthPx * size.heightPx * size.channels);
    for (let at = 0, n = 0; at < pixels.length; n += 1) {
      const { length, value, isNoise } = spans[n % spans.length]!;
      for (let i = 0; i < length * size.channels && at < pixels.length; i += 1, at += 1)
        pixels[at] = isNoise ? (value * (i + 7) * 31) & 255 : value;
    }
    const rowBytes = size.widthPx * size.channels;
    if (repeatedRows) for (let y = 1; y < size.heightPx; y += 1) pixels.copyWithin(y * rowBytes, 0, rowBytes);
    return { ...size, pixels, bandRows };
  });

type Picture = typeof picture extends fc.Arbitrary<infer T> ? T : never;

function write(format: RasterMediaType, type: RasterType, source: Picture): string {
  const path = join(folder, 'page.raster');
  const document = createRasterDocument(path, { format, pages: 1 });
  document.startPage(pageOf(type, source.widthPx, source.heightPx));
  const toLines = createPixelLines(type, source.widthPx);
  const rowBytes = source.widthPx * source.channels;
  for (let top = 0; top < source.heightPx; top += source.bandRows) {
    const rows = Math.min(source.bandRows, source.heightPx - top);
    const pixels = source.pixels.slice(top * rowBytes, (top + rows) * rowBytes);
    document.writeLines(toLines({ pixels, rows, channels: source.channels }));
  }
  document.finish();
  return path;
}

function expected(type: RasterType, { pixels, channels }: Picture): Uint8Array {
  const isColour = type === 'srgb_8';
  const count = pixels.length / channels;
  const wanted = new Uint8Array(count * (isColour ? 3 : 1));
  for (let i = 0; i < count; i += 1) {
    const [red, green, blue] = [0, 1, 2].map((c) => pixels[i * channels + (channels === 3 ? c : 0)]!);
    if (isColour) wanted.set([red!, green!, blue!], i * 3);
    else wanted[i] = greyOf(red!, green!, blue!);
  }
  return wanted;
}

describe('a raster document', () => {
  it.each([
    ['image/pwg-raster', 'srgb_8'],
    ['image/pwg-raster', 'sgray_8'],
    ['image/pwg-raster', 'black_8'],
    ['image/urf', 'srgb_8'],
    ['image/urf', 'sgray_8'],
  ] as [RasterMediaType, RasterType][])('%s %s reads back as it was', (format, type) => {
    fc.assert(
      fc.property(picture, (source) => {
        const [page, ...more] = [...readRasterPages(write(format, type, source))];
        expect(more).toEqual([]);
        expect(page).toMatchObject({ widthPx: source.widthPx, heightPx: source.heightPx, dpi: 300 });
        expect(Buffer.compare(page!.pixels, expected(type, source))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the mean of grey in black_1', () => {
    const source = {
      widthPx: 203,
      heightPx: 64,
      channels: 1 as const,
      bandRows: 10,
      pixels: new Uint8Array(203 * 64).fill(90),
    };
    const [page] = [...readRasterPages(write('image/pwg-raster', 'black_1', source))];
    const mean = page!.pixels.reduce((sum, value) => sum + value, 0) / page!.pixels.length;
    expect(Math.abs(mean - 90)).toBeLessThan(2);
  });

  it('repeats a line 256 times at most, and stays small for blank paper', () => {
    const source = {
      widthPx: 2480,
      heightPx: 3508,
      channels: 3 as const,
      bandRows: 1000,
      pixels: new Uint8Array(2480 * 3508 * 3).fill(255),
    };
    const path = write('image/pwg-raster', 'srgb_8', source);
    expect(readFileSync(path).length).toBeLessThan(1800 + 14 * 100);
    expect([...readRasterPages(path)][0]!.pixels.every((value) => value === 255)).toBe(true);
  });

  it('has 16 bits where they are asked for', () => {
    const source = {
      widthPx: 2,
      heightPx: 1,
      channels: 3 as const,
      bandRows: 1,
      pixels: Uint8Array.of(1, 2, 3, 250, 0, 255),
    };
    const bytes = readFileSync(write('image/pwg-raster', 'srgb_16', source));
    expect([...bytes.subarray(1800)]).toEqual([0, 255, 1, 1, 2, 2, 3, 3, 250, 250, 0, 0, 255, 255]);
  });

  it('is refused when lines are missing or too many, and leaves nothing behind', () => {
    const path = join(folder, 'broken.raster');
    const document = createRasterDocument(path, { format: 'image/urf', pages: 1 });
    document.startPage(pageOf('sgray_8', 4, 2));
    document.writeLines({ pixels: new Uint8Array(4), rows: 1, strideBytes: 4 });
    expect(() => document.finish()).toThrow('lacks 1 lines');
    expect(() => document.writeLines({ pixels: new Uint8Array(8), rows: 2, strideBytes: 4 })).toThrow(
      RangeError,
    );
    document.discard();
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

describe('the page header of PWG raster', () => {
  it('has its fields where PWG 5102.4 puts them', () => {
    const source = { widthPx: 5, heightPx: 3, channels: 3 as const, bandRows: 3, pixels: new Uint8Array(45) };
    const bytes = readFileSync(write('image/pwg-raster', 'srgb_8', source));
    const header = bytes.subarray(4, 1800);
    const text = (at: number) => header.toString('latin1', at, at + 64).split('\0')[0];
    const numbers = (...at: number[]) => at.map((one) => header.readUInt32BE(one));
    expect(bytes.toString('latin1', 0, 4)).toBe('RaS2');
    expect([text(0), text(128), text(192), text(1732)]).toEqual([
      'PwgRaster',
      'photographic-glossy',
      'photo',
      'na_index-4x6_4x6in',
    ]);
    expect(numbers(276, 280, 352, 356, 372, 376)).toEqual([300, 300, 288, 432, 5, 3]);
    expect(numbers(384, 388, 392, 396, 400, 420)).toEqual([8, 24, 15, 0, 19, 3]);
    expect(numbers(452, 456, 460, 464, 468, 472, 476, 480, 484)).toEqual([1, 1, 1, 0, 0, 5, 3, 0xffffff, 5]);
  });

  it.each([
    ['two-sided-long-edge', 'normal', 1, 1],
    ['two-sided-short-edge', 'normal', 1, 1],
    ['two-sided-long-edge', 'flipped', 1, -1],
    ['two-sided-short-edge', 'flipped', -1, 1],
    ['two-sided-long-edge', 'rotated', -1, -1],
    ['two-sided-short-edge', 'rotated', 1, 1],
    ['two-sided-long-edge', 'manual-tumble', 1, 1],
    ['two-sided-short-edge', 'manual-tumble', -1, -1],
  ] as const)('backs: %s, %s', (sides, sheetBack, crossFeed, feed) => {
    expect(transformOfPage(1, { sides, sheetBack })).toEqual({ crossFeed: 1, feed: 1 });
    expect(transformOfPage(2, { sides, sheetBack })).toEqual({ crossFeed, feed });
    expect(transformOfPage(2, { sides: 'one-sided', sheetBack })).toEqual({ crossFeed: 1, feed: 1 });
  });
});

it('mirrors and reverses rows', () => {
  const band = {
    pixels: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    rows: 2,
    channels: 3 as const,
  };
  mirrorRows(band);
  expect([...band.pixels]).toEqual([4, 5, 6, 1, 2, 3, 10, 11, 12, 7, 8, 9]);
  reverseRows(band);
  expect([...band.pixels]).toEqual([10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3]);
  expect(bytesPerLine('black_1', 9)).toBe(2);
});
