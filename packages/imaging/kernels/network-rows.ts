/**
 * Owns running a quantised convolutional network over a picture of any size, row by row, in a memory of the kernels of
 * its own: each layer keeps as many rows as others still need, so there are no tiles and no seams, and the answers are
 * those of whole planes. Must never know what the network is for, nor where its weights come from.
 *
 * INVARIANTS: the order of all steps is known before the first one runs, and the rows that each layer keeps follow from
 * it; a row that is read is one that is still kept, or the run stops with an error.
 */
import { createLayOut, floatBytes, type KernelLayout } from './kernel-memory.ts';
import { checkPixels, type Plane8, type RgbPixels } from './kernel-planes.ts';

/**
 * One layer. Values are whole numbers: those of the picture from -128 to 127, twelve of 2 x 2 pixels side by side, row
 * by row and colour by colour in a cell of half its size; those of a layer from 0 to 255, its sums times `multipliers`
 * plus `biases`, rounded, the even one of two. Around a plane there are zeros.
 */
export interface RowLayer {
  name: string;
  /** The layer before, or the picture. */
  from: 'picture' | (string & {});
  /** A layer of half the size, whose cells count twice in width and height, which is added to the one before. */
  plus?: string;
  /** 3: out of 3 x 3 cells; 1: each cell by itself. */
  kernel: 1 | 3;
  /** 2: every second cell of every second row. */
  stride: 1 | 2;
  inputs: number;
  /** A multiple of eight. */
  outputs: number;
  /** Output by output: rows, columns, inputs. */
  weights: Int8Array;
  multipliers: Float32Array;
  biases: Float32Array;
}

export interface RowNetwork {
  /**
   * In an order in which each comes after those that it reads. The last one isn't rounded: it has four numbers for each
   * class, one for each of the 2 x 2 pixels of a cell, row by row.
   */
  layers: readonly RowLayer[];
  /** Class by class, what is answered for a number in sixteenths from -12 to 12: 385 bytes each. */
  tables: Uint8Array;
}

export const rowTableBytes = 385;

const panelOutputs = 8;
const pictureInputs = 12;
const sampleBytes = 2;
/** A cell of zeros on each side, and those that kernels read and write beyond. */
const spareCells = 10;
const minSidePx = 32;
/** Four times the sum of 3 x 3 times as many products of 510 and 128 still has room in 32 bits. */
const maxInputs = 512;

/** Rows of a layer, of the picture's cells, or of the sum of two layers. */
interface RowNode {
  name: string;
  wide: number;
  high: number;
  channels: number;
  /** Rows that are made together. */
  step: 1 | 2;
  /** Undefined for the picture and for sums. */
  layer?: RowLayer;
  /** What a step from row `y` on reads; rows outside of the plane are zeros. */
  needs: readonly { node: RowNode; first(y: number): number; last(y: number): number }[];
  /** How many rows were made. */
  made: number;
  /** How many of the last of them are kept. */
  kept: number;
}

interface RowStep {
  node: RowNode;
  y: number;
}

interface RowPlan {
  nodes: RowNode[];
  steps: RowStep[];
}

type PictureSize = Pick<RgbPixels, 'widthPx' | 'heightPx'>;

function sumOf(row: RowNode, coarse: RowNode): RowNode {
  const { wide, high, channels } = row;
  if (coarse.wide * 2 !== wide || coarse.high * 2 !== high || coarse.channels !== channels) {
    throw new RangeError(`${coarse.name} can't be added to ${row.name}`);
  }
  const half = (y: number) => y >> 1;
  const same = (y: number) => y;
  const needs = [
    { node: row, first: same, last: same },
    { node: coarse, first: half, last: half },
  ];
  return { name: `${row.name} + ${coarse.name}`, wide, high, channels, step: 1, needs, made: 0, kept: 0 };
}

function checkLayer(layer: RowLayer, source: RowNode): void {
  const { name, kernel, inputs, outputs, weights, multipliers, biases } = layer;
  if (source.channels !== inputs)
    throw new RangeError(`${name} reads ${inputs} of ${source.channels} channels`);
  if (outputs % panelOutputs !== 0) throw new RangeError(`Channels come in eights, not ${outputs}`);
  if (inputs % 4 !== 0 || inputs > maxInputs) {
    throw new RangeError(`Inputs come in fours, up to ${maxInputs}, not ${inputs}`);
  }
  const isWhole = weights.length === outputs * inputs * kernel * kernel;
  if (!(isWhole && multipliers.length === outputs && biases.length === outputs)) {
    throw new RangeError(`${name} has too many or too few weights`);
  }
}

