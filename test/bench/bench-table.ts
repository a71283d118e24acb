/** What every bench shares: interleaved rounds, medians, one table. Owns how a figure is taken and shown. */

export interface Row {
  measure: string;
  platen: string;
  reference: string;
  ratio: string;
  goal: string;
  met: boolean | undefined;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The value below which this part (0 to 1) of the values lies. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

/** Runs the contenders in turn, `rounds` times, and gives each one's results: noise of the machine hits all alike. */
export async function interleave<K extends string, T>(
  contenders: Record<K, () => Promise<T>>,
  rounds: number,
): Promise<Record<K, T[]>> {
  const names = Object.keys(contenders) as K[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await contenders[name]());
  }
  return results;
}

/** Prints rows as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  const lines = rows.map((row) => [
    row.measure,
    row.platen,
    row.reference,
    row.ratio,
    row.goal,
    row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
  ]);
  const heads = ['measure', 'platen', 'reference', 'ratio', 'goal', ''];
  const widths = heads.map((head, i) => Math.max(head.length, ...lines.map((line) => line[i]!.length)));
  const text = (line: string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  console.log(text(heads));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const line of lines) console.log(text(line));
}
