/** What migrations promise, on both databases: each once, in the order of their numbers, all or nothing, and nothing where one is unknown. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { openDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { runStatements } from './run-statements.ts';

type Migrations = Record<string, Migration>;
interface Place {
  url: string;
  remove(): Promise<void>;
}

/** A database that has the baseline, and isn't open: SQLite in memory would be gone with its connection. */
const places = [
  { name: 'SQLite', make: makeSqliteFile },
  { name: 'PostgreSQL', make: makePostgres },
];

async function makeSqliteFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-migrations-'));
  const url = join(folder, 'platen.db');
  await (await openDatabase(url)).close();
  return { url, remove: () => rm(folder, { recursive: true }) };
}

async function makePostgres(): Promise<Place> {
  const { url, drop } = await databases[1].open();
  return { url, remove: drop };
}

const upBy = (text: string): Migration => ({ up: (db) => runStatements(db, text) });

/** Two later ones, in the order in which nobody may run them. */
const later: Migrations = {
  '0003-mottos': upBy(`
    update shops set motto = motto || '!';
    create index shops_motto on shops (motto);
  `),
  ...migrations,
  '0002-motto': upBy(`
    alter table shops add column motto text not null default '';
    update shops set motto = 'We print, ' || name;
  `),
};

describe.each(places)('migrations on $name', ({ make }) => {
  let place: Place;
  beforeEach(async () => {
    place = await make();
    await inDatabase(migrations, "insert into shops (id, name, created_at) values ('s', 'Ada', 1)");
  });
  afterEach(() => place.remove());

  /** Opens it with these migrations, and answers the rows of a statement. */
  async function inDatabase(known: Migrations, text: string): Promise<unknown[]> {
    const database = await openDatabase(place.url, { migrations: known });
    return await sql
      .raw(text)
      .execute(database.query)
      .then(({ rows }) => rows)
      .finally(() => database.close());
  }
  const done = 'select name from kysely_migration order by name';

  it('later ones run on the rows that are there, in the order of their numbers, and once', async () => {
    const mottos = 'select id, name, motto from shops';
    const sizes = 'select code from sizes order by code';
    const before = await inDatabase(migrations, sizes);
    expect(before.length).toBeGreaterThan(0);
    const expected = [{ id: 's', name: 'Ada', motto: 'We print, Ada!' }];
    expect(await inDatabase(later, mottos)).toEqual(expected);
    expect(await inDatabase(later, mottos)).toEqual(expected);
    expect(await inDatabase(later, done)).toEqual(
      Object.keys(later)
        .sort()
        .map((name) => ({ name })),
    );
    expect(await inDatabase(later, sizes)).toEqual(before);
  });

  it('one that fails leaves nothing of itself, nor of those before it', async () => {
    const broken = {
      ...later,
      '0004-broken': upBy("insert into shops values ('x');\n delete from nowhere;\n"),
    };
    await expect(openDatabase(place.url, { migrations: broken })).rejects.toThrow(
      /can't be brought up to date: /,
    );
    expect(await inDatabase(migrations, 'select * from shops')).toEqual([
      {
        id: 's',
        name: 'Ada',
        created_at: 1,
        referral_code: null,
        phone: null,
        region_id: null,
        address: null,
      },
    ]);
    expect(await inDatabase(migrations, done)).toEqual([{ name: '0001-baseline' }]);
  });

  it('a database that knows one more is left alone', async () => {
    await inDatabase(later, done);
    await expect(openDatabase(place.url)).rejects.toThrow(
      'The database was written by another version of the cloud (0002-motto). Start that version.',
    );
  });
});