/** Layers as nodes, over a picture that is padded until the coarsest has whole cells. */
function nodesOf({ layers }: RowNetwork, { widthPx, heightPx }: PictureSize): RowNode[] {
  const unit = layers.reduce((product, { stride }) => product * stride, 2);
  const [wide, high] = [widthPx, heightPx].map((side) => (Math.ceil(side / unit) * unit) / 2) as [
    number,
    number,
  ];
  const picture = { name: 'picture', wide, high, channels: pictureInputs, needs: [], made: 0, kept: 0 };
  const nodes: RowNode[] = [{ ...picture, step: 1 }];
  const named = new Map([['picture', nodes[0]!]]);
  const nodeOf = (name: string): RowNode => {
    const node = named.get(name);
    if (!node) throw new RangeError(`No layer before it is called ${name}`);
    return node;
  };
  for (const layer of layers) {
    let source = nodeOf(layer.from);
    if (layer.plus !== undefined) {
      source = sumOf(source, nodeOf(layer.plus));
      nodes.push(source);
    }
    checkLayer(layer, source);
    const { name, kernel, stride, outputs } = layer;
    const size = { wide: source.wide / stride, high: source.high / stride };
    const node: RowNode = { name, ...size, channels: outputs, step: 1, layer, needs: [], made: 0, kept: 0 };
    // All but the coarsest level have an even number of rows and of columns, whatever the picture.
    const isEven = (wide / node.wide) * 4 <= unit;
    if (isEven && kernel === 3 && stride === 1 && layer.inputs % 8 === 0) node.step = 2;
    const around = kernel === 3 ? 1 : 0;
    const first = (y: number) => y * stride - around;
    const last = (y: number) => (y + node.step - 1) * stride + around;
    node.needs = [{ node: source, first, last }];
    nodes.push(node);
    named.set(name, node);
  }
  return nodes;
}

/** Throws RangeError when layers don't fit each other or the classes. */
export function checkRowNetwork(network: RowNetwork): void {
  const { layers, tables } = network;
  const { channels } = nodesOf(network, { widthPx: minSidePx, heightPx: minSidePx }).at(-1)!;
  if (channels * rowTableBytes !== 4 * tables.length) {
    throw new RangeError(`${channels} outputs aren't those of ${tables.length / rowTableBytes} classes`);
  }
  if (layers.at(-1)?.kernel !== 1) throw new RangeError('The last layer reads cells by themselves');
}

/** All steps, each as late as those that need it allow, and what has to be kept meanwhile. */
function planRows(network: RowNetwork, size: PictureSize): RowPlan {
  const nodes = nodesOf(network, size);
  const steps: RowStep[] = [];
  const pull = (node: RowNode, y: number): void => {
    while (node.made <= y) {
      const at = node.made;
      for (const { node: source, last } of node.needs) pull(source, Math.min(source.high - 1, last(at)));
      // Only now: one source may have gone on because of another.
      for (const { node: source, first } of node.needs) {
        source.kept = Math.max(source.kept, source.made - Math.max(0, first(at)));
      }
      steps.push({ node, y: at });
      node.made += node.step;
      node.kept = Math.max(node.kept, node.step);
    }
  };
  pull(nodes.at(-1)!, Math.ceil(size.heightPx / 2) - 1);
  for (const node of nodes) node.made = 0;
  return { nodes, steps };
}

/** Pairs of inputs of eight outputs, panel by panel; `weightOf` tells what an output gives an input. */
function packPanels(
  inputs: number,
  outputs: number,
  weightOf: (output: number, input: number) => number,
): Int16Array {
  const packed = new Int16Array(inputs * outputs);
  let at = 0;
  for (let panel = 0; panel < outputs; panel += panelOutputs) {
    for (let input = 0; input < inputs; input += 2) {
      for (let output = panel; output < panel + panelOutputs; output++) {
        packed[at++] = weightOf(output, input);
        packed[at++] = weightOf(output, input + 1);
      }
    }
  }
  return packed;
}

