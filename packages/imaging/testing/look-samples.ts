/**
 * Owns drawn pictures that look like faults and are none: sunsets, leaves, snow, fog, stripes, nights, shallow focus, high key
 * and products on white. For tests. The same seed draws the same picture.
 */
import sharp from 'sharp';
import type { FaultPhoto } from './fault-samples.ts';
import { createSampleRandom } from './random-samples.ts';

type Rgb = readonly [red: number, green: number, blue: number];
type Paint = (x: number, y: number) => Rgb;

const size = { widthPx: 1200, heightPx: 800 };
/** Drawn larger and made smaller: edges are as sharp as a camera's, not sharper. */
const drawnTimes = 2;

/** Fine grain, as every sensor has it. */
const grainSigma = 2.5;

async function paint(colourAt: Paint, seed: number): Promise<FaultPhoto> {
  const [width, height] = [size.widthPx * drawnTimes, size.heightPx * drawnTimes];
  const random = createSampleRandom(seed);
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const grain = drawnTimes * grainSigma * 1.7 * (random.share() + random.share() - 1);
      const colour = colourAt(x / width, y / height);
      for (let c = 0; c < 3; c++) rgb[at + c] = Math.max(0, Math.min(255, colour[c]! + grain));
    }
  }
  const raw = { raw: { width, height, channels: 3 as const } };
  const small = await sharp(rgb, raw).resize(size.widthPx, size.heightPx).raw().toBuffer();
  return { rgb: new Uint8Array(small), ...size };
}

const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = Math.max(0, Math.min(1, share));
  const at = (c: 0 | 1 | 2) => one[c] + (other[c] - one[c]) * part;
  return [at(0), at(1), at(2)];
};

interface Disc {
  x: number;
  y: number;
  radius: number;
  stretch: number;
  turn: number;
  tone: number;
}

/** Ellipses all over the picture, the last drawn on top. */
function scatter(count: number, radius: number, seed: number): Disc[] {
  const random = createSampleRandom(seed);
  return Array.from({ length: count }, () => ({
    x: random.share() * 1.5,
    y: random.share(),
    radius: radius * (0.5 + random.share()),
    stretch: 1.2 + 1.6 * random.share(),
    turn: random.share() * Math.PI,
    tone: random.share(),
  }));
}

/** The disc on top at a place, and how far from its middle that is (0 to 1). */
function finder(discs: readonly Disc[]): (x: number, y: number) => { disc: Disc; off: number } | undefined {
  const cells = new Map<number, Disc[]>();
  const turns = new Map(discs.map((disc) => [disc, { cos: Math.cos(disc.turn), sin: Math.sin(disc.turn) }]));
  const cellOf = (value: number) => Math.floor(value * 20);
  const keyOf = (cx: number, cy: number) => cx * 1000 + cy;
  for (const disc of discs) {
    const reach = disc.radius * disc.stretch;
    for (let cx = cellOf(disc.x - reach); cx <= cellOf(disc.x + reach); cx++) {
      for (let cy = cellOf(disc.y - reach); cy <= cellOf(disc.y + reach); cy++) {
        const key = keyOf(cx, cy);
        cells.set(key, [...(cells.get(key) ?? []), disc]);
      }
    }
  }
  return (x, y) => {
    const here = cells.get(keyOf(cellOf(x), cellOf(y))) ?? [];
    for (let i = here.length - 1; i >= 0; i--) {
      const disc = here[i]!;
      const [dx, dy] = [x - disc.x, y - disc.y];
      const { cos, sin } = turns.get(disc)!;
      const along = (dx * cos + dy * sin) / (disc.radius * disc.stretch);
      const across = (dy * cos - dx * sin) / disc.radius;
      const off = along * along + across * across;
      if (off < 1) return { disc, off };
    }
    return undefined;
  };
}

/** Things of every colour, half of them grey, from dark to bright: as in a street, or in a room. */
export function drawThings(): Promise<FaultPhoto> {
  const find = finder(scatter(500, 0.06, 19));
  const colours: readonly Rgb[] = [
    [176, 60, 48],
    [62, 92, 150],
    [80, 120, 62],
    [206, 170, 92],
    [150, 104, 76],
  ];
  return paint((x, y) => {
    const { tone, turn } = find(1.5 * x, y)?.disc ?? { tone: 0.5, turn: 0 };
    const light = 1.05 - 0.25 * y;
    const grey = 22 + 200 * (2 * (tone % 0.5));
    const colour: Rgb = tone < 0.5 ? [grey, grey, grey] : colours[Math.floor(turn * 7) % colours.length]!;
    return [colour[0] * light, colour[1] * light, colour[2] * light];
  }, 19);
}

