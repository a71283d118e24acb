/**
 * Owns running the layers of a small convolutional network over a picture, in the memory of the kernels. Must never know
 * what the network is for, nor where its weights come from.
 */
import { floatBytes, layOut } from './kernel-memory.ts';
import { checkPixels, checkWhole, type RgbPixels } from './kernel-planes.ts';

/** `values` in rows of `outputs` numbers, one row per input. */
export interface MixingWeights {
  inputs: number;
  outputs: number;
  values: Float32Array;
  biases: Float32Array;
}

/**
 * What happens to the pixels, in this order: 3 x 3 pixels of the picture (`first`, and only there), or each channel by its own
 * 3 x 3 weights (tap by tap, with a border of zeros); mixing; what is under zero times `slope`; and the highest of each
 * 2 x 2 results, apart from each other (`halve`, and always `first`) or sliding (`slide`).
 */
export type NetworkLayer =
  | { kind: 'first'; mixing: Uint8Array; outputs: number; pool: 'halve' }
  | { kind: 'separable'; mixing: Float32Array; outputs: number; taps: Float32Array; pool: 'halve' | 'slide' };

export interface Network {
  layers: readonly [NetworkLayer & { kind: 'first' }, ...(NetworkLayer & { kind: 'separable' })[]];
  /** Mixing alone. */
  last: { mixing: Float32Array; outputs: number };
  slope: number;
}

/** Row by row, `stride` numbers for each pixel, of which as many count as the last layer has outputs. */
export interface NetworkAnswers {
  values: Float32Array;
  columns: number;
  rows: number;
  stride: number;
}

const panelOutputs = 8;
const colours = 3;
/** Pixels that kernels work on together: so many more than there are may be read and written. */
export const together = 4;
/** Rows of the picture that its first layer works on together. */
const rowsRead = 4;

/** Biases and weights as kernels read them: outputs in panels of eight, the last one filled with zeros. */
export function packMixing({ inputs, outputs, values, biases }: MixingWeights): Float32Array {
  const wide = Math.ceil(outputs / panelOutputs) * panelOutputs;
  const packed = new Float32Array(wide * (inputs + 1));
  packed.set(biases);
  for (let output = 0; output < outputs; output++) {
    const panel = Math.floor(output / panelOutputs);
    const start = wide + panel * panelOutputs * inputs + (output % panelOutputs);
    for (let i = 0; i < inputs; i++) packed[start + i * panelOutputs] = values[i * outputs + output]!;
  }
  return packed;
}

/** Rows of 3 x 3 pixels, and the pairs of samples that one of them is read in; the last sample of a row weighs nothing. */
const rows = 3;
const pairs = 5;
const maxWeight = 32_767;

/**
 * The same for a first layer, whose 27 inputs are bytes: biases, what a unit of each output's weights is worth, and weights as
 * whole numbers of 16 bits, which is as exact as a picture asks for.
 */
export function packFirst({ outputs, values, biases }: MixingWeights): Uint8Array {
  const wide = Math.ceil(outputs / panelOutputs) * panelOutputs;
  const units = Float32Array.from({ length: wide }, (_, output) => {
    const own = values.filter((_, i) => i % outputs === output);
    return own.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / maxWeight;
  });
  const packed = new ArrayBuffer(2 * wide * floatBytes + 2 * 2 * rows * pairs * wide);
  new Float32Array(packed).set(biases);
  new Float32Array(packed, wide * floatBytes, wide).set(units);
  const weights = new Int16Array(packed, 2 * wide * floatBytes);
  const inRow = rows * colours;
  values.forEach((value, i) => {
    const [input, output] = [Math.floor(i / outputs), i % outputs];
    const place = Math.floor(input / inRow) * 2 * pairs + (input % inRow);
    const panel = Math.floor(output / panelOutputs) * rows * pairs;
    const pair = (panel + (place >> 1)) * panelOutputs + (output % panelOutputs);
    if (units[output]! > 0) weights[2 * pair + (place & 1)] = Math.round(value / units[output]!);
  });
  return new Uint8Array(packed);
}

interface PlaneSize {
  wide: number;
  high: number;
  channels: number;
}

/** A plane with a border of one pixel on each side. */
export const planeBytes = ({ wide, high, channels }: PlaneSize): number =>
  (wide + 2) * (high + 2) * channels * floatBytes;