/** Twice what Winograd's F(2, 3) makes of three weights: whole numbers. */
const winograd = [
  [2, 0, 0],
  [1, 1, 1],
  [1, -1, 1],
  [0, 0, 2],
] as const;

/** 3 x 3 weights as the 4 x 4 frequencies that `convolvePair` reads, one after the other. */
function packFrequencies({ inputs, outputs, weights }: RowLayer): Int16Array {
  const packed = new Int16Array(16 * inputs * outputs);
  winograd.forEach((vertical, v) => {
    winograd.forEach((horizontal, h) => {
      const frequency = packPanels(inputs, outputs, (output, input) => {
        let sum = 0;
        for (let tap = 0; tap < 9; tap++) {
          const weight = weights[(output * 9 + tap) * inputs + input]!;
          sum += weight * vertical[Math.floor(tap / 3)]! * horizontal[tap % 3]!;
        }
        return sum;
      });
      packed.set(frequency, (4 * v + h) * inputs * outputs);
    });
  });
  return packed;
}

function packWeights(layer: RowLayer, step: 1 | 2): Int16Array {
  if (step === 2) return packFrequencies(layer);
  const inputs = layer.inputs * layer.kernel ** 2;
  return packPanels(inputs, layer.outputs, (output, input) => layer.weights[output * inputs + input]!);
}

/** A photo is looked at in several sizes, all with the same weights. */
const packedLayers = { 1: new WeakMap<RowLayer, Int16Array>(), 2: new WeakMap<RowLayer, Int16Array>() };

function packLayer(layer: RowLayer, step: 1 | 2): Int16Array {
  const known = packedLayers[step].get(layer);
  if (known) return known;
  const packed = packWeights(layer, step);
  packedLayers[step].set(layer, packed);
  return packed;
}

const rowBytes = ({ wide, channels }: RowNode): number => (wide + spareCells) * channels * sampleBytes;

/** Sizes of all buffers by name; those of nodes and their weights by the name of the node. */
function sizesOf({ nodes }: RowPlan, { tables }: RowNetwork, { widthPx }: PictureSize, work: number) {
  const sizes: Record<string, number> = {
    'all tables': tables.length,
    'all work': work,
    'all zeros': Math.max(...nodes.map(rowBytes)),
    'all pixels': 2 * 3 * widthPx,
    'all chances': 2 * (tables.length / rowTableBytes) * widthPx,
  };
  nodes.forEach((node, i) => {
    const isLast = i === nodes.length - 1;
    sizes[`rows of ${node.name}`] = isLast
      ? (node.wide + spareCells) * node.channels * floatBytes
      : node.kept * rowBytes(node);
    if (!node.layer) return;
    const { inputs, outputs, kernel } = node.layer;
    const taps = node.step === 2 ? 16 : kernel * kernel;
    sizes[`weights of ${node.name}`] = 2 * outputs * floatBytes + inputs * outputs * taps * sampleBytes;
  });
  return sizes;
}

type RowLayout = KernelLayout<string>;

function workOf({ nodes }: RowPlan, { kernels }: RowLayout): number {
  const bytes = nodes.map(({ step, layer }) =>
    layer && step === 2 ? kernels.convolvePairWork(layer.inputs, layer.outputs) : 0,
  );
  return Math.max(...bytes);
}

