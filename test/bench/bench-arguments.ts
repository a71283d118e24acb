/** The words of `npm run bench`: which benches to run, or what there is to say instead of measuring for half an hour. Pure. */
import { parseArgs } from 'node:util';

export interface KnownBenches {
  names: readonly string[];
  /** A name for several. */
  groups: Readonly<Record<string, readonly string[]>>;
  /** Only when they are named. */
  onDemand: readonly string[];
}

const options = {
  photos: { type: 'string' },
  sets: { type: 'string' },
  write: { type: 'string' },
  pairs: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The benches that are meant, in order; or words for a person, with the exit code that goes with them. */
export function readBenchArguments(
  words: readonly string[],
  { names, groups, onDemand }: KnownBenches,
): { benches: readonly string[] } | { say: string; exitCode: number } {
  const usage = `npm run bench [-- NAME…] [--photos DIR] [--sets DIR] [--write DIR] [--pairs DIR]
NAME: ${[...names, ...Object.keys(groups)].join(', ')}
Without a name all are run but ${onDemand.join(' and ')}, which takes half an hour.`;
  let asked: { values: { help?: boolean }; positionals: string[] };
  try {
    asked = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    return { say: `bench: ${(error as Error).message}\n\n${usage}`, exitCode: 2 };
  }
  if (asked.values.help) return { say: usage, exitCode: 0 };
  const benches = asked.positionals.flatMap((name) => groups[name] ?? [name]);
  const unknown = benches.find((name) => !names.includes(name));
  if (unknown !== undefined) return { say: `bench: there is no ${unknown}.\n\n${usage}`, exitCode: 2 };
  return { benches: benches.length > 0 ? benches : names.filter((name) => !onDemand.includes(name)) };
}