/** What each layer makes of a picture, in order. */
function sizesOf({ layers }: Network, { widthPx, heightPx }: RgbPixels): PlaneSize[] {
  let [wide, high] = [widthPx - 2, heightPx - 2];
  return layers.map(({ pool, outputs }) => {
    if (pool === 'halve') [wide, high] = [Math.ceil(wide / 2), Math.ceil(high / 2)];
    return { wide, high, channels: outputs };
  });
}

const paddedOutputs = (outputs: number): number => Math.ceil(outputs / panelOutputs) * panelOutputs;

/** Buffers for all layers: planes take turns. */
function layOutLayers(network: Network, picture: RgbPixels, sizes: readonly PlaneSize[]) {
  const { layers, last } = network;
  const maxOf = (parity: number) => Math.max(0, ...sizes.filter((_, i) => i % 2 === parity).map(planeBytes));
  const workOf = (size: PlaneSize, i: number) => {
    const before = sizes[i - 1];
    if (!before) return rowsRead * colours * picture.widthPx * 2;
    const source = (2 * before.wide + together) * before.channels;
    return (source + (before.wide + together) * size.channels) * floatBytes;
  };
  const { wide, high, channels } = sizes.at(-1)!;
  const weights = layers.reduce(
    (sum, layer) => sum + layer.mixing.byteLength + (layer.kind === 'first' ? 0 : layer.taps.byteLength),
    last.mixing.byteLength,
  );
  return layOut({
    weights,
    even: maxOf(0),
    odd: maxOf(1),
    // Kernels read a little past the end of a plane: the work that follows is theirs too.
    work: Math.max(...sizes.map(workOf), together * channels * floatBytes),
    answers: (wide * high + together) * paddedOutputs(last.outputs) * floatBytes,
    picture: picture.rgb.length,
  });
}

function checkNetwork({ layers }: Network, picture: RgbPixels): void {
  checkPixels(picture);
  checkWhole('widthPx', picture.widthPx, [3, 4096]);
  checkWhole('heightPx', picture.heightPx, [3, 4096]);
  for (const { outputs } of layers) {
    if (outputs % panelOutputs !== 0) throw new RangeError(`Channels come in eights, not ${outputs}`);
  }
}

/** The answers for a picture of at least 3 x 3 pixels. Throws RangeError for other sizes, and channels that aren't eights. */
export function runNetwork(network: Network, picture: RgbPixels): NetworkAnswers {
  checkNetwork(network, picture);
  const { layers, last, slope } = network;
  const sizes = sizesOf(network, picture);
  const { kernels, at, bytes, floats } = layOutLayers(network, picture, sizes);
  let weightsAt = at.weights;
  const give = (...parts: readonly (Float32Array | Uint8Array)[]): number => {
    const start = weightsAt;
    for (const { buffer, byteOffset, byteLength } of parts) {
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), weightsAt);
      weightsAt += byteLength;
    }
    return start;
  };
  bytes.set(picture.rgb, at.picture);
  let source = at.picture;
  layers.forEach((layer, i) => {
    const size = sizes[i]!;
    const target = i % 2 === 0 ? at.even : at.odd;
    bytes.fill(0, target, target + planeBytes(size));
    if (layer.kind === 'first') {
      const { widthPx, heightPx } = picture;
      const weights = give(layer.mixing);
      kernels.layFirst(source, widthPx, heightPx, size.channels, weights, target, at.work, slope);
    } else {
      const { wide, high, channels } = sizes[i - 1]!;
      const weights = give(layer.taps, layer.mixing);
      const isHalved = Number(layer.pool === 'halve');
      kernels.laySeparable(
        source,
        wide,
        high,
        channels,
        size.channels,
        weights,
        target,
        at.work,
        isHalved,
        slope,
      );
      if (!isHalved) kernels.slideHighest(target, wide, high, size.channels);
    }
    source = target;
  });
  const { wide, high, channels } = sizes.at(-1)!;
  const stride = paddedOutputs(last.outputs);
  kernels.layMixed(source, wide, high, channels, stride, give(last.mixing), at.answers);
  const from = at.answers / floatBytes;
  const values = floats.slice(from, from + wide * high * stride);
  return { values, columns: wide, rows: high, stride };
}
