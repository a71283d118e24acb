import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, forwardBlock, inverseBlock, wavyPixels } from '../testing/kernel-samples.ts';
import { inpaintRgb } from './inpaint-rgb.ts';
import type { Plane8, RgbPixels } from './kernel-planes.ts';

const f = Math.fround;

/** Fast marching in single precision, with a sorted list for the heap. */
function marchByHand(pixels: RgbPixels, mask: Plane8, radiusPx: number): Uint8Array {
  const { widthPx, heightPx } = pixels;
  const rgb = pixels.rgb.slice();
  const isReached = mask.samples.map((value) => (value > 127 ? 0 : 1));
  const times = new Float32Array(rgb.length / 3);
  const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < widthPx && y < heightPx;
  const placeOf = (x: number, y: number) => y * widthPx + x;
  const reached = (x: number, y: number) => inside(x, y) && isReached[placeOf(x, y)] === 1;
  const timeAt = (x: number, y: number) => times[placeOf(x, y)]!;

  const arrival = (ax: number, ay: number, bx: number, by: number): number => {
    const a = reached(ax, ay) ? timeAt(ax, ay) : 1e6;
    const b = reached(bx, by) ? timeAt(bx, by) : 1e6;
    const apart = f(Math.abs(f(a - b)));
    if (apart >= 1) return f(Math.min(a, b) + 1);
    return f(f(f(a + b) + f(Math.sqrt(f(2 - f(apart * apart))))) * 0.5);
  };
  const slope = (x: number, y: number, dx: number, dy: number): number => {
    const [before, after] = [reached(x - dx, y - dy), reached(x + dx, y + dy)];
    if (before && after) return f(f(timeAt(x + dx, y + dy) - timeAt(x - dx, y - dy)) * 0.5);
    if (after) return f(timeAt(x + dx, y + dy) - timeAt(x, y));
    return before ? f(timeAt(x, y) - timeAt(x - dx, y - dy)) : 0;
  };
  const fill = (x: number, y: number): void => {
    const [slopeX, slopeY] = [slope(x, y, 1, 0), slope(x, y, 0, 1)];
    let weights = 0;
    const sums = [0, 0, 0];
    for (let dy = -radiusPx; dy <= radiusPx; dy++) {
      for (let dx = -radiusPx; dx <= radiusPx; dx++) {
        const squared = dx * dx + dy * dy;
        if (squared === 0 || squared > radiusPx * radiusPx || !reached(x + dx, y + dy)) continue;
        const length = Math.sqrt(squared);
        const along = f(Math.abs(f(f(f(dx / length) * slopeX) + f(f(dy / length) * slopeY))));
        const aged = f(1 + f(Math.abs(f(timeAt(x + dx, y + dy) - timeAt(x, y)))));
        const weight = f(f(f(1 / squared) * Math.max(along, f(1e-3))) / aged);
        weights = f(weights + weight);
        for (let c = 0; c < 3; c++) {
          sums[c] = f(sums[c]! + f(weight * rgb[3 * placeOf(x + dx, y + dy) + c]!));
        }
      }
    }
    if (weights <= 0) return;
    for (let c = 0; c < 3; c++) {
      const value = f(sums[c]! / weights);
      const down = Math.floor(value);
      const isUp = value - down > 0.5 || (value - down === 0.5 && down % 2 === 1);
      rgb[3 * placeOf(x, y) + c] = isUp ? down + 1 : down;
    }
  };

  const beside = [
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ] as const;
  const front: number[] = [];
  for (let place = 0; place < times.length; place++) {
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
    if (!isReached[place]) continue;
    if (beside.some(([dx, dy]) => inside(x + dx, y + dy) && !reached(x + dx, y + dy))) front.push(place);
  }
  while (front.length > 0) {
    front.sort((a, b) => times[a]! - times[b]! || a - b);
    const place = front.shift()!;
    const [x0, y0] = [place % widthPx, Math.floor(place / widthPx)];
    for (const [dx, dy] of beside) {
      const [x, y] = [x0 + dx, y0 + dy];
      if (!inside(x, y) || reached(x, y)) continue;
      times[placeOf(x, y)] = Math.min(
        arrival(x, y - 1, x - 1, y),
        arrival(x, y + 1, x - 1, y),
        arrival(x, y - 1, x + 1, y),
        arrival(x, y + 1, x + 1, y),
      );
      fill(x, y);
      isReached[placeOf(x, y)] = 1;
      front.push(placeOf(x, y));
    }
  }
  return rgb;
}

