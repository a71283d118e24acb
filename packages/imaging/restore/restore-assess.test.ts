/** Grain of a scan or a sensor is told from what a picture shows: drawn photos with grain, and surfaces that are drawn. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { readTones } from '../pixels/tone-network.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { createSampleRandom } from '../testing/random-samples.ts';
import { isNoisy, isOfPicture, isRough, measureNoiseOf } from './restore-assess.ts';
import { judgeOldPhoto } from './restore-old-print.ts';

const size = { widthPx: 480, heightPx: 360 };
const photo = pixelsOf(await drawPhoto(size, 8));
const bounded = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

/** With grain of which a share is in the colours, the rest in all of them alike. */
function withGrain(pixels: RgbPixels, sigma: number, colourShare: number): RgbPixels {
  const { normal } = createSampleRandom(5);
  const rgb = new Uint8Array(pixels.rgb.length);
  for (let i = 0; i < rgb.length; i += 3) {
    const common = Math.round(sigma * Math.sqrt(1 - colourShare ** 2) * normal());
    for (let c = 0; c < 3; c++)
      rgb[i + c] = bounded(pixels.rgb[i + c]! + common + sigma * colourShare * normal());
  }
  return { ...pixels, rgb };
}

/** Each pixel raised by what it has more than its neighbours. */
function sharpened(pixels: RgbPixels, amount: number): RgbPixels {
  const { rgb, widthPx } = pixels;
  const at = (i: number) => rgb[Math.max(0, Math.min(rgb.length - 1, i))]!;
  const sharp = rgb.map((value, i) => {
    const around = at(i - 3) + at(i + 3) + at(i - 3 * widthPx) + at(i + 3 * widthPx);
    return bounded(value + amount * (value - around / 4));
  });
  return { ...pixels, rgb: sharp };
}

interface Tiles {
  tilePx: number;
  /** How far the tones of tiles go apart. */
  range: number;
}

/** Uneven stones of one tint with dark joints, before black. */
function drawMosaic({ tilePx, range }: Tiles): RgbPixels {
  const { share, normal } = createSampleRandom(3);
  const columns = Math.ceil(size.widthPx / tilePx) + 1;
  const tones = Float64Array.from({ length: columns * columns }, () => (share() - 0.5) * range);
  const rgb = new Uint8Array(3 * size.widthPx * size.heightPx);
  for (let y = 30; y < size.heightPx - 30; y++) {
    for (let x = 40; x < size.widthPx - 40; x++) {
      const [u, v] = [x + 2 * Math.sin(y / 9), y + 2 * Math.sin(x / 7)];
      const isJoint = u % tilePx < 1.5 || v % tilePx < 1.5;
      const tone =
        150 + tones[Math.floor(v / tilePx) * columns + Math.floor(u / tilePx)]! - (isJoint ? 60 : 0);
      const own = tone + 2 * normal();
      for (let c = 0; c < 3; c++) rgb[3 * (y * size.widthPx + x) + c] = bounded(own * [1.05, 0.96, 0.84][c]!);
    }
  }
  return { ...size, rgb };
}

describe('isOfPicture', () => {
  const of = (pixels: RgbPixels) => isOfPicture(pixels, measureNoiseOf(pixels));

  it('takes grain that is in all colours for grain', () => {
    for (const sigma of [6, 12]) {
      const grained = withGrain(photo, sigma, 0.6);
      expect(isNoisy(measureNoiseOf(grained), false)).toBe(true);
      expect(of(grained)).toBe(false);
    }
  });

  it('leaves grain from which the colours were taken', () => {
    const grey = { ...photo, rgb: photo.rgb.map((_, i) => photo.rgb[i - (i % 3) + 1]!) };
    for (const sigma of [6, 12]) expect(of(withGrain(grey, sigma, 0))).toBe(true);
    expect(of(withGrain(grey, 6, 0.3))).toBe(false);
  });

  it('leaves what somebody sharpened', () => {
    expect(of(sharpened(withGrain(photo, 4, 0.6), 1))).toBe(true);
  });

  it('leaves texture, which is as strong at half the size', () => {
    expect(of(drawMosaic({ tilePx: 7, range: 60 }))).toBe(true);
  });
});

describe('isRough', () => {
  const of = (pixels: RgbPixels) => isRough(pixels, measureNoiseOf(pixels));

  it('knows a mosaic, and takes no photo for one, grainy or not', () => {
    expect(of(drawMosaic({ tilePx: 7, range: 60 }))).toBe(true);
    for (const grained of [photo, withGrain(photo, 6, 0), withGrain(photo, 20, 0.6)])
      expect(of(grained)).toBe(false);
  });

  it('keeps a mosaic before black from being an old print in a mount', () => {
    const mosaic = drawMosaic({ tilePx: 7, range: 60 });
    const reading = readTones(mosaic);
    const noise = measureNoiseOf(mosaic);
    const found = judgeOldPhoto({ pixels: mosaic, picture: mosaic, reading, noise });
    expect(found).toMatchObject({ chance: 0, isMounted: false, isSurface: true });
  });
});