function sunset(): Promise<FaultPhoto> {
  const hill = (x: number) => 0.7 + 0.06 * Math.sin(9 * x) + 0.012 * Math.sin(61 * x);
  return paint((x, y) => {
    if (y > hill(x)) return mix([26, 14, 12], [8, 5, 6], (y - hill(x)) * 4);
    const sun = Math.hypot((x - 0.6) * 1.5, y - 0.6);
    if (sun < 0.05) return [255, 246, 205];
    const sky = mix([74, 62, 118], [247, 132, 41], y / 0.7);
    return mix([255, 205, 110], sky, sun * 2.4);
  }, 11);
}

function leaves(): Promise<FaultPhoto> {
  const find = finder(scatter(1400, 0.032, 12));
  return paint((x, y) => {
    const found = find(1.5 * x, y);
    if (!found) return [10, 22, 6];
    const { disc, off } = found;
    const leaf = mix([38, 84, 16], [150, 190, 62], disc.tone);
    return mix(leaf, [18, 40, 8], 0.6 * off);
  }, 12);
}

function snow(): Promise<FaultPhoto> {
  const find = finder(scatter(60, 0.02, 13));
  return paint((x, y) => {
    const found = find(1.5 * x, y * 3);
    if (found && y < 0.33) return mix([46, 58, 52], [96, 104, 100], found.disc.tone);
    const drift = 0.5 + 0.5 * Math.sin(14 * x + 5 * Math.sin(7 * y) + 9 * y);
    return mix([205, 216, 232], [246, 247, 248], drift);
  }, 13);
}

function fog(): Promise<FaultPhoto> {
  const find = finder(scatter(120, 0.03, 14));
  return paint((x, y) => {
    const found = find(1.5 * x, y);
    const air = mix([196, 200, 203], [152, 158, 160], y);
    return found ? mix(air, [88, 96, 92], 0.25 + 0.5 * y * found.disc.tone) : air;
  }, 14);
}

function stripes(): Promise<FaultPhoto> {
  return paint((x, y) => {
    const wide = Math.floor(x * 46 + 0.15 * Math.sin(y * 2)) % 2 === 0;
    return wide ? mix([212, 205, 196], [190, 186, 180], y) : mix([52, 60, 72], [66, 70, 76], y);
  }, 15);
}

/** Grass out of focus, whose edges face across; and before a plain ground a sharp bud, whose edges face up and down. */
function shallowFocus(): Promise<FaultPhoto> {
  return paint((x, y) => {
    const across = 1.5 * x;
    const rings = (left: number, top: number) =>
      Math.sin((2 * Math.PI * Math.hypot(across - left, y - top)) / 0.06);
    const off = Math.hypot(across - 0.75, y - 0.5);
    const ground: Rgb = [98, 126, 65];
    if (off < 0.25) {
      return mix(rings(0.75, 0) > 0 ? [196, 150, 164] : [92, 48, 66], ground, (off - 0.12) / 0.12);
    }
    const blades = mix([46, 74, 34], [150, 178, 96], 0.5 + 0.5 * rings(-0.15, 0.5));
    return mix(ground, blades, (off - 0.36) / 0.12);
  }, 23);
}

function night(): Promise<FaultPhoto> {
  const find = finder(scatter(90, 0.012, 16));
  return paint((x, y) => {
    const found = y > 0.3 ? find(1.5 * x, y) : undefined;
    if (!found) return mix([6, 8, 16], [14, 13, 16], y);
    return found.disc.tone > 0.6 ? [255, 236, 190] : mix([120, 72, 30], [236, 190, 120], found.disc.tone);
  }, 16);
}

function highKey(): Promise<FaultPhoto> {
  const find = finder(scatter(26, 0.05, 17));
  return paint((x, y) => {
    const face = Math.hypot((x - 0.5) * 1.5, y - 0.5);
    if (face > 0.34) return [255, 255, 255];
    const found = find(1.5 * x, y);
    const skin = mix([238, 214, 200], [222, 184, 166], face * 3);
    return found && face < 0.3 ? mix(skin, [90, 66, 56], 0.2 + 0.5 * found.disc.tone) : skin;
  }, 17);
}

function product(): Promise<FaultPhoto> {
  return paint((x, y) => {
    const [dx, dy] = [Math.abs(x - 0.5), Math.abs(y - 0.52)];
    if (dx > 0.17 || dy > 0.3) return [255, 255, 255];
    if (dx < 0.12 && dy < 0.1) return Math.floor(x * 60) % 2 === 0 ? [240, 236, 228] : [30, 34, 44];
    return mix([176, 38, 44], [96, 16, 22], dx * 5);
  }, 18);
}

/** Nothing must be said of any of these. */
export const looks: Record<string, () => Promise<FaultPhoto>> = {
  sunset,
  leaves,
  snow,
  fog,
  stripes,
  night,
  'shallow focus': shallowFocus,
  'high key': highKey,
  'a product on white': product,
};
