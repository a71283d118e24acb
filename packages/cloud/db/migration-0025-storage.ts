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
  select account_id, sum(bytes) from (
    select account_id, bytes from documents where deleted_at is null
    union all
    select account_id, bytes from restoration_files join restorations on restorations.id = restoration_id
  ) as kept group by account_id;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
