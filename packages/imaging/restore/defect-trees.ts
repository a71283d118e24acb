/**
 * Owns the judgement of one candidate: how likely it is a defect. Boosted oblivious trees, learnt from damaged and good
 * pictures by `tools/learn-defects.ts`, are read from `defect-trees.bin`. Must never do any other I/O.
 */
import { readFileSync } from 'node:fs';

const DEPTH = 5;
const LEAVES = 2 ** DEPTH;
const PER_TREE = 2 * DEPTH + LEAVES;
/** Thresholds and leaves are kept as thousandths in 16 bits. */
const UNIT = 1000;
/** What the trees start from: defects are rare. */
const START = -3;

let trees: Int16Array | undefined;

function readTrees(): Int16Array {
  const bytes = readFileSync(new URL('defect-trees.bin', import.meta.url));
  return Int16Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i));
}

/** From 0 to 1; features as `findCandidates` makes them. The first half of the trees judges light ones. */
export function defectChance(features: readonly number[], isLight: boolean): number {
  trees ??= readTrees();
  const half = trees.length / 2;
  const start = isLight ? 0 : half;
  let sum = 0;
  for (let at = start; at < start + half; at += PER_TREE) {
    let leaf = 0;
    for (let k = 0; k < DEPTH; k++) {
      if (features[trees[at + k]!]! * UNIT >= trees[at + DEPTH + k]!) leaf |= 1 << k;
    }
    sum += trees[at + 2 * DEPTH + leaf]!;
  }
  return 1 / (1 + Math.exp(-(START + sum / UNIT)));
}
