/**
 * Migration 11: until when an order can be paid.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** Orders that wait already get the time that new ones have by default: seven days from when they were made. */
const tables = `
alter table orders add column expires_at bigint;
update orders set expires_at = created_at + 604800000 where status = 'pending_payment';
create index orders_unpaid on orders (expires_at) where status = 'pending_payment';
`;

/** Adds the column. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
