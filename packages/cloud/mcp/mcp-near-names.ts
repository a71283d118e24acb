/** Names that resemble a wrong one. Owns the measure; knows no tool. */

/** Longer names resemble none; comparing them would cost time only. */
const longestCompared = 64;

/** At most three of `names`, the likest first. */
export function nearNames(name: string, names: readonly string[]): string[] {
  if (name.length > longestCompared) return [];
  const wanted = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const words = new Set(wanted.split('_'));
  return names
    .map((candidate) => {
      const parts = candidate.split('_');
      const shared = parts.filter((word) => words.has(word)).length / Math.max(parts.length, words.size);
      const close = 1 - editDistance(wanted, candidate) / Math.max(wanted.length, candidate.length);
      return { candidate, likeness: Math.max(shared, close) };
    })
    .filter(({ likeness }) => likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Levenshtein's distance: insertions, deletions and replacements from one text to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const replaced = row[column - 1]! + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
