/** The baseline and the types say the same: every table and column, whether it may be null, whether it is a number; on both databases. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import type { Database } from './database.ts';

/** By table: `name`, `name number`, `name null` or `name number null` of each column. */
type Columns = Record<string, string[]>;

const wordsOf = (name: string, isNumber: boolean, isNullable: boolean): string =>
  [name, isNumber && 'number', isNullable && 'null'].filter(Boolean).join(' ');

/** What the interfaces in the features' files say. */
function readTypes(): Columns {
  const cloud = join(import.meta.dirname, '..');
  const text = globSync('*/*-tables.ts', { cwd: cloud })
    .map((file) => readFileSync(join(cloud, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''))
    .join('\n');
  const interfaces = new Map(
    [...text.matchAll(/^export interface (\w+) \{(.*?)^\}/gms)].map(([, name, body]) => [
      name!,
      [...body!.matchAll(/(\w+):([^;]*);/g)].map(([, field, type]) => ({
        field: field!,
        type: type!.trim(),
      })),
    ]),
  );
  const tables = [...interfaces].filter(([name]) => name.endsWith('Tables')).flatMap(([, fields]) => fields);
  return Object.fromEntries(
    tables.map(({ field: table, type }) => [
      table,
      interfaces
        .get(type)!
        .map(({ field, type }) => wordsOf(field, /\bnumber\b/.test(type), /\bnull\b/.test(type)))
        .sort(),
    ]),
  );
}

/** What the database says. */
async function readTables({ query, dialect }: Database): Promise<Columns> {
  // SQLite lets a text that is a primary key be null; PostgreSQL says it for both.
  const mayBeNull = (isNullable: boolean) => dialect === 'postgres' && isNullable;
  const tables = await query.introspection.getTables();
  return Object.fromEntries(
    tables.map((table) => [
      table.name,
      table.columns
        .map(({ name, dataType, isNullable }) => wordsOf(name, /int/i.test(dataType), mayBeNull(isNullable)))
        .sort(),
    ]),
  );
}

it.each(databases)('types and tables agree on $name', async ({ open }) => {
  const { database, drop } = await open();
  const tables = await readTables(database).finally(drop);
  const types = readTypes();
  const withoutNull = (columns: string[]) => columns.map((words) => words.replace(/ null$/, '')).sort();
  const expected =
    database.dialect === 'postgres'
      ? types
      : Object.fromEntries(Object.entries(types).map(([table, columns]) => [table, withoutNull(columns)]));
  expect(tables).toEqual(expected);
});
