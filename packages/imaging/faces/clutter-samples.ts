/**
 * Owns pictures without faces, made by code: overlapping shapes of all sizes as in nature (the dead leaves model), with
 * texture, strokes, stripes and pairs of dots. The face detector learns from them what is no face. Must never decode a file.
 */
import type { Canvas, Random } from './face-samples.ts';

type Shape = { x: number; y: number; size: number; light: number };

const KINDS = 5;

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
  const kind = Math.floor(random() * KINDS);
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

/** Draws over the whole canvas. */
export function drawClutter(canvas: Canvas, random: Random): void {
  canvas.light.fill(random());
  const shapes = 20 + Math.floor(random() * 260);
  const largest = (0.1 + 0.25 * random()) * canvas.widthPx;
  const smallest = 2 + random() * 6;
  for (let i = 0; i < shapes; i++) {
    // Sizes by the inverse cube: small ones are many.
    const share = random();
    const size = 1 / Math.sqrt(share / smallest ** 2 + (1 - share) / largest ** 2);
    const place = { x: random() * canvas.widthPx, y: random() * canvas.heightPx, size };
    if (random() < 0.12) drawPair(canvas, random, place);
    else drawShape(canvas, random, { ...place, light: random() });
  }
  if (random() < 0.3) addWaves(canvas, random, random() * 0.6);
}
