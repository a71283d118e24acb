/** Sheets of pictures measured in their pixels: charts whose colours tell their place. Rasters are read by the virtual printer's reader. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRasterPages } from '@platen/virtual-printer/raster-reader';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRgbTiff } from '../decode/rgb-tiff.ts';
import { makeMultiPageTiff } from '../testing/hostile-samples.ts';
import { adobeRgb, makeRgbProfile } from '../testing/icc-samples.ts';
import { makeJpeg, makePng } from '../testing/picture-samples.ts';
import { makeTiffOf } from '../testing/tiff-samples.ts';
import { type PreparePhotoOptions, preparePhoto } from './prepare-photo.ts';
import type { RasterOutput } from './sheet-output.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-layout-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };
const raster: RasterOutput = {
  format: 'image/pwg-raster',
  type: 'srgb_8',
  sizeName: 'custom_test',
  mediaType: 'photographic-glossy',
  quality: 5,
  sides: 'one-sided',
  sheetBack: 'normal',
};

type Wanted = Partial<PreparePhotoOptions> & { widthPx?: number; heightPx?: number; dpi?: number };

async function prepare(source: Uint8Array, wanted: Wanted = {}) {
  const { widthPx = 300, heightPx = 200, dpi = 300, ...more } = wanted;
  const sourcePath = join(folder, 'source');
  const targetPath = join(folder, 'target');
  writeFileSync(sourcePath, source);
  const size = { widthHmm: (widthPx * 2540) / dpi, heightHmm: (heightPx * 2540) / dpi };
  const sheet = { ...size, dpiX: dpi, dpiY: dpi, marginsHmm: noMargins };
  const prepared = await preparePhoto({
    sourcePath,
    targetPath,
    sheet,
    fit: 'fill',
    colour: 'color',
    output: raster,
    ...more,
  });
  expect(readdirSync(folder).sort()).toEqual(['source', 'target']);
  return { prepared, bytes: readFileSync(targetPath) };
}

interface Page {
  at(x: number, y: number): number[];
  widthPx: number;
  heightPx: number;
}

function pagesOf(bytes: Buffer): Page[] {
  const path = join(folder, 'read');
  writeFileSync(path, bytes);
  const pages = [...readRasterPages(path)];
  rmSync(path);
  return pages.map(({ pixels, widthPx, heightPx, channels }) => ({
    widthPx,
    heightPx,
    at: (x, y) => [...pixels.subarray((y * widthPx + x) * channels, (y * widthPx + x) * channels + channels)],
  }));
}

/** 8 steps of colour for each pixel, red across and green down, 32 pixels to a period. */
const chartAt = (x: number, y: number): [number, number, number] => [(x * 8) % 256, (y * 8) % 256, 128];
const chart = { widthPx: 640, heightPx: 480 };

/** Where a pixel of the upright chart is stored under an EXIF orientation (Exif 2.3 tag 0x0112). */
function storedPlace(orientation: number, x: number, y: number): [number, number] {
  const [right, bottom] = [chart.widthPx - 1, chart.heightPx - 1];
  const places: Record<number, [number, number]> = {
    1: [x, y],
    2: [right - x, y],
    3: [right - x, bottom - y],
    4: [x, bottom - y],
    5: [y, x],
    6: [y, right - x],
    7: [bottom - y, right - x],
    8: [bottom - y, x],
  };
  return places[orientation]!;
}

