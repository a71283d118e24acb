/** What comments and pages name is there: files by their names, and what stands in backticks like code. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';

const root = join(import.meta.dirname, '../..');
const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && path !== 'CHANGELOG.md' && existsSync(join(root, path)));

const comments = /(?<=^|\s)(?:\/\*\*[\s\S]*?\*\/|\/\/ .*$)/gm;
const commentsOf = (text: string): string => (text.match(comments) ?? []).join('\n');
const codeOf = (text: string): string => text.replace(comments, ' ');

/** Paths and names of TypeScript files; a capitalised part or an `x-` stands for one that is to be written. */
const namedFilesOf = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/.])[\w.*/-]*[\w*-]\.tsx?\b/g)]
    .map(([name]) => name.replace(/^(\.{1,2}\/)+/, ''))
    .filter((name) => !/[A-Z]{4}|(^|\/)x-/.test(name));

function missingFiles(text: string, paths: readonly string[]): string[] {
  return namedFilesOf(text).filter((name) => {
    const pattern = new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return !paths.some((path) => pattern.test(path));
  });
}

/** Names in backticks that can only be code: camelCase, snake_case, with or without a call. */
const missingNames = (text: string, words: ReadonlySet<string>): string[] =>
  [...text.matchAll(/`([a-z]+(?:[A-Z]|_[a-z])\w*)(\([^`]*\))?`/g)]
    .map(([, name]) => name!)
    .filter((name) => !words.has(name));

const repository = readRepository();
const paths = [...repository.keys()];
// The examples below name what doesn't exist.
const files = new Map([...repository].filter(([path]) => path !== 'test/checks/comment-names.test.ts'));
const words = new Set([...files.values()].flatMap((text) => codeOf(text).match(/\w+/g) ?? []));
const written = [
  ...[...files].map(([path, text]) => [path, commentsOf(text)] as const),
  ...pages.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
];

describe('comments and pages', () => {
  it('name files that there are', () => {
    expect(
      written.flatMap(([path, text]) => missingFiles(text, paths).map((name) => `${path}: ${name}`)),
    ).toEqual([]);
  });

  it('name code that there is', () => {
    expect(
      written.flatMap(([path, text]) => missingNames(text, words).map((name) => `${path}: ${name}`)),
    ).toEqual([]);
  });

  it('are found out', () => {
    const there = ['packages/cloud/prices/price-store.ts', 'packages/cloud/prices/price-rules.ts'];
    const fine = 'prices/price-store.ts, `*-rules.ts`, ./price-rules.ts, migration-0002-NOUN.ts, x-tables.ts';
    expect(missingFiles(fine, there)).toEqual([]);
    expect(missingFiles('price-memory.ts shops/price-store.ts *-moves.ts', there)).toHaveLength(3);
    expect(commentsOf('/** a.ts */\nconst b = 1; // c.ts\nimport "d.ts";')).toBe('/** a.ts */\n// c.ts');
    expect(missingNames('`readX` `findY(id)` `z`', new Set(['readX']))).toEqual(['findY']);
  });
});
