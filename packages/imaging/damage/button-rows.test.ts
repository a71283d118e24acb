/** Buttons are told from specks by their like and their row; drawn as marked discs. */
import { describe, expect, it } from 'vitest';
import { createSampleRandom } from '../testing/random-samples.ts';
import { listButtons } from './button-rows.ts';

const [widthPx, heightPx] = [400, 300];
const luma = new Uint8Array(widthPx * heightPx).fill(180);

/** The pixels of an ellipse. */
function disc(x: number, y: number, radiusPx: number, oval = 1): number[] {
  const places: number[] = [];
  for (let v = 0; v < heightPx; v++) {
    for (let u = 0; u < widthPx; u++) {
      if (Math.hypot((u - x) / oval, v - y) <= radiusPx) places.push(v * widthPx + u);
    }
  }
  return places;
}

const found = (pieces: number[][], levels = luma) =>
  [...listButtons(pieces, levels, widthPx)].sort((a, b) => a - b);

describe('listButtons', () => {
  it('knows the buttons of a tunic, also where the row bends a little', () => {
    const row = [40, 92, 141, 195].map((y, i) => disc(200 + [0, 3, 2, -3][i]!, y, 6));
    expect(found([...row, disc(60, 70, 3.7), disc(330, 200, 11)])).toEqual([0, 1, 2, 3]);
  });

  it('takes two alike, uneven gaps, a corner, or lines for none', () => {
    expect(found([disc(200, 50, 6), disc(200, 100, 6)])).toEqual([]);
    expect(found([disc(200, 40, 6), disc(200, 60, 6), disc(200, 200, 6)])).toEqual([]);
    expect(found([disc(100, 100, 6), disc(200, 100, 6), disc(200, 200, 6)])).toEqual([]);
    expect(found([50, 100, 150].map((y) => disc(200, y, 4, 4)))).toEqual([]);
  });

  it('asks for like sizes and tones', () => {
    expect(found([disc(200, 50, 4), disc(200, 100, 6.5), disc(200, 150, 9)])).toEqual([]);
    const levels = luma.slice();
    for (const at of disc(200, 100, 6)) levels[at] = 90;
    expect(
      found(
        [50, 100, 150].map((y) => disc(200, y, 6)),
        levels,
      ),
    ).toEqual([]);
  });

  it('leaves dust alone: specks of every size, or too many alike', () => {
    const { between } = createSampleRandom(9);
    const place = () => [between(12, widthPx - 12), between(12, heightPx - 12)] as const;
    expect(found(Array.from({ length: 8 }, (_, i) => disc(...place(), 3.8 + 0.9 * i)))).toEqual([]);
    expect(found(Array.from({ length: 40 }, () => disc(...place(), 4)))).toEqual([]);
  });
});
