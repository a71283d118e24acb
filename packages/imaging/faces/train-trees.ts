/**
 * Owns how trees of two questions are learnt from examples: boosting with real answers (Friedman, Hastie and Tibshirani,
 * "Additive logistic regression", 2000), on a share of the features each. Must never know where the examples come from.
 */
import { createRandom } from './face-samples.ts';
import { ANSWERS, type FaceModel, FEATURES, QUESTIONS } from './face-windows.ts';

const TRIED_FEATURES = 220;
const BINS = 64;

/** The sums of the trees' answers for a window's features, after each tree. */
export function runningScores(model: FaceModel, bytes: Uint8Array): number[] {
  const { questions, answers } = model;
  let sum = 0;
  return Array.from(model.floors, (_, tree) => {
    const at = tree * QUESTIONS;
    const first = bytes[questions[at]!]! < questions[at + 1]! ? 0 : 1;
    const next = at + 2 + 2 * first;
    const second = bytes[questions[next]!]! < questions[next + 1]! ? 0 : 1;
    sum += answers[tree * ANSWERS + 2 * first + second]!;
    return sum;
  });
}

type Split = { feature: number; limit: number; gain: number };

/** Columns of features, so that one feature of all samples lies together. */
function columnsOf(samples: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: FEATURES }, (_, feature) =>
    Uint8Array.from(samples, (bytes) => bytes[feature]!),
  );
}

type Set = { columns: Uint8Array[]; labels: Int8Array; weights: Float64Array };

function bestSplit(set: Set, members: Int32Array, features: readonly number[]): Split {
  const sums = new Float64Array(BINS);
  const totals = new Float64Array(BINS);
  let best: Split = { feature: 0, limit: 0, gain: -1 };
  for (const feature of features) {
    sums.fill(0);
    totals.fill(0);
    const column = set.columns[feature]!;
    for (const i of members) {
      const bin = column[i]! >> 2;
      const weight = set.weights[i]!;
      sums[bin] = sums[bin]! + weight * set.labels[i]!;
      totals[bin] = totals[bin]! + weight;
    }
    const [allSum, allTotal] = [sums.reduce((a, b) => a + b, 0), totals.reduce((a, b) => a + b, 0)];
    let [sum, total] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin++) {
      sum += sums[bin]!;
      total += totals[bin]!;
      const rest = allTotal - total;
      if (total < 1e-6 || rest < 1e-6) continue;
      const gain = (sum * sum) / total + (allSum - sum) ** 2 / rest;
      if (gain > best.gain) best = { feature, limit: (bin + 1) * 4, gain };
    }
  }
  return best;
}

function answerOf(set: Set, members: Int32Array): number {
  let [sum, total] = [0, 1e-4];
  for (const i of members) {
    sum += set.weights[i]! * set.labels[i]!;
    total += set.weights[i]!;
  }
  return Math.round((1000 * sum) / total);
}

/** Trees that tell the one from the other, without floors; the same for the same samples. */
export function trainTrees(
  positives: readonly Uint8Array[],
  negatives: readonly Uint8Array[],
  trees: number,
): FaceModel {
  const samples = [...positives, ...negatives];
  const labels = Int8Array.from(samples, (_, i) => (i < positives.length ? 1 : -1));
  const weights = Float64Array.from(
    labels,
    (label) => 0.5 / (label > 0 ? positives.length : negatives.length),
  );
  const set: Set = { columns: columnsOf(samples), labels, weights };
  const random = createRandom(trees);
  const model = {
    questions: new Int16Array(trees * QUESTIONS),
    answers: new Int32Array(trees * ANSWERS),
    floors: new Int32Array(trees).fill(-1e9),
  };
  const all = Int32Array.from(samples, (_, i) => i);
  for (let tree = 0; tree < trees; tree++) {
    const features = Array.from({ length: TRIED_FEATURES }, () => Math.floor(random() * FEATURES));
    const root = bestSplit(set, all, features);
    const parts = [0, 1].map((side) =>
      all.filter((i) => (set.columns[root.feature]![i]! < root.limit ? 0 : 1) === side),
    );
    const splits = parts.map((part) => bestSplit(set, part, features));
    model.questions.set(
      [root, ...splits].flatMap(({ feature, limit }) => [feature, limit]),
      tree * QUESTIONS,
    );
    let total = 0;
    parts.forEach((part, first) => {
      const split = splits[first]!;
      const column = set.columns[split.feature]!;
      for (const second of [0, 1]) {
        const leaf = part.filter((i) => (column[i]! < split.limit ? 0 : 1) === second);
        const answer = answerOf(set, leaf);
        model.answers[tree * ANSWERS + 2 * first + second] = answer;
        for (const i of leaf) {
          weights[i] = weights[i]! * Math.exp((-labels[i]! * answer) / 1000);
          total += weights[i]!;
        }
      }
    });
    for (let i = 0; i < weights.length; i++) weights[i] = weights[i]! / total;
  }
  return model;
}