/** Bytes of kernels' memory that a run takes, besides the picture and its answers. */
export function rowNetworkBytes(network: RowNetwork, size: PictureSize): number {
  const plan = planRows(network, size);
  const sizes = sizesOf(plan, network, size, workOf(plan, createLayOut()({})));
  return Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * What a network says of a picture: the chances of each class, of its size. The picture has at least 32 x 32 pixels and must not
 * change meanwhile. Yields after each step how much is done, over 0 to 1: who runs it gives way as often as it likes. Throws
 * RangeError for smaller pictures, for those too wide for 256 MB of rows, and for layers that don't fit each other.
 */
export function* runRowNetwork(network: RowNetwork, pixels: RgbPixels): Generator<number, Plane8[], void> {
  checkPixels(pixels);
  checkRowNetwork(network);
  const { rgb, widthPx, heightPx } = pixels;
  if (Math.min(widthPx, heightPx) < minSidePx) {
    throw new RangeError(`A picture has at least ${minSidePx} pixels a side, not ${widthPx} x ${heightPx}`);
  }
  const plan = planRows(network, pixels);
  const layOut = createLayOut();
  const { kernels, at, bytes } = layOut(sizesOf(plan, network, pixels, workOf(plan, layOut({}))));
  const last = plan.nodes.at(-1)!;
  const classes = network.tables.length / rowTableBytes;
  const chances = Array.from({ length: classes }, () => new Uint8Array(widthPx * heightPx));

  bytes.set(network.tables, at['all tables']!);
  for (const { name, step, layer } of plan.nodes) {
    if (!layer) continue;
    const parts = [layer.multipliers, layer.biases, packLayer(layer, step)];
    let to = at[`weights of ${name}`]!;
    for (const { buffer, byteOffset, byteLength } of parts) {
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), to);
      to += byteLength;
    }
  }

  /** Where a row begins: one that is kept, or one of zeros outside of the plane. */
  const rowOf = (node: RowNode, y: number): number => {
    const before = node.channels * sampleBytes;
    if (y < 0 || y >= node.high) return at['all zeros']! + before;
    if (y >= node.made || y < node.made - node.kept) throw new Error(`Row ${y} of ${node.name} isn't kept`);
    return at[`rows of ${node.name}`]! + (y % node.kept) * rowBytes(node) + before;
  };
  const newRowOf = (node: RowNode, y: number): number =>
    at[`rows of ${node.name}`]! + (y % node.kept) * rowBytes(node) + node.channels * sampleBytes;

  const gather = (node: RowNode, y: number): void => {
    for (const below of [0, 1]) {
      const from = Math.min(heightPx - 1, 2 * y + below) * widthPx * 3;
      bytes.set(rgb.subarray(from, from + widthPx * 3), at['all pixels']! + below * widthPx * 3);
    }
    const upper = at['all pixels']!;
    kernels.gatherCells(upper, upper + widthPx * 3, widthPx, node.wide, newRowOf(node, y));
  };
  const add = (node: RowNode, y: number): void => {
    const [row, coarse] = node.needs.map(({ node: source, first }) => rowOf(source, first(y)));
    kernels.addEnlarged(row!, coarse!, node.channels, node.wide, newRowOf(node, y));
  };
  const convolve = (node: RowNode, y: number, target: number, width: number, isLinear: boolean): void => {
    const { kernel, stride, inputs, outputs } = node.layer!;
    const source = node.needs[0]!.node;
    const top = node.needs[0]!.first(y);
    const upper = rowOf(source, top);
    const [middle, lower] = kernel === 3 ? [rowOf(source, top + 1), rowOf(source, top + 2)] : [upper, upper];
    const weights = at[`weights of ${node.name}`]!;
    kernels.convolveRow(
      upper,
      middle,
      lower,
      kernel,
      inputs,
      stride,
      weights,
      outputs,
      target,
      width,
      Number(isLinear),
    );
  };
  const convolveBoth = (node: RowNode, y: number): void => {
    const { inputs, outputs } = node.layer!;
    const source = node.needs[0]!.node;
    kernels.convolvePair(
      rowOf(source, y - 1),
      rowOf(source, y),
      rowOf(source, y + 1),
      rowOf(source, y + 2),
      inputs,
      at[`weights of ${node.name}`]!,
      outputs,
      newRowOf(node, y),
      newRowOf(node, y + 1),
      node.wide,
      at['all work']!,
    );
  };
  const answer = (node: RowNode, y: number): void => {
    const values = at[`rows of ${node.name}`]!;
    convolve(node, y, values, Math.ceil(widthPx / 2), true);
    const target = at['all chances']!;
    kernels.readChances(values, classes, widthPx, at['all tables']!, target);
    chances.forEach((samples, i) => {
      const from = target + 2 * i * widthPx;
      const count = Math.min(2, heightPx - 2 * y) * widthPx;
      samples.set(bytes.subarray(from, from + count), 2 * y * widthPx);
    });
  };
  const make = (node: RowNode, y: number): void => {
    if (node === last) answer(node, y);
    else if (!node.layer) node.needs.length === 0 ? gather(node, y) : add(node, y);
    else if (node.step === 2) convolveBoth(node, y);
    else convolve(node, y, newRowOf(node, y), node.wide, false);
    node.made += node.step;
  };

  for (const [i, { node, y }] of plan.steps.entries()) {
    make(node, y);
    yield (i + 1) / plan.steps.length;
  }
  return chances.map((samples) => ({ samples, widthPx, heightPx }));
}
