/** The weights file, and what comes out of it at the other end, with weights whose answers can be told by hand. */
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { medianPlane } from '../kernels/median-plane.ts';
import type { RowNetwork } from '../kernels/network-rows.ts';
import {
  createRandom,
  emptyLayersOf,
  type FileLayer,
  type LayerShape,
  networkFileOf,
  noisePlane,
  passOn,
} from '../testing/kernel-samples.ts';
import { damageKinds, measureDamage, readDamageNetwork } from './damage-network.ts';

const shapes: readonly LayerShape[] = [
  ['a0', 12, 8, 3, 1],
  ['b0', 8, 8, 3, 1],
  ['a1', 8, 16, 3, 2],
  ['b1', 16, 16, 3, 1],
  ['a2', 16, 8, 3, 2],
  ['b2', 8, 8, 3, 1],
  ['a3', 8, 8, 3, 2],
  ['b3', 8, 8, 3, 1],
  ['a4', 8, 24, 3, 2],
  ['b4', 24, 24, 3, 1],
  ['c4', 24, 24, 3, 1],
  ['u3', 24, 8, 1, 1],
  ['d3', 8, 8, 3, 1],
  ['u2', 8, 8, 1, 1],
  ['d2', 8, 8, 3, 1],
  ['u1', 8, 16, 1, 1],
  ['d1', 16, 16, 3, 1],
  ['u0', 16, 8, 1, 1],
  ['d0', 8, 8, 3, 1],
  ['e0', 8, 8, 3, 1],
  ['out', 8, 16, 1, 1],
];

const calibration = { slopes: [1, 0.5, 2, 1], shifts: [0, 1, -1, 0.25] };

const emptyLayers = () => emptyLayersOf(shapes);

const fileOf = (layers: readonly FileLayer[], changes: Record<string, unknown> = {}) =>
  networkFileOf(layers, { classes: damageKinds, calibration, ...changes });

const layerOf = (layers: readonly FileLayer[], name: string): FileLayer =>
  layers.find((layer) => layer.name === name)!;

const chanceOf = (number: number, kind: number): number =>
  Math.round(255 / (1 + Math.exp(-(number * calibration.slopes[kind]! + calibration.shifts[kind]!))));

function picture(widthPx: number, heightPx: number) {
  const random = createRandom(9);
  const rgb = Uint8Array.from({ length: 3 * widthPx * heightPx }, () => Math.floor(256 * random()));
  return { rgb, widthPx, heightPx };
}

/** Every weight at random, over what makes numbers of the size that a network has. */
function randomLayers(): FileLayer[] {
  const random = createRandom(2);
  return emptyLayers().map((layer) => ({
    ...layer,
    weights: layer.weights.map(() => Math.floor(random() * 256) - 128),
    multipliers: layer.multipliers.map(() =>
      layer.name === 'out' ? 0.0002 : 0.01 / Math.sqrt(layer.inputs),
    ),
    biases: layer.biases.map(() => (layer.name === 'out' ? 0 : 30 * random())),
  }));
}

const measureAll = (pixels: RgbPixels, network: RowNetwork) =>
  measureDamage(pixels, { network, onShare: () => Promise.resolve() });

