/** The detector on heads drawn by code that it never learnt from, and on pictures without any. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { viewUpright } from '../pixel-view.ts';
import { drawScene } from '../scene-samples.ts';
import { shrinkPicture } from '../small-picture.ts';
import { drawClutter } from './clutter-samples.ts';
import { createRandom } from './face-samples.ts';
import { type Face, type FacePixels, findFaces } from './find-faces.ts';
import { drawHeads, type HeadPicture } from './head-pictures.ts';

type Rect = Pick<Face, 'left' | 'top' | 'width' | 'height'>;

function overlapOf(a: Rect, b: Rect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const both = Math.max(0, width) * Math.max(0, height);
  return both / (a.width * a.height + b.width * b.height - both);
}
const isSame = (a: Rect, b: Rect) => overlapOf(a, b) > 0.35;

/** How many of the drawn faces were found, and how many found ones were never drawn. */
function compare(found: readonly Rect[], drawn: readonly Rect[]): { missed: number; wrong: number } {
  return {
    missed: drawn.filter((face) => !found.some((one) => isSame(one, face))).length,
    wrong: found.filter((one) => !drawn.some((face) => isSame(one, face))).length,
  };
}

const unseen = Array.from({ length: 10 }, (_, i) => drawHeads(9_000_000 + i));
const some = unseen.slice(0, 5);
const foundInUnseen = unseen.map(({ pixels }) => findFaces(pixels));
const totalOf = (pictures: readonly HeadPicture[]) => {
  const all = pictures.map(({ pixels, faces }, i) =>
    compare(pictures === unseen ? foundInUnseen[i]! : findFaces(pixels), faces),
  );
  return {
    drawn: pictures.reduce((sum, { faces }) => sum + faces.length, 0),
    missed: all.reduce((sum, { missed }) => sum + missed, 0),
    wrong: all.reduce((sum, { wrong }) => sum + wrong, 0),
  };
};

function turned({ pixels, faces }: HeadPicture, orientation: 2 | 6): HeadPicture {
  const stored = {
    bytes: pixels.rgb,
    channels: 3 as const,
    widthPx: pixels.widthPx,
    heightPx: pixels.heightPx,
  };
  const rects = faces.map(({ left, top, width, height }) =>
    orientation === 2
      ? { left: 1 - left - width, top, width, height }
      : { left: 1 - top - height, top: left, width: height, height: width },
  );
  return { pixels: shrinkPicture(viewUpright(stored, orientation), 10_000), faces: rects };
}

