/** The verbs of CONTRIBUTING's table keep their promises, as far as signatures tell. */
import { describe, expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';
import { functionsOf, type WrittenFunction } from './verb-rules.ts';

const isProduct = (path: string) =>
  path.startsWith('packages/') && !path.endsWith('.test.ts') && !path.includes('/testing/');
const functions = [...readRepository()].flatMap(([path, text]) =>
  isProduct(path) ? functionsOf(path, text) : [],
);

/** Words for what a verb of the table says already. */
const synonyms =
  /^(put|save|store|remove|erase|search|look|fetch|retrieve|load|parse|make|build|generate)[A-Z]/;
const isEmpty = (returns = '') => / \| undefined$| \| null$/.test(returns);

/** For each promise: whom it binds, who breaks it, and a function of each kind. */
const promises: Record<
  string,
  { binds: RegExp; breaks: (written: WrittenFunction) => boolean; broken: string[]; kept: string[] }
> = {
  'refuse… returns a sentence, or an object with one, and throws none': {
    binds: /^refuse([A-Z]|$)/,
    breaks: ({ returns, body }) =>
      !isEmpty(returns) || returns!.startsWith('boolean') || /\bthrow new\b/.test(body),
    broken: [
      'export function refuseX(x: X): void {\n  if (x) throw new Error(x);\n}',
      'const refuseX = (x: X) =>\n  x.isWrong ? "wrong" : undefined;',
      'async function refuseX(\n  x: X,\n): Promise<string | undefined> {\n  throw new Error("x");\n}',
    ],
    kept: [
      'function refuseX({ a, b }: { a: A; b: B }): { field: A; sentence: string } | undefined {\n  return undefined;\n}',
      'export const refuseX = (x: X): string | undefined =>\n  x.isWrong ? "wrong" : undefined;',
    ],
  },
  'check… throws: what it returns is nothing, or what it has checked': {
    binds: /^check([A-Z]|$)/,
    breaks: ({ returns }) => returns === undefined || returns === 'boolean' || isEmpty(returns),
    broken: [
      'function checkX(x: X): boolean {\n  return true;\n}',
      'export async function checkX(\n  x: X,\n): Promise<string | undefined> {\n  return "wrong";\n}',
    ],
    kept: ['export function checkX(x: X): void {\n  if (x) throw new Error(x);\n}'],
  },
  'find… may find nothing': {
    binds: /^find[A-Z]/,
    breaks: ({ isExported, returns }) => isExported && returns !== undefined && !isEmpty(returns),
    broken: ['export async function findX(id: string): Promise<X> {\n  return x;\n}'],
    kept: ['export async function findX(id: string): Promise<X | undefined> {\n  return x;\n}'],
  },
  'get… gives what it says, or throws': {
    binds: /^get[A-Z]/,
    breaks: ({ isExported, returns }) => isExported && (returns === undefined || isEmpty(returns)),
    broken: ['export const getX = (id: string): X | undefined => x.get(id);'],
    kept: ['export const getX = (id: string): X => known(x.get(id));'],
  },
  'page… is one page, and list… is all of it': {
    binds: /^(page|list)[A-Z]/,
    breaks: ({ path, name, body }) =>
      path.endsWith('-store.ts') && name.startsWith('page') !== body.includes('readPage('),
    broken: [
      'export async function listX(db: Query) {\n  return await readPage(db, x);\n}',
      'export async function pageX(db: Query): Promise<X[]> {\n  return await x.execute();\n}',
    ],
    kept: ['export async function pageX(db: Query) {\n  return await readPage(db, x);\n}'],
  },
  'exports say it with a verb of the table': {
    binds: synonyms,
    breaks: ({ isExported }) => isExported,
    broken: ['export async function saveX(db: Query, x: X): Promise<void> {\n  await db;\n}'],
    kept: ['export async function upsertX(db: Query, x: X): Promise<void> {\n  await db;\n}'],
  },
};

describe.each(Object.entries(promises))('%s', (_name, { binds, breaks, broken, kept }) => {
  const breachesOf = (written: readonly WrittenFunction[]) =>
    written
      .filter((each) => binds.test(each.name) && breaks(each))
      .map(({ path, name }) => `${path}: ${name}`);

  it('holds', () => {
    expect(breachesOf(functions)).toEqual([]);
  });

  it('can fail', () => {
    for (const text of broken) expect(breachesOf(functionsOf('x-store.ts', text)), text).toHaveLength(1);
    for (const text of kept) {
      expect(functionsOf('x-store.ts', text)).toHaveLength(1);
      expect(breachesOf(functionsOf('x-store.ts', text)), text).toEqual([]);
    }
  });
});
