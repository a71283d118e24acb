/**
 * A linear-chain conditional random field (Lafferty, McCallum, Pereira 2001) over hashed features: which label each token of a
 * text has, and how likely. Owns the table of weights and its file, the best path (Viterbi) and the marginals (forward-backward).
 * It knows nothing of addresses; features are another file's, learning is tools/address-tagger/train-chain.ts.
 */
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Hashes of the features of every token, one behind the other. */
export interface TokenFeatures {
  /** Where the features of a token begin in `ids`; one more than there are tokens. */
  starts: number[];
  /** Any 32-bit numbers; the table folds them. */
  ids: number[];
}

export interface ChainWeights {
  /** Begin and inside of a kind are `B-name` and `I-name`; `O` is what belongs to nothing. */
  labels: readonly string[];
  /** The table has 2^bits rows. */
  bits: number;
  /** Row by row, a column for each label; times `scale` it is the weight. */
  states: Int8Array;
  scale: number;
  /** From label to label: row `labels.length` is the start, column `labels.length` the end. */
  transitions: Float32Array;
}

export interface Tagging {
  labels: readonly string[];
  /** The best path: an index into `labels` for every token. */
  path: Uint8Array;
  /** How likely every label is at every token: token by token, a column for each label. */
  marginals: Float64Array;
  lattice: Lattice;
}

/** Forward and backward sums, each token's scaled to one. */
export interface Lattice {
  tokens: number;
  size: number;
  /** e^score of every label at every token, over the token's greatest. */
  states: Float64Array;
  /** e^weight of every transition. */
  steps: Float64Array;
  forward: Float64Array;
  backward: Float64Array;
  /** What each token's forward sums were divided by. */
  norms: Float64Array;
  /** Logarithm of the sum over all paths. */
  logSum: number;
}

/** A run of tokens of one kind. */
export interface TaggedSpan {
  /** `name` for `B-name` and `I-name`. */
  kind: string;
  /** First token, and the one behind the last. */
  from: number;
  to: number;
  /** How likely it is that just these tokens are one span of this kind. */
  probability: number;
}

