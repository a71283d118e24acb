/** The layers against the plainest form of each, to the last bit: single precision, in the same order. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/kernel-samples.ts';
import { type MixingWeights, type Network, packFirst, packMixing, runNetwork } from './network-layers.ts';

const { fround } = Math;
const random = createRandom(11);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);
const mixing = (inputs: number, outputs: number): MixingWeights => ({
  inputs,
  outputs,
  values: numbers(inputs * outputs),
  biases: numbers(outputs),
});

interface Plane {
  at(x: number, y: number, channel: number): number;
  wide: number;
  high: number;
  channels: number;
}

function planeOf(
  size: { wide: number; high: number; channels: number },
  valueAt: (x: number, y: number, channel: number) => number,
): Plane {
  const { wide, high, channels } = size;
  const values = Float32Array.from({ length: wide * high * channels }, (_, i) => {
    const place = Math.floor(i / channels);
    return valueAt(place % wide, Math.floor(place / wide), i % channels);
  });
  const at = (x: number, y: number, channel: number) =>
    x < 0 || y < 0 || x >= wide || y >= high ? 0 : values[(y * wide + x) * channels + channel]!;
  return { ...size, at };
}

function mixed(plane: Plane, { inputs, outputs, values, biases }: MixingWeights, slope: number): Plane {
  return planeOf({ ...plane, channels: outputs }, (x, y, output) => {
    let sum = biases[output]!;
    for (let i = 0; i < inputs; i++) {
      sum = fround(sum + fround(plane.at(x, y, i) * values[i * outputs + output]!));
    }
    return sum < 0 ? fround(sum * fround(slope)) : sum;
  });
}

function filtered(plane: Plane, taps: Float32Array): Plane {
  return planeOf(plane, (x, y, channel) => {
    let sum = 0;
    for (let tap = 0; tap < 9; tap++) {
      const value = plane.at(x + (tap % 3) - 1, y + Math.floor(tap / 3) - 1, channel);
      sum = fround(sum + fround(value * taps[tap * plane.channels + channel]!));
    }
    return sum;
  });
}

/** The first layer: weights are whole numbers of what a unit of each output's is worth, and so are their sums. */
function mixedBytes(plane: Plane, { inputs, outputs, values, biases }: MixingWeights): Plane {
  const weightsOf = (output: number) => values.filter((_, i) => i % outputs === output);
  const units = Array.from({ length: outputs }, (_, output) =>
    fround(Math.max(...weightsOf(output).map(Math.abs)) / 32_767),
  );
  return planeOf({ ...plane, channels: outputs }, (x, y, output) => {
    const unit = units[output]!;
    let sum = 0;
    for (let i = 0; i < inputs; i++) {
      sum += plane.at(x, y, i) * Math.round(values[i * outputs + output]! / unit);
    }
    const value = fround(biases[output]! + fround(fround(sum) * unit));
    return value < 0 ? fround(value * fround(slope)) : value;
  });
}

/** The 27 samples around each pixel that has all of them, as its channels. */
function surroundings(rgb: Uint8Array, widthPx: number, heightPx: number): Plane {
  return planeOf({ wide: widthPx - 2, high: heightPx - 2, channels: 27 }, (x, y, i) => {
    const [row, rest] = [Math.floor(i / 9), i % 9];
    return rgb[((y + row) * widthPx + x) * 3 + rest]!;
  });
}

function highest(plane: Plane, step: 1 | 2): Plane {
  const size = { ...plane, wide: Math.ceil(plane.wide / step), high: Math.ceil(plane.high / step) };
  return planeOf(size, (x, y, channel) => {
    const values: number[] = [];
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const [u, v] = [x * step + dx, y * step + dy];
      if (u < plane.wide && v < plane.high) values.push(plane.at(u, v, channel));
    }
    return Math.max(...values);
  });
}

const first = mixing(27, 16);
const separable = [
  { taps: numbers(9 * 16), weights: mixing(16, 8), pool: 'halve' },
  { taps: numbers(9 * 8), weights: mixing(8, 24), pool: 'slide' },
] as const;
const last = mixing(24, 25);
const slope = 0.1;
const network: Network = {
  layers: [
    { kind: 'first', mixing: packFirst(first), outputs: 16, pool: 'halve' },
    ...separable.map(({ taps, weights, pool }) => {
      return {
        kind: 'separable' as const,
        taps,
        mixing: packMixing(weights),
        outputs: weights.outputs,
        pool,
      };
    }),
  ],
  last: { mixing: packMixing(last), outputs: 25 },
  slope,
};

function expectedOf(rgb: Uint8Array, widthPx: number, heightPx: number): Plane {
  let plane = highest(mixedBytes(surroundings(rgb, widthPx, heightPx), first), 2);
  for (const { taps, weights, pool } of separable) {
    plane = highest(mixed(filtered(plane, taps), weights, slope), pool === 'halve' ? 2 : 1);
  }
  return mixed(plane, last, 1);
}

const pictureOf = (widthPx: number, heightPx: number) => {
  const rgb = Uint8Array.from({ length: widthPx * heightPx * 3 }, () => Math.floor(random() * 256));
  return { rgb, widthPx, heightPx };
};

describe('a network of random weights', () => {
  it.each([
    [32, 64],
    [33, 17],
    [3, 3],
    [4, 41],
    [50, 3],
    [30, 31],
  ])('answers for %d x %d pixels as the plain one does', (widthPx, heightPx) => {
    const picture = pictureOf(widthPx, heightPx);
    // What lies in the memory from before must not matter.
    runNetwork(network, pictureOf(90, 70));
    const { values, columns, rows, stride } = runNetwork(network, picture);
    const expected = expectedOf(picture.rgb, widthPx, heightPx);
    expect([columns, rows, stride]).toEqual([expected.wide, expected.high, 32]);
    for (let place = 0; place < columns * rows; place++) {
      const found = Array.from({ length: 25 }, (_, i) => values[place * stride + i]!);
      const [x, y] = [place % columns, Math.floor(place / columns)];
      expect(found).toEqual(found.map((_, i) => expected.at(x, y, i)));
    }
  });

  it('refuses pictures that are too small, too large, or not as large as they say', () => {
    expect(() => runNetwork(network, pictureOf(2, 9))).toThrow(RangeError);
    expect(() => runNetwork(network, pictureOf(4097, 3))).toThrow(RangeError);
    expect(() => runNetwork(network, { ...pictureOf(9, 9), widthPx: 10 })).toThrow(RangeError);
  });
});
