/**
 * Migration 4: addresses. The partial unique index holds "at most one default an account" against every race.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table addresses (
  id text primary key, account_id text not null references accounts (id), name text not null, phone text not null,
  country text not null, province text not null, city text not null, district text not null, detail text not null,
  postcode text not null, region_id text, is_default integer not null check (is_default in (0, 1)),
  created_at bigint not null, updated_at bigint not null);
create index addresses_account on addresses (account_id, id);
create unique index addresses_default on addresses (account_id) where is_default = 1;
`;

/** Creates the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
