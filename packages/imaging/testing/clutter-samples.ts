/**
 * Owns pictures without faces, made by code: overlapping shapes of all sizes as in nature (the dead leaves model), with
 * texture, strokes, stripes and pairs of dots: what is no face. Must never decode a file.
 */

import type { FacePixels } from '../faces/find-faces.ts';
import { createSampleRandom } from './random-samples.ts';

type Random = () => number;
interface Canvas {
  light: Float32Array;
  widthPx: number;
  heightPx: number;
}

interface Shape {
  x: number;
  y: number;
  size: number;
  light: number;
}

const kinds = 5;
const maxShapes = 4000;

/** What a shape covers, in its own turned and stretched coordinates. */
function covers(kind: number, u: number, v: number): boolean {
  if (kind === 0) return u * u + v * v < 1;
  if (kind === 1) return Math.abs(u) < 1 && Math.abs(v) < 1;
  if (kind === 2) return v > -1 && v < 1 - 2 * Math.abs(u);
  if (kind === 3) return u * u + v * v < 1 && u * u + v * v > 0.45;
  return Math.abs(u) < 1 && Math.abs(v - 0.3 * Math.sin(3 * u)) < 0.15;
}

function drawShape(canvas: Canvas, random: Random, shape: Shape): void {
  const { x, y, size, light } = shape;
  const kind = Math.floor(random() * kinds);
  const angle = random() * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const stretch = 0.35 + 0.65 * random();
  const [slopeX, slopeY] = [(random() - 0.5) * 0.5, (random() - 0.5) * 0.5];
  const texture = random() < 0.5 ? 0 : random() * 0.25;
  const stripes = random() < 0.2 ? 2 + random() * 12 : 0;
  for (let row = Math.max(0, Math.floor(y - size)); row < Math.min(canvas.heightPx, y + size); row++) {
    for (
      let column = Math.max(0, Math.floor(x - size));
      column < Math.min(canvas.widthPx, x + size);
      column++
    ) {
      const [dx, dy] = [(column - x) / size, (row - y) / size];
      const [u, v] = [dx * cos + dy * sin, (dy * cos - dx * sin) / stretch];
      if (!covers(kind, u, v)) continue;
      const grain = texture * (random() - 0.5) + (stripes > 0 ? 0.15 * Math.sin(stripes * u * 3) : 0);
      canvas.light[row * canvas.widthPx + column] = Math.max(
        0,
        light * (1 + slopeX * u + slopeY * v) + grain,
      );
    }
  }
}

/** Dots that look like eyes, now and then with a line below: what a detector takes for faces first. */
function drawPair(canvas: Canvas, random: Random, { x, y, size }: Omit<Shape, 'light'>): void {
  const light = random();
  const below = random();
  const dot = (atX: number, atY: number) =>
    drawShape(canvas, random, { x: atX, y: atY, size: size * 0.25, light });
  dot(x - size * 0.5, y);
  dot(x + size * 0.5, y);
  if (below < 0.3) dot(x, y + size * (random() * 2 - 1));
}

/** Waves of many lengths and directions: the longer the stronger, as in clouds and bushes. */
function addWaves(canvas: Canvas, random: Random, amount: number): void {
  const waves = Array.from({ length: 10 }, () => {
    const length = 3 * 60 ** random();
    const angle = random() * Math.PI;
    return {
      x: (Math.cos(angle) * 6.28) / length,
      y: (Math.sin(angle) * 6.28) / length,
      phase: random() * 6.28,
      power: length / 60,
    };
  });
  for (let y = 0; y < canvas.heightPx; y++) {
    for (let x = 0; x < canvas.widthPx; x++) {
      let sum = 0;
      for (const wave of waves) sum += wave.power * Math.sin(wave.x * x + wave.y * y + wave.phase);
      const at = y * canvas.widthPx + x;
      canvas.light[at] = Math.max(0, canvas.light[at]! + amount * sum * 0.2);
    }
  }
}

/** Stones, leaves or bubbles of about one size, close together and lit from one side. */
function drawHeap(canvas: Canvas, random: Random): void {
  const size = 4 + random() * 30;
  const [lightX, lightY] = [random() - 0.5, random() - 0.7];
  const [ground, spread] = [random(), random()];
  const flat = random();
  const count = Math.min(3000, Math.round((2.5 * canvas.widthPx * canvas.heightPx) / (size * size)));
  for (let i = 0; i < count; i++) {
    const [x, y] = [random() * canvas.widthPx, random() * canvas.heightPx];
    const own = { size: size * (0.5 + random()), light: Math.max(0.02, ground + spread * (random() - 0.5)) };
    const angle = random() * Math.PI;
    const [cos, sin, stretch] = [Math.cos(angle), Math.sin(angle), 0.3 + 0.7 * random()];
    for (
      let row = Math.max(0, Math.ceil(y - own.size));
      row < Math.min(canvas.heightPx, y + own.size);
      row++
    ) {
      const end = Math.min(canvas.widthPx, x + own.size);
      for (let column = Math.max(0, Math.ceil(x - own.size)); column < end; column++) {
        const [dx, dy] = [(column - x) / own.size, (row - y) / own.size];
        const [u, v] = [dx * cos + dy * sin, (dy * cos - dx * sin) / stretch];
        const radius = u * u + v * v;
        if (radius >= 1) continue;
        const rim = Math.sqrt(1 - radius);
        const lit = flat + (1 - flat) * (0.3 + 0.7 * rim) * (1 + dx * lightX * 1.6 + dy * lightY * 1.6);
        canvas.light[row * canvas.widthPx + column] = Math.max(0, own.light * lit);
      }
    }
  }
}

