/** Prints on the bed of a scanner are looked at for themselves, wherever and however they lie there. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { crackScene, damageScene } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf, rawOf } from '../testing/photo-samples.ts';
import { usualSearch } from '../testing/restore-samples.ts';
import { drawStructure } from '../testing/structure-samples.ts';
import { measurePictureTones, readPicture } from './restore-assess.ts';
import { detectDefects } from './restore-defects.ts';
import { findPrint } from './restore-print.ts';

const size = { widthPx: 480, heightPx: 320 };

interface Bed {
  wide: number;
  high: number;
  left: number;
  top: number;
  tone?: number;
  degrees?: number;
}

/** The picture on a bed of `wide` x `high` pixels, turned by so many degrees. */
async function onBed({ rgb, ...own }: RgbPixels, bed: Bed): Promise<RgbPixels> {
  const { wide: width, high: height, left, top, tone = 253, degrees = 0 } = bed;
  const background = { r: tone, g: tone, b: tone };
  const input = await sharp(rgb, rawOf(own)).rotate(degrees, { background }).png().toBuffer();
  const scan = sharp({ create: { width, height, channels: 3, background } }).composite([
    { input, left, top },
  ]);
  const flat = sharp(await scan.png().toBuffer()).removeAlpha();
  return { rgb: await flat.raw().toBuffer(), widthPx: width, heightPx: height };
}

const photo = await drawPhoto(size, 3);
const good = pixelsOf(photo);
const cracked = pixelsOf(crackScene(photo, 2));

const places: [string, Bed][] = [
  ['in the middle', { wide: 700, high: 500, left: 110, top: 90 }],
  ['in the corner of a large bed', { wide: 1100, high: 800, left: 0, top: 0, tone: 247 }],
  ['under an open lid', { wide: 600, high: 420, left: 40, top: 60, tone: 6 }],
  ['turned by half a degree', { wide: 600, high: 440, left: 60, top: 60, degrees: 0.5 }],
  ['turned by three degrees', { wide: 640, high: 460, left: 60, top: 50, degrees: -3 }],
];

describe('a print on the bed of a scanner', () => {
  it.each(places)('is found %s', async (_, bed) => {
    const found = findPrint(await onBed(good, bed))!;
    const tilt = 25 * Math.abs(bed.degrees ?? 0) + 8;
    expect(Math.abs(found.leftPx - bed.left)).toBeLessThan(tilt);
    expect(Math.abs(found.topPx - bed.top)).toBeLessThan(tilt);
    expect(found.widthPx * found.heightPx).toBeGreaterThan(0.65 * size.widthPx * size.heightPx);
    expect(found.widthPx).toBeLessThanOrEqual(size.widthPx);
    expect(found.heightPx).toBeLessThanOrEqual(size.heightPx);
  });

  it.each(places)('has its damage found %s, and a good one none', async (_, bed) => {
    const own = (await detectDefects(cracked, usualSearch)).share * size.widthPx * size.heightPx;
    const found = (await detectDefects(await onBed(cracked, bed), usualSearch)).share * bed.wide * bed.high;
    expect(found / own).toBeGreaterThan(0.7);
    expect(found / own).toBeLessThan(1.2);
    expect((await detectDefects(await onBed(good, bed), usualSearch)).share).toBe(0);
  });

  it('has its own black and white, not those of the bed', async () => {
    const faded = await sharp(good.rgb, rawOf(size)).linear(0.6, 50).raw().toBuffer();
    const own = measurePictureTones(readPicture({ rgb: faded, ...size }, false));
    const tones = measurePictureTones(
      readPicture(await onBed({ rgb: faded, ...size }, places[0]![1]), false),
    );
    expect(own.whiteLuma).toBeLessThan(210);
    expect(Math.abs(tones.whiteLuma - own.whiteLuma)).toBeLessThan(4);
    expect(Math.abs(tones.blackLuma - own.blackLuma)).toBeLessThan(4);
  });

  it('keeps what is protected on it', async () => {
    const scan = await onBed(pixelsOf(damageScene(photo, 2)), places[0]![1]);
    const whole = { left: 110 / 700, top: 90 / 500, width: 480 / 700, height: 320 / 500 };
    const unprotected = (await detectDefects(scan, usualSearch)).share;
    const beside = { left: 0, top: 0, width: 0.1, height: 0.1 };
    expect((await detectDefects(scan, { ...usualSearch, protect: () => [beside] })).share).toBe(unprotected);
    expect((await detectDefects(scan, { ...usualSearch, protect: () => [whole] })).share).toBeLessThan(
      unprotected,
    );
  });
});

describe('findPrint', () => {
  it('finds none in a photo, on a page, or where a thing stands on a white table', () => {
    expect(findPrint(good)).toBeUndefined();
    expect(findPrint(cracked)).toBeUndefined();
    expect(findPrint(pixelsOf(drawStructure('form', { ...size, seed: 5 })))).toBeUndefined();
    const vase = new Uint8Array(3 * 300 * 300).fill(252);
    for (let i = 0; i < 300 * 300; i++) {
      const [x, y] = [(i % 300) - 150, Math.floor(i / 300) - 150];
      if (x * x + y * y < 90 ** 2) vase.fill((x + y) & 127, 3 * i, 3 * i + 3);
    }
    expect(findPrint({ rgb: vase, widthPx: 300, heightPx: 300 })).toBeUndefined();
    expect(
      findPrint({ rgb: new Uint8Array(3 * 80 * 80).fill(250), widthPx: 80, heightPx: 80 }),
    ).toBeUndefined();
  });
});
