/**
 * A small network that scores labels for the tokens of a text: each token is the sum of the rows of its features, layers of three taps look
 * at its neighbours near and far, and a linear chain joins the labels. Owns the file of its weights and its sums; which features there are
 * is another file's, learning is tools/address-network. Sums are made by network.wasm (assembly/, `npm run build:kernels`).
 */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { type Tagging, type TokenFeatures, tagScores } from './linear-chain.ts';

interface NetworkHead {
  labels: string[];
  /** The table has 2^bits rows. */
  bits: number;
  /** Numbers of a token between layers, a multiple of sixteen. */
  width: number;
  /** Of each layer, how many tokens its outer taps are away. */
  reaches: number[];
}

/** A network in its memory, ready to score. */
export interface Network {
  labels: readonly string[];
  transitions: Float32Array;
  score: (features: TokenFeatures) => Float64Array;
}

interface Sums {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => number };
  sumRows: (
    table: number,
    mask: number,
    ids: number,
    count: number,
    columns: number,
    scales: number,
    target: number,
  ) => void;
  layer: (
    source: number,
    weights: number,
    biases: number,
    target: number,
    tokens: number,
    inputs: number,
    outputs: number,
    taps: number,
    reach: number,
    isAdded: boolean,
  ) => void;
}

/** What of `WebAssembly` is used: the types of Node.js don't have it. */
interface WasmApi {
  Module: new (bytes: Uint8Array) => unknown;
  Instance: new (module: unknown, imports: unknown) => { exports: unknown };
}
const { WebAssembly: wasmApi } = globalThis as unknown as { WebAssembly: WasmApi };

const pageBytes = 65_536;
const panelOutputs = 16;
const taps = 3;
/** Sums of more rows would have no room in 16 bits. */
const mostFeatures = 255;
const roundUp = (count: number, step: number): number => Math.ceil(count / step) * step;

/** Reads what tools/address-network/learn_labels.py wrote. Texts of up to `mostTokens` tokens can be scored. */
export function readNetwork(file: URL, mostTokens: number): Network {
  const bytes = inflateRawSync(readFileSync(file));
  const headEnd = bytes.indexOf(10) + 1;
  const { labels, bits, width, reaches } = JSON.parse(bytes.toString('utf8', 0, headEnd)) as NetworkHead;
  const size = labels.length;
  const columns = roundUp(width + size, panelOutputs);
  const outputs = roundUp(size, panelOutputs);
  let from = headEnd;
  const take = (count: number): Float32Array => {
    const floats = new Float32Array(Uint8Array.from(bytes.subarray(from, from + 4 * count)).buffer);
    from += 4 * count;
    return floats;
  };
  const transitions = take((size + 1) ** 2);
  const scales = take(columns);
  const tokenBiases = take(width);
  const layers = reaches.map((reach) => ({
    reach,
    weights: take(width * taps * width),
    biases: take(width),
  }));
  const last = { weights: take(outputs * width), biases: take(outputs) };
  const table = bytes.subarray(from);

  const sums = new wasmApi.Instance(
    new wasmApi.Module(readFileSync(new URL('network.wasm', import.meta.url))),
    {},
  ).exports as Sums;
  const { memory } = sums;
  let used = memory.buffer.byteLength;
  const reserve = (count: number): number => {
    const at = used;
    used = roundUp(used + count, 64);
    const lacking = used - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / pageBytes));
    return at;
  };
  const put = (values: Float32Array | Uint8Array): number => {
    const at = reserve(values.byteLength);
    new Uint8Array(memory.buffer).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      at,
    );
    return at;
  };
  const at = {
    table: put(table),
    scales: put(scales),
    layers: layers.map(({ reach, weights, biases }) => ({
      reach,
      weights: put(weights),
      biases: put(biases),
    })),
    lastWeights: put(last.weights),
    lastBiases: put(last.biases),
    ids: reserve(4 * mostFeatures),
    sums: reserve(4 * columns * mostTokens),
    tokens: [reserve(4 * width * mostTokens), reserve(4 * width * mostTokens)],
    scores: reserve(4 * outputs * mostTokens),
  };
  // It grows no more: these stay where they are.
  const floats = new Float32Array(memory.buffer);
  const whole = new Uint32Array(memory.buffer);

  const score = ({ starts, ids }: TokenFeatures): Float64Array => {
    const tokens = starts.length - 1;
    for (let token = 0; token < tokens; token++) {
      const count = Math.min(mostFeatures, starts[token + 1]! - starts[token]!);
      for (let each = 0; each < count; each++) whole[(at.ids >> 2) + each] = ids[starts[token]! + each]!;
      sums.sumRows(at.table, 2 ** bits - 1, at.ids, count, columns, at.scales, at.sums + 4 * columns * token);
      const rows = (at.sums >> 2) + columns * token;
      const to = (at.tokens[0]! >> 2) + width * token;
      for (let each = 0; each < width; each++)
        floats[to + each] = Math.max(0, floats[rows + each]! + tokenBiases[each]!);
    }
    let [source, target] = at.tokens as [number, number];
    for (const { reach, weights, biases } of at.layers) {
      sums.layer(source, weights, biases, target, tokens, width, width, taps, reach, true);
      [source, target] = [target, source];
    }
    sums.layer(source, at.lastWeights, at.lastBiases, at.scores, tokens, width, outputs, 1, 0, false);
    const scores = new Float64Array(tokens * size);
    for (let token = 0; token < tokens; token++)
      for (let label = 0; label < size; label++)
        scores[token * size + label] =
          floats[(at.scores >> 2) + outputs * token + label]! +
          floats[(at.sums >> 2) + columns * token + width + label]!;
    return scores;
  };
  return { labels, transitions, score };
}

/** Labels of a text. It must have a token. */
export const tagNetwork = ({ labels, transitions, score }: Network, features: TokenFeatures): Tagging =>
  tagScores(labels, transitions, score(features));
