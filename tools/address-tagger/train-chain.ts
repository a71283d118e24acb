/**
 * Learns the weights of a linear chain (packages/addresses/tagging/linear-chain.ts) from texts with their labels: the likelihood's
 * gradient text by text, AdaGrad's steps, a pull to zero, and a table of 8-bit weights at the end. Owns learning and its figures;
 * what the texts are is for the callers (compose-*.ts). The same examples and seed give the same weights.
 */
import {
  bestPath,
  type ChainWeights,
  sumPaths,
  type TokenFeatures,
} from '@platen/addresses/tagging/linear-chain';
import type { Chance } from '../address-writing/writing-chance.ts';

export interface ChainExample {
  features: TokenFeatures;
  /** An index into the labels for every token. */
  gold: Uint8Array;
}

export interface ChainTraining {
  labels: readonly string[];
  bits: number;
  /** First step; 0.1 to 0.3. */
  rate?: number;
  /** Pull to zero at every text that has the feature. */
  decay?: number;
  /** Weights below this (after learning) are nothing: a smaller file. */
  least?: number;
}

export interface ChainTrainer {
  /** One step; answers how unlikely the gold labels were, in nats. */
  learn: (example: ChainExample) => number;
  /** From 1 down to 0 over the whole learning: steps get smaller. */
  setPace: (pace: number) => void;
  /** Counts the weights of now into the average that `weights` gives from then on. */
  keep: () => void;
  weights: () => ChainWeights;
}

/** A slope that is smaller teaches nothing. */
const leastSlope = 1e-4;
/** Quantised weights don't go farther than this. */
const greatestWeight = 8;

export function createTrainer({
  labels,
  bits,
  rate = 0.2,
  decay = 1e-5,
  least = 0.03,
}: ChainTraining): ChainTrainer {
  const size = labels.length;
  const side = size + 1;
  const mask = 2 ** bits - 1;
  const states = new Float32Array(2 ** bits * size);
  const statesSquared = new Float32Array(states.length).fill(1e-2);
  const transitions = new Float32Array(side * side);
  const transitionsSquared = new Float32Array(side * side).fill(1);
  let pace = 1;
  let kept = 0;
  const statesKept = new Float32Array(states.length);
  const transitionsKept = new Float32Array(transitions.length);

  const stepTransition = (at: number, slope: number): void => {
    if (slope === 0) return;
    transitionsSquared[at]! += slope * slope;
    transitions[at]! -= (rate * pace * slope) / Math.sqrt(transitionsSquared[at]!);
  };

  const learn = ({ features: { starts, ids }, gold }: ChainExample): number => {
    const tokens = gold.length;
    if (tokens === 0) return 0;
    const scores = new Float64Array(tokens * size);
    for (let token = 0; token < tokens; token++) {
      for (let at = starts[token]!; at < starts[token + 1]!; at++) {
        const row = (ids[at]! & mask) * size;
        for (let label = 0; label < size; label++) scores[token * size + label]! += states[row + label]!;
      }
    }
    const lattice = sumPaths(scores, transitions, size);
    const { forward, backward, states: likely, steps, norms } = lattice;
    let goldScore = 0;
    const expected = new Float64Array(side * side);
    const slopes = new Float64Array(size);
    const open = new Uint8Array(size);
    for (let token = 0; token < tokens; token++) {
      const here = gold[token]!;
      goldScore +=
        scores[token * size + here]! + transitions[(token === 0 ? size : gold[token - 1]!) * side + here]!;
      expected[(token === 0 ? size : gold[token - 1]!) * side + here]! -= 1;
      for (let label = 0; label < size; label++) {
        const marginal = forward[token * size + label]! * backward[token * size + label]!;
        slopes[label] = marginal - Number(label === here);
        if (token === 0) expected[size * side + label]! += marginal;
        if (token === tokens - 1) expected[label * side + size]! += marginal;
        else {
          const from = forward[token * size + label]! / norms[token + 1]!;
          if (from > 1e-9)
            for (let to = 0; to < size; to++)
              expected[label * side + to]! +=
                from *
                steps[label * side + to]! *
                likely[(token + 1) * size + to]! *
                backward[(token + 1) * size + to]!;
        }
      }
      // Labels that nothing is to be learnt of cost no time: of most words all but two.
      let active = 0;
      for (let label = 0; label < size; label++)
        if (Math.abs(slopes[label]!) > leastSlope) open[active++] = label;
      if (active === 0) continue;
      for (let at = starts[token]!; at < starts[token + 1]!; at++) {
        const row = (ids[at]! & mask) * size;
        for (let each = 0; each < active; each++) {
          const label = open[each]!;
          const slope = slopes[label]! + decay * states[row + label]!;
          statesSquared[row + label]! += slope * slope;
          states[row + label]! -= (rate * pace * slope) / Math.sqrt(statesSquared[row + label]!);
        }
      }
    }
    goldScore += transitions[gold[tokens - 1]! * side + size]!;
    expected[gold[tokens - 1]! * side + size]! -= 1;
    for (let at = 0; at < expected.length; at++) stepTransition(at, expected[at]!);
    return lattice.logSum - goldScore;
  };

  return {
    learn,
    setPace: (to) => {
      pace = to;
    },
    keep: () => {
      kept++;
      for (let at = 0; at < states.length; at++) statesKept[at]! += states[at]!;
      for (let at = 0; at < transitions.length; at++) transitionsKept[at]! += transitions[at]!;
    },
    weights: () => {
      const scale = greatestWeight / 127;
      const table = Int8Array.from(kept > 0 ? statesKept : states, (sum) => {
        const weight = sum / Math.max(1, kept);
        return Math.abs(weight) < least ? 0 : Math.max(-127, Math.min(127, Math.round(weight / scale)));
      });
      const steps = kept > 0 ? transitionsKept.map((sum) => sum / kept) : transitions.slice();
      return { labels, bits, scale, states: table, transitions: steps };
    },
  };
}

