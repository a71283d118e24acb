/**
 * What the built pages are made of, as one fingerprint: it changes with every file that could change them. Owns which files those are.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const webDir = dirname(import.meta.dirname);
const rootDir = dirname(dirname(webDir));

const isSource = (path: string): boolean =>
  !/(^|\/)(dist|node_modules|testing)\//.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.md');

function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** 24 hex digits over the web's own files, the contracts that it imports, and the versions of all packages. */
export function fingerprintOfSources(): string {
  const files = [webDir, join(dirname(webDir), 'contracts')]
    .flatMap(listFiles)
    .concat(join(rootDir, 'package-lock.json'))
    .map((path) => ({ path, name: relative(rootDir, path).replaceAll('\\', '/') }))
    .filter(({ name }) => isSource(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, name } of files) {
    const bytes = readFileSync(path);
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 24);
}
