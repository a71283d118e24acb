/** Networks of random weights, row by row, against whole planes in the plainest form: the same bytes. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/kernel-samples.ts';
import type { Plane8, RgbPixels } from './kernel-planes.ts';
import {
  type RowLayer,
  type RowNetwork,
  rowNetworkBytes,
  rowTableBytes,
  runRowNetwork,
} from './network-rows.ts';

const { fround } = Math;

type Link = Pick<RowLayer, 'name' | 'from' | 'plus'> & Partial<Pick<RowLayer, 'kernel' | 'stride'>>;

/** Down by five halves and up again, with what is of the same size added: the channels of each level come with it. */
const links: readonly (Link & { level: number })[] = [
  { name: 'a0', from: 'picture', level: 0 },
  { name: 'b0', from: 'a0', level: 0 },
  { name: 'a1', from: 'b0', stride: 2, level: 1 },
  { name: 'b1', from: 'a1', level: 1 },
  { name: 'a2', from: 'b1', stride: 2, level: 2 },
  { name: 'b2', from: 'a2', level: 2 },
  { name: 'a3', from: 'b2', stride: 2, level: 3 },
  { name: 'b3', from: 'a3', level: 3 },
  { name: 'a4', from: 'b3', stride: 2, level: 4 },
  { name: 'b4', from: 'a4', level: 4 },
  { name: 'c4', from: 'b4', level: 4 },
  { name: 'u3', from: 'c4', kernel: 1, level: 3 },
  { name: 'd3', from: 'b3', plus: 'u3', level: 3 },
  { name: 'u2', from: 'd3', kernel: 1, level: 2 },
  { name: 'd2', from: 'b2', plus: 'u2', level: 2 },
  { name: 'u1', from: 'd2', kernel: 1, level: 1 },
  { name: 'd1', from: 'b1', plus: 'u1', level: 1 },
  { name: 'u0', from: 'd1', kernel: 1, level: 0 },
  { name: 'd0', from: 'b0', plus: 'u0', level: 0 },
  { name: 'e0', from: 'd0', level: 0 },
  { name: 'out', from: 'e0', kernel: 1, level: 5 },
];

/**
 * Weights over all of their range, and multipliers that let values reach both ends of 0 to 255 in most layers, so that
 * nothing is tried on zeros alone.
 */
function createNetwork(channels: readonly number[], seed: number): RowNetwork {
  const random = createRandom(seed);
  const outputsOf = new Map<string, number>([['picture', 12]]);
  const layers = links.map(({ level, kernel = 3, stride = 1, ...link }) => {
    const inputs = outputsOf.get(link.from)!;
    const outputs = level === 5 ? 16 : channels[level]!;
    outputsOf.set(link.name, outputs);
    const count = kernel * kernel * inputs;
    const weights = Int8Array.from({ length: outputs * count }, () => Math.floor(random() * 256) - 128);
    const spread = link.name === 'out' ? 4 : 90;
    const multipliers = Float32Array.from(
      { length: outputs },
      () => (spread * (0.5 + random())) / (9000 * Math.sqrt(count)),
    );
    const biases = Float32Array.from({ length: outputs }, () => spread * (random() - 0.2));
    return { ...link, kernel, stride, inputs, outputs, weights, multipliers, biases } as RowLayer;
  });
  const tables = Uint8Array.from({ length: 4 * rowTableBytes }, () => Math.floor(random() * 256));
  return { layers, tables };
}

interface WholePlane {
  wide: number;
  high: number;
  channels: number;
  values: Float32Array;
}

/** 2 x 2 pixels as a cell; the last ones of the picture are repeated. */
function cellsOf({ rgb, widthPx, heightPx }: RgbPixels): WholePlane {
  const [wide, high] = [Math.ceil(widthPx / 32) * 16, Math.ceil(heightPx / 32) * 16];
  const values = new Float32Array(wide * high * 12);
  let at = 0;
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      for (let place = 0; place < 4; place++) {
        const u = Math.min(widthPx - 1, 2 * x + (place & 1));
        const v = Math.min(heightPx - 1, 2 * y + (place >> 1));
        for (let colour = 0; colour < 3; colour++) values[at++] = rgb[(v * widthPx + u) * 3 + colour]! - 128;
      }
    }
  }
  return { wide, high, channels: 12, values };
}

function enlargedSum(plane: WholePlane, coarse: WholePlane): WholePlane {
  const { wide, channels } = plane;
  const values = plane.values.map((value, i) => {
    const [channel, x] = [i % channels, Math.floor(i / channels) % wide];
    const y = Math.floor(i / channels / wide);
    return value + coarse.values[((y >> 1) * coarse.wide + (x >> 1)) * channels + channel]!;
  });
  return { ...plane, values };
}

function roundedToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return Math.round(value);
}

function convolved(plane: WholePlane, layer: RowLayer, isLast: boolean): WholePlane {
  const { kernel, stride, inputs, outputs, weights, multipliers, biases } = layer;
  const [wide, high] = [plane.wide / stride, plane.high / stride];
  const values = new Float32Array(wide * high * outputs);
  const reach = (kernel - 1) / 2;
  const sums = new Float64Array(outputs);
  let at = 0;
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      sums.fill(0);
      for (let tap = 0; tap < kernel * kernel; tap++) {
        const v = y * stride + Math.floor(tap / kernel) - reach;
        const u = x * stride + (tap % kernel) - reach;
        if (u < 0 || v < 0 || u >= plane.wide || v >= plane.high) continue;
        const from = (v * plane.wide + u) * inputs;
        for (let output = 0; output < outputs; output++) {
          const first = (output * kernel * kernel + tap) * inputs;
          let sum = 0;
          for (let i = 0; i < inputs; i++) sum += plane.values[from + i]! * weights[first + i]!;
          sums[output]! += sum;
        }
      }
      for (let output = 0; output < outputs; output++) {
        const value = fround(fround(fround(sums[output]!) * multipliers[output]!) + biases[output]!);
        values[at++] = isLast ? value : Math.max(0, Math.min(255, roundedToEven(value)));
      }
    }
  }
  return { wide, high, channels: outputs, values };
}

