/**
 * Owns the judgement of a picture's tones: how likely it faded, and what each channel's ends and middle have to become. Small
 * networks, learnt by `tools/tone-network/learn_tones.py` from fades drawn over good photos and from photos that are good as they are,
 * are read from `tone-weights.bin`; their mean counts. Must never do any other I/O, and never touch a pixel.
 */
import { readFileSync } from 'node:fs';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import type { ToneCurve, ToneFinding } from './restore-tone.ts';
import { squashPixels } from './squash-pixels.ts';
import { measureToneFeatures, type ToneFeatures } from './tone-features.ts';

/** What the features are read from, and what the convolutions see. */
const squarePx = 160;
const thumbPx = 64;
const planePx = 32;
const featureCount = 58;
/** The picture as it is, and with each channel stretched to its ends. */
const planeChannels = 6;
const convolutions = [12, 20, 32] as const;
const [firstWidth, secondWidth, gateWidth] = [64, 48, 48] as const;
const curveCount = 9;
const slope = 0.1;
/** The outputs are logits of shares, and a logarithm of gamma that is bounded to so much. */
const maxLogGamma = 0.8;
const minRange = 0.02;
/** What has so much of pure white was clipped by a camera or made by a machine. */
const clipped = 254 / 255;
/** A print of one tint that faded has lost its white too; with it, grey shadows are a look. */
const tonedWhite = 235 / 255;
const [redWeight, greenWeight, blueWeight] = [0.2126, 0.7152, 0.0722] as const;

/** Weights in whole numbers, row by row, each row with its scale. */
interface Layer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  biases: Float32Array;
}

interface ToneNetwork {
  means: Float32Array;
  deviations: Float32Array;
  convolutions: Layer[];
  first: Layer;
  second: Layer;
  curve: Layer;
  gateFirst: Layer;
  gate: Layer;
}

let networks: ToneNetwork[] | undefined;

function readNetworks(): ToneNetwork[] {
  const file = readFileSync(new URL('tone-weights.bin', import.meta.url));
  let at = 0;
  const takeFloats = (count: number) => {
    const taken = Float32Array.from({ length: count }, (_, i) => file.readFloatLE(at + 4 * i));
    at += 4 * count;
    return taken;
  };
  const takeLayer = (inputs: number, outputs: number): Layer => {
    const scales = takeFloats(outputs);
    const biases = takeFloats(outputs);
    const weights = Float32Array.from(
      { length: inputs * outputs },
      (_, i) => scales[Math.floor(i / inputs)]! * file.readInt8(at + i),
    );
    at += weights.length;
    return { inputs, outputs, weights, biases };
  };
  const takeNetwork = (): ToneNetwork => {
    const [means, deviations] = [takeFloats(featureCount), takeFloats(featureCount)];
    const made = convolutions.map((outputs, i) =>
      takeLayer(9 * (convolutions[i - 1] ?? planeChannels), outputs),
    );
    const seen = featureCount + 2 * convolutions.at(-1)!;
    return {
      means,
      deviations,
      convolutions: made,
      first: takeLayer(seen, firstWidth),
      second: takeLayer(firstWidth, secondWidth),
      curve: takeLayer(secondWidth, curveCount),
      gateFirst: takeLayer(seen + curveCount, gateWidth),
      gate: takeLayer(gateWidth, 1),
    };
  };
  const read: ToneNetwork[] = [];
  while (at < file.length) read.push(takeNetwork());
  return read;
}

const leak = (value: number): number => (value < 0 ? slope * value : value);

function mix({ inputs, outputs, weights, biases }: Layer, from: Float64Array): Float64Array {
  const to = new Float64Array(outputs);
  for (let output = 0, at = 0; output < outputs; output++) {
    let sum = biases[output]!;
    for (let input = 0; input < inputs; input++, at++) sum += weights[at]! * from[input]!;
    to[output] = sum;
  }
  return to;
}

/** Every second pixel by its 3 x 3 neighbours, zeros around the plane; channels lie side by side, a row of weights tap by tap. */
function convolve(plane: Float64Array, sidePx: number, layer: Layer): Float64Array {
  const channels = layer.inputs / 9;
  const half = sidePx / 2;
  const to = new Float64Array(half * half * layer.outputs);
  const around = new Float64Array(layer.inputs);
  for (let y = 0, at = 0; y < half; y++) {
    for (let x = 0; x < half; x++, at += layer.outputs) {
      for (let tap = 0; tap < 9; tap++) {
        const [u, v] = [2 * x + (tap % 3) - 1, 2 * y + Math.floor(tap / 3) - 1];
        const isInside = u >= 0 && v >= 0 && u < sidePx && v < sidePx;
        const from = (v * sidePx + u) * channels;
        for (let c = 0; c < channels; c++) around[tap * channels + c] = isInside ? plane[from + c]! : 0;
      }
      to.set(mix(layer, around).map(leak), at);
    }
  }
  return to;
}