/** One 32-bit number of two; a feature's kind comes first, so that kinds don't collide. */
export function hashPair(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** A hash of a word, or of what was hashed before and the word behind it. */
export function hashWord(word: string, before = 0x811c9dc5): number {
  return hashPart(word, 0, word.length, before);
}

/** One character more behind what was hashed before. */
export const hashCode = (code: number, before: number): number => Math.imul(before ^ code, 0x01000193);

/** What hashWord says of `word.slice(from, to)`. */
export function hashPart(word: string, from: number, to: number, before = 0x811c9dc5): number {
  let hash = before;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

/** Labels of a chain that finds these kinds. */
export const chainLabels = (kinds: readonly string[]): string[] => [
  'O',
  ...kinds.flatMap((kind) => [`B-${kind}`, `I-${kind}`]),
];

/** Four weights of a row lie in one number of 32 bits, two by two in lanes of 16 that are added at once. */
const lanes = 0x00ff00ff;
/** Makes a signed byte an unsigned one that is greater by 128. */
const unsigned = 0x80808080;
/** So many unsigned bytes fit in a lane. */
const laneRoom = 257;

/** Sums of weights for every label at every token: token by token. */
export function scoreStates(weights: ChainWeights, { starts, ids }: TokenFeatures): Float64Array {
  const { states, scale } = weights;
  const size = weights.labels.length;
  const tokens = starts.length - 1;
  const mask = 2 ** weights.bits - 1;
  const view = new DataView(states.buffer, states.byteOffset, states.byteLength);
  const quads = size >> 2;
  const sums = new Int32Array(tokens * size);
  const even = new Int32Array(quads);
  const odd = new Int32Array(quads);
  for (let token = 0; token < tokens; token++) {
    const to = token * size;
    const end = starts[token + 1]!;
    for (let from = starts[token]!; from < end; from += laneRoom) {
      const until = Math.min(end, from + laneRoom);
      even.fill(0);
      odd.fill(0);
      for (let at = from; at < until; at++) {
        const row = (ids[at]! & mask) * size;
        for (let quad = 0; quad < quads; quad++) {
          const four = view.getInt32(row + 4 * quad, true) ^ unsigned;
          even[quad]! += four & lanes;
          odd[quad]! += (four >>> 8) & lanes;
        }
        for (let label = 4 * quads; label < size; label++) sums[to + label]! += states[row + label]!;
      }
      const added = 128 * (until - from);
      for (let quad = 0; quad < quads; quad++) {
        const label = to + 4 * quad;
        sums[label]! += (even[quad]! & 0xffff) - added;
        sums[label + 1]! += (odd[quad]! & 0xffff) - added;
        sums[label + 2]! += (even[quad]! >>> 16) - added;
        sums[label + 3]! += (odd[quad]! >>> 16) - added;
      }
    }
  }
  const scores = new Float64Array(sums.length);
  for (let at = 0; at < scores.length; at++) scores[at] = sums[at]! * scale;
  return scores;
}

/** e^weight of every transition. */
const stepsOf = (transitions: Float32Array): Float64Array => Float64Array.from(transitions, Math.exp);

/** What is less likely than this is left out of sums. */
const unlikely = 1e-12;
/** The same for Viterbi, in nats behind the best path. */
const farBehind = 40;

/** Forward-backward over scores of labels (token by token) and of transitions (as in ChainWeights). */
export function sumPaths(
  scores: Float64Array,
  transitions: Float32Array,
  size: number,
  steps: Float64Array = stepsOf(transitions),
): Lattice {
  const tokens = scores.length / size;
  const side = size + 1;
  const states = new Float64Array(scores.length);
  const forward = new Float64Array(scores.length);
  const backward = new Float64Array(scores.length);
  const norms = new Float64Array(tokens);
  let logSum = 0;
  for (let token = 0; token < tokens; token++) {
    const at = token * size;
    let greatest = -Infinity;
    for (let label = 0; label < size; label++) greatest = Math.max(greatest, scores[at + label]!);
    if (token === 0) for (let label = 0; label < size; label++) forward[label] = steps[size * side + label]!;
    else
      for (let from = 0; from < size; from++) {
        const before = forward[at - size + from]!;
        if (before < unlikely) continue;
        for (let label = 0; label < size; label++)
          forward[at + label]! += before * steps[from * side + label]!;
      }
    let sum = 0;
    for (let label = 0; label < size; label++) {
      const state = Math.exp(scores[at + label]! - greatest);
      states[at + label] = state;
      forward[at + label]! *= state;
      sum += forward[at + label]!;
    }
    for (let label = 0; label < size; label++) forward[at + label]! /= sum;
    norms[token] = sum;
    logSum += Math.log(sum) + greatest;
  }
  let ended = 0;
  const last = (tokens - 1) * size;
  for (let label = 0; label < size; label++) ended += forward[last + label]! * steps[label * side + size]!;
  logSum += Math.log(ended);
  for (let label = 0; label < size; label++) backward[last + label] = steps[label * side + size]! / ended;
  for (let token = tokens - 2; token >= 0; token--) {
    const at = token * size;
    const next = at + size;
    for (let to = 0; to < size; to++) {
      // A label that no path comes to needs no share.
      if (forward[next + to]! * backward[next + to]! < unlikely) continue;
      const behind = (states[next + to]! * backward[next + to]!) / norms[token + 1]!;
      for (let label = 0; label < size; label++) backward[at + label]! += steps[label * side + to]! * behind;
    }
  }
  return { tokens, size, states, steps, forward, backward, norms, logSum };
}

/** Of chains that tag: their weights change no more. */
const knownSteps = new WeakMap<Float32Array, Float64Array>();

/** Labels of a text. It must have a token. */
export const tagChain = (weights: ChainWeights, features: TokenFeatures): Tagging =>
  tagScores(weights.labels, weights.transitions, scoreStates(weights, features));

/** The same of scores that are known: token by token, a column for each label. */
export function tagScores(
  labels: readonly string[],
  transitions: Float32Array,
  scores: Float64Array,
): Tagging {
  const size = labels.length;
  const steps = knownSteps.get(transitions) ?? stepsOf(transitions);
  knownSteps.set(transitions, steps);
  const lattice = sumPaths(scores, transitions, size, steps);
  const marginals = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at++) marginals[at] = lattice.forward[at]! * lattice.backward[at]!;
  return { labels, path: bestPath(scores, transitions, size), marginals, lattice };
}

/** Viterbi: the likeliest path as a whole. */
export function bestPath(scores: Float64Array, transitions: Float32Array, size: number): Uint8Array {
  const tokens = scores.length / size;
  const side = size + 1;
  const cameFrom = new Uint8Array(scores.length);
  let best = new Float64Array(size);
  let next = new Float64Array(size);
  for (let label = 0; label < size; label++) best[label] = transitions[size * side + label]! + scores[label]!;
  for (let token = 1; token < tokens; token++) {
    let least = -Infinity;
    for (let label = 0; label < size; label++) least = Math.max(least, best[label]! - farBehind);
    next.fill(-Infinity);
    for (let from = 0; from < size; from++) {
      if (best[from]! < least) continue;
      for (let label = 0; label < size; label++) {
        const score = best[from]! + transitions[from * side + label]!;
        if (score <= next[label]!) continue;
        next[label] = score;
        cameFrom[token * size + label] = from;
      }
    }
    for (let label = 0; label < size; label++) next[label]! += scores[token * size + label]!;
    [best, next] = [next, best];
  }
  let label = 0;
  for (let other = 1; other < size; other++)
    if (best[other]! + transitions[other * side + size]! > best[label]! + transitions[label * side + size]!)
      label = other;
  const path = new Uint8Array(tokens);
  for (let token = tokens - 1; token >= 0; token--) {
    path[token] = label;
    label = cameFrom[token * size + label]!;
  }
  return path;
}

/** The best path's runs of one kind, in their order; `O` is none. */
export function listSpans(tagging: Tagging): TaggedSpan[] {
  const { labels, path } = tagging;
  const spans: TaggedSpan[] = [];
  for (let token = 0; token < path.length; token++) {
    const label = labels[path[token]!]!;
    if (label === 'O') continue;
    const kind = label.slice(2);
    const inside = labels.indexOf(`I-${kind}`);
    let to = token + 1;
    while (to < path.length && path[to] === inside) to++;
    spans.push({ kind, from: token, to, probability: spanProbability(tagging, kind, token, to) });
    token = to - 1;
  }
  return spans;
}

/** How likely it is that exactly the tokens `from` to `to` (not included) are one span of the kind. */
export function spanProbability(
  { labels, lattice }: Tagging,
  kind: string,
  from: number,
  to: number,
): number {
  const { size, states, steps, forward, backward, norms, tokens } = lattice;
  const begin = labels.indexOf(`B-${kind}`);
  const inside = labels.indexOf(`I-${kind}`);
  if (begin < 0 || from >= to) return 0;
  const side = size + 1;
  let sum = forward[from * size + begin]!;
  let label = begin;
  for (let token = from + 1; token < to; token++) {
    sum *= (steps[label * side + inside]! * states[token * size + inside]!) / norms[token]!;
    label = inside;
  }
  if (to === tokens) return sum * backward[(to - 1) * size + label]!;
  // It ends here: whatever comes next, only no more of it.
  let after = 0;
  for (let next = 0; next < size; next++)
    if (next !== inside)
      after += steps[label * side + next]! * states[to * size + next]! * backward[to * size + next]!;
  return (sum * after) / norms[to]!;
}

/** Marginal of the kind (begin or inside) at a token. */
export function kindProbability({ labels, marginals }: Tagging, kind: string, token: number): number {
  const begin = labels.indexOf(`B-${kind}`);
  const at = token * labels.length;
  return marginals[at + begin]! + marginals[at + begin + 1]!;
}

/** The file: a line of JSON (labels, bits, scale), the transitions, the table; all deflated. */
export function encodeChain(weights: ChainWeights): Buffer {
  const { labels, bits, scale, transitions, states } = weights;
  const head = Buffer.from(`${JSON.stringify({ labels, bits, scale })}\n`);
  return deflateRawSync(Buffer.concat([head, Buffer.from(transitions.buffer), Buffer.from(states.buffer)]), {
    level: 9,
  });
}

/** Reads what encodeChain wrote. */
export function readChain(file: URL): ChainWeights {
  const bytes = inflateRawSync(readFileSync(file));
  const headEnd = bytes.indexOf(10) + 1;
  const { labels, bits, scale } = JSON.parse(bytes.toString('utf8', 0, headEnd)) as Pick<
    ChainWeights,
    'labels' | 'bits' | 'scale'
  >;
  const statesAt = headEnd + (labels.length + 1) ** 2 * 4;
  return {
    labels,
    bits,
    scale,
    transitions: new Float32Array(Uint8Array.from(bytes.subarray(headEnd, statesAt)).buffer),
    states: new Int8Array(Uint8Array.from(bytes.subarray(statesAt)).buffer),
  };
}