/** One plane's passes in double precision. */
function refineByHand(samples: number[], mask: Plane8, limits: number[]): number[] {
  const { widthPx, heightPx } = mask;
  const starts = (length: number) => {
    const found: number[] = [];
    for (let at = 0; at < length - 8; at += 2) found.push(at);
    return [...found, length - 8];
  };
  let plane = samples;
  for (const limit of limits) {
    const sums = plane.map(() => 0);
    const weights = plane.map(() => 0);
    for (const top of starts(heightPx)) {
      for (const left of starts(widthPx)) {
        const places = Array.from({ length: 64 }, (_, i) => (top + (i >> 3)) * widthPx + left + (i & 7));
        if (!places.some((place) => mask.samples[place]! > 127)) continue;
        const block = forwardBlock(places.map((place) => plane[place]!));
        const kept = block.map((value, i) => (i === 0 || Math.abs(value) > limit ? value : 0));
        const weight = 1 / kept.filter((value, i) => i === 0 || value !== 0).length;
        inverseBlock(kept).forEach((value, i) => {
          sums[places[i]!]! += weight * value;
          weights[places[i]!]! += weight;
        });
      }
    }
    plane = plane.map((value, i) => (mask.samples[i]! > 127 ? sums[i]! / weights[i]! : value));
  }
  return plane;
}

const [r3, r2, r6] = [Math.sqrt(3), Math.SQRT2, Math.sqrt(6)];

function refined(pixels: RgbPixels, mask: Plane8, passes: number): number[] {
  const { rgb } = pixels;
  const limits = Array.from({ length: passes }, (_, pass) => {
    const share = passes === 1 ? 1 : pass / (passes - 1);
    return Math.round(8 * 70 * (9 / 70) ** share) / 8;
  });
  const of = (mix: (red: number, green: number, blue: number) => number) =>
    refineByHand(
      Array.from({ length: rgb.length / 3 }, (_, i) => mix(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!)),
      mask,
      limits,
    );
  const planes = [
    of((red, green, blue) => (red + green + blue) / r3),
    of((red, _, blue) => (red - blue) / r2),
    of((red, green, blue) => (red - 2 * green + blue) / r6),
  ] as const;
  return Array.from(rgb, (old, i) => {
    const place = Math.floor(i / 3);
    if (mask.samples[place]! <= 127) return old;
    const [a, b, c] = planes.map((plane) => plane[place]!) as [number, number, number];
    const value = a / r3 + [b / r2 + c / r6, (-2 * c) / r6, -b / r2 + c / r6][i % 3]!;
    return Math.max(0, Math.min(255, value));
  });
}

function scratchedMask({ widthPx, heightPx }: RgbPixels, seed: number): Plane8 {
  const random = createRandom(seed);
  const samples = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < samples.length / 6; i++) samples[Math.floor(random() * samples.length)] = 255;
  const column = Math.floor(random() * widthPx);
  for (let y = 0; y < heightPx; y++)
    samples.fill(255, y * widthPx + column, y * widthPx + Math.min(widthPx, column + 5));
  samples[Math.floor(random() * samples.length)] = 0;
  return { samples, widthPx, heightPx };
}

describe('filling in strips', () => {
  it('marches as it says, whatever the size, bit for bit', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 25 }));
    fc.assert(
      fc.property(sizes, fc.nat(999), fc.integer({ min: 1, max: 7 }), ([width, height], seed, radiusPx) => {
        const pixels = wavyPixels(width, height, 12);
        const mask = scratchedMask(pixels, seed);
        const expected = marchByHand(pixels, mask, radiusPx);
        inpaintRgb(pixels, mask, { radiusPx, passes: 0 });
        expect(pixels.rgb).toEqual(expected);
      }),
      { numRuns: 80, seed: 9 },
    );
  });

  it.each([
    [8, 8, 1],
    [9, 31, 2],
    [31, 26, 3],
    [60, 11, 5],
    [29, 30, 10],
  ])('refines %i x %i pixels as it says, %i times', (width, height, passes) => {
    const pixels = wavyPixels(width, height, 6);
    const mask = scratchedMask(pixels, 4);
    const marched = { ...pixels, rgb: pixels.rgb.slice() };
    inpaintRgb(marched, mask, { radiusPx: 2, passes: 0 });
    const expected = refined(marched, mask, passes);
    inpaintRgb(pixels, mask, { radiusPx: 2, passes });
    const apart = expected.map((value, i) => Math.abs(value - pixels.rgb[i]!));
    // A coefficient at the very limit may fall on either side of it in single precision.
    expect(apart.filter((it) => it > 0.5 + 1e-3).length).toBeLessThanOrEqual(apart.length / 100);
    expect(Math.max(...apart)).toBeLessThan(4);
  });
});