/** Walls with rows of windows, fences, tiles, and lines of something like writing. */
function drawRows(canvas: Canvas, random: Random): void {
  const [stepX, stepY] = [6 + random() * 70, 6 + random() * 70];
  const [fillX, fillY] = [0.2 + 0.7 * random(), 0.2 + 0.7 * random()];
  const [light, dark, slant] = [random(), random(), (random() - 0.5) * 0.6];
  const [jitter, shift, frame] = [
    random() < 0.5 ? 0 : random() * 0.5,
    random() < 0.3 ? 0.5 : 0,
    random() * 0.3,
  ];
  const values = Float32Array.from({ length: 997 }, random);
  for (let y = 0; y < canvas.heightPx; y++) {
    for (let x = 0; x < canvas.widthPx; x++) {
      const [v, line] = [(y + slant * x + 1000) / stepY, Math.floor((y + slant * x + 1000) / stepY)];
      const u = (x + 1000) / stepX + shift * (line % 2);
      const cell = values[(Math.floor(u) * 31 + line * 17) % 997]!;
      const [insideX, insideY] = [u - Math.floor(u), v - line];
      const isWindow = insideX < fillX * (1 - jitter * cell) && insideY < fillY;
      const isFrame = isWindow && (insideX < frame * fillX || insideY < frame * fillY);
      const value = isWindow ? (isFrame ? (light + dark) / 2 : dark * (1 - jitter * cell)) : light;
      canvas.light[y * canvas.widthPx + x] = value;
    }
  }
}

/** The dead leaves model: sizes by the inverse cube, so small ones are many, until most of the ground is covered. */
function drawShapes(canvas: Canvas, random: Random): void {
  const area = canvas.widthPx * canvas.heightPx * (random() < 0.3 ? 0.3 : 2.5) * random();
  const largest = (0.1 + 0.3 * random()) * canvas.widthPx;
  const smallest = 2 + 10 * random() * random();
  const [light, spread] = random() < 0.5 ? [0, 1] : [random() * 0.7, 0.3];
  let covered = 0;
  for (let i = 0; i < maxShapes && covered < area; i++) {
    const share = random();
    const size = 1 / Math.sqrt(share / smallest ** 2 + (1 - share) / largest ** 2);
    covered += 1.5 * size * size;
    const place = { x: random() * canvas.widthPx, y: random() * canvas.heightPx, size };
    if (random() < 0.08) drawPair(canvas, random, place);
    else drawShape(canvas, random, { ...place, light: light + spread * random() });
  }
}

/** Wheels, dishes, ripples, targets: rings or spokes around a few middles. */
function drawRings(canvas: Canvas, random: Random): void {
  const middles = Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({
    x: random() * canvas.widthPx,
    y: random() * canvas.heightPx,
    reach: (0.05 + 0.5 * random()) * canvas.widthPx,
    wave: 4 + random() * 40,
    spokes: random() < 0.4 ? 2 + Math.floor(random() * 12) : 0,
    squash: 0.6 + 0.4 * random(),
    light: random(),
    depth: random() * 0.6,
  }));
  for (const middle of middles) {
    for (let y = 0; y < canvas.heightPx; y++) {
      for (let x = 0; x < canvas.widthPx; x++) {
        const [dx, dy] = [x - middle.x, (y - middle.y) / middle.squash];
        const radius = Math.sqrt(dx * dx + dy * dy);
        if (radius > middle.reach) continue;
        const angle = middle.spokes > 0 ? middle.spokes * Math.atan2(dy, dx) : (radius / middle.wave) * 6.28;
        canvas.light[y * canvas.widthPx + x] = Math.max(0, middle.light + middle.depth * Math.sin(angle));
      }
    }
  }
}

/** Vases, towers, flowers and machines are the same on both sides; so is the canvas then, around a few middles. */
function mirrorParts({ light, widthPx, heightPx }: Canvas, random: Random): void {
  const parts = 1 + Math.floor(random() * 6);
  const width = Math.floor(widthPx / parts / 2);
  for (let part = 0; part < parts; part++) {
    const left = 2 * part * width;
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < width; x++) {
        light[y * widthPx + left + 2 * width - 1 - x] = light[y * widthPx + left + x]!;
      }
    }
  }
}

/** Grey clutter, 640 x 427 pixels. */
export function drawClutter(seed: number): FacePixels {
  const random = createSampleRandom(seed).share;
  const [widthPx, heightPx] = [640, 427];
  const canvas = { light: new Float32Array(widthPx * heightPx).fill(random()), widthPx, heightPx };
  const kind = random();
  if (kind < 0.25) drawHeap(canvas, random);
  else if (kind < 0.4) drawRows(canvas, random);
  else if (kind < 0.5) drawRings(canvas, random);
  const isBare = kind < 0.2 || (kind >= 0.45 && kind < 0.5);
  if (!isBare) drawShapes(canvas, random);
  if (random() < 0.35) addWaves(canvas, random, random() * 0.6);
  if (random() < 0.3) mirrorParts(canvas, random);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  canvas.light.forEach((value, i) => {
    rgb.fill(Math.min(255, 255 * Math.sqrt(Math.max(0, value))), 3 * i, 3 * i + 3);
  });
  return { rgb, widthPx, heightPx };
}
