/**
 * Owns the judgement of one candidate: how likely it is a defect, by trees that are learnt from damaged and good pictures by
 * `tools/learn-defects.ts`.
 */
import { type BoostedTrees, chanceOf, readTrees } from '../pixels/boosted-trees.ts';

let trees: BoostedTrees | undefined;

/** From 0 to 1; features as `detectCandidates` makes them. The first half of the trees judges light ones. */
export function defectChance(features: readonly number[], isLight: boolean): number {
  trees ??= readTrees(new URL('defect-trees.bin', import.meta.url));
  const count = trees.length / 2;
  return chanceOf(trees, features, { start: isLight ? 0 : count, count });
}
