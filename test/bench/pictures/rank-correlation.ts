/** Spearman's rank correlation. Pure. */

/** Ranks from 0; equal values share the mean of theirs. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).toSorted((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to += 1;
    for (let i = from; i <= to; i++) ranks[order[i]!] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}

/** -1 to 1; 1: both lists are in the same order. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const middle = (one.length - 1) / 2;
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    both += (a[i]! - middle) * (b[i]! - middle);
    squaresA += (a[i]! - middle) ** 2;
    squaresB += (b[i]! - middle) ** 2;
  }
  return both / Math.sqrt(squaresA * squaresB);
}