describe('the damage network', () => {
  it('tells of each class what its outputs say, at the pixel that they belong to', async () => {
    const layers = emptyLayers();
    // Red of the upper left pixel of each cell goes through to one output: lines, at the lower right pixel.
    passOn(layerOf(layers, 'a0'), 128);
    for (const name of ['b0', 'd0', 'e0']) passOn(layerOf(layers, name));
    const out = layerOf(layers, 'out');
    const lowerRight = 1 * 4 + 3;
    out.weights[lowerRight * 8] = 1;
    out.multipliers[lowerRight] = 1 / 16;
    out.biases[lowerRight] = -8;
    // Stains, at the upper right pixel: always.
    out.biases[3 * 4 + 1] = 2.5;
    const pixels = picture(51, 37);
    const chances = await measureAll(pixels, readDamageNetwork(fileOf(layers)));
    for (let i = 0; i < 51 * 37; i++) {
      const [x, y] = [i % 51, Math.floor(i / 51)];
      const red = pixels.rgb[3 * ((y & ~1) * 51 + (x & ~1))]!;
      const isLine = x % 2 === 1 && y % 2 === 1;
      const isStain = x % 2 === 1 && y % 2 === 0;
      const expected = [0, isLine ? red / 16 - 8 : 0, 0, isStain ? 2.5 : 0];
      expect(damageKinds.map((kind) => chances[kind].samples[i])).toEqual(expected.map(chanceOf));
    }
  });

  it('gives way as often as it is told to, and answers the same', async () => {
    const network = readDamageNetwork(fileOf(randomLayers()));
    const pixels = picture(140, 90);
    const expected = await measureAll(pixels, network);
    expect(new Set(expected.loss.samples).size).toBeGreaterThan(20);
    const shares: number[] = [];
    let heard = 0;
    const listening = setInterval(() => {
      heard++;
    });
    const found = await measureDamage(pixels, {
      network,
      everyMs: 0,
      async onShare(share) {
        shares.push(share);
        // Other work with kernels, in between.
        if (shares.length % 50 === 0) medianPlane(noisePlane(300, 200), 3);
        await new Promise((resolve) => setTimeout(resolve, 1));
      },
    });
    clearInterval(listening);
    expect(heard).toBeGreaterThan(10);
    expect(found).toEqual(expected);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0]! < 0.05, shares.at(-1)]).toEqual([true, 1]);
  });

  it('refuses pictures that are too small or not as large as they say', async () => {
    const network = readDamageNetwork(fileOf(emptyLayers()));
    await expect(measureAll(picture(31, 200), network)).rejects.toThrow(RangeError);
    await expect(measureAll(picture(200, 31), network)).rejects.toThrow(RangeError);
    await expect(measureAll({ ...picture(40, 40), widthPx: 41 }, network)).rejects.toThrow(RangeError);
    expect((await measureAll(picture(32, 32), network)).spot.samples).toHaveLength(1024);
  });
});

describe('the weights file', () => {
  const layersWith = (name: string, change: Partial<FileLayer>): FileLayer[] =>
    emptyLayers().map((layer) => (layer.name === name ? { ...layer, ...change } : layer));
  const whole = fileOf(emptyLayers());
  const swapped = emptyLayers();
  [swapped[1], swapped[7]] = [swapped[7]!, swapped[1]!];

  it.each<[string, RegExp, Uint8Array]>([
    ['nothing', /ends in its header/, new Uint8Array(0)],
    ['a header that is cut off', /ends in its header/, whole.subarray(0, 300)],
    ['data that are cut off', /out has lies beyond the end/, whole.subarray(0, whole.length - 1)],
    ['something else', /no JSON/, new Uint8Array(100)],
    ['another format', /format is 2/, fileOf(emptyLayers(), { format: 2 })],
    ['other classes', /classes/, fileOf(emptyLayers(), { classes: ['line', 'spot', 'loss', 'stain'] })],
    ['too few layers', /21 layers/, fileOf(emptyLayers().slice(1))],
    ['layers in another order', /b0 isn't where/, fileOf(swapped)],
    ['another stride', /a1 has another shape/, fileOf(layersWith('a1', { stride: 1 }))],
    ['another kernel', /u0 has another shape/, fileOf(layersWith('u0', { kernel: 3 }))],
    [
      'channels that nothing gives',
      /b2 reads 16 of 8/,
      fileOf(layersWith('b2', { inputs: 16, weights: new Array(1152).fill(0) })),
    ],
    ['channels that are no number', /c4 has no whole number/, fileOf(layersWith('c4', { outputs: 7.5 }))],
    [
      'a number that is none',
      /d1 has a number/,
      fileOf(layersWith('d1', { biases: new Array(16).fill(Number.NaN) })),
    ],
    [
      'no calibration',
      /calibration/,
      fileOf(emptyLayers(), { calibration: { slopes: [1, 1], shifts: [0, 0] } }),
    ],
  ])('says what is wrong with %s', (_, reason, bytes) => {
    expect(() => readDamageNetwork(bytes)).toThrow(reason);
  });

  it('is read wherever it lies in memory', () => {
    const moved = new Uint8Array(whole.length + 3);
    moved.set(whole, 3);
    expect(readDamageNetwork(moved.subarray(3))).toEqual(readDamageNetwork(whole));
  });
});
