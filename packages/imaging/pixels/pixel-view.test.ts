/** Views look at stored pixels as EXIF's orientations mean them, and means of luma are those of the pixels that they cover. */
import { describe, expect, it } from 'vitest';
import { cutLuma, type StoredPixels, viewUpright } from './pixel-view.ts';

const random = (() => {
  let state = 9;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
})();

const picture = (channels: 1 | 3): StoredPixels => {
  const [widthPx, heightPx] = [23, 17];
  return {
    bytes: Uint8Array.from({ length: widthPx * heightPx * channels }, random),
    channels,
    widthPx,
    heightPx,
  };
};

/** Where a pixel of the upright picture is stored, by CIPA DC-008: what the 0th row and the 0th column are. */
const places: Record<number, (x: number, y: number, stored: StoredPixels) => [x: number, y: number]> = {
  1: (x, y) => [x, y],
  2: (x, y, { widthPx }) => [widthPx - 1 - x, y],
  3: (x, y, { widthPx, heightPx }) => [widthPx - 1 - x, heightPx - 1 - y],
  4: (x, y, { heightPx }) => [x, heightPx - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, { heightPx }) => [y, heightPx - 1 - x],
  7: (x, y, { widthPx, heightPx }) => [widthPx - 1 - y, heightPx - 1 - x],
  8: (x, y, { widthPx }) => [widthPx - 1 - y, x],
};

function lumaAt({ bytes, channels, widthPx }: StoredPixels, x: number, y: number): number {
  const at = (y * widthPx + x) * channels;
  const [red, green, blue] =
    channels === 1 ? [bytes[at]!, bytes[at]!, bytes[at]!] : bytes.subarray(at, at + 3);
  return 0.299 * red! + 0.587 * green! + 0.114 * blue!;
}

describe.each(Object.keys(places).map(Number))('orientation %d', (orientation) => {
  it.each([
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3],
    [3, 4],
  ] as const)('gives the luma of %d channels, %d pixels to a side', (channels, shrink) => {
    const stored = picture(channels);
    const area = { left: 2, top: 1, widthPx: 3, heightPx: 3, shrink };
    const { samples } = cutLuma(viewUpright(stored, orientation), area);
    samples.forEach((value, i) => {
      let sum = 0;
      for (let place = 0; place < shrink * shrink; place++) {
        const x = area.left + (i % 3) * shrink + (place % shrink);
        const y = area.top + Math.floor(i / 3) * shrink + Math.floor(place / shrink);
        sum += lumaAt(stored, ...places[orientation]!(x, y, stored));
      }
      expect(value).toBeCloseTo(sum / shrink ** 2, 3);
    });
  });
});