function expectedOf(
  { layers, tables }: RowNetwork,
  pixels: RgbPixels,
): { chances: Plane8[]; planes: Map<string, WholePlane> } {
  const planes = new Map([['picture', cellsOf(pixels)]]);
  for (const layer of layers) {
    const from = planes.get(layer.from)!;
    const source = layer.plus === undefined ? from : enlargedSum(from, planes.get(layer.plus)!);
    planes.set(layer.name, convolved(source, layer, layer.name === 'out'));
  }
  const { widthPx, heightPx } = pixels;
  const out = planes.get('out')!;
  const chances = [0, 1, 2, 3].map((kind) => {
    const samples = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => {
      const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
      const place = ((y >> 1) * out.wide + (x >> 1)) * 16 + kind * 4 + (y & 1) * 2 + (x & 1);
      const step = Math.max(-192, Math.min(192, roundedToEven(fround(out.values[place]! * 16))));
      return tables[kind * rowTableBytes + step + 192]!;
    });
    return { samples, widthPx, heightPx };
  });
  return { chances, planes };
}

function createPicture(widthPx: number, heightPx: number, seed: number): RgbPixels {
  const random = createRandom(seed);
  const rgb = Uint8Array.from({ length: widthPx * heightPx * 3 }, () => Math.floor(random() * 256));
  return { rgb, widthPx, heightPx };
}

function run(network: RowNetwork, pixels: RgbPixels): Plane8[] {
  const running = runRowNetwork(network, pixels);
  for (;;) {
    const { done, value } = running.next();
    if (done) return value;
  }
}

const small = createNetwork([8, 16, 8, 24, 16], 3);
const large = createNetwork([24, 40, 64, 80, 96], 5);

describe('a network of random weights', () => {
  it.each([
    ['small', 33, 47, small],
    ['small', 64, 64, small],
    ['small', 130, 97, small],
    ['small', 257, 95, small],
    ['small', 32, 417, small],
    ['small', 611, 35, small],
    ['small', 48, 49, small],
    ['large', 100, 75, large],
    ['large', 33, 130, large],
  ] as const)('(%s) answers for %d x %d pixels as whole planes do', (_, widthPx, heightPx, network) => {
    const pixels = createPicture(widthPx, heightPx, widthPx);
    const { planes, chances } = expectedOf(network, pixels);
    // The test itself: values are spread over their range, and so are the answers.
    for (const [name, { values }] of planes) {
      if (name === 'picture' || name === 'out') continue;
      const middle = values.filter((value) => value > 0 && value < 255).length / values.length;
      expect([name, middle > 0.1]).toEqual([name, true]);
    }
    const found = run(network, pixels);
    for (const [i, plane] of chances.entries()) {
      expect(new Set(plane.samples).size).toBeGreaterThan(50);
      expect(Buffer.compare(plane.samples, found[i]!.samples)).toBe(0);
    }
  });

  it('takes memory by the width of a picture, never by its height', () => {
    const bytesOf = (widthPx: number, heightPx: number) => rowNetworkBytes(large, { widthPx, heightPx });
    expect(bytesOf(6000, 4000)).toBeLessThan(60_000_000);
    expect(bytesOf(4000, 6000)).toBeLessThan(bytesOf(6000, 4000));
    expect(bytesOf(600, 40_000)).toBe(bytesOf(600, 400));
    expect(bytesOf(24_000, 1000)).toBeLessThan(4.1 * bytesOf(6000, 4000));
  });

  it('refuses a picture whose rows are too wide for the memory', () => {
    const [widthPx, heightPx] = [80_000, 300];
    const pixels = { rgb: new Uint8Array(3 * widthPx * heightPx), widthPx, heightPx };
    expect(() => run(large, pixels)).toThrow(/too wide/);
  });

  it('refuses layers that do not fit each other', () => {
    const withLayer = (name: string, change: Partial<RowLayer>): RowNetwork => ({
      ...small,
      layers: small.layers.map((layer) => (layer.name === name ? { ...layer, ...change } : layer)),
    });
    const pixels = createPicture(32, 32, 1);
    const noWeights = new Int8Array(0);
    expect(() => run(withLayer('b2', { inputs: 16 }), pixels)).toThrow(/reads 16 of 8/);
    expect(() => run(withLayer('b2', { outputs: 12 }), pixels)).toThrow(/eights/);
    expect(() => run(withLayer('b2', { weights: noWeights }), pixels)).toThrow(/too many or too few/);
    expect(() => run(withLayer('b2', { from: 'c2' }), pixels)).toThrow(/called c2/);
    expect(() => run(withLayer('d2', { plus: 'u3' }), pixels)).toThrow(/can't be added/);
    expect(() => run({ ...small, tables: new Uint8Array(385) }, pixels)).toThrow(/classes/);
  });
});
