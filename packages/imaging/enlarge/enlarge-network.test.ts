/** What the network adds, and where, with weights whose answers can be told by hand; and what our own makes of a drawn scene. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import {
  createRandom,
  emptyLayersOf,
  type LayerShape,
  networkFileOf,
  passOn,
} from '../testing/kernel-samples.ts';
import { drawScene } from '../testing/scene-samples.ts';
import { enlargeTwice, readEnlargeNetwork } from './enlarge-network.ts';

const shapes: readonly LayerShape[] = [
  ['a', 12, 8, 3, 1],
  ['b', 8, 8, 3, 1],
  ['c', 8, 8, 3, 1],
  ['d', 8, 8, 3, 1],
  ['e', 8, 8, 3, 1],
  ['out', 8, 16, 1, 1],
];

const nothing = readEnlargeNetwork(networkFileOf(emptyLayersOf(shapes)));

function even(widthPx: number, heightPx: number, value = 100): RgbPixels {
  return { rgb: new Uint8Array(3 * widthPx * heightPx).fill(value), widthPx, heightPx };
}

describe('enlarging', () => {
  it('adds to each of the four pixels what their answer says, to all colours alike', async () => {
    const layers = emptyLayersOf(shapes);
    // The right one below of each pixel; of the upper left pixels of cells, 3 steps more.
    const { biases } = layers.at(-1)!;
    for (let place = 0; place < 4; place++) biases[3 * 4 + place] = 20 / 16;
    biases[3 * 4] = 23 / 16;
    const { rgb, widthPx, heightPx } = await enlargeTwice(even(37, 41), {
      network: readEnlargeNetwork(networkFileOf(layers)),
    });
    expect([widthPx, heightPx]).toEqual([74, 82]);
    for (let i = 0; i < rgb.length; i++) {
      const [x, y] = [Math.floor(i / 3) % 74, Math.floor(i / 3 / 74)];
      const isLowerRight = x % 2 === 1 && y % 2 === 1;
      const isFirst = x % 4 === 1 && y % 4 === 1;
      expect(rgb[i]).toBe(100 + (isLowerRight ? (isFirst ? 23 : 20) : 0));
    }
  });

  it('keeps within what a sample can hold', async () => {
    const layers = emptyLayersOf(shapes);
    layers.at(-1)!.biases.fill(30).fill(-30, 0, 4);
    const network = readEnlargeNetwork(networkFileOf(layers));
    const { rgb } = await enlargeTwice(even(32, 32, 240), { network });
    expect(rgb[0]).toBe(240 - 128);
    expect(rgb[3]).toBe(255);
  });

  it('is the filter alone where a picture is too small, and where nothing is to be added', async () => {
    const random = createRandom(3);
    const rgb = Uint8Array.from({ length: 3 * 40 * 34 }, () => Math.floor(256 * random()));
    const whole = await enlargeTwice({ rgb, widthPx: 40, heightPx: 34 }, { network: nothing });
    // The same rows, cut where they are no longer high enough for the network.
    const low = await enlargeTwice({ rgb: rgb.subarray(0, 3 * 40 * 12), widthPx: 40, heightPx: 12 });
    expect([low.widthPx, low.heightPx]).toEqual([80, 24]);
    const rows = 3 * 80 * 16;
    expect(Buffer.compare(low.rgb.subarray(0, rows), whole.rgb.subarray(0, rows))).toBe(0);
  });

  it('gives way, and leaves the pixels that it was given', async () => {
    const { pixels, widthPx, heightPx } = drawScene({ widthPx: 400, heightPx: 300, seed: 2 });
    const before = Buffer.from(pixels);
    const shares: number[] = [];
    const onShare = async (share: number) => void shares.push(share);
    const first = await enlargeTwice({ rgb: pixels, widthPx, heightPx }, { onShare });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(before.equals(pixels)).toBe(true);
    const again = await enlargeTwice({ rgb: pixels, widthPx, heightPx });
    expect(Buffer.compare(first.rgb, again.rgb)).toBe(0);
  });
});

/** Mean of squares between two pictures, without the pixels at the edge. */
function offBetween(a: RgbPixels, b: RgbPixels): number {
  let [sum, count] = [0, 0];
  for (let y = 8; y < a.heightPx - 8; y++) {
    for (let i = 3 * (y * a.widthPx + 8); i < 3 * ((y + 1) * a.widthPx - 8); i++) {
      sum += (a.rgb[i]! - b.rgb[i]!) ** 2;
      count++;
    }
  }
  return sum / count;
}

/** Leaves before a sky, as edges of every direction: discs of many sizes, sharp to the pixel. */
function drawDiscs(sidePx: number): RgbPixels {
  const random = createRandom(11);
  const rgb = new Uint8Array(3 * sidePx * sidePx).fill(205);
  for (let disc = 0; disc < 150; disc++) {
    const [left, top, radius] = [random() * sidePx, random() * sidePx, 3 + 14 * random()];
    const colour = [random(), random(), random()].map((share) => 30 + 200 * share);
    for (let y = Math.max(0, Math.ceil(top - radius)); y < Math.min(sidePx, top + radius); y++) {
      for (let x = Math.max(0, Math.ceil(left - radius)); x < Math.min(sidePx, left + radius); x++) {
        if ((x - left) ** 2 + (y - top) ** 2 < radius ** 2) rgb.set(colour, 3 * (y * sidePx + x));
      }
    }
  }
  return { rgb, widthPx: sidePx, heightPx: sidePx };
}

describe('our own network', () => {
  it('comes nearer to what was made smaller than the filter does', async () => {
    const drawn = drawDiscs(1024);
    const shrunk = async (widthPx: number) => {
      const raw = { width: drawn.widthPx, height: drawn.heightPx, channels: 3 } as const;
      const rgb = await sharp(drawn.rgb, { raw }).resize({ width: widthPx }).raw().toBuffer();
      return { rgb, widthPx, heightPx: widthPx };
    };
    const [truth, small] = [await shrunk(256), await shrunk(128)];
    const own = offBetween(await enlargeTwice(small), truth);
    const filtered = offBetween(await enlargeTwice(small, { network: nothing }), truth);
    expect(10 * Math.log10(filtered / own)).toBeGreaterThan(0.5);
  });

  it('adds nothing where there is nothing', async () => {
    for (const value of [0, 12, 128, 250]) {
      const { rgb } = await enlargeTwice(even(64, 64, value));
      for (let y = 24; y < 104; y++) {
        const row = rgb.subarray(3 * (128 * y + 24), 3 * (128 * y + 104));
        expect(Math.max(...row.map((sample) => Math.abs(sample - value)))).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('the weights file', () => {
  it('says what is wrong with it', () => {
    const layers = emptyLayersOf(shapes);
    passOn(layers[0]!);
    expect(() => readEnlargeNetwork(networkFileOf(layers.slice(1)))).toThrow(
      "The weights of the enlarging network can't be used: it doesn't have 6 layers.",
    );
    const wide = emptyLayersOf([...shapes.slice(0, 5), ['out', 8, 24, 1, 1]]);
    expect(() => readEnlargeNetwork(networkFileOf(wide))).toThrow(/aren't those of 4 classes/);
  });
});
