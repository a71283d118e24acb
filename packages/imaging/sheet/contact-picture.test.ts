/** Contact sheets of photos measured in their pixels: photos of one colour each, charts, and files that are no good. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseGrid } from '../layout/contact-grid-rules.ts';
import { captionsOf, pictureInCell, placeContactSheet } from '../layout/contact-sheet-places.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { captionInk } from '../layout/sheet-cells.ts';
import { makePdf, makeTruncatedJpeg } from '../testing/picture-samples.ts';
import { finishContactSheet, placeContactPicture } from './contact-picture.ts';
import { type SheetBackground, withSheetFile } from './sheet-file.ts';
import { keepSheetJpeg } from './sheet-jpeg.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contact-picture-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Colour = [number, number, number];
interface Photo {
  bytes: Buffer;
  widthPx: number;
  heightPx: number;
}

const plain = (colour: Colour, widthPx = 300, heightPx = 200) =>
  sharp({
    create: {
      width: widthPx,
      height: heightPx,
      channels: 3,
      background: { r: colour[0], g: colour[1], b: colour[2] },
    },
  });
const photoOf = async (colour: Colour, widthPx = 300, heightPx = 200): Promise<Photo> => ({
  bytes: await plain(colour, widthPx, heightPx).png().toBuffer(),
  widthPx,
  heightPx,
});

interface Made {
  at(x: number, y: number): Colour;
  places: PixelArea[];
  cells: PixelArea[];
  widthPx: number;
  heightPx: number;
  bytes: Buffer;
}

const paper = { widthHmm: 10_160, heightHmm: 15_240 };

async function make(
  photos: Photo[],
  more: { background?: SheetBackground; hasCaptions?: boolean; columns?: number; rows?: number } = {},
): Promise<Made> {
  const { background = 'white', hasCaptions = true, columns, rows } = more;
  const aspects = photos.map(({ widthPx, heightPx }) => widthPx / heightPx);
  const grid = chooseGrid({
    aspects,
    paper,
    gapHmm: 300,
    hasCaptions,
    columns,
    rows,
    orientation: 'portrait',
  })!;
  const { cells, widthPx, heightPx, dpi } = placeContactSheet(grid, photos)!;
  const sheet = { path: join(folder, 'sheet'), widthPx, heightPx };
  const targetPath = join(folder, 'target');
  const kind = hasCaptions ? 'number' : 'none';
  const names = photos.map(() => 'a.jpg');
  const { texts, dot } = captionsOf(names, { kind, cellWidthPx: cells[0]!.widthPx, dpi });
  const places = photos.map((photo, index) => pictureInCell(photo, cells[index]!));
  const work = async () => {
    for (const [index, { bytes }] of photos.entries()) {
      const sourcePath = join(folder, 'source');
      writeFileSync(sourcePath, bytes);
      const ink = captionInk(cells[index]!, texts[index]!, dot);
      await placeContactPicture({ sourcePath, sheet, background, place: places[index]!, ink });
    }
    await finishContactSheet({ sheet, targetPath, dpi });
  };
  await withSheetFile(sheet, { background, work });
  expect(readdirSync(folder).sort()).toEqual(['source', 'target']);
  const bytes = readFileSync(targetPath);
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Colour => {
    const from = (y * widthPx + x) * 3;
    return [data[from]!, data[from + 1]!, data[from + 2]!];
  };
  return { at, places, cells, widthPx, heightPx, bytes };
}

const centreOf = ({ at }: Made, { leftPx, topPx, widthPx, heightPx }: PixelArea): Colour =>
  at(leftPx + Math.floor(widthPx / 2), topPx + Math.floor(heightPx / 2));

function expectColour(found: Colour, wanted: Colour, within = 3): void {
  for (const [index, value] of found.entries())
    if (Math.abs(value - wanted[index]!) > within) throw new Error(`${found} and not ${wanted}`);
}

describe('a contact sheet of photos', () => {
  it('has each photo exactly on its place, and paper up to its edge', async () => {
    const colours: Colour[] = [
      [200, 40, 40],
      [40, 160, 40],
      [40, 40, 200],
      [120, 120, 120],
      [10, 200, 200],
    ];
    const shapes = [
      [300, 200],
      [200, 300],
      [100, 100],
      [500, 100],
      [30, 90],
    ] as const;
    const photos = await Promise.all(colours.map((colour, i) => photoOf(colour, ...shapes[i]!)));
    const made = await make(photos, { hasCaptions: false });
    for (const [index, place] of made.places.entries()) {
      const { leftPx, topPx, widthPx, heightPx } = place;
      const [right, bottom] = [leftPx + widthPx, topPx + heightPx];
      // JPEG rings a little in the blocks of an edge.
      for (const [x, y] of [
        [leftPx + 2, topPx + 2],
        [right - 3, topPx + 2],
        [leftPx + 2, bottom - 3],
        [right - 3, bottom - 3],
      ] as const)
        expectColour(made.at(x, y), colours[index]!, 12);
      expectColour(centreOf(made, place), colours[index]!);
      for (const [x, y] of [
        [leftPx - 3, topPx + 3],
        [right + 2, bottom - 3],
        [leftPx + 3, topPx - 3],
        [right - 3, bottom + 2],
      ] as const)
        expectColour(made.at(x, y), [255, 255, 255], 12);
    }
  });

  it('is a JPEG of the paper at 300 dpi, 4:4:4, sRGB, the same bytes each time, and its own print-ready file', async () => {
    const photos = [await photoOf([200, 40, 40]), await photoOf([40, 40, 200])];
    const { bytes } = await make(photos);
    const facts = await sharp(bytes).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 1200, height: 1800, density: 300 });
    expect(facts).toMatchObject({ chromaSubsampling: '4:4:4', space: 'srgb', hasProfile: true });
    const hash = (file: Buffer) => createHash('sha256').update(file).digest('hex');
    expect(hash((await make(photos)).bytes)).toBe(hash(bytes));
    const marginsHmm = { top: 0, right: 0, bottom: 0, left: 0 };
    const sheet = { ...paper, dpiX: 300, dpiY: 300, marginsHmm };
    const kept = await keepSheetJpeg({
      sourcePath: join(folder, 'target'),
      targetPath: join(folder, 'kept'),
      sheet,
      fit: 'fill',
      colour: 'color',
      output: { format: 'image/jpeg' },
    });
    rmSync(join(folder, 'kept'), { force: true });
    expect(kept).toBe(true);
  });

  it('shows photos upright, whatever their EXIF says', async () => {
    const [left, right] = [await plain([200, 0, 0]).png().toBuffer(), [0, 0, 200] as Colour];
    const both = await sharp(left)
      .composite([{ input: await plain(right, 150, 200).png().toBuffer(), left: 150, top: 0 }])
      .removeAlpha()
      .png()
      .toBuffer();
    const photos = await Promise.all(
      [1, 6, 8, 3].map(async (orientation): Promise<Photo> => {
        const bytes = await sharp(both).withMetadata({ orientation }).jpeg({ quality: 98 }).toBuffer();
        const size = orientation > 4 ? { widthPx: 200, heightPx: 300 } : { widthPx: 300, heightPx: 200 };
        return { bytes, ...size };
      }),
    );
    const made = await make(photos);
    const [red, blue] = [[200, 0, 0] as Colour, right];
    const quarter = (place: PixelArea, x: number, y: number) =>
      made.at(Math.round(place.leftPx + place.widthPx * x), Math.round(place.topPx + place.heightPx * y));
    const [first, clockwise, counter, around] = made.places as [PixelArea, PixelArea, PixelArea, PixelArea];
    expectColour(quarter(first, 0.25, 0.5), red, 6);
    expectColour(quarter(first, 0.75, 0.5), blue, 6);
    expectColour(quarter(clockwise, 0.5, 0.25), red, 6);
    expectColour(quarter(clockwise, 0.5, 0.75), blue, 6);
    expectColour(quarter(counter, 0.5, 0.75), red, 6);
    expectColour(quarter(around, 0.75, 0.5), red, 6);
  });

  it('has the colours that their profiles mean: Display P3 in 8 and 16 bits, CMYK, grey', async () => {
    const srgb: Colour = [180, 90, 60];
    const inP3 = await plain(srgb).withIccProfile('p3').png().toBuffer();
    const inP3Deep = await plain(srgb).toColourspace('rgb16').withIccProfile('p3').png().toBuffer();
    // The numbers by which Display P3 says this colour are others.
    const stored = await sharp(inP3, { ignoreIcc: true } as never)
      .raw()
      .toBuffer();
    expect(Math.abs(stored[0]! - srgb[0])).toBeGreaterThan(2);
    const cmyk = await plain(srgb)
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 98 })
      .toBuffer();
    const deep = await plain(srgb).toColourspace('rgb16').png().toBuffer();
    const grey = await plain([77, 77, 77]).toColourspace('b-w').png().toBuffer();
    const size = { widthPx: 300, heightPx: 200 };
    const made = await make([inP3, inP3Deep, cmyk, deep, grey].map((bytes) => ({ bytes, ...size })));
    const found = made.places.map((place) => centreOf(made, place));
    expectColour(found[0]!, srgb, 5);
    expectColour(found[1]!, srgb, 5);
    // On its way to the press and back it has moved: inks are not so many.
    expectColour(found[2]!, srgb, 26);
    expectColour(found[3]!, srgb, 5);
    expectColour(found[4]!, [77, 77, 77], 2);
  });

  it.each([
    ['white', [255, 255, 255]],
    ['black', [0, 0, 0]],
  ] as [SheetBackground, Colour][])(
    'shows what is transparent as the %s background',
    async (background, paperColour) => {
      const round = await sharp({
        create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 200, b: 0, alpha: 0 } },
      })
        .composite([{ input: await plain([200, 0, 0], 100, 200).png().toBuffer(), left: 0, top: 0 }])
        .png()
        .toBuffer();
      const photos = [{ bytes: round, widthPx: 300, heightPx: 200 }, await photoOf([40, 40, 200])];
      const made = await make(photos, { background });
      const [place] = made.places as [PixelArea];
      const y = place.topPx + Math.floor(place.heightPx / 2);
      expectColour(made.at(place.leftPx + Math.floor(place.widthPx / 6), y), [200, 0, 0]);
      expectColour(made.at(place.leftPx + Math.floor(place.widthPx * 0.7), y), paperColour);
      expectColour(made.at(3, 3), paperColour);
    },
  );

  it.each(['white', 'black'] as const)(
    'has the ink of captions below the photos alone, on %s',
    async (background) => {
      const photos = await Promise.all(Array.from({ length: 6 }, () => photoOf([120, 120, 120])));
      const made = await make(photos, { background });
      const isGrey = ([red]: Colour) => Math.abs(red - 120) < 14;
      const paperValue = background === 'white' ? 255 : 0;
      const isInk = ([red]: Colour) => Math.abs(red - (255 - paperValue)) < 60;
      let outside = 0;
      for (const { leftPx, topPx, widthPx, heightPx } of made.places) {
        for (let y = topPx + 2; y < topPx + heightPx - 2; y += 5)
          for (let x = leftPx + 2; x < leftPx + widthPx - 2; x += 5)
            if (!isGrey(made.at(x, y))) throw new Error(`${made.at(x, y)} in a photo at ${x}, ${y}`);
        const before = outside;
        for (let y = topPx + heightPx + 2; y < topPx + heightPx + 47; y += 1)
          for (let x = leftPx; x < leftPx + widthPx; x += 1) if (isInk(made.at(x, y))) outside += 1;
        expect(outside).toBeGreaterThan(before + 40);
      }
      const bare = await make(photos, { background, hasCaptions: false });
      const ink = Array.from({ length: bare.widthPx * 10 }, (_, i) =>
        bare.at(i % bare.widthPx, bare.heightPx - 10 + Math.floor(i / bare.widthPx)),
      ).filter(isInk);
      expect(ink).toEqual([]);
    },
  );

  it('refuses what is no photo, and leaves nothing behind', async () => {
    const broken = await makeTruncatedJpeg({ widthPx: 600, heightPx: 400, seed: 1 });
    const pdf = makePdf({ pages: 1, widthMm: 100, heightMm: 100 });
    const size = { widthPx: 600, heightPx: 400 };
    const good = await photoOf([9, 9, 9]);
    await expect(make([good, { bytes: broken, ...size }])).rejects.toMatchObject({ reason: 'truncated' });
    await expect(make([good, { bytes: pdf, ...size }])).rejects.toMatchObject({ reason: 'not_accepted' });
    expect(readdirSync(folder)).not.toContain('sheet');
  });

  it('refuses a place beyond the sheet', async () => {
    const sheet = { path: join(folder, 'sheet'), widthPx: 100, heightPx: 100 };
    const sourcePath = join(folder, 'source');
    writeFileSync(sourcePath, (await photoOf([1, 2, 3])).bytes);
    const place = { leftPx: 60, topPx: 0, widthPx: 50, heightPx: 30 };
    const work = () => placeContactPicture({ sourcePath, sheet, background: 'white', place, ink: [] });
    await expect(withSheetFile(sheet, { background: 'white', work })).rejects.toThrow(RangeError);
  });
});
