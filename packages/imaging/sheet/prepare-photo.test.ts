import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeJpeg,
  makePdf,
  makePng,
  makeTiff,
  makeTruncatedJpeg,
  makeWebp,
} from '../testing/picture-samples.ts';
import { type PreparePhotoOptions, preparePhoto } from './prepare-photo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepare-photo-'));
});
afterAll(() => rm(folder, { recursive: true }));

const marginsHmm = { top: 0, right: 0, bottom: 0, left: 0 };
const print = { fit: 'fill', colour: 'color', output: { format: 'image/jpeg' } } as const;

type PrepareOptions = Partial<PreparePhotoOptions> & { widthPx?: number; heightPx?: number };

async function prepare(source: Buffer, options: PrepareOptions = {}) {
  const { widthPx = 400, heightPx = 600, ...more } = options;
  const sourcePath = join(folder, 'source');
  const targetPath = join(folder, 'target.jpg');
  await writeFile(sourcePath, source);
  const size = { widthHmm: (widthPx * 2540) / 300, heightHmm: (heightPx * 2540) / 300 };
  const sheet = { ...size, dpiX: 300, dpiY: 300, marginsHmm };
  const prepared = await preparePhoto({ sourcePath, targetPath, sheet, ...print, ...more });
  return { prepared, jpeg: await readFile(targetPath) };
}

interface Pixels {
  at(x: number, y: number): number[];
  channels: number;
}

async function pixelsOf(jpeg: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return [...data.subarray(start, start + info.channels)];
  };
  return { at, channels: info.channels };
}

const colours = { R: [255, 0, 0], G: [0, 255, 0], B: [0, 0, 255], W: [255, 255, 255] } as const;
type Colour = keyof typeof colours;

function nameOf(pixel: number[]): Colour | undefined {
  return (Object.keys(colours) as Colour[]).find((name) =>
    pixel.every((v, i) => Math.abs(v - colours[name][i]!) < 30),
  );
}

/** The corners of the finished print, row by row. */
function cornersOf({ at }: Pixels): string {
  const corners = [at(60, 60), at(340, 60), at(60, 540), at(340, 540)];
  return corners.map((pixel) => nameOf(pixel) ?? '?').join('');
}

/** Stored corners R G over B W, 120 x 80 pixels. */
function makeCorners(exifOrientation: number): Promise<Buffer> {
  const pixels = Buffer.alloc(120 * 80 * 3);
  for (let y = 0; y < 80; y++) {
    for (let x = 0; x < 120; x++) {
      const colour = colours[y < 40 ? (x < 60 ? 'R' : 'G') : x < 60 ? 'B' : 'W'];
      pixels.set(colour, (y * 120 + x) * 3);
    }
  }
  const raw = { width: 120, height: 80, channels: 3 } as const;
  const options = { quality: 100, chromaSubsampling: '4:4:4' };
  return sharp(pixels, { raw }).withMetadata({ orientation: exifOrientation }).jpeg(options).toBuffer();
}