async function scaled({ pixels, faces }: HeadPicture, width: number): Promise<HeadPicture> {
  const { data, info } = await sharp(pixels.rgb, {
    raw: { width: pixels.widthPx, height: pixels.heightPx, channels: 3 },
  })
    .resize({ width, kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: { rgb: data, widthPx: info.width, heightPx: info.height }, faces };
}

describe('heads drawn by code', () => {
  it('are found where they are, almost all, and almost nothing else', () => {
    const { drawn, missed, wrong } = totalOf(unseen);
    expect(drawn).toBeGreaterThan(15);
    expect(missed).toBeLessThanOrEqual(drawn * 0.15);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  it('are found in the mirror', () => {
    const { drawn, missed, wrong } = totalOf(some.map((picture) => turned(picture, 2)));
    expect(missed).toBeLessThanOrEqual(drawn * 0.15);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  it('are found in larger copies, and somewhat smaller ones', async () => {
    for (const width of [1500, 520]) {
      const { drawn, missed } = totalOf(await Promise.all(some.map((picture) => scaled(picture, width))));
      expect(missed).toBeLessThanOrEqual(drawn * 0.2);
    }
  });

  it('lying on their side are none: pictures come upright', () => {
    const lying = some.map((picture) => turned(picture, 6));
    const found = lying.flatMap(({ pixels }) => findFaces(pixels));
    expect(found.length).toBeLessThanOrEqual(0.2 * lying.flatMap(({ faces }) => faces).length);
  });

  it('give boxes inside the picture, the surest first', () => {
    for (const found of foundInUnseen) {
      for (const { left, top, width, height } of found) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1.0001);
        expect(Math.min(width, height)).toBeGreaterThan(0);
      }
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });
});

function picture(
  size: { widthPx: number; heightPx: number },
  greyAt: (x: number, y: number) => number,
): FacePixels {
  const rgb = new Uint8Array(size.widthPx * size.heightPx * 3);
  for (let i = 0; i < size.widthPx * size.heightPx; i++) {
    const grey = greyAt(i % size.widthPx, Math.floor(i / size.widthPx));
    rgb.fill(Math.max(0, Math.min(255, grey)), 3 * i, 3 * i + 3);
  }
  return { rgb, ...size };
}

describe('colours', () => {
  const tinted = ({ pixels, faces }: HeadPicture, factors: readonly number[], where: 'all' | 'faces') => {
    const { rgb, widthPx } = pixels;
    const isIn = (x: number, y: number) =>
      faces.some(({ left, top, width, height }) => {
        const [u, v] = [x / pixels.widthPx, y / pixels.heightPx];
        return u > left && u < left + width && v > top && v < top + height;
      });
    const changed = rgb.map((value, i) => {
      const place = Math.floor(i / 3);
      const isTinted = where === 'all' || isIn(place % widthPx, Math.floor(place / widthPx));
      return isTinted ? value * factors[i % 3]! : value;
    });
    return { pixels: { ...pixels, rgb: changed }, faces };
  };

  it('that skin never has are no face, unless all of the picture has them', () => {
    const blue = [0.3, 0.45, 1];
    expect(some.flatMap((picture) => findFaces(tinted(picture, blue, 'faces').pixels))).toEqual([]);
    const { missed, drawn } = totalOf(some.map((picture) => tinted(picture, blue, 'all')));
    expect(missed).toBeLessThanOrEqual(0.2 * drawn);
  });
});

const wide = { widthPx: 640, heightPx: 427 };
const random = createRandom(5);
const without: Record<string, () => FacePixels> = {
  grey: () => picture(wide, () => 128),
  gradient: () => picture(wide, (x) => x / 3),
  noise: () => picture(wide, () => random() * 256),
  'fine checkerboard': () => picture(wide, (x, y) => (((x >> 2) + (y >> 2)) % 2) * 255),
  'coarse checkerboard': () => picture(wide, (x, y) => (((x >> 5) + (y >> 5)) % 2) * 255),
  stripes: () => picture(wide, (_, y) => (y % 24 < 12 ? 40 : 210)),
  bricks: () =>
    picture(wide, (x, y) => (y % 20 < 3 || (x + (Math.floor(y / 20) % 2) * 20) % 40 < 3 ? 200 : 110)),
  dots: () => picture(wide, (x, y) => (((x % 40) - 20) ** 2 + ((y % 40) - 20) ** 2 < 90 ? 30 : 220)),
  rings: () => picture(wide, (x, y) => 128 + 100 * Math.sin(Math.sqrt((x - 320) ** 2 + (y - 213) ** 2) / 6)),
  writing: () =>
    picture(wide, (x, y) =>
      y % 18 < 11 && ((x * 7919 + Math.floor(y / 18) * 104729) >> 3) % 5 < 2 ? 20 : 245,
    ),
};

describe('pictures without faces', () => {
  it.each(Object.entries(without))('%s', (_, make) => {
    expect(findFaces(make())).toEqual([]);
  });

  it('scenes and clutter have almost none', () => {
    let found = 0;
    for (let seed = 0; seed < 5; seed++) {
      const scene = drawScene({ ...wide, seed });
      found += findFaces({ rgb: scene.pixels, ...wide }).length;
      const canvas = { light: new Float32Array(wide.widthPx * wide.heightPx), ...wide };
      drawClutter(canvas, createRandom(9_100_000 + seed));
      found += findFaces(
        picture(wide, (x, y) => 255 * Math.sqrt(canvas.light[y * wide.widthPx + x]!)),
      ).length;
    }
    expect(found).toBeLessThanOrEqual(1);
  });

  it.each([
    [1, 1],
    [1, 5000],
    [5000, 1],
    [36, 36],
    [20, 640],
  ])('%d x %d pixels', (widthPx, heightPx) => {
    expect(findFaces(picture({ widthPx, heightPx }, (x, y) => (x * 31 + y * 17) % 256))).toEqual([]);
  });
});
