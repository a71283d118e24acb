/** The layers give what plain sums give, at the borders too. */
import { describe, expect, it } from 'vitest';
import { noisePlane } from '../testing/kernel-samples.ts';
import {
  addPlanes,
  type ChannelPlane,
  mixAround,
  mixPixels,
  planeOf,
  poolChannels,
  spreadChannels,
} from './mobile-layers.ts';
import { packMixing } from './network-layers.ts';

const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from(noisePlane(count, 1, seed).samples, (value) => (value - 128) / 100);
const plane: ChannelPlane = { values: numbers(6 * 4 * 8, 1), wide: 6, high: 4, channels: 8 };
const bounded = (value: number) => Math.max(0, Math.min(6, value));
const at = ({ values, wide, high, channels }: ChannelPlane, x: number, y: number, c: number): number =>
  x < 0 || y < 0 || x >= wide || y >= high ? 0 : values[(y * wide + x) * channels + c]!;

/** What the pixels around (x, y) give, times their weights. */
function sumAround(x: number, y: number, weightOf: (tap: number, input: number) => number): number {
  let sum = 0;
  for (let tap = 0; tap < 9; tap++) {
    for (let c = 0; c < plane.channels; c++) {
      sum += weightOf(tap, c) * at(plane, x + (tap % 3), y + Math.floor(tap / 3), c);
    }
  }
  return sum;
}

describe('layers of a MobileNet', () => {
  it.each([1, 2] as const)('mix 3 x 3 pixels and spread each channel, every %d. of them', (stride) => {
    const [taps, own, biases] = [numbers(9 * 8 * 8, 2), numbers(9 * 8, 3), numbers(8, 4)];
    const mixed = mixAround(plane, { taps, biases, stride });
    const spread = spreadChannels(plane, { taps: own, biases, stride });
    expect([mixed.wide, mixed.high, mixed.channels]).toEqual([6 / stride, 4 / stride, 8]);
    for (let y = 0; y < mixed.high; y++) {
      for (let x = 0; x < mixed.wide; x++) {
        const [u, v] = stride === 1 ? [x - 1, y - 1] : [2 * x, 2 * y];
        for (let c = 0; c < 8; c++) {
          const all = biases[c]! + sumAround(u, v, (tap, input) => taps[(tap * 8 + input) * 8 + c]!);
          const alone = biases[c]! + sumAround(u, v, (tap, input) => (input === c ? own[tap * 8 + c]! : 0));
          expect(at(mixed, x, y, c)).toBeCloseTo(bounded(all), 3);
          expect(at(spread, x, y, c)).toBeCloseTo(bounded(alone), 3);
        }
      }
    }
  });

  it.each([true, false])('mix single pixels (bounded: %s)', (isBounded) => {
    const [values, biases] = [numbers(8 * 16, 5), numbers(16, 6)];
    const packed = packMixing({ inputs: 8, outputs: 16, values, biases });
    const mixed = mixPixels(plane, { packed, outputs: 16, isBounded });
    for (let i = 0; i < 6 * 4; i++) {
      for (let output = 0; output < 16; output++) {
        let sum = biases[output]!;
        for (let c = 0; c < 8; c++) sum += plane.values[i * 8 + c]! * values[c * 16 + output]!;
        expect(mixed.values[i * 16 + output]).toBeCloseTo(isBounded ? bounded(sum) : sum, 3);
      }
    }
  });

  it('add planes, and tell means and deviations of channels', () => {
    const twice = addPlanes(plane, plane);
    const [once, doubled] = [poolChannels(plane), poolChannels(twice)];
    expect(once).toHaveLength(16);
    once.forEach((value, i) => {
      expect(doubled[i]).toBeCloseTo(2 * value, 5);
    });
    const even = { rgb: new Uint8Array(12).fill(192), widthPx: 2, heightPx: 2 };
    expect(poolChannels(planeOf(even))).toEqual([0.5, 0.5, 0.5, 0, 0, 0]);
  });
});
