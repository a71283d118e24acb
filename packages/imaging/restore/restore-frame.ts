/**
 * Owns how a scanned print lies in its scan: by which small angle it is turned, and where its border ends. Pure
 * arithmetic on a small picture; must never take a tilted horizon for a tilted scan.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';

/** `degrees`: what the picture has to be turned by, clockwise. 0 when it is straight or nobody can tell. */
export interface Skew {
  degrees: number;
}
/** Shares of the width and height that are border, from each side. */
export interface Border {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const maxDegrees = 6;
const minDegrees = 0.25;
/** How much sharper the edges' shadows must be at the angle found than as it is. */
const clearlySharper = 1.15;
const maxEdges = 20_000;

interface Edge {
  x: number;
  y: number;
}

function lumaOf({ rgb, widthPx, heightPx }: RgbPixels): Float32Array {
  const luma = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < luma.length; i++) luma[i] = rgb[3 * i]! + 2 * rgb[3 * i + 1]! + rgb[3 * i + 2]!;
  return luma;
}

/** The strongest edges, about the middle of the picture. */
function edgesOf(pixels: RgbPixels): Edge[] {
  const { widthPx, heightPx } = pixels;
  const luma = lumaOf(pixels);
  const found: { strength: number; x: number; y: number }[] = [];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const at = y * widthPx + x;
      const strength = Math.hypot(luma[at + 1]! - luma[at - 1]!, luma[at + widthPx]! - luma[at - widthPx]!);
      if (strength > 120) found.push({ strength, x: x - widthPx / 2, y: y - heightPx / 2 });
    }
  }
  found.sort((a, b) => b.strength - a.strength || a.y - b.y || a.x - b.x);
  return found.slice(0, maxEdges);
}

/** How gathered the edges are when they are looked at along both axes turned by the angle. */
function gathered(edges: readonly Edge[], degrees: number, reach: number): number {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const across = new Uint32Array(2 * reach + 2);
  const down = new Uint32Array(2 * reach + 2);
  for (const { x, y } of edges) {
    across[Math.round(x * cos - y * sin) + reach]! += 1;
    down[Math.round(x * sin + y * cos) + reach]! += 1;
  }
  let sum = 0;
  for (const counts of [across, down]) for (const count of counts) sum += count * count;
  return sum;
}

/** Finds by what angle, up to 6 degrees, the picture is turned. Give it one of at most about a megapixel. */
export function measureSkew(pixels: RgbPixels): Skew {
  const edges = edgesOf(pixels);
  if (edges.length < 400) return { degrees: 0 };
  const reach = Math.ceil(Math.hypot(pixels.widthPx, pixels.heightPx) / 2) + 1;
  const straight = gathered(edges, 0, reach);
  const best = { degrees: 0, sum: straight };
  const look = (from: number, to: number, step: number) => {
    for (let i = 0; i <= Math.round((to - from) / step); i++) {
      const degrees = from + i * step;
      const sum = gathered(edges, degrees, reach);
      if (sum > best.sum) Object.assign(best, { degrees, sum });
    }
  };
  look(-maxDegrees, maxDegrees, 0.5);
  look(best.degrees - 0.4, best.degrees + 0.4, 0.1);
  const isClear = best.sum > clearlySharper * straight && Math.abs(best.degrees) >= minDegrees;
  return { degrees: isClear ? Math.round(best.degrees * 10) / 10 : 0 };
}

/** A line belongs to the border while so much of it has the border's colour. */
const borderShare = 0.97;
const borderDifference = 24;
const maxBorder = 0.25;
const minBorder = 0.005;

type Rgb = readonly number[];
type LineAt = (index: number) => { start: number; step: number; count: number };
/** How many lines, from the outside, have one colour, and which. */
interface Side {
  lines: number;
  colour: Rgb;
}

const farFrom = (a: Rgb, b: Rgb): number => Math.max(...a.map((value, c) => Math.abs(value - b[c]!)));

function sideOf(rgb: Uint8Array, lineAt: LineAt, max: number): Side {
  const first = lineAt(0);
  const colour = [0, 1, 2].map((c) => {
    const values = Array.from(
      { length: first.count },
      (_, i) => rgb[3 * (first.start + i * first.step) + c]!,
    );
    return values.sort((a, b) => a - b)[values.length >> 1]!;
  });
  for (let index = 0; index < max; index++) {
    const { start, step, count } = lineAt(index);
    let same = 0;
    for (let i = 0; i < count; i++) {
      const at = 3 * (start + i * step);
      if (farFrom(colour, [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!]) <= borderDifference) same++;
    }
    if (same < borderShare * count) return { lines: index, colour };
  }
  return { lines: 0, colour };
}

/**
 * Finds borders of one colour, up to a quarter of the picture from each side. At least two sides must have the same: one
 * alone is a sky or a floor.
 */
export function measureBorder({ rgb, widthPx, heightPx }: RgbPixels): Border {
  const none: Border = { left: 0, top: 0, right: 0, bottom: 0 };
  if (widthPx < 16 || heightPx < 16) return none;
  const [wide, high] = [Math.floor(widthPx * maxBorder), Math.floor(heightPx * maxBorder)];
  const row = (y: number) => ({ start: y * widthPx, step: 1, count: widthPx });
  const column = (x: number) => ({ start: x, step: widthPx, count: heightPx });
  const sides = [
    { ...sideOf(rgb, column, wide), lengthPx: widthPx },
    { ...sideOf(rgb, row, high), lengthPx: heightPx },
    { ...sideOf(rgb, (i) => column(widthPx - 1 - i), wide), lengthPx: widthPx },
    { ...sideOf(rgb, (i) => row(heightPx - 1 - i), high), lengthPx: heightPx },
  ];
  const shares = sides.map((side, i) => {
    const share = side.lines / side.lengthPx;
    const isShared = sides.some(
      (other, j) => j !== i && other.lines > 0 && farFrom(other.colour, side.colour) <= borderDifference,
    );
    return isShared && share >= minBorder ? share : 0;
  });
  const [left, top, right, bottom] = shares as [number, number, number, number];
  return { left, top, right, bottom };
}
