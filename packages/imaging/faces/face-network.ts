/**
 * Owns the network that looks for faces: "tiny face detector", whose weights come with the npm package
 * `@vladmandic/face-api` (MIT; first of justadudewhohacks/face-api.js). Only its file of weights is read, none of its code is
 * run. Five separable convolutions after a plain one, then for each square of 32 pixels, and each of five shapes, how far
 * a box is off it and how sure it is a face.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type MixingWeights,
  type Network,
  type NetworkAnswers,
  packFirst,
  packMixing,
  runNetwork,
} from '../kernels/network-layers.ts';
import type { SmallPicture } from '../pixels/small-picture.ts';

/** Sides of pictures are multiples of this; the answers lie so far apart. */
export const faceSquarePx = 32;

const model = '@vladmandic/face-api/model/tiny_face_detector_model';
const files = {
  weights: {
    name: `${model}.bin`,
    sha256: 'b7503ce7df31039b1c43316a9b865cab6a70dd748cc602d3fa28b551503c3871',
  },
  manifest: {
    name: `${model}-weights_manifest.json`,
    sha256: '5d1af4849ac48d5b985f4a9b16010c512353ddd6fcc63d50fd0bc9e9e64296e5',
  },
} as const;

/** The mean of what it was trained on, red, green and blue. */
const means = [117.001, 114.697, 97.404] as const;
const slope = 0.1;
const separableNames = ['conv1', 'conv2', 'conv3', 'conv4', 'conv5'] as const;

interface StoredWeights {
  name: string;
  shape: number[];
  quantization: { scale: number; min: number };
}

let network: Network | undefined;

/** A file of the package, whose bytes are those that this was written for. Throws when they are not, or it is missing. */
export function readPinned({ name, sha256 }: { name: string; sha256: string }): Buffer {
  const path = createRequire(import.meta.url).resolve(name);
  const bytes = readFileSync(path);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) {
    throw new Error(
      `${path} is not the file that this was written for: its SHA-256 is ${found}, not ${sha256}.`,
    );
  }
  return bytes;
}

/** Weights by name, from a byte each to numbers. */
function readWeights(): Map<string, StoredWeights & { values: Float32Array }> {
  const bytes = readPinned(files.weights);
  const [{ weights }] = JSON.parse(readPinned(files.manifest).toString()) as [{ weights: StoredWeights[] }];
  let at = 0;
  return new Map(
    weights.map((stored) => {
      const { scale, min } = stored.quantization;
      const count = stored.shape.reduce((product, side) => product * side, 1);
      const values = Float32Array.from(bytes.subarray(at, at + count), (byte) => byte * scale + min);
      at += count;
      return [stored.name, { ...stored, values }];
    }),
  );
}

/** The network takes colours less their mean, over 255; ours takes bytes: its first weights do that too. */
function takeBytes({ inputs, outputs, values, biases }: MixingWeights): MixingWeights {
  const moved = Float64Array.from(biases);
  const scaled = values.map((value, i) => {
    const input = Math.floor(i / outputs);
    moved[i % outputs]! -= (value * means[input % means.length]!) / 255;
    return value / 255;
  });
  return { inputs, outputs, values: scaled, biases: Float32Array.from(moved) };
}

function getNetwork(): Network {
  if (network) return network;
  const stored = readWeights();
  const valuesOf = (name: string) => stored.get(name)!.values;
  const mixingOf = (filters: string, bias: string): MixingWeights => {
    const [values, biases] = [valuesOf(filters), valuesOf(bias)];
    return { inputs: values.length / biases.length, outputs: biases.length, values, biases };
  };
  const first = mixingOf('conv0/filters', 'conv0/bias');
  const separable = separableNames.map((name) => {
    const mixing = mixingOf(`${name}/pointwise_filter`, `${name}/bias`);
    return {
      kind: 'separable' as const,
      taps: valuesOf(`${name}/depthwise_filter`),
      mixing: packMixing(mixing),
      outputs: mixing.outputs,
      pool: name === 'conv5' ? ('slide' as const) : ('halve' as const),
    };
  });
  const last = mixingOf('conv8/filters', 'conv8/bias');
  network = {
    layers: [
      { kind: 'first', mixing: packFirst(takeBytes(first)), outputs: first.outputs, pool: 'halve' },
      ...separable,
    ],
    last: { mixing: packMixing(last), outputs: last.outputs },
    slope,
  };
  return network;
}

/** What the network says of each square of 32 pixels; the sides are multiples of that. */
export function askFaceNetwork(picture: SmallPicture): NetworkAnswers {
  return runNetwork(getNetwork(), picture);
}
