/**
 * Owns what somebody who has seen the world says of a photo: whether it looks like an old print. The first two thirds of a MobileNet v2 that
 * learnt from a million photos of a thousand things (of google-coral/edgetpu, Apache 2.0), and weights over what they make of the
 * photo, learnt by `tools/print-network/learn_witness.py`. Must never do any I/O but read `print-witness.bin`, and never touch a pixel.
 */
import { readFileSync } from 'node:fs';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import {
  addPlanes,
  type ChannelPlane,
  mixAround,
  mixPixels,
  planeOf,
  poolChannels,
  spreadChannels,
} from '../kernels/mobile-layers.ts';
import {
  hasNumbers,
  isObject,
  NetworkFileError,
  type RowTopology,
  readNetworkFile,
} from '../kernels/network-file.ts';
import { packMixing } from '../kernels/network-layers.ts';
import { squashPixels } from './squash-pixels.ts';

/** What the network has learnt to look at. */
const squarePx = 224;
/** By which layer a block halves its plane, and which blocks add what went into them. */
const halvingBlocks = [1, 3, 6] as const;
const addingBlocks = [2, 4, 5, 7, 8, 9, 11, 12] as const;
const blocks = 12;
const lastBlock = 'join12';

type Layer = (plane: ChannelPlane) => ChannelPlane;

const isIn = (list: readonly number[], block: number): boolean => list.includes(block);

/** The layers in their order: each block is opened, goes deep and is joined. */
function listTopology(): RowTopology[] {
  const link = (name: string, kernel: 1 | 3, stride: 1 | 2 = 1) => ({ name, kernel, stride });
  const inBlocks = Array.from({ length: blocks }, (_, i) => i + 1).flatMap((block) => [
    link(`open${block}`, 1),
    link(`deep${block}`, 3, isIn(halvingBlocks, block) ? 2 : 1),
    link(`join${block}`, 1),
  ]);
  const all = [link('first', 3, 2), link('deep0', 3), link('join0', 1), ...inBlocks, link('open13', 1)];
  return all.map((it, i) => ({ ...it, from: all[i - 1]?.name ?? 'picture' }));
}

interface Witness {
  layers: { name: string; run: Layer }[];
  weights: readonly number[];
  bias: number;
}

let witness: Witness | undefined;

function readWitness(): Witness {
  const bytes = readFileSync(new URL('print-witness.bin', import.meta.url));
  const { header, layers } = readNetworkFile(bytes, { network: 'print', topology: listTopology() });
  const { witness: said } = header;
  const figures = 2 * (layers.at(-2)!.outputs + layers.at(-1)!.outputs);
  if (!isObject(said) || !hasNumbers(said.weights, figures) || !hasNumbers([said.bias], 1)) {
    throw new NetworkFileError('print', 'it has no weights for what the network sees');
  }
  return {
    weights: said.weights,
    bias: said.bias as number,
    layers: layers.map(({ name, kernel, stride, inputs, outputs, weights, multipliers, biases }) => {
      // Stored output by output; every kernel reads the outputs of one input side by side.
      const perOutput = weights.length / outputs;
      const values = Float32Array.from(weights, (_, i) => {
        const [output, at] = [i % outputs, Math.floor(i / outputs)];
        return weights[output * perOutput + at]! * multipliers[output]!;
      });
      if (kernel === 3) {
        const layer = { taps: values, biases, stride };
        return { name, run: (plane) => (inputs === 1 ? spreadChannels : mixAround)(plane, layer) };
      }
      const packed = packMixing({ inputs, outputs, values, biases });
      const isBounded = name.startsWith('open');
      return { name, run: (plane) => mixPixels(plane, { packed, outputs, isBounded }) };
    }),
  };
}

/** What the network makes of the photo: of the last block and of the layer after it each channel's mean and deviation. */
function listFigures({ layers }: Witness, square: RgbPixels): number[] {
  let plane = planeOf(square);
  let begun = plane;
  const figures: number[] = [];
  for (const { name, run } of layers) {
    if (name.startsWith('open')) begun = plane;
    plane = run(plane);
    if (addingBlocks.some((block) => name === `join${block}`)) plane = addPlanes(plane, begun);
    if (name === lastBlock) figures.push(...poolChannels(plane));
  }
  return [...figures, ...poolChannels(plane)];
}

/**
 * How much speaks for an old print in how the whole photo looks, a logarithm of odds: over 0 is one good photo in fifty. The photo
 * with all that is around the picture, since a mount or a table around a print tells as well.
 */
export function askWitness(pixels: RgbPixels): number {
  witness ??= readWitness();
  const { weights, bias } = witness;
  const figures = listFigures(witness, squashPixels(pixels, squarePx));
  return figures.reduce((sum, figure, i) => sum + weights[i]! * figure, bias);
}
