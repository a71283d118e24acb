/**
 * Owns degradation model A: an old print that was scanned. Its black is grey, its white dark and yellow; dust, scratches
 * and hairs lie on it; it has grain; the scan was kept as a JPEG of quality 60 to 90.
 *
 * The model, in its order, for a picture of P megapixels whose seed draws every number:
 * 1. Fade and cast: each channel goes linearly from 0..255 to black..white, black 32 to 56, white 205 to 215 (red), 182
 *    to 202 (green), 152 to 188 (blue).
 * 2. Dust: 180 P specks of radius 0.4 to 2.4 px, four in five light (235 to 255), the others dark (15 to 40), opacity 0.7
 *    to 1.
 * 3. Scratches: 6 to 9, seven in eight within 10 degrees of upright, a quarter to four fifths of the height long, slightly
 *    bent, 1 to 4 px wide (thin ones more often), one in eight dark.
 * 4. Hairs: 3 or 4 arcs 60 to 80 px long and 1 px wide, one in three dark.
 * 5. Grain: normal, the same in all channels, deviation 3 to 12; each channel has a fifth of it of its own.
 * 6. JPEG of quality 60, 75 or 90 with halved chroma.
 */

import { createSampleRandom, type SampleRandom } from '@platen/imaging/testing/random-samples';
import {
  type Cover,
  createCover,
  drawDisc,
  drawStroke,
  takeCover,
} from '@platen/imaging/testing/stroke-samples';
import sharp from 'sharp';

export interface BenchPixels {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}
/** The damaged file and where its defects truly are: 255 in the mask. */
export interface DamagedPhoto {
  file: Buffer;
  mask: Uint8Array;
}

export interface Canvas {
  colour: Float32Array;
  mask: Uint8Array;
  /** For drawing one shape after the other. */
  cover: Cover;
  widthPx: number;
  heightPx: number;
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value));

/** Blends one grey level over the canvas where its cover was drawn on, and marks what is visibly covered. */
function coverWith({ colour, mask, cover }: Canvas, level: number): void {
  takeCover(cover, (at, opacity) => {
    for (let c = 3 * at; c < 3 * at + 3; c++) colour[c] = colour[c]! * (1 - opacity) + level * opacity;
    if (opacity > 0.3) mask[at] = 255;
  });
}

export function createCanvas({ rgb, widthPx, heightPx }: BenchPixels): Canvas {
  const mask = new Uint8Array(widthPx * heightPx);
  const cover = createCover(widthPx, heightPx);
  return { colour: Float32Array.from(rgb), mask, cover, widthPx, heightPx };
}

function fade(canvas: Canvas, random: SampleRandom, share: number): void {
  const whites = [random.between(205, 215), random.between(182, 202), random.between(152, 188)];
  const ends = whites.map((white) => ({
    black: random.between(32, 56) * share,
    white: 255 - (255 - white) * share,
  }));
  for (let i = 0; i < canvas.colour.length; i++) {
    const { black, white } = ends[i % 3]!;
    canvas.colour[i] = black + (canvas.colour[i]! / 255) * (white - black);
  }
}

const lightOr = (random: SampleRandom, darkShare: number): number =>
  random.chance(darkShare) ? random.between(15, 40) : random.between(235, 255);

function addDust(canvas: Canvas, random: SampleRandom, scale: number): void {
  const { widthPx, heightPx } = canvas;
  const count = Math.round((180 * widthPx * heightPx) / scale ** 2 / 1e6);
  for (let i = 0; i < count; i++) {
    const radiusPx = scale * (0.4 + 2 * random.share() ** 1.5);
    const place = [random.share() * widthPx, random.share() * heightPx] as const;
    drawDisc(canvas.cover, place, {
      radiusPx,
      opacity: random.between(0.7, 1),
      squeeze: random.between(0.7, 1.4),
    });
    coverWith(canvas, lightOr(random, 0.2));
  }
}

function addScratches(canvas: Canvas, random: SampleRandom, scale: number): void {
  const { widthPx, heightPx } = canvas;
  const count = Math.floor(random.between(6, 10));
  for (let i = 0; i < count; i++) {
    const lean = random.chance(1 / 8) ? random.between(-0.9, 0.9) : random.between(-0.17, 0.17);
    const lengthPx = heightPx * random.between(0.25, 0.8);
    const [left, top] = [random.share() * widthPx, random.between(0, 0.6) * heightPx];
    const bend = random.between(-0.03, 0.03) * lengthPx;
    const width = scale * (1 + 3 * random.share() ** 3.5);
    const curve = (t: number) =>
      [
        left + t * lengthPx * Math.sin(lean) + bend * Math.sin(t * 5),
        top + t * lengthPx * Math.cos(lean),
      ] as const;
    drawStroke(canvas.cover, curve, { lengthPx, opacity: random.between(0.75, 1), widthAt: () => width });
    coverWith(canvas, lightOr(random, 1 / 8));
  }
}

function addHairs(canvas: Canvas, random: SampleRandom, scale: number): void {
  const { widthPx, heightPx } = canvas;
  const count = Math.floor(random.between(3, 5));
  for (let i = 0; i < count; i++) {
    const [x, y] = [random.share() * widthPx, random.share() * heightPx];
    const lengthPx = scale * random.between(60, 80);
    const turn = random.between(0.6, 2.2);
    const start = random.between(0, 2 * Math.PI);
    const radius = lengthPx / turn;
    const curve = (t: number) =>
      [x + radius * Math.cos(start + t * turn), y + radius * Math.sin(start + t * turn)] as const;
    drawStroke(canvas.cover, curve, { lengthPx, opacity: random.between(0.8, 1), widthAt: () => scale });
    coverWith(canvas, lightOr(random, 1 / 3));
  }
}

function addGrain({ colour }: Canvas, random: SampleRandom, sigma: number): void {
  for (let i = 0; i < colour.length; i += 3) {
    const shared = sigma * random.normal();
    for (let c = i; c < i + 3; c++) colour[c] = colour[c]! + shared + 0.2 * sigma * random.normal();
  }
}

export async function writeScan(canvas: Canvas, quality: number): Promise<DamagedPhoto> {
  const { colour, mask, widthPx, heightPx } = canvas;
  const raw = { width: widthPx, height: heightPx, channels: 3 as const };
  const file = await sharp(Uint8Array.from(colour, clamp), { raw }).jpeg({ quality }).toBuffer();
  return { file, mask };
}

/** Fades a print and gives it grain, without a defect. */
export function fadePrint(canvas: Canvas, random: SampleRandom): void {
  fade(canvas, random, 1);
  addGrain(canvas, random, random.between(2, 9));
}

/**
 * Damages a good photo after model A. `fadeShare` 0 leaves its tones as they are; with a `scale` over 1 dust, scratches and
 * hairs are so many times larger, as in a scan of the same print with more pixels, while the grain stays.
 */
export async function damagePrint(
  photo: BenchPixels,
  seed: number,
  { fadeShare = 1, scale = 1 }: { fadeShare?: number; scale?: number } = {},
): Promise<DamagedPhoto> {
  const random = createSampleRandom(seed);
  const canvas = createCanvas(photo);
  fade(canvas, random, fadeShare);
  addDust(canvas, random, scale);
  addScratches(canvas, random, scale);
  addHairs(canvas, random, scale);
  addGrain(canvas, random, random.between(3, 12));
  return await writeScan(canvas, [60, 75, 90][Math.floor(random.share() * 3)]!);
}
