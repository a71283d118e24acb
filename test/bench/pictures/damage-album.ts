/**
 * Owns degradation model B, of other damage than A's: a print from an album. Light and time bleached it unevenly, tea was
 * spilt on it, it was folded, and some were printed with a screen of dots.
 *
 * The model, in its order; the seed draws every number:
 * 1. Uneven fade: a lift of black of 20 to 60 and a gain of 0.6 to 0.85, each growing along a direction over the picture
 *    by up to half, blue 10 % less.
 * 2. Stains: 2 to 4 blots of radius 5 to 15 % of the width, brown (times 0.85, 0.75, 0.6), with rims a quarter darker.
 * 3. Halftone, with odd seeds: a screen of 45 degrees with a period of 4 to 5 px that modulates by 12 %.
 * 4. Folds: one or two cracks from edge to edge, jagged, 2 to 4 px wide, of paper white (236, 232, 222), with a soft
 *    shade on one side.
 * 5. Own grain per channel of deviation 2 to 4; JPEG of quality 82.
 */
import { createSampleRandom, type SampleRandom } from '@platen/imaging/testing/random-samples';
import { createCover, drawStroke } from '@platen/imaging/testing/stroke-samples';
import { type BenchPixels, type Canvas, createCanvas, type DamagedPhoto, writeScan } from './damage-print.ts';

const paper = [236, 232, 222] as const;

function fadeUnevenly({ colour, widthPx, heightPx }: Canvas, random: SampleRandom): void {
  const [lift, gain] = [random.between(20, 60), random.between(0.6, 0.85)];
  const angle = random.between(0, 2 * Math.PI);
  for (let i = 0; i < colour.length; i++) {
    const [x, y] = [(((i / 3) | 0) % widthPx) / widthPx - 0.5, Math.floor(i / 3 / widthPx) / heightPx - 0.5];
    const along = 1 + 0.5 * (x * Math.cos(angle) + y * Math.sin(angle));
    const blue = i % 3 === 2 ? 0.9 : 1;
    colour[i] = blue * (lift * along + colour[i]! * gain * (1.2 - 0.2 * along));
  }
}

const stainColour = [0.85, 0.75, 0.6] as const;

function addStains({ colour, widthPx, heightPx }: Canvas, random: SampleRandom): void {
  const count = Math.floor(random.between(2, 5));
  for (let stain = 0; stain < count; stain++) {
    const [x, y] = [random.share() * widthPx, random.share() * heightPx];
    const radius = random.between(0.05, 0.15) * widthPx;
    const [lobes, phase] = [Math.floor(random.between(3, 7)), random.between(0, 6)];
    for (let i = 0; i < colour.length / 3; i++) {
      const [u, v] = [(i % widthPx) - x, Math.floor(i / widthPx) - y];
      const edge = radius * (1 + 0.15 * Math.sin(lobes * Math.atan2(v, u) + phase));
      const depth = (edge - Math.hypot(u, v)) / 3;
      if (depth < 0) continue;
      const rim = depth < 1.5 ? 0.75 : 1;
      for (let c = 0; c < 3; c++)
        colour[3 * i + c] = colour[3 * i + c]! * (1 - (1 - stainColour[c]! * rim) * Math.min(1, depth));
    }
  }
}

function printWithScreen({ colour, widthPx }: Canvas, random: SampleRandom): void {
  const period = random.between(4, 5);
  const turn = (2 * Math.PI * Math.SQRT1_2) / period;
  for (let i = 0; i < colour.length; i++) {
    const [x, y] = [((i / 3) | 0) % widthPx, Math.floor(i / 3 / widthPx)];
    colour[i] = colour[i]! * (1 + 0.12 * Math.cos(turn * (x + y)) * Math.cos(turn * (x - y)) * 2);
  }
}

function addFold(canvas: Canvas, random: SampleRandom): void {
  const { colour, mask, widthPx, heightPx } = canvas;
  const isUpright = random.chance(0.5);
  const at = random.between(0.2, 0.8);
  const lean = random.between(-0.2, 0.2);
  const width = random.between(1.5, 3.5);
  const lengthPx = Math.hypot(widthPx, heightPx);
  const jitter = Array.from({ length: 200 }, () => random.normal());
  const [crack, shade] = [createCover(widthPx, heightPx), createCover(widthPx, heightPx)];
  const place = (t: number, aside: number) => {
    const off = aside + 1.2 * jitter[Math.floor(t * 199)]!;
    return isUpright
      ? ([(at + lean * (t - 0.5)) * widthPx + off, t * heightPx] as const)
      : ([t * widthPx, (at + lean * (t - 0.5)) * heightPx + off] as const);
  };
  const widthAt = (t: number) => Math.max(0.5, width + 0.8 * jitter[Math.floor(t * 199)]!);
  drawStroke(shade, (t) => place(t, width + 2), { lengthPx, opacity: 0.3, widthAt: () => 8 });
  drawStroke(crack, (t) => place(t, 0), { lengthPx, opacity: 0.9, widthAt });
  for (let i = 0; i < mask.length; i++) {
    const [light, dark] = [crack.opacity[i]!, shade.opacity[i]!];
    for (let c = 0; c < 3; c++) {
      const shaded = colour[3 * i + c]! * (1 - dark);
      colour[3 * i + c] = shaded * (1 - light) + paper[c]! * light;
    }
    if (light > 0.3) mask[i] = 255;
  }
}

/** Damages a good photo after model B. */
export async function damageAlbum(photo: BenchPixels, seed: number): Promise<DamagedPhoto> {
  const random = createSampleRandom(seed);
  const canvas = createCanvas(photo);
  fadeUnevenly(canvas, random);
  addStains(canvas, random);
  if (seed % 2 === 1) printWithScreen(canvas, random);
  const folds = random.chance(0.5) ? 2 : 1;
  for (let i = 0; i < folds; i++) addFold(canvas, random);
  const sigma = random.between(2, 4);
  canvas.colour.forEach((value, i) => {
    canvas.colour[i] = value + sigma * random.normal();
  });
  return await writeScan(canvas, 82);
}
