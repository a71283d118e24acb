import { describe, expect, it } from 'vitest';
import { layoutPhoto, type PhotoLayoutOptions, pixelsForMedia } from './photo-layout.ts';

describe('pixelsForMedia', () => {
  it.each([
    [{ widthMm: 100, heightMm: 150, dpi: 300 }, 1181, 1772],
    [{ widthMm: 210, heightMm: 297, dpi: 300 }, 2480, 3508],
    [{ widthMm: 101.6, heightMm: 152.4, dpi: 300 }, 1200, 1800],
    [{ widthMm: 89, heightMm: 127, dpi: 600 }, 2102, 3000],
  ])('%j', (media, widthPx, heightPx) => {
    expect(pixelsForMedia(media)).toEqual({ widthPx, heightPx });
  });
});

const media = { widthPx: 1200, heightPx: 1800, dpi: 300 };
const layout = (source: [number, number], fit: 'fill' | 'fit', target = media) =>
  layoutPhoto({
    sourceWidthPx: source[0],
    sourceHeightPx: source[1],
    fit,
    ...target,
  } satisfies PhotoLayoutOptions);

describe('layoutPhoto', () => {
  it('uses a photo of the same shape as a whole', () => {
    const result = layout([2400, 3600], 'fill');
    expect(result.rotateDegrees).toBe(0);
    expect(result.crop).toEqual({ leftPx: 0, topPx: 0, widthPx: 1200, heightPx: 1800 });
    expect(result.sourceCrop).toEqual({ leftPx: 0, topPx: 0, widthPx: 2400, heightPx: 3600 });
    expect(result.effectivePpi).toBe(600);
  });

  it('turns landscape photos for portrait media and portrait photos for landscape media, never squares', () => {
    expect(layout([3600, 2400], 'fill').rotateDegrees).toBe(90);
    expect(layout([2400, 3600], 'fit', { ...media, widthPx: 1800, heightPx: 1200 }).rotateDegrees).toBe(90);
    expect(layout([3000, 3000], 'fill').rotateDegrees).toBe(0);
    expect(layout([3600, 2400], 'fill', { ...media, widthPx: 1500, heightPx: 1500 }).rotateDegrees).toBe(0);
  });

  it('fills by cutting both sides alike', () => {
    const result = layout([3000, 3000], 'fill');
    expect([result.scaledWidthPx, result.scaledHeightPx]).toEqual([1800, 1800]);
    expect(result.crop).toEqual({ leftPx: 300, topPx: 0, widthPx: 1200, heightPx: 1800 });
    expect(result.placement).toEqual({ leftPx: 0, topPx: 0, widthPx: 1200, heightPx: 1800 });
    expect(result.sourceCrop).toEqual({ leftPx: 500, topPx: 0, widthPx: 2000, heightPx: 3000 });
    expect(result.effectivePpi).toBe(500);
  });

  it('fits with equal white on both sides', () => {
    const result = layout([3000, 3000], 'fit');
    expect(result.crop).toEqual({ leftPx: 0, topPx: 0, widthPx: 1200, heightPx: 1200 });
    expect(result.placement).toEqual({ leftPx: 0, topPx: 300, widthPx: 1200, heightPx: 1200 });
    expect(result.effectivePpi).toBe(750);
  });

  it('gives the crop in pixels of the unturned photo', () => {
    const { sourceCrop } = layout([4000, 2400], 'fill');
    expect(sourceCrop.leftPx).toBeCloseTo(200, 6);
    expect(sourceCrop.topPx).toBeCloseTo(0, 6);
    expect(sourceCrop.widthPx).toBeCloseTo(3600, 6);
    expect(sourceCrop.heightPx).toBeCloseTo(2400, 6);
  });

  it('covers the media to the last pixel and stays inside the photo, whatever the sizes', () => {
    for (let width = 1; width < 6000; width += 131) {
      for (let height = 1; height < 6000; height += 173) {
        const target = { widthPx: 1181, heightPx: 1772, dpi: 300 };
        const fill = layout([width, height], 'fill', target);
        expect([fill.crop.widthPx, fill.crop.heightPx]).toEqual([1181, 1772]);
        for (const { crop, placement, scaledWidthPx, scaledHeightPx } of [
          fill,
          layout([width, height], 'fit', target),
        ]) {
          expect(crop.leftPx + crop.widthPx).toBeLessThanOrEqual(scaledWidthPx);
          expect(crop.topPx + crop.heightPx).toBeLessThanOrEqual(scaledHeightPx);
          expect(placement.leftPx + placement.widthPx).toBeLessThanOrEqual(1181);
          expect(placement.topPx + placement.heightPx).toBeLessThanOrEqual(1772);
        }
      }
    }
  });
});
