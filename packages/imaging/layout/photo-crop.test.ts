import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharpeningFor } from '../sheet/output-sharpening.ts';
import { cropToAspect, middleForAspect, pixelsOfCrop } from './photo-crop.ts';

const photo = { widthPx: 600, heightPx: 400 };

describe('a chosen part', () => {
  it('is whole pixels of the upright photo, at least one', () => {
    expect(pixelsOfCrop({ left: 0.1, top: 0.25, width: 0.5, height: 0.5 }, photo)).toEqual({
      leftPx: 60,
      topPx: 100,
      widthPx: 300,
      heightPx: 200,
    });
    expect(pixelsOfCrop({ left: 1, top: 0, width: 0, height: 0 }, photo)).toEqual({
      leftPx: 599,
      topPx: 0,
      widthPx: 1,
      heightPx: 1,
    });
  });

  it('grows to both sides, and away from the edge of the photo', () => {
    const middle = { leftPx: 200, topPx: 100, widthPx: 200, heightPx: 200 };
    expect(cropToAspect(middle, photo, 1.5)).toEqual({ ...middle, leftPx: 150, widthPx: 300 });
    const corner = { leftPx: 0, topPx: 300, widthPx: 150, heightPx: 100 };
    expect(cropToAspect(corner, photo, 1)).toEqual({ ...corner, topPx: 250, heightPx: 150 });
    expect(cropToAspect(middle, photo, 1)).toEqual(middle);
  });

  it('keeps all that was chosen, inside the photo, in the wanted shape where the photo reaches', () => {
    const share = fc.double({ min: 0, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        share,
        share,
        fc.constantFrom(0.5, 2 / 3, 1, 1.5, 3),
        (l, t, w, h, aspect) => {
          const shares = {
            left: l,
            top: t,
            width: Math.min(1 - l, w + 0.02),
            height: Math.min(1 - t, h + 0.02),
          };
          const chosen = pixelsOfCrop(shares, photo);
          const grown = cropToAspect(chosen, photo, aspect);
          expect(grown.leftPx).toBeGreaterThanOrEqual(0);
          expect(grown.topPx).toBeGreaterThanOrEqual(0);
          expect(grown.leftPx + grown.widthPx).toBeLessThanOrEqual(photo.widthPx);
          expect(grown.topPx + grown.heightPx).toBeLessThanOrEqual(photo.heightPx);
          expect(grown.leftPx).toBeLessThanOrEqual(chosen.leftPx);
          expect(grown.topPx).toBeLessThanOrEqual(chosen.topPx);
          expect(grown.leftPx + grown.widthPx).toBeGreaterThanOrEqual(chosen.leftPx + chosen.widthPx);
          expect(grown.topPx + grown.heightPx).toBeGreaterThanOrEqual(chosen.topPx + chosen.heightPx);
          const atEnd = grown.widthPx === photo.widthPx || grown.heightPx === photo.heightPx;
          if (!atEnd)
            expect(Math.abs(grown.widthPx - grown.heightPx * aspect)).toBeLessThanOrEqual(aspect + 1);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('the middle of what is to fill a place', () => {
  const whole = (widthPx: number, heightPx: number) => ({ leftPx: 0, topPx: 0, widthPx, heightPx });

  it('is all of a photo that is at most twice as long as the place', () => {
    expect(middleForAspect(whole(3000, 1000), 1.5)).toEqual(whole(3000, 1000));
    expect(middleForAspect(whole(1000, 1333), 1.5)).toEqual(whole(1000, 1333));
  });

  it('leaves as much on both sides, and twice the place in between', () => {
    expect(middleForAspect(whole(9999, 64), 1.5)).toEqual({
      leftPx: 4903,
      topPx: 0,
      widthPx: 193,
      heightPx: 64,
    });
    expect(middleForAspect({ ...whole(10, 4001), leftPx: 7, topPx: 100 }, 1)).toEqual({
      leftPx: 7,
      topPx: 2090,
      widthPx: 10,
      heightPx: 21,
    });
  });
});

describe('sharpening', () => {
  const centreOf = ({ weights, scale }: ReturnType<typeof sharpeningFor>) => Math.max(...weights) / scale;

  it('keeps flat tones, grows with the roughness of the paper, and spares enlarged photos', () => {
    for (const paper of ['glossy', 'matte', 'plain'] as const) {
      for (const dpi of [150, 300, 360, 600, 1200]) {
        const { weights, scale, sidePx } = sharpeningFor({ dpi, effectivePpi: 300, paper });
        expect(weights).toHaveLength(sidePx * sidePx);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(scale);
      }
    }
    const at = (paper: 'glossy' | 'plain', effectivePpi: number) =>
      centreOf(sharpeningFor({ dpi: 300, effectivePpi, paper }));
    expect(at('plain', 600)).toBeGreaterThan(at('glossy', 600));
    expect(at('glossy', 600)).toBeGreaterThan(at('glossy', 100));
    expect(sharpeningFor({ dpi: 300, effectivePpi: 300, paper: 'glossy' }).sidePx).toBe(3);
    expect(sharpeningFor({ dpi: 600, effectivePpi: 600, paper: 'glossy' }).sidePx).toBe(5);
  });
});