describe('preparePhoto', () => {
  // The upright corners after the orientation; 1 to 4 are landscape and get another clockwise quarter turn.
  it.each([
    [1, 'BRWG'],
    [2, 'WGBR'],
    [3, 'GWRB'],
    [4, 'RBGW'],
    [5, 'RBGW'],
    [6, 'BRWG'],
    [7, 'WGBR'],
    [8, 'GWRB'],
  ])('applies EXIF orientation %i and turns for the feed', async (orientation, expected) => {
    const { jpeg } = await prepare(await makeCorners(orientation));
    expect(cornersOf(await pixelsOf(jpeg))).toBe(expected);
    expect((await sharp(jpeg).metadata()).orientation ?? 1).toBe(1);
  });

  it('leaves landscape photos unturned on landscape media', async () => {
    const { jpeg } = await prepare(await makeCorners(1), { widthPx: 600, heightPx: 400 });
    const { at } = await pixelsOf(jpeg);
    expect([at(60, 60), at(540, 60), at(60, 340), at(540, 340)].map(nameOf)).toEqual(['R', 'G', 'B', 'W']);
  });

  it.each([
    ['JPEG', makeJpeg],
    ['PNG', makePng],
    ['TIFF', makeTiff],
    ['WebP', makeWebp],
  ])('makes a baseline 4:4:4 JPEG of exactly the media from %s', async (_name, make) => {
    const source = await make({ widthPx: 901, heightPx: 1203, seed: 4 });
    const { prepared, jpeg } = await prepare(source);
    expect(prepared).toEqual({
      mediaType: 'image/jpeg',
      bytes: jpeg.length,
      widthPx: 400,
      heightPx: 600,
      sheets: 1,
      effectivePpi: 601.5,
    });
    const metadata = await sharp(jpeg).metadata();
    expect(metadata).toMatchObject({
      width: 400,
      height: 600,
      density: 300,
      isProgressive: false,
      chromaSubsampling: '4:4:4',
      channels: 3,
    });
    expect(metadata.exif).toBeUndefined();
  });

  it('gives the same bytes for the same input', async () => {
    const source = await makeJpeg({ widthPx: 1200, heightPx: 900, seed: 5, exifOrientation: 6 });
    expect((await prepare(source)).jpeg.equals((await prepare(source)).jpeg)).toBe(true);
  });

  it('fits with white borders', async () => {
    const source = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#204060' } })
      .png()
      .toBuffer();
    const { at } = await pixelsOf((await prepare(source, { fit: 'fit' })).jpeg);
    expect(at(200, 50)).toEqual([255, 255, 255]);
    expect(at(200, 550)).toEqual([255, 255, 255]);
    expect(at(200, 300)[0]).toBeLessThan(40);
  });

  it('puts transparency on white', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const source = await sharp({ create: { width: 40, height: 60, channels: 4, background } })
      .png()
      .toBuffer();
    expect((await pixelsOf((await prepare(source)).jpeg)).at(200, 300)).toEqual([255, 255, 255]);
  });

  it('makes a grey picture for monochrome', async () => {
    const { jpeg } = await prepare(await makeCorners(1), { colour: 'monochrome' });
    expect((await sharp(jpeg).metadata()).channels).toBe(1);
  });

  it.each([8, 16] as const)('transforms a Display P3 profile to sRGB, %i bit', async (bits) => {
    const space = bits === 16 ? 'rgb16' : 'srgb';
    const red = sharp({ create: { width: 40, height: 60, channels: 3, background: '#ff0000' } });
    const stored = await red.toColourspace(space).withIccProfile('p3').png().toBuffer();
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ hasProfile: true, bitsPerSample: bits });
    const inside = await sharp(stored, { ignoreIcc: true }).toColourspace('srgb').raw().toBuffer();
    const { at } = await pixelsOf((await prepare(stored)).jpeg);
    const [r, g, b] = at(200, 300);
    // What the file means, by the matrices of Display P3 and sRGB, not by the library that is tested.
    const expected = srgbOfDisplayP3([inside[0]!, inside[1]!, inside[2]!]);
    for (const [i, value] of [r, g, b].entries())
      expect(Math.abs(value! - expected[i]!)).toBeLessThanOrEqual(4);
  });

  it('prepares CMYK without a profile and grey with 16 bit', async () => {
    const cmyk = await sharp(await makeJpeg({ widthPx: 200, heightPx: 300, seed: 6 }))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect((await pixelsOf((await prepare(cmyk)).jpeg)).channels).toBe(3);
    const grey = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#808080' } })
      .toColourspace('grey16')
      .png()
      .toBuffer();
    for (const value of (await pixelsOf((await prepare(grey)).jpeg)).at(200, 300))
      expect(value).toBeCloseTo(128, -1);
  });

  it('refuses what it cannot print and leaves nothing behind', async () => {
    const clean = await mkdtemp(join(folder, 'clean-'));
    const targetPath = join(clean, 'out.jpg');
    const broken = await makeTruncatedJpeg({ widthPx: 600, heightPx: 400, seed: 7 });
    await expect(prepare(broken, { targetPath })).rejects.toMatchObject({ reason: 'truncated' });
    const pdf = makePdf({ pages: 1, widthMm: 100, heightMm: 150 });
    await expect(prepare(pdf, { targetPath })).rejects.toMatchObject({ reason: 'not_accepted' });
    const good = await makeJpeg({ widthPx: 60, heightPx: 40, seed: 8 });
    const large = { targetPath, widthPx: 20_000, heightPx: 20_000 };
    await expect(prepare(good, large)).rejects.toMatchObject({ reason: 'too_many_pixels' });
    await expect(prepare(good, { targetPath, widthPx: 0 })).rejects.toThrow(RangeError);
    expect(await readdir(clean)).toEqual([]);
  });

  it('passes errors of the file system on as they are', async () => {
    const good = await makeJpeg({ widthPx: 60, heightPx: 40, seed: 8 });
    const missing = join(folder, 'no', 'such', 'folder.jpg');
    await expect(prepare(good, { targetPath: missing })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(prepare(good, { sourcePath: missing })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

/** Display P3 to sRGB, both with the sRGB curve and D65 (SMPTE EG 432-1, IEC 61966-2-1). */
function srgbOfDisplayP3(pixel: number[]): number[] {
  const linear = pixel.map((v) =>
    v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  const matrix = [
    [1.2249, -0.2247, 0],
    [-0.042, 1.0419, 0],
    [-0.0197, -0.0786, 1.0979],
  ];
  return matrix.map((row) => {
    const sum = row.reduce((total, factor, i) => total + factor * linear[i]!, 0);
    const value = Math.min(1, Math.max(0, sum));
    return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
  });
}
