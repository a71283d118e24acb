/** Film that lost a dye: photos of which one dye is taken, as red as old slides are, come nearer to what they were. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { fadeDyes } from '../testing/damage-samples.ts';
import { drawPhoto } from '../testing/photo-samples.ts';
import { judgeFilm } from './film-tone.ts';
import { planTones } from './restore-tone.ts';
import { readTones } from './tone-network.ts';

const size = { widthPx: 360, heightPx: 240 };
const photos = await Promise.all([41, 42, 43, 44].map((seed) => drawPhoto(size, seed)));
type Photo = (typeof photos)[number];

const pixelsOf = ({ pixels }: Photo): RgbPixels => ({ rgb: new Uint8Array(pixels), ...size });
const reddened = (photo: Photo): RgbPixels =>
  pixelsOf(fadeDyes(photo, { keep: [0.2, 0.95, 0.75], stain: [0, 0.02, 0.06] }));

function restored(pixels: RgbPixels): RgbPixels {
  const finding = judgeFilm(readTones(pixels).features, 0.9);
  const { curves } = planTones(
    finding,
    { fade: true, cast: true, contrast: true, amount: 1 },
    { isForced: false, odds: 0 },
  );
  return { ...pixels, rgb: pixels.rgb.map((value, i) => curves[(i % 3) as 0 | 1 | 2][value]!) };
}

const meanOf = ({ rgb }: RgbPixels, channel: number): number => {
  let sum = 0;
  for (let i = channel; i < rgb.length; i += 3) sum += rgb[i]!;
  return sum / (rgb.length / 3);
};
const castOf = (pixels: RgbPixels): number => Math.abs(meanOf(pixels, 0) - meanOf(pixels, 1));
const errorOf = (one: RgbPixels, other: RgbPixels): number =>
  Math.sqrt(one.rgb.reduce((sum, value, i) => sum + (value - other.rgb[i]!) ** 2, 0) / one.rgb.length);

describe('judgeFilm', () => {
  it.each(photos.map((photo, i) => [i, photo] as const))(
    'brings slide %i nearer to what it was',
    (_, photo) => {
      const [truth, shown] = [pixelsOf(photo), reddened(photo)];
      const after = restored(shown);
      expect(castOf(shown)).toBeGreaterThan(40);
      expect(castOf(after)).toBeLessThan(0.6 * castOf(shown));
      expect(errorOf(after, truth)).toBeLessThan(0.75 * errorOf(shown, truth));
    },
  );

  it('stretches no channel more than three times, and makes no black lighter', () => {
    const flat = { rgb: new Uint8Array(3 * 160 * 160), widthPx: 160, heightPx: 160 };
    for (let i = 0; i < flat.rgb.length; i += 3) flat.rgb.set([200 + (i % 9), 20 + (i % 180), 60], i);
    for (const { black, white, blackTo, whiteTo } of judgeFilm(readTones(flat).features, 0.9).curves) {
      expect(blackTo).toBeLessThanOrEqual(black);
      expect(whiteTo).toBeGreaterThanOrEqual(white);
      expect(whiteTo - blackTo).toBeLessThan(3.001 * Math.max(0.02, white - black));
    }
  });
});

describe('the tint of dark parts', () => {
  it('is that of a dye on red film, and none in sepia, in a cyanotype or on yellow paper', () => {
    for (const photo of photos) expect(readTones(reddened(photo)).features.isDyeTinted).toBe(true);
    const toned = (tint: (luma: number) => [number, number, number]): RgbPixels => {
      const { rgb, ...extent } = pixelsOf(photos[0]!);
      const made = new Uint8Array(rgb.length);
      for (let i = 0; i < rgb.length; i += 3)
        made.set(tint((0.3 * rgb[i]! + 0.6 * rgb[i + 1]! + 0.1 * rgb[i + 2]!) / 255), i);
      return { rgb: made, ...extent };
    };
    const tints: ((luma: number) => [number, number, number])[] = [
      (luma) => [70 + 180 * luma, 50 + 180 * luma, 25 + 170 * luma],
      (luma) => [20 + 200 * luma, 45 + 195 * luma, 90 + 150 * luma],
      (luma) => [90 + 110 * luma, 50 + 130 * luma, 10 + 120 * luma],
    ];
    for (const tint of tints) expect(readTones(toned(tint)).features.isDyeTinted).toBe(false);
  });
});
