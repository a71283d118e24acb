/** What draws the eye in pictures made by code, and small copies of pictures that are stored turned. */
import { describe, expect, it } from 'vitest';
import { viewUpright } from '../pixels/pixel-view.ts';
import { type SmallPicture, shrinkPicture } from '../pixels/small-picture.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { mapSalience } from './salience-map.ts';

function paint(
  widthPx: number,
  heightPx: number,
  colourAt: (x: number, y: number) => readonly number[],
): SmallPicture {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < widthPx * heightPx; i++) rgb.set(colourAt(i % widthPx, Math.floor(i / widthPx)), 3 * i);
  return { rgb, widthPx, heightPx };
}

const valuesOf = (picture: SmallPicture) =>
  [...mapSalience(picture).cells].map((cell) => Number.parseInt(cell, 16));
/** The mean of the cells inside a box of shares, less that of those outside. */
function gainOf(
  values: readonly number[],
  box: { left: number; top: number; right: number; bottom: number },
): number {
  const [inside, outside] = [[] as number[], [] as number[]];
  values.forEach((value, i) => {
    const [x, y] = [((i % 32) + 0.5) / 32, (Math.floor(i / 32) + 0.5) / 32];
    const isInside = x > box.left && x < box.right && y > box.top && y < box.bottom;
    (isInside ? inside : outside).push(value);
  });
  const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
  return mean(inside) - mean(outside);
}

const red = [200, 40, 40];
const spots: [name: string, colour: readonly number[], ground: readonly number[]][] = [
  ['lighter', [200, 200, 200], [90, 90, 90]],
  ['darker', [40, 40, 40], [150, 150, 150]],
  ['red in green of the same light', [180, 100, 90], [100, 142, 90]],
  ['blue in grey', [110, 115, 220], [128, 128, 128]],
  ['of skin', [205, 155, 130], [110, 130, 150]],
];

describe('the grid', () => {
  it.each(spots)('shows a spot that is %s, wherever it is', (_, colour, ground) => {
    for (const [left, top] of [
      [0.1, 0.1],
      [0.4, 0.5],
      [0.7, 0.2],
    ] as const) {
      const picture = paint(256, 170, (x, y) => {
        const isSpot = x > left * 256 && x < (left + 0.2) * 256 && y > top * 170 && y < (top + 0.25) * 170;
        return isSpot ? colour : ground;
      });
      const gain = gainOf(valuesOf(picture), { left, top, right: left + 0.2, bottom: top + 0.25 });
      expect(gain).toBeGreaterThan(3);
    }
  });

  it('has 32 x 32 cells, the highest of them 15, for any size', () => {
    for (const [width, height] of [
      [256, 170],
      [1, 1],
      [3, 200],
      [33, 31],
      [250, 1],
    ] as const) {
      const grid = mapSalience(paint(width, height, (x, y) => (x + y === 0 ? red : [0, 0, 0])));
      expect(grid).toMatchObject({ columns: 32, rows: 32 });
      expect(grid.cells).toMatch(/^[0-9a-f]{1024}$/);
    }
  });

  it('is 0 everywhere when there is nothing to see', () => {
    expect(mapSalience(paint(256, 170, () => [90, 90, 90])).cells).toMatch(/^0{1024}$/);
  });

  it('is mirrored with the picture', () => {
    const scene = drawScene({ widthPx: 256, heightPx: 192, seed: 4 });
    const view = viewUpright({ bytes: scene.pixels, channels: 3, ...scene });
    const mirrored = viewUpright({ bytes: scene.pixels, channels: 3, ...scene }, 2);
    const values = valuesOf(shrinkPicture(view, 256));
    const others = valuesOf(shrinkPicture(mirrored, 256));
    const off = values.map((value, i) => Math.abs(value - others[i - (i % 32) + 31 - (i % 32)]!));
    // Cells begin at whole pixels, and every second pixel is looked at.
    expect(off.filter((difference) => difference > 2)).toEqual([]);
  });
});

describe('small pictures', () => {
  const scene = drawScene({ widthPx: 900, heightPx: 600, seed: 3 });
  const stored = { bytes: scene.pixels, channels: 3 as const, widthPx: 900, heightPx: 600 };

  it('are means of the picture, at most so long', () => {
    const small = shrinkPicture(viewUpright(stored), 300);
    expect(small).toMatchObject({ widthPx: 300, heightPx: 200 });
    const at = 3 * (120 * 300 + 77);
    const mean = (channel: number) => {
      let sum = 0;
      for (let y = 360; y < 363; y++)
        for (let x = 231; x < 234; x++) sum += scene.pixels[3 * (y * 900 + x) + channel]!;
      return sum / 9;
    };
    for (const channel of [0, 1, 2]) expect(small.rgb[at + channel]).toBeCloseTo(mean(channel), -0.3);
  });

  it('of a picture that is small enough are the picture', () => {
    expect(Buffer.from(shrinkPicture(viewUpright(stored), 2000).rgb).equals(scene.pixels)).toBe(true);
  });

  it('are upright', () => {
    const turned = shrinkPicture(viewUpright(stored, 6), 300);
    const upright = shrinkPicture(viewUpright(stored), 300);
    expect(turned).toMatchObject({ widthPx: 200, heightPx: 300 });
    // Orientation 6: the stored left bottom comes to the top left.
    expect([...turned.rgb.subarray(0, 3)]).toEqual([
      ...upright.rgb.subarray(3 * 199 * 300, 3 * 199 * 300 + 3),
    ]);
  });

  it('of grey have three equal channels', () => {
    const grey = viewUpright({
      bytes: Uint8Array.from([10, 20, 30, 40]),
      channels: 1,
      widthPx: 2,
      heightPx: 2,
    });
    expect([...shrinkPicture(grey, 10).rgb]).toEqual(
      [10, 20, 30, 40].flatMap((value) => [value, value, value]),
    );
  });
});
