/**
 * Owns what boosted oblivious trees say of some features: `tools/boosted-trees.ts` grows them, each level asks one question of all.
 * Must never do any I/O but read the file it is given.
 */
import { readFileSync } from 'node:fs';

const depth = 5;
const leaves = 2 ** depth;
/** Numbers of one tree: its features, its thresholds, its leaves. */
const perTree = 2 * depth + leaves;
/** Thresholds and leaves are kept as thousandths in 16 bits. */
const unit = 1000;
/** What the sum starts from: what is looked for is rare. */
const startValue = -3;

export type BoostedTrees = Int16Array;

/** The trees that `packTrees` of `tools/boosted-trees.ts` wrote into these bytes. */
export const treesOf = (bytes: Buffer): BoostedTrees =>
  Int16Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i));

export const readTrees = (file: URL): BoostedTrees => treesOf(readFileSync(file));

/** From 0 to 1, by the trees from `start` on, `count` numbers of them. */
export function chanceOf(
  trees: BoostedTrees,
  features: ArrayLike<number>,
  { start, count } = { start: 0, count: trees.length },
): number {
  let sum = 0;
  for (let at = start; at < start + count; at += perTree) {
    let leaf = 0;
    for (let k = 0; k < depth; k++) {
      if (features[trees[at + k]!]! * unit >= trees[at + depth + k]!) leaf |= 1 << k;
    }
    sum += trees[at + 2 * depth + leaf]!;
  }
  return 1 / (1 + Math.exp(-(startValue + sum / unit)));
}
