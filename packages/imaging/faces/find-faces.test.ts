/** The detector on photos of people whose faces somebody marked, changed in many ways, and on pictures without any. */
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawClutter } from '../testing/clutter-samples.ts';
import {
  compareFaces,
  cutPortrait,
  type FacePhoto,
  type FaceRect,
  facePhotos,
  openFacePhoto,
  pixelsOf,
  turnMarks,
} from '../testing/face-photos.ts';
import { createSampleRandom } from '../testing/random-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { detectFaces, type Face, type FacePixels } from './find-faces.ts';

const copyWidthPx = 960;
type Change = (picture: Sharp) => Sharp | Promise<Sharp>;
type Move = (rect: FaceRect) => FaceRect;

const copies = new Map<string, Buffer>();
beforeAll(async () => {
  for (const photo of facePhotos)
    copies.set(photo.name, await openFacePhoto(photo, copyWidthPx).png().toBuffer());
});

async function findIn(photo: FacePhoto, change: Change): Promise<Face[]> {
  return detectFaces(await pixelsOf(await change(sharp(copies.get(photo.name)!))));
}

async function totalOf(change: Change, move: Move = (rect) => rect) {
  const total = { marked: 0, hits: 0, wrong: 0 };
  for (const photo of facePhotos) {
    const moved = { faces: photo.faces.map(move), others: photo.others.map(move) };
    const { marked, hits, wrong } = compareFaces(await findIn(photo, change), moved);
    total.marked += marked;
    total.hits += hits;
    total.wrong += wrong;
  }
  return total;
}

describe('photos of people', () => {
  const same: Change = (picture) => picture;
  const sepia: [number[], number[], number[]] = [
    [0.3, 0.59, 0.11],
    [0.25, 0.5, 0.09],
    [0.18, 0.35, 0.07],
  ];
  const changes: [string, Change][] = [
    ['in grey', (picture) => picture.greyscale()],
    ['in brown', (picture) => picture.recomb(sepia as never)],
    ['a third as light', (picture) => picture.linear(0.33, 0)],
    ['pale', (picture) => picture.linear(0.5, 90)],
    ['badly compressed', async (picture) => sharp(await picture.jpeg({ quality: 25 }).toBuffer())],
    ['240 pixels wide', (picture) => picture.resize({ width: 240 })],
  ];
  it.each(changes)('%s: their faces are found, and nothing else', async (_, change) => {
    const { marked, hits, wrong } = await totalOf(change);
    expect(marked).toBe(20);
    expect(hits).toBeGreaterThanOrEqual(19);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  it('as they are: none is missed, and nothing else is taken for one', async () => {
    expect(await totalOf(same)).toEqual({ marked: 20, hits: 20, wrong: 0 });
  });

  it('mirrored', async () => {
    const flop: Move = ({ left, width, ...rest }) => ({ ...rest, left: 1 - left - width, width });
    const { hits, wrong } = await totalOf((picture) => picture.flop(), flop);
    expect(hits).toBeGreaterThanOrEqual(19);
    expect(wrong).toBe(0);
  });

  it('small in a larger picture, some a fifteenth of its longer side', async () => {
    const share = 0.52;
    const { hits } = await totalOf(
      (picture) => picture.resize({ width: 499 }).extend({ right: 461, background: '#8a9' }),
      ({ left, width, ...rest }) => ({ ...rest, left: left * share, width: width * share }),
    );
    expect(hits).toBeGreaterThanOrEqual(18);
  });

  it.each([-15, 15])('turned by %d degrees', async (degrees) => {
    let hits = 0;
    for (const photo of facePhotos) {
      const picture = sharp(copies.get(photo.name)!);
      const { width, height } = await picture.metadata();
      const turned = await pixelsOf(picture.rotate(degrees, { background: '#888' }));
      const marks = turnMarks(photo, degrees, [{ widthPx: width, heightPx: height }, turned]);
      hits += compareFaces(detectFaces(turned), marks).hits;
    }
    expect(hits).toBeGreaterThanOrEqual(18);
  });

  it('cut to portraits', async () => {
    let hits = 0;
    for (const photo of facePhotos) {
      for (const marked of photo.faces) {
        const { pixels, face } = await cutPortrait(photo, marked, 600);
        hits += compareFaces(detectFaces(pixels), { faces: [face], others: [] }).hits;
      }
    }
    expect(hits).toBeGreaterThanOrEqual(18);
  });

  it('give boxes inside the picture, the surest first, and the same ones again', async () => {
    for (const photo of facePhotos) {
      const pixels = await pixelsOf(sharp(copies.get(photo.name)!));
      const found = detectFaces(pixels);
      for (const { left, top, width, height, score } of found) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1.0001);
        expect(Math.min(width, height)).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(detectFaces(pixels)).toEqual(found);
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

const wide = { widthPx: 640, heightPx: 427 };
const random = createSampleRandom(5);
const without: Record<string, () => FacePixels> = {
  black: () => picture(wide, () => 0),
  grey: () => picture(wide, () => 128),
  white: () => picture(wide, () => 255),
  gradient: () => picture(wide, (x) => x / 3),
  noise: () => picture(wide, () => random.share() * 256),
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
    expect(detectFaces(make())).toEqual([]);
  });

  it('scenes have none, and clutter almost none', () => {
    let found = 0;
    for (let seed = 0; seed < 10; seed++) {
      const { pixels } = drawScene({ ...wide, seed });
      expect(detectFaces({ rgb: pixels, ...wide })).toEqual([]);
      found += detectFaces(drawClutter(seed)).length;
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
    expect(detectFaces(picture({ widthPx, heightPx }, (x, y) => (x * 31 + y * 17) % 256))).toEqual([]);
  });
});
