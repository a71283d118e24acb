/**
 * Owns growing boosted oblivious trees (every level asks one question of all; Friedman 2001, Prokhorenkova et al. 2018) by
 * Newton steps on the logistic loss. Pure; the same examples give the same trees.
 */

/** Rows of `width` features; how much each row counts. */
export interface Examples {
  features: Float32Array;
  width: number;
  isDefect: Uint8Array;
  weights: Float32Array;
}
/** Rows out of their features, whether each is what is looked for, and how much it counts. */
export function examplesOf(
  rows: readonly { features: readonly number[]; isDefect: boolean; weight: number }[],
): Examples {
  const width = rows[0]!.features.length;
  const features = new Float32Array(rows.length * width);
  for (const [i, { features: own }] of rows.entries()) features.set(own, i * width);
  const isDefect = Uint8Array.from(rows, (row) => Number(row.isDefect));
  return { features, width, isDefect, weights: Float32Array.from(rows, ({ weight }) => weight) };
}

/** Bit k of a leaf's index says that feature k isn't under threshold k. */
export interface Tree {
  features: number[];
  thresholds: number[];
  leaves: number[];
}

const treeDepth = 5;
const binCount = 32;
const rate = 0.25;
const start = -3;
/** Keeps leaves of few examples near zero. */
const usualRidge = 30;
const maxStep = 6;

/** Borders between bins: quantiles of all rows, and once more of the defects, which are rare. */
function bordersOf({ features, width, isDefect }: Examples, feature: number): number[] {
  const values: number[] = [];
  for (let row = 0; row < isDefect.length; row++) {
    if (row % 7 === 0 || (isDefect[row] && row % 2 === 1)) values.push(features[row * width + feature]!);
  }
  values.sort((a, b) => a - b);
  const borders = new Set<number>();
  for (let k = 1; k < binCount; k++)
    borders.add(Math.round(values[Math.floor((k * values.length) / binCount)]! * 1000) / 1000);
  return [...borders].sort((a, b) => a - b);
}

interface Binned {
  bins: Uint8Array;
  borders: number[][];
  width: number;
  count: number;
  ridge: number;
}

function binned(examples: Examples, ridge: number): Binned {
  const { features, width, isDefect } = examples;
  const borders = Array.from({ length: width }, (_, feature) => bordersOf(examples, feature));
  const bins = new Uint8Array(features.length);
  for (let i = 0; i < bins.length; i++) {
    const own = borders[i % width]!;
    let bin = 0;
    while (bin < own.length && features[i]! >= own[bin]!) bin++;
    bins[i] = bin;
  }
  return { bins, borders, width, count: isDefect.length, ridge };
}

interface Slopes {
  first: Float64Array;
  second: Float64Array;
}

/** The question that gains most when all leaves ask it. */
function bestQuestion(data: Binned, leaf: Uint8Array, leaves: number, slopes: Slopes): [number, number] {
  const { bins, borders, width, count, ridge } = data;
  const [first, second] = [
    new Float64Array(leaves * width * binCount),
    new Float64Array(leaves * width * binCount),
  ];
  for (let row = 0; row < count; row++) {
    const [slope, curve] = [slopes.first[row]!, slopes.second[row]!];
    if (curve < 1e-4 && Math.abs(slope) < 1e-3) continue;
    const base = leaf[row]! * width * binCount;
    for (let feature = 0; feature < width; feature++) {
      const at = base + feature * binCount + bins[row * width + feature]!;
      first[at]! += slope;
      second[at]! += curve;
    }
  }
  let best = { gain: -1, feature: 0, border: 0 };
  for (let feature = 0; feature < width; feature++) {
    const gains = new Float64Array(borders[feature]!.length);
    for (let index = 0; index < leaves; index++) {
      const at = (index * width + feature) * binCount;
      let [allFirst, allSecond] = [0, 0];
      for (let bin = 0; bin <= gains.length; bin++) {
        allFirst += first[at + bin]!;
        allSecond += second[at + bin]!;
      }
      let [below, belowSecond] = [0, 0];
      for (let border = 0; border < gains.length; border++) {
        below += first[at + border]!;
        belowSecond += second[at + border]!;
        const above = allFirst - below;
        gains[border]! += below ** 2 / (belowSecond + ridge) + above ** 2 / (allSecond - belowSecond + ridge);
      }
    }
    gains.forEach((gain, border) => {
      if (gain > best.gain) best = { gain, feature, border };
    });
  }
  return [best.feature, best.border];
}

function growTree(data: Binned, slopes: Slopes, leaf: Uint8Array): Tree {
  const tree: Tree = { features: [], thresholds: [], leaves: [] };
  leaf.fill(0);
  for (let depth = 0; depth < treeDepth; depth++) {
    const [feature, border] = bestQuestion(data, leaf, 1 << depth, slopes);
    tree.features.push(feature);
    tree.thresholds.push(data.borders[feature]![border]!);
    for (let row = 0; row < data.count; row++) {
      if (data.bins[row * data.width + feature]! > border) leaf[row]! |= 1 << depth;
    }
  }
  const [first, second] = [new Float64Array(1 << treeDepth), new Float64Array(1 << treeDepth)];
  for (let row = 0; row < data.count; row++) {
    first[leaf[row]!]! += slopes.first[row]!;
    second[leaf[row]!]! += slopes.second[row]!;
  }
  tree.leaves = Array.from(first, (sum, i) => {
    const step = Math.max(-maxStep, Math.min(maxStep, sum / (second[i]! + data.ridge)));
    return Math.round(rate * step * 1000) / 1000;
  });
  return tree;
}

/** `ridge` is less than usual where there are few examples. */
export function growTrees(examples: Examples, count: number, ridge = usualRidge): Tree[] {
  const data = binned(examples, ridge);
  const scores = new Float64Array(data.count).fill(start);
  const slopes = { first: new Float64Array(data.count), second: new Float64Array(data.count) };
  const leaf = new Uint8Array(data.count);
  return Array.from({ length: count }, () => {
    for (let row = 0; row < data.count; row++) {
      const chance = 1 / (1 + Math.exp(-scores[row]!));
      slopes.first[row] = (examples.isDefect[row]! - chance) * examples.weights[row]!;
      slopes.second[row] = Math.max(1e-6, chance * (1 - chance) * examples.weights[row]!);
    }
    const tree = growTree(data, slopes, leaf);
    for (let row = 0; row < data.count; row++) scores[row]! += tree.leaves[leaf[row]!]!;
    return tree;
  });
}

/** As `packages/imaging/pixels/boosted-trees.ts` reads them: in 16 bits, thresholds and leaves in thousandths. */
export function packTrees(trees: readonly Tree[]): Buffer {
  const inThousandths = (value: number): number => Math.round(value * 1000);
  const numbers = trees.flatMap(({ features, thresholds, leaves }) => [
    ...features,
    ...thresholds.map(inThousandths),
    ...leaves.map(inThousandths),
  ]);
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [i, value] of numbers.entries()) bytes.writeInt16LE(value, 2 * i);
  return bytes;
}