/** Without a share of its features, by chance: no single word may tell alone. */
export function thinned(example: ChainExample, chance: Chance, share: number): ChainExample {
  const { starts, ids } = example.features;
  const kept: { starts: number[]; ids: number[] } = { starts: [0], ids: [] };
  for (let token = 0; token + 1 < starts.length; token++) {
    for (let at = starts[token]!; at < starts[token + 1]!; at++)
      if (!chance.often(share)) kept.ids.push(ids[at]!);
    kept.starts.push(kept.ids.length);
  }
  return { ...example, features: kept };
}

export interface ChainFigures {
  texts: number;
  /** Share of tokens, of whole texts, with the gold labels. */
  tokensRight: number;
  textsRight: number;
  /** For each kind: of the gold spans how many were found exactly; of those found how many are gold. */
  kinds: Record<string, { found: number; right: number }>;
}

/** How well the weights label texts that they have not learnt from. */
export function measureChain(weights: ChainWeights, examples: readonly ChainExample[]): ChainFigures {
  const { labels, bits, states, scale, transitions } = weights;
  const size = labels.length;
  const mask = 2 ** bits - 1;
  let tokens = 0;
  let right = 0;
  let whole = 0;
  const counts = new Map<string, { gold: number; tagged: number; both: number }>();
  for (const { features, gold } of examples) {
    const scores = new Float64Array(gold.length * size);
    for (let token = 0; token < gold.length; token++)
      for (let at = features.starts[token]!; at < features.starts[token + 1]!; at++)
        for (let label = 0; label < size; label++)
          scores[token * size + label]! += scale * states[(features.ids[at]! & mask) * size + label]!;
    const path = bestPath(scores, transitions, size);
    let same = 0;
    for (let token = 0; token < gold.length; token++) same += Number(path[token] === gold[token]);
    tokens += gold.length;
    right += same;
    whole += Number(same === gold.length);
    const goldSpans = new Set(spanKeys(gold, labels));
    const pathSpans = spanKeys(path, labels);
    for (const key of goldSpans) countOf(counts, key).gold++;
    for (const key of pathSpans) {
      countOf(counts, key).tagged++;
      if (goldSpans.has(key)) countOf(counts, key).both++;
    }
  }
  return {
    texts: examples.length,
    tokensRight: right / tokens,
    textsRight: whole / examples.length,
    kinds: Object.fromEntries(
      [...counts].map(([kind, { gold, tagged, both }]) => [
        kind,
        { found: both / gold, right: both / tagged },
      ]),
    ),
  };
}

function countOf(
  counts: Map<string, { gold: number; tagged: number; both: number }>,
  key: string,
): { gold: number; tagged: number; both: number } {
  const kind = key.slice(0, key.indexOf(' '));
  const count = counts.get(kind) ?? { gold: 0, tagged: 0, both: 0 };
  counts.set(kind, count);
  return count;
}

/** `name 3 6` for the tokens 3 to 6 (not included). */
function spanKeys(path: Uint8Array, labels: readonly string[]): string[] {
  const keys: string[] = [];
  for (let from = 0; from < path.length; from++) {
    const label = labels[path[from]!]!;
    if (label === 'O') continue;
    const inside = labels.indexOf(`I-${label.slice(2)}`);
    let to = from + 1;
    while (to < path.length && path[to] === inside) to++;
    keys.push(`${label.slice(2)} ${from} ${to}`);
    from = to - 1;
  }
  return keys;
}
