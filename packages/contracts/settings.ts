/**
 * What a program is told by environment variables, as data. Owns what a setting is, how a table of them is read, the sentence about a
 * wrong value, and what help and documentation say of each; knows no particular setting. A program's table is a file of that program.
 */
import { AppError } from './app-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How a text becomes a value. */
export interface SettingReader<Value> {
  /** What it must be, for a sentence: `a whole number from 0 to 65535`. */
  readonly shape: string;
  /** Undefined: the default is the example, or the shape names every value. */
  readonly example?: string;
  /** Undefined: the text is no such value. */
  read(text: string): Value | undefined;
  /** What is repeated of a text that was refused, where it may hold a secret; undefined: nothing. */
  shown?(text: string): string | undefined;
}

/** One environment variable that a program reads. */
export interface Setting<Value = unknown> {
  readonly variable: string;
  /** Under which heading it stands in help and documentation. */
  readonly group: string;
  readonly reader: SettingReader<Value>;
  /** What holds when it is not given, as it would be typed. */
  readonly byDefault?: string;
  /** The same in words, where there is no such text or it says too little. */
  readonly otherwise?: string;
  /** It must be given. */
  readonly isRequired?: true;
  /** What it is, after which the default follows: no capital, no full stop, no Markdown. */
  readonly says: string;
}

/** Makes rows of this group: variable, words, reader, and what holds without it. */
export const settingGroup =
  <Group extends string>(group: Group) =>
  <Value, const More extends Partial<Setting> = object>(
    variable: string,
    says: string,
    reader: SettingReader<Value>,
    more?: More,
  ) => ({ variable, group, says, reader, ...(more as More) });

export type SettingTable = Readonly<Record<string, Setting>>;

type ValueOf<Row> = Row extends { reader: { read(text: string): infer Read } }
  ? Exclude<Read, undefined> | (Row extends { byDefault: string } | { isRequired: true } ? never : undefined)
  : never;

/** What a table is read as, by the names of its rows. Undefined: not given, and there is no default. */
type SettingValues<Table extends SettingTable> = { [Name in keyof Table]: ValueOf<Table[Name]> };

/** Reads every setting of the table; what is empty or blank counts as not given. Throws malformed naming the variable. */
export function readSettings<Table extends SettingTable>(
  table: Table,
  env: Environment,
): SettingValues<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) values[name] = readSetting(setting, env);
  return values as SettingValues<Table>;
}

/** One of them. Throws malformed. */
export function readSetting<Value>(setting: Setting<Value>, env: Environment): Value | undefined {
  const { variable, reader, byDefault, isRequired } = setting;
  const text = env[variable]?.trim() || byDefault;
  if (text === undefined) {
    if (isRequired) throw new AppError('malformed', `${variable} is missing: it ${mustBe(setting)}.`);
    return undefined;
  }
  const value = reader.read(text);
  if (value !== undefined) return value;
  const shown = reader.shown ? reader.shown(text) : text;
  const found = shown === undefined ? '' : `, not "${shown}"`;
  throw new AppError('malformed', `${variable}: ${mustBe(setting)}${found}.`);
}

function mustBe({ reader, byDefault }: Setting): string {
  const example = reader.example ?? byDefault;
  const isNamed = example === undefined || reader.shape.includes(example);
  return `must be ${reader.shape}${isNamed ? '' : `, such as ${example}`}`;
}

/** What a program is given so that it reads these texts, by the names of the rows. */
export function environmentOf<Table extends SettingTable>(
  table: Table,
  texts: { readonly [Name in keyof Table]?: string },
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, { variable }] of Object.entries(table)) {
    const text = texts[name];
    if (text !== undefined) env[variable] = text;
  }
  return env;
}

/** A line of help: what it is, and what holds without it. */
export function helpOf(setting: Setting): string {
  const { says, isRequired, byDefault, otherwise = byDefault } = setting;
  const end = isRequired ? 'required' : otherwise;
  return `${says[0]!.toUpperCase()}${says.slice(1)}${end === undefined ? '' : `; ${end}`}.`;
}

/** Any text. */
export const textReader = (shape: string, example?: string): SettingReader<string> => ({
  shape,
  ...(example !== undefined && { example }),
  read: (text) => text,
});

function wholeNumberIn(text: string, min: number, max: number): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

export const wholeNumber = (min: number, max: number): SettingReader<number> => ({
  shape: `a whole number from ${min} to ${max}`,
  read: (text) => wholeNumberIn(text, min, max),
});

const scaled =
  (unit: string, factor: number) =>
  (min: number, max: number): SettingReader<number> => ({
    shape: `a whole number from ${min} to ${max}, in ${unit}`,
    read(text) {
      const value = wholeNumberIn(text, min, max);
      return value === undefined ? undefined : value * factor;
    },
  });

/** Typed in MiB, read as bytes. */
export const mebibytes = scaled('MiB', 1024 * 1024);

/** Typed in days, read as milliseconds. */
export const days = scaled('days', 24 * 3_600_000);

/** `on` or `off`. */
export const onOrOff: SettingReader<boolean> = {
  shape: 'on or off',
  read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
};

/** Several, separated by commas; blanks around them count for nothing. `shape` and `example` are those of the list. */
export const listReader = <Value>(
  shape: string,
  example: string,
  readOne: (word: string) => Value | undefined,
): SettingReader<Value[]> => ({
  shape,
  example,
  read(text) {
    const values: Value[] = [];
    for (const word of text.split(',')) {
      const value = readOne(word.trim());
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  },
});

/** For keys and passwords: what was given is never repeated. */
export const secretReader = (shape: string, example: string): SettingReader<string> => ({
  shape,
  example,
  read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  shown: () => undefined,
});
