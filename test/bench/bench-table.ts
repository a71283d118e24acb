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

const tellEveryMs = 20_000;

/** The value below which this part (0 to 1) of the values lies. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

/**
 * Runs the contenders in turn, `rounds` times, and gives each one's results: noise of the machine hits all alike. Who waits long
 * is told how far it is.
 */
export async function interleave<K extends string, T>(
  contenders: Record<K, () => Promise<T>>,
  rounds: number,
): Promise<Record<K, T[]>> {
  const names = Object.keys(contenders) as K[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>;
  let toldAt = performance.now();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await contenders[name]());
    if (round + 1 === rounds || performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    console.log(`  round ${round + 1} of ${rounds}`);
  }
  return results;
}

/** What a bench is: it gives its rows together, or, when it takes long, each as soon as it is known. */
export type Bench = () => AsyncIterable<Row> | Promise<Row[]>;

/** The rows of a bench, each printed when it is known. */
export async function runBench(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  const measured = bench();
  const known = Symbol.asyncIterator in measured ? measured : await measured;
  for await (const row of known) {
    console.log(`  ${cellsOf(row).filter(Boolean).join(' | ')}`);
    rows.push(row);
  }
  return rows;
}

const cellsOf = (row: Row): string[] => [
  row.measure,
  row.platen,
  row.reference,
  row.ratio,
  row.goal,
  row.met === undefined ? '' : row.met ? 'met' : 'MISSED',
];

/** Prints rows as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  const lines = rows.map(cellsOf);
  const heads = ['measure', 'platen', 'reference', 'ratio', 'goal', ''];
  const widths = heads.map((head, i) => Math.max(head.length, ...lines.map((line) => line[i]!.length)));
  const text = (line: string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  console.log(text(heads));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const line of lines) console.log(text(line));
}
