/** The frame over a photo: whatever is done to it, it keeps its shape and stays in the photo. */
import { describe, expect, it } from 'vitest';
import {
  type CropShares,
  centredCrop,
  cropText,
  hasShape,
  movedCrop,
  paperAspect,
  readCrop,
  roundedCrop,
  zoomedCrop,
  zoomOf,
} from './crop-rules.ts';

const photos = [
  { widthPx: 4000, heightPx: 3000 },
  { widthPx: 3000, heightPx: 4000 },
  { widthPx: 1000, heightPx: 1000 },
  { widthPx: 12_000, heightPx: 900 },
];
const paper = { width_mm: 101.6, height_mm: 152.4 };
const aspects = [paperAspect(paper, true), paperAspect(paper, false), 1, 25 / 35];

function expectWithin({ left, top, width, height }: CropShares) {
  for (const edge of [left, top, 1 - left - width, 1 - top - height])
    expect(edge).toBeGreaterThanOrEqual(-1e-9);
  expect(width).toBeGreaterThan(0.009);
  expect(height).toBeGreaterThan(0.009);
}

describe('the frame over a photo', () => {
  it('is as large as the photo allows, in the middle, in the shape of the paper', () => {
    for (const photo of photos) {
      for (const aspect of aspects) {
        const crop = centredCrop(aspect, photo);
        expectWithin(crop);
        expect(hasShape(crop, aspect, photo)).toBe(true);
        expect(Math.max(crop.width, crop.height)).toBeCloseTo(1);
        expect(crop.left).toBeCloseTo(1 - crop.left - crop.width);
        expect(zoomOf(crop, aspect, photo)).toBeCloseTo(1);
      }
    }
  });

  it('keeps its shape and stays inside, however far it is pushed and zoomed', () => {
    for (const photo of photos) {
      for (const aspect of aspects) {
        for (const zoom of [-1, 0, 0.3, 1, 9]) {
          for (const [x, y] of [
            [5, 5],
            [-5, 0.1],
            [0.01, -7],
          ] as const) {
            const crop = movedCrop(zoomedCrop(centredCrop(aspect, photo), zoom, aspect, photo), x, y);
            expectWithin(crop);
            expect(hasShape(crop, aspect, photo)).toBe(true);
            expectWithin(zoomedCrop(crop, 1, aspect, photo));
          }
        }
      }
    }
  });

  it('zooms around its middle, and back to the same frame', () => {
    const photo = photos[0]!;
    const start = zoomedCrop(centredCrop(1, photo), 0.5, 1, photo);
    const there = zoomedCrop(start, 0.25, 1, photo);
    expect(there.left + there.width / 2).toBeCloseTo(start.left + start.width / 2);
    expect(zoomOf(there, 1, photo)).toBeCloseTo(0.25);
    expect(zoomedCrop(there, 0.5, 1, photo)).toEqual(start);
  });

  it('is written so that both ends stay in the photo', () => {
    const written = roundedCrop({ left: 1 / 3, top: 0, width: 2 / 3, height: 0.999_999_9 });
    expect(written.left + written.width).toBeLessThanOrEqual(1);
    expect(JSON.stringify(written)).not.toMatch(/\d{8}/);
  });
});

describe('a frame in an address', () => {
  it('comes back to the last digit, and nothing else is taken for one', () => {
    for (let index = 0; index < 200; index += 1) {
      const width = Math.random() * 0.9 + 0.05;
      const height = Math.random() * 0.9 + 0.05;
      const crop = roundedCrop({
        left: Math.random() * (1 - width),
        top: Math.random() * (1 - height),
        width,
        height,
      });
      const read = readCrop(cropText(crop));
      expect(read).toEqual(crop);
      expect(roundedCrop(read!)).toEqual(crop);
    }
    for (const text of [
      '',
      '1',
      '0,0,1',
      '0,0,1,1,1',
      '0,0,0,1',
      '0.5,0,0.6,1',
      '-0.1,0,1,1',
      'a,b,c,d',
      '0,0,1e0,1',
      '0,0,,1',
    ])
      expect(readCrop(text), text).toBeUndefined();
  });
});
