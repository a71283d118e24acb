/** Owns damage drawn over a scene by code: a faded, yellowed print with dust and scratches, or with cracks, and where
 * they are. */
import { createSampleRandom, type SampleRandom } from './random-samples.ts';
import type { RawScene } from './scene-samples.ts';
import { type Cover, createCover, drawDisc, drawStroke, type Point } from './stroke-samples.ts';

/** `mask`: 255 where a defect covers the picture. */
export type DamagedScene = RawScene & { mask: Uint8Array };

const black = [46, 42, 40] as const;
/** The paper that shows, in old cracks darker than the photo's white; from which opacity that is a defect. */
const fresh = { paper: 246, min: 0.4 };
const old = { paper: 186, min: 0.2 };
const white = [208, 192, 166] as const;

/** Fades the scene and lays 40 specks and 5 scratches on it, with slight grain. */
export function damageScene(scene: RawScene, seed: number): DamagedScene {
  const { widthPx, heightPx } = scene;
  const random = createSampleRandom(seed);
  const cover = createCover(widthPx, heightPx);
  for (let i = 0; i < 40; i++) {
    const place = [random.share() * widthPx, random.share() * heightPx] as const;
    drawDisc(cover, place, { radiusPx: random.between(0.8, 2.4), opacity: random.between(0.85, 1) });
  }
  for (let i = 0; i < 5; i++) {
    const [left, top] = [random.share() * widthPx, random.between(0, 0.4) * heightPx];
    const lengthPx = heightPx * random.between(0.35, 0.6);
    const lean = random.between(-0.15, 0.15);
    const width = random.between(1, 2.5);
    drawStroke(cover, (t) => [left + lean * lengthPx * t, top + lengthPx * t], {
      lengthPx,
      opacity: 0.95,
      widthAt: () => width,
    });
  }
  return coverScene(scene, { cover, ...fresh }, random);
}

/** Fades the scene, lays paper white where it is covered, and adds slight grain. */
function coverScene(
  { pixels, widthPx, heightPx }: RawScene,
  { cover, paper, min }: { cover: Cover; paper: number; min: number },
  random: SampleRandom,
): DamagedScene {
  const damaged = Buffer.alloc(pixels.length);
  const mask = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < mask.length; i++) {
    const opacity = cover.opacity[i]!;
    if (opacity > min) mask[i] = 255;
    const grain = 3 * random.normal();
    for (let c = 0; c < 3; c++) {
      const faded = black[c]! + (pixels[3 * i + c]! / 255) * (white[c]! - black[c]!);
      damaged[3 * i + c] = Math.max(
        0,
        Math.min(255, Math.round(faded * (1 - opacity) + paper * opacity + grain)),
      );
    }
  }
  return { pixels: damaged, widthPx, heightPx, mask };
}

interface Line {
  angle: number;
  stepPx: number;
}

/** A crooked line across the picture, from a place in a direction; gives the places it went through. */
function crackFrom(cover: Cover, [x, y]: Point, { angle, stepPx }: Line, random: SampleRandom): Point[] {
  const places: Point[] = [];
  let [u, v, way] = [x, y, angle];
  for (let i = 0; i < (2 * (cover.widthPx + cover.heightPx)) / stepPx; i++) {
    if (u < 0 || v < 0 || u >= cover.widthPx || v >= cover.heightPx) break;
    places.push([u, v]);
    // It wanders, and comes back to its direction.
    way += 0.35 * random.normal() - 0.3 * (way - angle);
    u += stepPx * Math.cos(way);
    v += stepPx * Math.sin(way);
  }
  return places;
}

/** Weakens the picture's surface along a line: torn white in some places, hardly seen in others. */
function drawCrack(cover: Cover, places: readonly Point[], widthPx: number, random: SampleRandom): void {
  let strength = 0.55;
  for (const place of places) {
    strength = Math.max(0.2, Math.min(0.9, strength + 0.06 * random.normal()));
    drawDisc(cover, place, { radiusPx: (widthPx * (0.6 + 0.4 * strength)) / 2, opacity: strength });
  }
}

