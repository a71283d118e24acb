/**
 * Owns running the layers of a MobileNet over a small square, in the memory of the kernels: 3 x 3 pixels mixed, each channel by its
 * own 3 x 3 weights, and pixels mixed one by one. Must never know what the network is for, nor where its weights come from.
 */
import { floatBytes, layOut } from './kernel-memory.ts';
import type { RgbPixels } from './kernel-planes.ts';
import { planeBytes, together } from './network-layers.ts';

/** Channels side by side, pixel by pixel, row by row. */
export interface ChannelPlane {
  values: Float32Array;
  wide: number;
  high: number;
  channels: number;
}

/** Values are bounded to 0 and this, which is what MobileNet learnt with; what is brought together isn't bounded. */
const most = 6;

const bounded = (value: number): number => Math.max(0, Math.min(most, value));

/** The picture about zero, as MobileNet knows it. */
export const planeOf = ({ rgb, widthPx, heightPx }: RgbPixels): ChannelPlane => ({
  values: Float32Array.from(rgb, (value) => (value - 128) / 128),
  wide: widthPx,
  high: heightPx,
  channels: 3,
});

/** Weights of 3 x 3 pixels, tap by tap, of each tap the outputs of the first input, then of the next. */
interface SpreadLayer {
  taps: Float32Array;
  biases: Float32Array;
  stride: 1 | 2;
}

/** Where the 3 x 3 pixels of a row or column begin: every second one starts at the first, so that zeros follow at the far edge alone. */
const startOf = (to: number, stride: 1 | 2): number => (stride === 1 ? to - 1 : 2 * to);

/** Calls for each of the 3 x 3 pixels that lie in the plane; `from` and `to` are where their channels begin. */
function eachTap(
  { wide, high, channels }: ChannelPlane,
  { stride, biases }: SpreadLayer,
  add: (tap: number, from: number, to: number) => void,
): void {
  for (let y = 0, to = 0; y < high / stride; y++) {
    for (let x = 0; x < wide / stride; x++, to += biases.length) {
      for (let tap = 0; tap < 9; tap++) {
        const [u, v] = [startOf(x, stride) + (tap % 3), startOf(y, stride) + Math.floor(tap / 3)];
        if (u >= 0 && v >= 0 && u < wide && v < high) add(tap, (v * wide + u) * channels, to);
      }
    }
  }
}

function startPlane({ wide, high }: ChannelPlane, { stride, biases }: SpreadLayer): ChannelPlane {
  const [to, channels] = [{ wide: wide / stride, high: high / stride }, biases.length];
  const values = new Float32Array(to.wide * to.high * channels);
  for (let at = 0; at < values.length; at += channels) values.set(biases, at);
  return { ...to, values, channels };
}

/** All channels of 3 x 3 pixels, mixed. */
export function mixAround(plane: ChannelPlane, layer: SpreadLayer): ChannelPlane {
  const made = startPlane(plane, layer);
  const { values, channels } = made;
  eachTap(plane, layer, (tap, from, to) => {
    for (let input = 0; input < plane.channels; input++) {
      const [value, weights] = [plane.values[from + input]!, (tap * plane.channels + input) * channels];
      for (let c = 0; c < channels; c++) values[to + c]! += value * layer.taps[weights + c]!;
    }
  });
  return { ...made, values: values.map(bounded) };
}

/** Each channel of 3 x 3 pixels by its own weights. */
export function spreadChannels(plane: ChannelPlane, layer: SpreadLayer): ChannelPlane {
  const made = startPlane(plane, layer);
  const { values, channels } = made;
  eachTap(plane, layer, (tap, from, to) => {
    const weights = tap * channels;
    for (let c = 0; c < channels; c++) values[to + c]! += plane.values[from + c]! * layer.taps[weights + c]!;
  });
  return { ...made, values: values.map(bounded) };
}

/** Each pixel's channels mixed. `packed`: as `packMixing` packs weights; `outputs` are a multiple of eight. */
export function mixPixels(
  { values, wide, high, channels }: ChannelPlane,
  { packed, outputs, isBounded }: { packed: Float32Array; outputs: number; isBounded: boolean },
): ChannelPlane {
  const { kernels, at, floats } = layOut({
    source: planeBytes({ wide, high, channels }),
    spare: together * channels * floatBytes,
    weights: packed.byteLength,
    target: (wide * high + together) * outputs * floatBytes,
  });
  for (let y = 0; y < high; y++) {
    const row = values.subarray(y * wide * channels, (y + 1) * wide * channels);
    floats.set(row, at.source / floatBytes + ((y + 1) * (wide + 2) + 1) * channels);
  }
  floats.set(packed, at.weights / floatBytes);
  kernels.layMixed(at.source, wide, high, channels, outputs, at.weights, at.target);
  const mixed = floats.slice(at.target / floatBytes, at.target / floatBytes + wide * high * outputs);
  return { values: isBounded ? mixed.map(bounded) : mixed, wide, high, channels: outputs };
}

/** The sum of two planes of one size. */
export const addPlanes = (a: ChannelPlane, b: ChannelPlane): ChannelPlane => ({
  ...a,
  values: a.values.map((value, i) => value + b.values[i]!),
});

/** Of each channel the mean, then of each the deviation. */
export function poolChannels({ values, channels }: ChannelPlane): number[] {
  const [sums, squares] = [new Float64Array(channels), new Float64Array(channels)];
  for (let i = 0; i < values.length; i++) {
    sums[i % channels]! += values[i]!;
    squares[i % channels]! += values[i]! ** 2;
  }
  const pixels = values.length / channels;
  const means = [...sums].map((sum) => sum / pixels);
  return [...means, ...means.map((mean, c) => Math.sqrt(Math.max(0, squares[c]! / pixels - mean ** 2)))];
}