function makeChart(orientation: number): Promise<Buffer> {
  const isTurned = orientation >= 5;
  const width = isTurned ? chart.heightPx : chart.widthPx;
  const height = isTurned ? chart.widthPx : chart.heightPx;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < chart.heightPx; y += 1) {
    for (let x = 0; x < chart.widthPx; x += 1) {
      const [storedX, storedY] = storedPlace(orientation, x, y);
      pixels.set(chartAt(x, y), (storedY * width + storedX) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .png()
    .toBuffer();
}

/** Less than half a pixel off wherever the chart is not at the end of a period. */
function expectChart(page: Page, place: (x: number, y: number) => [number, number]): void {
  let looked = 0;
  for (let y = 0; y < page.heightPx; y += 3) {
    for (let x = 0; x < page.widthPx; x += 3) {
      const wanted = chartAt(...place(x, y));
      if (wanted[0] < 24 || wanted[0] > 224 || wanted[1] < 24 || wanted[1] > 224) continue;
      looked += 1;
      const [red, green] = page.at(x, y);
      if (Math.abs(red! - wanted[0]) > 3 || Math.abs(green! - wanted[1]) > 3)
        throw new Error(`${x},${y}: ${red},${green} and not ${wanted}`);
    }
  }
  expect(looked).toBeGreaterThan(1000);
}

describe('a chosen part of a photo', () => {
  const crop = { left: 0.25, top: 0.5, width: 300 / 640, height: 200 / 480 };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is on paper to the pixel, EXIF orientation %i', async (orientation) => {
    const { prepared, bytes } = await prepare(await makeChart(orientation), { crop });
    expect(prepared).toMatchObject({ effectivePpi: 300, widthPx: 300, heightPx: 200 });
    expectChart(pagesOf(bytes)[0]!, (x, y) => [160 + x, 240 + y]);
  });

  it('is turned with the paper', async () => {
    const { bytes } = await prepare(await makeChart(6), { crop, widthPx: 200, heightPx: 300 });
    expectChart(pagesOf(bytes)[0]!, (x, y) => [160 + y, 240 + 199 - x]);
  });

  it('shows more of the photo where the paper has another shape', async () => {
    const narrow = { ...crop, left: 0.375, width: 200 / 640 };
    const { bytes } = await prepare(await makeChart(1), { crop: narrow });
    expectChart(pagesOf(bytes)[0]!, (x, y) => [190 + x, 240 + y]);
  });

  it.each([
    ['lying', { width: 4800, height: 40 }, { left: 2340, top: 0, width: 120, height: 40 }],
    ['standing', { width: 40, height: 4800 }, { left: 0, top: 2340, width: 40, height: 120 }],
  ])('is the middle of a strip that is far too long: %s', async (_, { width, height }, part) => {
    const strip = await makePng({ widthPx: width, heightPx: height, seed: 4 });
    const middle = await sharp(strip).extract(part).png().toBuffer();
    const [whole, cut] = [await prepare(strip), await prepare(middle)];
    expect(whole.bytes.equals(cut.bytes)).toBe(true);
    expect(whole.prepared).toEqual(cut.prepared);
  });

  it('is all there is when it is fitted', async () => {
    const { bytes } = await prepare(await makeChart(1), { crop, fit: 'fit', heightPx: 300 });
    const [page] = pagesOf(bytes);
    expect([page!.at(150, 49), page!.at(150, 250)]).toEqual([
      [255, 255, 255],
      [255, 255, 255],
    ]);
    const picture = { ...page!, heightPx: 200, at: (x: number, y: number) => page!.at(x, y + 50) };
    expectChart(picture, (x, y) => [160 + x, 240 + y]);
  });
});

describe('what fit leaves free', () => {
  it('is the picture, blurred; the picture itself stays as it is', async () => {
    const source = await makeChart(1);
    const size = { widthPx: 640, heightPx: 600, fit: 'fit' } as const;
    const [page] = pagesOf((await prepare(source, { ...size, border: 'blurred' })).bytes);
    const picture = { ...page!, heightPx: 480, at: (x: number, y: number) => page!.at(x, y + 60) };
    expectChart(picture, (x, y) => [x, y]);
    const border = [0, 20, 40, 58, 541, 570, 599].map((y) => page!.at(320, y));
    for (const colour of border) for (const value of colour) expect(value).toBeLessThan(245);
    const steps = border.slice(1).map((colour, i) => Math.abs(colour[0]! - border[i]![0]!));
    expect(Math.max(...steps)).toBeLessThan(40);
  });

  it('is nothing when the picture has the shape of the paper', async () => {
    const source = await makeChart(1);
    const size = { widthPx: 640, heightPx: 480, fit: 'fit' } as const;
    const plain = await prepare(source, size);
    expect((await prepare(source, { ...size, border: 'blurred' })).bytes.equals(plain.bytes)).toBe(true);
  });
});

