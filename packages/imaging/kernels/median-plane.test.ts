import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noisePlane } from '../testing/kernel-samples.ts';
import { type Plane8, stripRows } from './kernel-planes.ts';
import { medianPlane } from './median-plane.ts';

function medianByHand({ samples, widthPx, heightPx }: Plane8, radiusPx: number): Uint8Array {
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));
  return samples.map((_, place) => {
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
    const window = new Uint8Array((2 * radiusPx + 1) ** 2);
    let taken = 0;
    for (let dy = -radiusPx; dy <= radiusPx; dy++) {
      for (let dx = -radiusPx; dx <= radiusPx; dx++) {
        window[taken++] = samples[clamp(y + dy, heightPx - 1) * widthPx + clamp(x + dx, widthPx - 1)]!;
      }
    }
    return window.sort()[window.length >> 1]!;
  });
}

describe('medianPlane', () => {
  it('is the median of the window, whatever the size', () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.nat(9999));
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 16 }), ([width, height, seed], radiusPx) => {
        const plane = noisePlane(width, height, seed);
        expect(medianPlane(plane, radiusPx).samples).toEqual(medianByHand(plane, radiusPx));
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  it.each([
    [1, 1],
    [1, 33],
    [257, 1],
    [300, 5],
    [513, 9],
  ])('works on %i x %i pixels', (width, height) => {
    const plane = noisePlane(width, height);
    for (const radiusPx of [1, 7, 16]) {
      expect(medianPlane(plane, radiusPx).samples).toEqual(medianByHand(plane, radiusPx));
    }
  });

  it('has no seam between strips', () => {
    const plane = noisePlane(30_000, 700);
    expect(stripRows(plane.widthPx * 2, plane.heightPx)).toBeLessThan(plane.heightPx);
    const whole = medianPlane(plane, 2).samples;
    const part = { samples: new Uint8Array(20 * 700), widthPx: 20, heightPx: 700 };
    for (let y = 0; y < 700; y++) {
      part.samples.set(plane.samples.subarray(y * 30_000 + 500, y * 30_000 + 520), y * 20);
    }
    const expected = medianByHand(part, 2);
    for (let y = 0; y < 700; y++) {
      const row = whole.subarray(y * 30_000 + 502, y * 30_000 + 518);
      expect(row).toEqual(expected.subarray(y * 20 + 2, y * 20 + 18));
    }
  });

  it('refuses a radius out of bounds and planes of another length', () => {
    for (const radiusPx of [0, 17, 1.5, Number.NaN]) {
      expect(() => medianPlane(noisePlane(4, 4), radiusPx)).toThrow(RangeError);
    }
    expect(() => medianPlane({ ...noisePlane(4, 4), widthPx: 5 }, 1)).toThrow(RangeError);
  });
});
