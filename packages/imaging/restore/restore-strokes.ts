/**
 * Owns how a group of pixels runs: its axis, its ends, and whether the picture goes on behind it, which tells a crack
 * over the picture from the light along an edge. Decides nothing.
 */
import { momentsOf } from '../damage/piece-moments.ts';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import type { Candidate } from './restore-candidates.ts';

export type Point = readonly [x: number, y: number];

/** A candidate with its chance to be a defect; its places are of a picture `scale` times smaller than the whole. */
export interface CrackPiece {
  candidate: Candidate;
  chance: number;
  scale: number;
  widthPx: number;
}

/** In pixels of the whole picture; `axis` has the length 1. */
export interface Stroke {
  lengthPx: number;
  axis: Point;
  ends: readonly [Point, Point];
  slender: number;
}

export function strokeOf({
  candidate: { pixels },
  scale,
  widthPx,
}: Pick<CrackPiece, 'scale' | 'widthPx'> & { candidate: { pixels: Int32Array | Uint32Array } }): Stroke {
  const count = pixels.length;
  const { x, y, varX, varY, both } = momentsOf(pixels, widthPx);
  const angle = 0.5 * Math.atan2(2 * both, varX - varY);
  const axis = [Math.cos(angle), Math.sin(angle)] as const;
  let [first, last] = [0, 0];
  for (const at of pixels) {
    const along = ((at % widthPx) - x) * axis[0] + (Math.floor(at / widthPx) - y) * axis[1];
    first = Math.min(first, along);
    last = Math.max(last, along);
  }
  const end = (along: number): Point => [
    (x + along * axis[0] + 0.5) * scale,
    (y + along * axis[1] + 0.5) * scale,
  ];
  const extent = last - first + 1;
  return {
    lengthPx: extent * scale,
    axis,
    ends: [end(first), end(last)],
    slender: (extent * extent) / count,
  };
}

/** Beyond its rim a piece still shines a little. */
const sideStepsPx = [2, 3, 4] as const;
const maxSteps = 20;
/** Places of a piece that are looked at. */
const maxPlaces = 120;

interface Sums {
  own: number;
  sides: [number, number];
  counts: [number, number];
}

/**
 * How unlike the two sides of a piece are, as a share of how far it stands out of the lower one: 0 where the picture goes
 * on behind it, near 1 for the rim of an edge. Undefined when one side isn't in the picture.
 */
export function unlikenessOf(piece: CrackPiece, { axis }: Stroke, picture: RgbPixels): number | undefined {
  const { candidate, scale, widthPx } = piece;
  const { pixels, isLight } = candidate;
  const lumaAt = (x: number, y: number): number => {
    const at = 3 * (y * picture.widthPx + x);
    return 0.3 * picture.rgb[at]! + 0.59 * picture.rgb[at + 1]! + 0.11 * picture.rgb[at + 2]!;
  };
  const isIn = (x: number, y: number) => x >= 0 && y >= 0 && x < picture.widthPx && y < picture.heightPx;
  const members = new Set(pixels);
  const rimAt = (x: number, y: number, [stepX, stepY]: Point): number => {
    for (let step = 1; step < maxSteps; step++) {
      const [u, v] = [Math.floor((x + step * stepX) / scale), Math.floor((y + step * stepY) / scale)];
      if (!members.has(v * widthPx + u)) return step;
    }
    return maxSteps;
  };
  const sums: Sums = { own: 0, sides: [0, 0], counts: [0, 0] };
  const stride = Math.ceil(pixels.length / maxPlaces);
  let looked = 0;
  for (let i = 0; i < pixels.length; i += stride, looked++) {
    const x = ((pixels[i]! % widthPx) + 0.5) * scale;
    const y = (Math.floor(pixels[i]! / widthPx) + 0.5) * scale;
    sums.own += lumaAt(Math.floor(x), Math.floor(y));
    for (const side of [0, 1] as const) {
      const away: Point = side === 0 ? [axis[1], -axis[0]] : [-axis[1], axis[0]];
      const rim = rimAt(x, y, away);
      for (const step of sideStepsPx) {
        const [u, v] = [Math.floor(x + (rim + step) * away[0]), Math.floor(y + (rim + step) * away[1])];
        if (!isIn(u, v)) continue;
        sums.sides[side] += lumaAt(u, v);
        sums.counts[side]++;
      }
    }
  }
  if (sums.counts[0] === 0 || sums.counts[1] === 0) return undefined;
  const [left, right] = [sums.sides[0] / sums.counts[0], sums.sides[1] / sums.counts[1]];
  const own = sums.own / looked;
  const rise = isLight ? own - Math.min(left, right) : Math.max(left, right) - own;
  return Math.min(1, Math.abs(left - right) / Math.max(1, rise));
}