describe('several on a sheet', () => {
  const solid = (background: string) =>
    sharp({ create: { width: 700, height: 900, channels: 3, background } })
      .png()
      .toBuffer();
  /** Runs of not white along a line. */
  const runsOf = (values: number[][]): number[] => {
    const runs: number[] = [];
    let run = 0;
    for (const value of [...values, [255, 255, 255]]) {
      const isPicture = value[0]! < 128 && value[1]! > 100;
      if (isPicture) run += 1;
      else if (run > 0) run = runs.push(run) * 0;
    }
    return runs;
  };

  it.each([
    [300, 413, 531],
    [600, 827, 1063],
  ])('ID photos of 35 x 45 mm at %i dpi are %i x %i pixels', async (dpi, across, along) => {
    const sheet = { widthHmm: 10_160, heightHmm: 15_240, dpiX: dpi, dpiY: dpi, marginsHmm: noMargins };
    const arrangement = { kind: 'id_photo', widthHmm: 3500, heightHmm: 4500 } as const;
    const { bytes, prepared } = await prepare(await solid('#20a040'), { sheet, arrangement });
    const [page] = pagesOf(bytes);
    expect(prepared).toMatchObject({ sheets: 1, widthPx: 4 * dpi, heightPx: 6 * dpi });
    const middle = Math.round(page!.heightPx / 2);
    const row = Array.from({ length: page!.widthPx }, (_, x) => page!.at(x, middle));
    expect(runsOf(row)).toEqual([across, across]);
    const column = Array.from({ length: page!.heightPx }, (_, y) =>
      page!.at(Math.round(page!.widthPx / 4), y),
    );
    expect(runsOf(column)).toEqual([along, along, along]);
  });

  it('are refused where they have no room', async () => {
    const arrangement = { kind: 'id_photo', widthHmm: 9000, heightHmm: 9000 } as const;
    const refused = prepare(await solid('#000000'), { arrangement });
    await expect(refused).rejects.toMatchObject({ reason: 'not_accepted', message: /no room on the paper/ });
  });

  it('the pages of a TIFF each get their cell, on as many sheets as they need', async () => {
    const tiff = makeMultiPageTiff([
      { widthPx: 90, heightPx: 60 },
      { widthPx: 20, heightPx: 200, thumbnail: true },
      { widthPx: 20, heightPx: 200 },
      { widthPx: 60, heightPx: 60 },
    ]);
    const arrangement = { kind: 'contact_sheet', columns: 2, rows: 1, captions: false } as const;
    const options = { arrangement, fit: 'fit', widthPx: 400, heightPx: 200 } as const;
    const { prepared, bytes } = await prepare(tiff, options);
    expect(prepared.sheets).toBe(2);
    const [first, second] = pagesOf(bytes);
    // makeMultiPageTiff gives page after page a lighter grey: 60, 100 (the thumbnail), 140, 180.
    expect([first!.at(100, 100), first!.at(290, 100), second!.at(100, 100), second!.at(290, 100)]).toEqual(
      [60, 140, 180, 255].map((grey) => [grey, grey, grey]),
    );
    expect(first!.at(270, 100)).toEqual([255, 255, 255]);
  });
});

describe('a TIFF of several pages', () => {
  const tiff = makeMultiPageTiff([
    { widthPx: 90, heightPx: 60 },
    { widthPx: 60, heightPx: 90 },
    { widthPx: 100, heightPx: 100 },
  ]);

  it('is a side for each page, laid out by its own size', async () => {
    const { prepared, bytes } = await prepare(tiff, { fit: 'fit' });
    expect(prepared).toMatchObject({ sheets: 3, effectivePpi: 90 });
    const pages = pagesOf(bytes);
    expect(pages.map((page) => page.at(150, 100)[0])).toEqual([60, 100, 140]);
    // 3:2 fills the sheet either way round; a square leaves a sixth on both sides.
    expect(pages.map((page) => page.at(20, 100)[0])).toEqual([60, 100, 255]);
  });

  it('is the pages that were chosen, in that order; one of them may be a JPEG', async () => {
    const { bytes } = await prepare(tiff, { pages: [3, 1] });
    expect(pagesOf(bytes).map((page) => page.at(150, 100)[0])).toEqual([140, 60]);
    const jpeg = { output: { format: 'image/jpeg' } } as const;
    const one = await prepare(tiff, { ...jpeg, pages: [2] });
    expect((await sharp(one.bytes).raw().toBuffer())[0]).toBe(100);
    await expect(prepare(tiff, jpeg)).rejects.toThrow('3 sheets are no JPEG');
    await expect(prepare(tiff, { pages: [4] })).rejects.toThrow('page 4 of 3');
  });

  it('has its backs as the printer wants them', async () => {
    const chartTiff = (await sharp(await makeChart(1))
      .tiff({ compression: 'none' })
      .toBuffer()) as Buffer;
    const output = { ...raster, sides: 'two-sided-long-edge', sheetBack: 'rotated' } as const;
    const { bytes } = await prepare(chartTiff, { output, pages: [1, 1], widthPx: 640, heightPx: 480 });
    const [front, back] = pagesOf(bytes);
    for (const [x, y] of [
      [100, 50],
      [333, 411],
      [5, 9],
    ] as const)
      expect(back!.at(639 - x, 479 - y)).toEqual(front!.at(x, y));
  });
});

describe('the slip', () => {
  it('stands in a strip of its own, below the picture', async () => {
    const source = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#20a040' } })
      .png()
      .toBuffer();
    const options = { widthPx: 1200, heightPx: 900, slip: 'P4X7-K2M9-QT1D-3  #1  x2  2026-11-21' };
    const [page] = pagesOf((await prepare(source, options)).bytes);
    const stripTop = 900 - 59;
    for (const x of [0, 600, 1199]) expect(page!.at(x, stripTop - 1)[1]).toBeGreaterThan(150);
    const ink: number[] = [];
    for (let y = stripTop; y < 900; y += 1)
      for (let x = 0; x < 1200; x += 1) {
        const [red] = page!.at(x, y);
        expect(red === 0 || red === 255).toBe(true);
        if (red === 0) ink.push(y);
      }
    expect(ink.length).toBeGreaterThan(1000);
    expect(Math.min(...ink)).toBeGreaterThan(stripTop + 5);
    expect(Math.max(...ink)).toBeLessThan(900 - 20);
  });
});

