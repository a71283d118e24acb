/** Migration 3 on a database that is in use: shops from before get what new ones get. */
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';

it('gives shops from before a referral code and a pickup point', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  await migrations['0001-foundation']!.up(db);
  await migrations['0002-service']!.up(db);
  const shops = ['0192f000-0000-7000-8000-0000abcdef12', '0192f000-0000-7000-8000-0000abcdef13'];
  for (const id of shops) await sql`insert into shops values (${id}, ${`Shop ${id}`}, 5)`.execute(db);
  await migrations['0003-regions']!.up(db);
  const { rows } = await sql`
    select shops.referral_code, points.region_id, points.name, points.enabled
    from shops join pickup_points points on points.shop_id = shops.id order by shops.id`.execute(db);
  expect(rows).toEqual([
    { referral_code: 'ABCDEF12', region_id: 'CN', name: `Shop ${shops[0]}`, enabled: 1 },
    { referral_code: 'ABCDEF13', region_id: 'CN', name: `Shop ${shops[1]}`, enabled: 1 },
  ]);
  await db.destroy();
});