/** Mean and highest value of each channel of a plane. */
function poolPlane(plane: Float64Array, channels: number): Float64Array {
  const pooled = new Float64Array(2 * channels).fill(Number.NEGATIVE_INFINITY, channels);
  for (let i = 0; i < plane.length; i++) {
    const c = i % channels;
    pooled[c] = pooled[c]! + (plane[i]! * channels) / plane.length;
    pooled[channels + c] = Math.max(pooled[channels + c]!, plane[i]!);
  }
  return pooled;
}

/** The upper end of each channel, at least a little above the lower one. */
const whiteOf = ({ black, white }: ToneFeatures, channel: number): number =>
  Math.max(white[channel]!, black[channel]! + minRange);

/** The mean of 2 x 2 pixels, 0 to 1. */
const meanAt = ({ rgb, widthPx }: RgbPixels, x: number, y: number, channel: number): number => {
  const from = 3 * (2 * y * widthPx + 2 * x) + channel;
  const below = from + 3 * widthPx;
  return (rgb[from]! + rgb[from + 3]! + rgb[below]! + rgb[below + 3]!) / (4 * 255);
};

/** What the convolutions see: each pixel as it is and stretched, about 0. */
function planeOf(thumb: RgbPixels, features: ToneFeatures): Float64Array {
  const plane = new Float64Array(planePx * planePx * planeChannels);
  for (let i = 0; i < planePx * planePx; i++) {
    for (let c = 0; c < 3; c++) {
      const value = meanAt(thumb, i % planePx, Math.floor(i / planePx), c);
      const black = features.black[c]!;
      const stretched = (value - black) / (whiteOf(features, c) - black);
      plane[i * planeChannels + c] = value - 0.5;
      plane[i * planeChannels + 3 + c] = Math.max(0, Math.min(1, stretched)) - 0.5;
    }
  }
  return plane;
}

function runNetwork(network: ToneNetwork, features: ToneFeatures, thumb: RgbPixels) {
  let plane = planeOf(thumb, features);
  network.convolutions.forEach((layer, i) => {
    plane = convolve(plane, planePx / 2 ** i, layer);
  });
  const own = features.values.map((value, i) => (value - network.means[i]!) / network.deviations[i]!);
  const seen = Float64Array.of(...own, ...poolPlane(plane, convolutions.at(-1)!));
  const hidden = mix(network.second, mix(network.first, seen).map(leak)).map(leak);
  const curve = mix(network.curve, hidden);
  const [gate] = mix(network.gate, mix(network.gateFirst, Float64Array.of(...seen, ...curve)).map(leak));
  return { curve, gate: gate! };
}

const shareOf = (logit: number): number => 1 / (1 + Math.exp(-logit));

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Fading takes dye away, so that a channel gets lighter. Where half of the picture has next to nothing of one colour and much of another
 * all of a dye is there: honey and gold are so. What has one dye left is so too, and is told by its dark parts.
 */
const [absent, present] = [0.1, 0.6] as const;
const isPure = ({ middle, isDyeTinted }: ToneFeatures): boolean =>
  !isDyeTinted && Math.min(...middle) <= absent && Math.max(...middle) >= present;

/** What a faded print never shows, whatever the networks say. */
function isWhole(features: ToneFeatures): boolean {
  const {
    light,
    white: [red, green, blue],
    isToned,
  } = features;
  if (light.every((value) => value >= clipped) || isPure(features)) return true;
  return isToned && redWeight * red + greenWeight * green + blueWeight * blue > tonedWhite;
}

/** A picture made small, and its figures. */
export interface ToneReading {
  square: RgbPixels;
  thumb: RgbPixels;
  features: ToneFeatures;
}

/** Reads a picture without a border. */
export function readTones(picture: RgbPixels): ToneReading {
  const square = squashPixels(picture, squarePx);
  const thumb = squashPixels(square, thumbPx);
  return { square, thumb, features: measureToneFeatures(square, thumb) };
}

/** What the networks say of a picture. */
export function judgeTones({ thumb, features }: ToneReading): ToneFinding {
  networks ??= readNetworks();
  const answers = networks.map((network) => runNetwork(network, features, thumb));
  const outputAt = (i: number) => meanOf(answers.map(({ curve }) => curve[i]!));
  const curveOf = (channel: 0 | 1 | 2): ToneCurve => {
    const black = features.black[channel];
    const white = whiteOf(features, channel);
    return {
      black,
      white,
      blackTo: black * (1 - shareOf(outputAt(channel))),
      whiteTo: white + (1 - white) * shareOf(outputAt(3 + channel)),
      gamma: Math.exp(maxLogGamma * Math.tanh(outputAt(6 + channel))),
    };
  };
  return {
    chance: isWhole(features) ? 0 : shareOf(meanOf(answers.map(({ gate }) => gate))),
    curves: [curveOf(0), curveOf(1), curveOf(2)],
    isToned: features.isToned,
  };
}