describe('colours', () => {
  const curve = (value: number) =>
    255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
  /** Adobe RGB (1998) to sRGB; both have the red, nearly the blue and the white in common. */
  function srgbOfAdobe(pixel: number[]): number[] {
    const [r, g, b] = pixel.map((value) => (value / 255) ** 2.2);
    const linear = [1.3983 * r! - 0.3983 * g!, g!, -0.0429 * g! + 1.0429 * b!];
    return linear.map((value) => curve(Math.min(1, Math.max(0, value))));
  }

  it.each([8, 16])('of Adobe RGB in %i bits are those of the file', async (bits) => {
    const pixel = [180, 140, 90];
    const profile = makeRgbProfile('Adobe RGB', { primaries: adobeRgb, gamma: 2.2 });
    const count = 60 * 40;
    const samples = bits === 8 ? new Uint8Array(count * 3) : new Uint16Array(count * 3);
    for (let i = 0; i < count; i += 1)
      samples.set(
        pixel.map((v) => (bits === 8 ? v : v * 257)),
        i * 3,
      );
    const tiff = makeTiffOf({ widthPx: 60, heightPx: 40, samples, channels: 3, profile });
    const colour = pagesOf((await prepare(tiff)).bytes)[0]!.at(150, 100);
    for (const [i, value] of srgbOfAdobe(pixel).entries())
      expect(Math.abs(colour[i]! - value)).toBeLessThan(3);
  });

  it('of pixels that were decoded elsewhere are those of their profile', async () => {
    const profile = makeRgbProfile('Adobe RGB', { primaries: adobeRgb, gamma: 2.2 });
    const { file, pixels } = createRgbTiff({ widthPx: 60, heightPx: 140, profile });
    for (let i = 0; i < pixels.length; i += 3) pixels.set([180, 140, 90], i);
    const colour = pagesOf((await prepare(file)).bytes)[0]!.at(150, 100);
    for (const [i, value] of srgbOfAdobe([180, 140, 90]).entries())
      expect(Math.abs(colour[i]! - value)).toBeLessThan(3);
  });

  it('of CMYK come out near what they were made of', async () => {
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a08878' } });
    const cmyk = picture.toColourspace('cmyk');
    for (const source of [
      await cmyk.jpeg().toBuffer(),
      await cmyk.withIccProfile('cmyk').tiff().toBuffer(),
    ]) {
      const colour = pagesOf((await prepare(source)).bytes)[0]!.at(150, 100);
      for (const [i, value] of [0xa0, 0x88, 0x78].entries())
        expect(Math.abs(colour[i]! - value)).toBeLessThan(16);
    }
  });

  it('of a grey sheet stay grey with pieces on it', async () => {
    const output = { ...raster, type: 'sgray_8' } as const;
    const arrangement = { kind: 'id_photo', widthHmm: 1000, heightHmm: 1500 } as const;
    const source = await makeJpeg({ widthPx: 300, heightPx: 400, seed: 3 });
    const options = { output, arrangement, colour: 'monochrome', widthPx: 600, heightPx: 400 } as const;
    expect(pagesOf((await prepare(source, options)).bytes)[0]!.at(0, 0)).toHaveLength(1);
    const jpeg = await prepare(source, { ...options, output: { format: 'image/jpeg' } });
    expect((await sharp(jpeg.bytes).metadata()).channels).toBe(1);
  });
});

it('gives the same bytes for the same input, whatever the layout', async () => {
  const source = await makePng({ widthPx: 500, heightPx: 700, seed: 9 });
  const layouts: Wanted[] = [
    { crop: { left: 0.1, top: 0.2, width: 0.5, height: 0.5 } },
    { fit: 'fit', border: 'blurred', widthPx: 500, heightPx: 500 },
    {
      arrangement: { kind: 'id_photo', widthHmm: 1000, heightHmm: 1200 },
      slip: 'A-1',
      widthPx: 600,
      heightPx: 400,
    },
  ];
  for (const layout of layouts) {
    for (const output of [raster, { format: 'image/jpeg' } as const]) {
      const first = await prepare(source, { ...layout, output });
      expect((await prepare(source, { ...layout, output })).bytes.equals(first.bytes)).toBe(true);
    }
  }
});
