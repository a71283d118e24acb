/** The database port: the same suite on SQLite and PostgreSQL. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { newId } from '../ids.ts';
import { openDatabase } from './database.ts';
import { isUniqueViolation } from './unique-violation.ts';

describe.each(databases)('database on $name', ({ open }) => {
  let opened: EmptyDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.drop());

  const shop = (id = newId()) => ({ id, name: 'S', created_at: Date.now() });

  it('rolls a transaction back when its work throws', async () => {
    const { database } = opened;
    const row = shop();
    const work = database.transaction(async (tx) => {
      await tx.insertInto('shops').values(row).execute();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await database.query.selectFrom('shops').selectAll().execute()).toEqual([]);
  });

  it('gives times and amounts back as numbers', async () => {
    const { database } = opened;
    const row = { ...shop(), created_at: 1_800_000_000_123 };
    await database.query.insertInto('shops').values(row).execute();
    const found = await database.query.selectFrom('shops').selectAll().executeTakeFirst();
    expect(found).toMatchObject(row);
  });

  it('names a broken unique constraint', async () => {
    const { database } = opened;
    const row = shop();
    await database.query.insertInto('shops').values(row).execute();
    const again = database.query.insertInto('shops').values(row).execute();
    await expect(again).rejects.toSatisfy(isUniqueViolation);
  });

  it('lets a signal be heard after its commit and never after a rollback', async () => {
    const { database } = opened;
    const heard: string[] = [];
    let hear: (() => void) | undefined;
    database.listen('platen_outbox', (payload) => {
      heard.push(payload);
      hear?.();
    });
    await database
      .transaction(async (tx) => {
        await database.signal(tx, 'platen_outbox', 'rolled back');
        throw new Error('no');
      })
      .catch(() => {});
    const arrived = new Promise<void>((resolve) => {
      hear = resolve;
    });
    await database.transaction(async (tx) => {
      await database.signal(tx, 'platen_outbox', 'committed');
      expect(heard).toEqual([]);
    });
    await arrived;
    expect(heard).toEqual(['committed']);
  });

  it('keeps 20 concurrent transactions apart', async () => {
    const { database } = opened;
    const row = shop();
    await database.query.insertInto('shops').values(row).execute();
    const addOne = () =>
      database.transaction(async (tx) => {
        await tx
          .updateTable('shops')
          .set((e) => ({ created_at: e('created_at', '+', 1) }))
          .where('id', '=', row.id)
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    const after = await database.query.selectFrom('shops').select('created_at').executeTakeFirstOrThrow();
    expect(after.created_at).toBe(row.created_at + 20);
  });
});

describe('SQLite files', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'platen-db-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('refuses a damaged file with one sentence', async () => {
    const file = join(dir, 'broken.db');
    await writeFile(file, Buffer.alloc(8192, 'not a database'));
    await expect(openDatabase(file)).rejects.toThrow(/is damaged/);
  });

  it('refuses a folder that cannot be made', async () => {
    await writeFile(join(dir, 'file'), '');
    await expect(openDatabase(join(dir, 'file', 'platen.db'))).rejects.toThrow(/can't be opened/);
  });

  it('opens what it closed, with its rows and its migrations', async () => {
    const file = join(dir, 'platen.db');
    const first = await openDatabase(file);
    await first.query.insertInto('shops').values({ id: newId(), name: 'S', created_at: 1 }).execute();
    await first.close();
    const second = await openDatabase(file);
    expect(await second.query.selectFrom('shops').select('name').execute()).toEqual([{ name: 'S' }]);
    await second.close();
  });
});
