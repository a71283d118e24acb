/**
 * Owns the judgement of one candidate: how likely it is a defect. Boosted oblivious trees, learnt from damaged and good
 * pictures by `tools/learn-defects.ts`, are read from `defect-trees.bin`. Must never do any other I/O.
 */
import { readFileSync } from 'node:fs';

const depth = 5;
const leaves = 2 ** depth;
const perTree = 2 * depth + leaves;
/** Thresholds and leaves are kept as thousandths in 16 bits. */
const unit = 1000;
/** What the trees start from: defects are rare. */
const startValue = -3;

let trees: Int16Array | undefined;

function readTrees(): Int16Array {
  const bytes = readFileSync(new URL('defect-trees.bin', import.meta.url));
  return Int16Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i));
}

/** From 0 to 1; features as `detectCandidates` makes them. The first half of the trees judges light ones. */
export function defectChance(features: readonly number[], isLight: boolean): number {
  trees ??= readTrees();
  const half = trees.length / 2;
  const start = isLight ? 0 : half;
  let sum = 0;
  for (let at = start; at < start + half; at += perTree) {
    let leaf = 0;
    for (let k = 0; k < depth; k++) {
      if (features[trees[at + k]!]! * unit >= trees[at + depth + k]!) leaf |= 1 << k;
    }
    sum += trees[at + 2 * depth + leaf]!;
  }
  return 1 / (1 + Math.exp(-(startValue + sum / unit)));
}
