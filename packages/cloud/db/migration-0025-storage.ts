/**
 * Migration 25: how many bytes each account keeps, and how many it may. Once released it is never edited: later changes are later
 * migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table account_storage (
  account_id text primary key references accounts (id), stored_bytes bigint not null, quota_bytes bigint);
insert into account_storage (account_id, stored_bytes)
  select account_id, sum(bytes) from documents where deleted_at is null group by account_id;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
