import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeJpeg, makePng } from '../testing/picture-samples.ts';
import { keepSheetJpeg } from './sheet-jpeg.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-jpeg-'));
});
afterAll(() => rm(folder, { recursive: true }));

const widthPx = 120;
const heightPx = 180;
const sheet = {
  widthHmm: (widthPx * 2540) / 300,
  heightHmm: (heightPx * 2540) / 300,
  dpiX: 300,
  dpiY: 300,
  marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
};
const print = { sheet, fit: 'fill', colour: 'color', output: { format: 'image/jpeg' } } as const;
type Options = Partial<Parameters<typeof keepSheetJpeg>[0]>;

const targetPath = () => join(folder, 'target.jpg');
beforeEach(() => rm(targetPath(), { force: true }));

async function keep(source: Buffer, options: Options = {}): Promise<boolean> {
  const sourcePath = join(folder, 'source');
  await writeFile(sourcePath, source);
  return await keepSheetJpeg({ sourcePath, targetPath: targetPath(), ...print, ...options });
}

const isWritten = () =>
  stat(targetPath()).then(
    () => true,
    () => false,
  );

const scene = (more: Partial<Parameters<typeof makeJpeg>[0]> = {}) =>
  makeJpeg({ widthPx, heightPx, seed: 3, ...more });
const remade = async (change: (picture: Sharp) => Sharp): Promise<Buffer> =>
  await change(sharp(await makePng({ widthPx, heightPx, seed: 3 }))).toBuffer();
const rawOf = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer();

describe('a JPEG that is the sheet', () => {
  it.each([
    ['4:2:0', () => scene()],
    ['4:4:4', () => remade((picture) => picture.jpeg({ chromaSubsampling: '4:4:4' }))],
    ['grey', () => remade((picture) => picture.toColourspace('b-w').jpeg())],
    ['with fill bytes', async () => withFillBytes(await scene())],
    ['with an sRGB profile', () => remade((picture) => picture.withIccProfile('srgb').jpeg())],
    ['with EXIF that says upright', () => scene({ exifOrientation: 1 })],
  ])('keeps its very pixels: %s', async (_name, make) => {
    const source = await make();
    expect(await keep(source)).toBe(true);
    const kept = await readFile(targetPath());
    expect((await rawOf(kept)).equals(await rawOf(source))).toBe(true);
    expect(await sharp(kept).metadata()).toMatchObject({ width: widthPx, height: heightPx, density: 300 });
  });

  it('leaves everything else that stood in the file behind', async () => {
    const exif = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const source = await remade((picture) => picture.jpeg().withExif(exif));
    const trailing = Buffer.concat([source, Buffer.from('a film behind the picture')]);
    expect(await keep(trailing)).toBe(true);
    const kept = await readFile(targetPath());
    expect(kept.includes('somebody')).toBe(false);
    expect(kept.includes('film')).toBe(false);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    expect(kept.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  it('is worked on where bytes hide in what a decoder needs', async () => {
    const source = await scene();
    const tables = source.indexOf(Buffer.from([0xff, 0xdb]));
    const segment = (marker: number, content: Buffer) => {
      const head = Buffer.from([0xff, marker, 0, 0]);
      head.writeUInt16BE(content.length + 2, 2);
      return Buffer.concat([head, content]);
    };
    const table = Buffer.alloc(65, 1).fill(0, 0, 1);
    const leaving = Buffer.from('\x1b%-12345X@PJL SET COPIES=99\r\n', 'latin1');
    const withSegment = (marker: number, content: Buffer) =>
      Buffer.concat([source.subarray(0, tables), segment(marker, content), source.subarray(tables)]);
    expect(await keep(withSegment(0xdb, table))).toBe(true);
    for (const [marker, content] of [
      [0xdb, Buffer.concat([table, leaving])],
      [0xdd, Buffer.concat([Buffer.alloc(2), leaving])],
      [0xc4, leaving],
      // A whole table, of the bytes by which a printer leaves its language.
      [0xdb, Buffer.concat([Buffer.alloc(1), leaving, Buffer.alloc(64 - leaving.length, 1)])],
    ] as const)
      expect(await keep(withSegment(marker, content))).toBe(false);
    // Comments and what applications write are left behind, wherever they stand, and what follows the picture too.
    const odd = Buffer.concat([withSegment(0xfe, leaving), leaving]);
    expect(await keep(Buffer.concat([odd.subarray(0, 2), segment(0xe5, leaving), odd.subarray(2)]))).toBe(
      true,
    );
    expect((await readFile(targetPath())).includes('PJL')).toBe(false);
  });

  it('is worked on like any other where the sheet asks for more', async () => {
    const source = await scene();
    const correction = { offsetXHmm: 20, offsetYHmm: 0, scaleX: 1, scaleY: 1 };
    const margins = { top: 300, right: 300, bottom: 300, left: 300 };
    const profile = { path: '/nowhere', intent: 'perceptual' } as const;
    const raster = { format: 'image/urf' } as unknown as Options['output'] & object;
    for (const options of [
      { colour: 'monochrome' },
      { profile },
      { output: raster },
      { sheet: { ...sheet, correction } },
      { sheet: { ...sheet, marginsHmm: margins } },
      { sheet: { ...sheet, dpiX: 600 } },
    ] as Options[])
      expect(await keep(source, options), JSON.stringify(options)).toBe(false);
    expect(await isWritten()).toBe(false);
  });
});

describe('is not taken for the sheet:', () => {
  it.each([
    ['another size', () => scene({ widthPx: widthPx + 1 })],
    ['across the feed', () => scene({ widthPx: heightPx, heightPx: widthPx })],
    ['turned by EXIF', () => scene({ exifOrientation: 3 })],
    ['progressive', () => remade((picture) => picture.jpeg({ progressive: true }))],
    ['CMYK', () => remade((picture) => picture.toColourspace('cmyk').jpeg())],
    ['Display P3', () => remade((picture) => picture.withIccProfile('p3').jpeg())],
    ['RGB without a colour transformation', async () => withAdobe(await scene(), 0)],
    ['PNG', () => makePng({ widthPx, heightPx, seed: 3 })],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s', async (_name, make) => {
    expect(await keep(await make())).toBe(false);
    expect(await isWritten()).toBe(false);
  });

  it('a file that ends anywhere before its end', async () => {
    const source = await scene();
    for (let length = 0; length < source.length - 1; length += length < 800 ? 1 : 97)
      expect(await keep(source.subarray(0, length)), `${length} bytes`).toBe(false);
  });

  it('never throws, whatever byte is another one', async () => {
    const source = await scene({ exifOrientation: 1 });
    for (let at = 0; at < 700; at++) {
      const spoilt = Buffer.from(source);
      spoilt[at] = (spoilt[at]! + 1 + ((at * 83) % 254)) & 0xff;
      await expect(keep(spoilt)).resolves.toBeTypeOf('boolean');
    }
  });
});

/** An Adobe segment that says how the colours were transformed, in front of all others. */
function withAdobe(jpeg: Buffer, transform: number): Buffer {
  const segment = Buffer.from('\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0', 'latin1');
  segment[15] = transform;
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** Fill bytes are allowed in front of any marker: in front of the last one here. */
function withFillBytes(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, -2), Buffer.from([0xff, 0xff]), jpeg.subarray(-2)]);
}
