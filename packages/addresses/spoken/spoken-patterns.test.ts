import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRepository } from '../../../test/checks/repository-files.ts';
import { readBlindRecords } from '../../../test/fixtures/address-records.ts';
import { readAddress } from '../parse-address.ts';
import { inAnyCase } from '../plain-words.ts';

describe('a pattern in any case', () => {
  it('takes small and large letters, and leaves signs, classes and letters without a pair alone', () => {
    const pattern = new RegExp(`^(?:${inAnyCase(String.raw`früh|bº|st\.?|c\p{Lu}|weiß`)})$`, 'u');
    for (const text of ['früh', 'FRÜH', 'Früh', 'bº', 'Bº', 'St.', 'sT', 'cA', 'CA', 'WEIß'])
      expect(text).toMatch(pattern);
    for (const text of ['ca', 'Ca', 'stx', 'fruh']) expect(text).not.toMatch(pattern);
  });
});

describe('patterns', () => {
  it('have no modifiers, which V8 reads wrongly where it does not optimise', () => {
    const modifiers = /\(\?-?[ims]+(?:-[ims]+)?:/;
    const found = [...readRepository()].filter(
      ([path, text]) => path.endsWith('.ts') && path.startsWith('packages/') && modifiers.test(text),
    );
    expect(found.map(([path]) => path)).toEqual([]);
  });

  it('say the same in a process that has compiled too many to optimise them', () => {
    const file = join(import.meta.dirname, '../../../test/fixtures/addresses/blind-messy.json');
    const script = `
      const { readAddress } = await import(${JSON.stringify(import.meta.resolve('../parse-address.ts'))});
      const { readFileSync } = await import('node:fs');
      const records = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
      console.log(JSON.stringify(records.map(({ text }) => readAddress(text)[0])));`;
    const args = ['--no-regexp-optimization', '--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect(stderr).toBe('');
    const here = readBlindRecords(file).map(({ text }) => readAddress(text)[0]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(here)));
  });
});
