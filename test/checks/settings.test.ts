/** Settings are rows of tables: whatever names one names a row, and every row is told everywhere. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpOf, readSetting, type Setting } from '@platen/contracts/settings';
import { describe, expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';
import { readReadme, settingsOf } from './settings-table.ts';

const rootDir = join(import.meta.dirname, '../..');
const rows = Object.entries(settingsOf).flatMap(([program, settings]) =>
  settings.map((setting) => [`${program} ${setting.variable}`, setting] as const),
);
const variables = new Set(rows.map(([, { variable }]) => variable));

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(PLATEN_[A-Z_]*[A-Z]|DATABASE_URL)\b/g)].map(([, name]) => name!);
const helpText = (...words: string[]): string =>
  execFileSync(process.execPath, [join(rootDir, 'packages/cli/platen.ts'), ...words, '--help'], {
    encoding: 'utf8',
  });

describe('README', () => {
  it('has the tables that the programs read; `npm run build:settings` writes them', () => {
    const { text, wanted } = readReadme();
    expect(text).toBe(wanted);
  });
});

describe('help', () => {
  it.each(Object.entries(settingsOf))('platen %s --help tells every setting', (program, settings) => {
    const lines = helpText(program).split('\n');
    for (const setting of settings) {
      const line = lines.find((each) => each.startsWith(`  ${setting.variable} `));
      expect(line?.replace(/^\s*\S+\s+/, '')).toBe(helpOf(setting));
    }
  });

  it('platen up tells those of all its parts but what it chooses itself', () => {
    const told = new Set(namesIn(helpText('up')));
    const parts = ['cloud', 'agent', 'virtual-printer'].flatMap((part) => settingsOf[part]!);
    const missing = new Set(parts.map(({ variable }) => variable)).difference(told);
    expect([...missing].toSorted()).toEqual([
      'PLATEN_CLOUD_URL',
      'PLATEN_DEMO_ENROL_CODE',
      'PLATEN_ENROL_CODE',
      'PLATEN_VP_PORT',
    ]);
  });
});

describe('names of settings', () => {
  const texts = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md'].concat(
    ['docker', 'docs'].flatMap((folder) =>
      readdirSync(join(rootDir, folder), { withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? `${folder}/${entry.name}` : [],
      ),
    ),
  );

  it.each(texts)('%s has none that nothing reads', (path) => {
    const names = new Set(namesIn(readFileSync(join(rootDir, path), 'utf8')));
    expect([...names.difference(variables)]).toEqual([]);
  });

  const code = [...readRepository()].filter(
    ([path]) => path.startsWith('packages/') && !/\.test\.ts$|\/testing\//.test(path),
  );

  it('the code has none that nothing reads', () => {
    const unknown = code.flatMap(([path, text]) =>
      namesIn(text).flatMap((name) => (variables.has(name) ? [] : [`${path}: ${name}`])),
    );
    expect(unknown).toEqual([]);
  });

  it('the environment is read by the tables alone', () => {
    const reading = /\benv(?:\.|\[['"])(PLATEN_|DATABASE_URL)/;
    expect(code.filter(([, text]) => reading.test(text)).map(([path]) => path)).toEqual([]);
  });
});

describe('a row', () => {
  it('stands once in its program', () => {
    const names = rows.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(rows)(
    '%s: its default and its example can be read, its words fit a line of help',
    (_name, setting) => {
      const { variable, reader, byDefault, says, isRequired } = setting as Setting;
      const read = (text: string | undefined) => readSetting(setting, { [variable]: text });
      if (isRequired)
        expect(() => read(undefined)).toThrow(new RegExp(`^${variable} is missing: it must be`));
      else expect(read(' ') !== undefined).toBe(byDefault !== undefined);
      if (reader.example !== undefined) expect(read(reader.example.replace('…', 'x'))).toBeDefined();
      expect(says).toMatch(/^[a-z][^.]*(\.\w[^.]*)*[^.]$/);
    },
  );

  it.each(rows)('%s: a wrong value is refused with its name, its shape and an example', (_name, setting) => {
    const { variable, reader, byDefault } = setting as Setting;
    const wrong = ['-1', '\u0000 no', 'ftp:', ','].find((text) => reader.read(text) === undefined);
    // Any text will do for a name or a folder.
    if (wrong === undefined) return expect(reader.read('anything')).toBeDefined();
    const sentence = (() => {
      try {
        readSetting(setting, { [variable]: wrong });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    expect(sentence).toContain(`${variable}: must be ${reader.shape}`);
    expect(sentence).toContain(reader.example ?? byDefault ?? reader.shape);
  });
});