/**
 * Cracks a faded scene: one line from side to side, two branches of it that reach the border; slight grain. In a scene
 * `scale` times larger the same seed makes the same cracks so many times wider; the grain stays.
 */
export function crackScene(scene: RawScene, seed: number, scale = 1): DamagedScene {
  const { widthPx, heightPx } = scene;
  const random = createSampleRandom(seed);
  const cover = createCover(widthPx, heightPx);
  const lean = random.between(-0.3, 0.3);
  const start = [0, heightPx * random.between(0.25, 0.5)] as const;
  const main = crackFrom(cover, start, { angle: lean, stepPx: scale }, random);
  drawCrack(cover, main, scale * random.between(2.5, 4), random);
  for (const [share, turn] of [
    [random.between(0.2, 0.4), random.between(0.7, 1.2)],
    [random.between(0.6, 0.8), random.between(-1.2, -0.7)],
  ] as const) {
    const from = main[Math.floor(share * main.length)]!;
    const branch = crackFrom(cover, from, { angle: lean + turn, stepPx: scale }, random);
    drawCrack(cover, branch, scale * random.between(2, 3), random);
  }
  return coverScene(scene, { cover, ...old }, random);
}

/** A scene as an old print in one tint: from brown to yellow paper, with grain. */
export function agePrint({ pixels, ...size }: RawScene, seed: number): RawScene {
  const random = createSampleRandom(seed);
  const [paper, ink] = [
    [222, 204, 170],
    [72, 54, 40],
  ] as const;
  const aged = Buffer.alloc(pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    const light = (0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!) / 255;
    const grain = 3 * random.normal();
    for (let c = 0; c < 3; c++) {
      const value = ink[c]! + light * (paper[c]! - ink[c]!) + grain;
      aged[at + c] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
  return { pixels: aged, ...size };
}

/** An old print with a few pale scratches far from each other: too little to call it damaged. */
export function scratchPrint(scene: RawScene, seed: number): DamagedScene {
  const { widthPx, heightPx } = scene;
  const { pixels } = agePrint(scene, seed);
  const cover = createCover(widthPx, heightPx);
  for (const [x, y, slope] of [
    [0.2, 0.15, 0.2],
    [0.55, 0.4, -0.3],
    [0.85, 0.2, 0.1],
  ] as const) {
    const lengthPx = 0.25 * heightPx;
    drawStroke(cover, (t) => [x * widthPx + slope * lengthPx * t, y * heightPx + lengthPx * t], {
      lengthPx,
      opacity: 0.4,
      widthAt: () => 2,
    });
  }
  const mask = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < mask.length; i++) {
    const opacity = cover.opacity[i]!;
    if (opacity > old.min) mask[i] = 255;
    for (let c = 0; c < 3; c++) {
      const at = 3 * i + c;
      pixels[at] = Math.round(pixels[at]! * (1 - opacity) + fresh.paper * opacity);
    }
  }
  return { pixels, widthPx, heightPx, mask };
}

/** How a colour print faded: which share of its density each dye kept, and the density that its paper took on. */
export interface DyeFade {
  keep: readonly [cyan: number, magenta: number, yellow: number];
  stain?: readonly [red: number, green: number, blue: number];
}

/** The darkest that a print reflects. */
const darkest = 10 ** -2.1;

const linearOf = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const encodedOf = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** A print whose dyes lost density, each its own share, scanned as it is now. */
export function fadeDyes({ pixels, ...size }: RawScene, { keep, stain = [0, 0, 0] }: DyeFade): RawScene {
  const curves = keep.map((share, c) =>
    Uint8Array.from({ length: 256 }, (_, value) => {
      const density = -Math.log10(darkest + linearOf(value / 255) * (1 - darkest));
      const light = (10 ** -(share * density + stain[c]!) - darkest) / (1 - darkest);
      return Math.round(255 * encodedOf(Math.max(0, Math.min(1, light))));
    }),
  );
  return { pixels: Buffer.from(pixels.map((value, i) => curves[i % 3]![value]!)), ...size };
}
