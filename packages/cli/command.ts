/**
 * What a command of `platen` is, and how its words on the command line are read. Owns help texts and usage refusals;
 * must never know a particular command.
 */
import { parseArgs } from 'node:util';
import { helpOf, type Setting } from '@platen/contracts/settings';

export interface Flag {
  type: 'string' | 'boolean';
  /** What stands for the value in the help; strings only. */
  value?: string;
  required?: boolean;
  /** May be given again and again; its value is a list. */
  multiple?: true;
  describe: string;
}

export type FlagValues = Record<string, string | boolean | string[] | undefined>;

export interface Command {
  /** The words after `platen`, such as `account create`. */
  name: string;
  summary: string;
  /** A word behind the name that must be given; its value stands under this name among the flags'. */
  word?: { name: string; describe: string };
  flags: Record<string, Flag>;
  /** What it reads from the environment, for its help: loads the tables of the parts that it runs. */
  settings(): Promise<readonly Setting[]>;
  /** Resolves to the exit code, or to undefined when the process lives on by itself. */
  run(values: FlagValues): Promise<number | undefined>;
}

/** The words given can't be understood: one line and exit code 2. */
export class UsageError extends Error {}

/** The command that the words start with, and the words behind its name. Throws UsageError for an unknown one. */
export function getCommand(commands: readonly Command[], words: string[]): [Command, string[]] {
  for (const command of commands) {
    const name = command.name.split(' ');
    if (name.every((word, at) => words[at] === word)) return [command, words.slice(name.length)];
  }
  const asked = words.filter((word) => !word.startsWith('-')).join(' ') || words[0];
  throw new UsageError(`There is no command "${asked}".`);
}

/** Reads the flags. Throws UsageError for an unknown flag, a missing value or a missing required flag. */
export function readFlags(command: Command, words: string[]): FlagValues {
  const options = Object.fromEntries(
    Object.entries({ ...command.flags, help: helpFlag }).map(([name, { type, multiple = false }]) => [
      name,
      { type, multiple },
    ]),
  );
  const { word } = command;
  let values: FlagValues;
  let given: string[];
  try {
    const parsed = parseArgs({ args: words, options, strict: true, allowPositionals: word !== undefined });
    values = parsed.values as FlagValues;
    given = parsed.positionals;
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.?\s*\n|\. /)[0]!.replace(/\.?$/, '.'));
  }
  if (values.help) return values;
  if (word) {
    if (given.length === 0) throw new UsageError(`${word.name} is missing.`);
    if (given.length > 1) throw new UsageError(`"${given[1]}" is one word too many.`);
    values[word.name] = given[0];
  }
  for (const [name, flag] of Object.entries(command.flags)) {
    if (flag.required && !values[name]) throw new UsageError(`--${name} is missing.`);
  }
  return values;
}

const helpFlag: Flag = { type: 'boolean', describe: 'Shows this text.' };

/** The help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'Usage: platen COMMAND [FLAGS]',
    '',
    ...columns([
      ...rows,
      ['--help', 'Shows this text; behind a command, its own.'],
      ['--version', 'Shows the version.'],
    ]),
  ].join('\n');
}

/** The help of one command. */
export async function commandHelp(command: Command): Promise<string> {
  const flags = Object.entries({ ...command.flags, help: helpFlag });
  const words = flags.map(([name, flag]) => [
    flag.value ? `--${name} ${flag.value}` : `--${name}`,
    flag.describe,
  ]);
  const groups = Map.groupBy(await command.settings(), ({ group }) => group);
  const { word } = command;
  if (word) words.unshift([word.name, word.describe]);
  return [
    `Usage: platen ${command.name}${word ? ` ${word.name}` : ''} [FLAGS]`,
    '',
    command.summary,
    '',
    ...columns(words as [string, string][]),
    ...[...groups].flatMap(([group, settings]) => [
      '',
      `Environment, ${group}:`,
      ...columns(settings.map((setting) => [setting.variable, helpOf(setting)])),
    ]),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
