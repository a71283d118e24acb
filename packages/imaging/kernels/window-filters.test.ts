import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noisePlane } from '../testing/kernel-samples.ts';
import type { Plane8 } from './kernel-planes.ts';
import { boxMean, dilate, erode, gaussianPlane, localDeviation, percentilesOf } from './window-filters.ts';

/** The samples of the square around each pixel for which `counts` says so, by what `sum up` makes of them. */
function filterByHand(plane: Plane8, radiusPx: number, sumUp: (window: number[]) => number): number[] {
  const { samples, widthPx, heightPx } = plane;
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));
  return Array.from(samples, (_, place) => {
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
    const window: number[] = [];
    for (let dy = -radiusPx; dy <= radiusPx; dy++) {
      for (let dx = -radiusPx; dx <= radiusPx; dx++) {
        window.push(samples[clamp(y + dy, heightPx - 1) * widthPx + clamp(x + dx, widthPx - 1)]!);
      }
    }
    return sumUp(window);
  });
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
/** The window's samples within the disc. */
const disc = (window: number[]): number[] => {
  const size = Math.sqrt(window.length);
  const radius = (size - 1) / 2;
  return window.filter(
    (_, i) => ((i % size) - radius) ** 2 + (Math.floor(i / size) - radius) ** 2 <= radius * (radius + 1),
  );
};

const planes = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }), fc.nat(9999))
  .map(([width, height, seed]) => noisePlane(width, height, seed));
const runs = { numRuns: 30, seed: 2 };

describe('filters of a window', () => {
  it('boxMean gives rounded means', () => {
    fc.assert(
      fc.property(planes, fc.integer({ min: 1, max: 10 }), (plane, radiusPx) => {
        const mean = (window: number[]) => Math.round(total(window) / window.length);
        expect([...boxMean(plane, radiusPx).samples]).toEqual(filterByHand(plane, radiusPx, mean));
      }),
      runs,
    );
    const light = { samples: new Uint8Array(9).fill(255), widthPx: 3, heightPx: 3 };
    expect(boxMean(light, 64)).toEqual(light);
  });

  it('localDeviation gives standard deviations', () => {
    fc.assert(
      fc.property(planes, fc.integer({ min: 1, max: 10 }), (plane, radiusPx) => {
        const expected = filterByHand(plane, radiusPx, (window) => {
          const squares = total(window.map((value) => value * value));
          return Math.fround(Math.sqrt(squares * window.length - total(window) ** 2) / window.length);
        });
        expect([...localDeviation(plane, radiusPx)]).toEqual(expected);
      }),
      runs,
    );
    const light = { samples: new Uint8Array(9).fill(255), widthPx: 3, heightPx: 3 };
    expect([...localDeviation(light, 64)]).toEqual(new Array(9).fill(0));
  });

  it('dilate and erode give the extremes of a disc', () => {
    fc.assert(
      fc.property(planes, fc.integer({ min: 1, max: 8 }), (plane, radiusPx) => {
        const highest = filterByHand(plane, radiusPx, (window) => Math.max(...disc(window)));
        const lowest = filterByHand(plane, radiusPx, (window) => Math.min(...disc(window)));
        expect([...dilate(plane, radiusPx).samples]).toEqual(highest);
        expect([...erode(plane, radiusPx).samples]).toEqual(lowest);
      }),
      runs,
    );
  });

  it('gaussianPlane gives means with normal weights', () => {
    fc.assert(
      fc.property(planes, fc.double({ min: 0.3, max: 3, noNaN: true }), (plane, sigmaPx) => {
        const radiusPx = Math.ceil(3 * sigmaPx);
        const size = 2 * radiusPx + 1;
        const weights = Array.from({ length: size * size }, (_, i) => {
          const squared = ((i % size) - radiusPx) ** 2 + (Math.floor(i / size) - radiusPx) ** 2;
          return Math.exp(-0.5 * (squared / sigmaPx ** 2));
        });
        const sum = total(weights);
        const expected = filterByHand(plane, radiusPx, (window) =>
          window.reduce((mean, value, i) => mean + (value * weights[i]!) / sum, 0),
        );
        const found = gaussianPlane(plane, sigmaPx).samples;
        expect(Math.max(...expected.map((value, i) => Math.abs(value - found[i]!)))).toBeLessThan(0.5001);
      }),
      runs,
    );
  });

  it('percentilesOf gives the samples at those ranks', () => {
    fc.assert(
      fc.property(planes, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (plane, shares) => {
        const sorted = plane.samples.toSorted();
        const expected = shares.map(
          (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))],
        );
        expect(percentilesOf(plane, shares)).toEqual(expected);
      }),
      runs,
    );
  });

  it('refuses what is out of bounds', () => {
    const plane = noisePlane(5, 5);
    for (const radiusPx of [0, 65, 1.5]) {
      for (const filter of [boxMean, localDeviation, dilate, erode]) {
        expect(() => filter(plane, radiusPx)).toThrow(RangeError);
      }
    }
    for (const sigmaPx of [0, 21, Number.NaN])
      expect(() => gaussianPlane(plane, sigmaPx)).toThrow(RangeError);
    expect(() => percentilesOf(plane, [1.1])).toThrow(RangeError);
  });
});
