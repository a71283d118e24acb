/** The TypeScript files of this repository: what git tracks, and what it would. Reads the disk, keeps nothing. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileMap } from './import-rules.ts';

const rootDir = join(import.meta.dirname, '../..');

/** Paths from the root to the text of the file; without what is built or installed. Throws outside of a git clone. */
export function readRepository(): FileMap {
  const flags = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  const paths = execFileSync('git', flags, { cwd: rootDir, encoding: 'utf8' }).split('\0');
  const there = [...new Set(paths)].filter((path) => path !== '' && existsSync(join(rootDir, path)));
  return new Map(there.map((path) => [path, readFileSync(join(rootDir, path), 'utf8')]));
}
