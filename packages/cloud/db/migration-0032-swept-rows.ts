/**
 * Migration 32: indices for sweeps of what was answered or delivered, and what PostgreSQL must know to choose among those of lists.
 * Once released it is never edited: later changes are later migrations.
 */
import { type Kysely, PostgresAdapter } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create index sandbox_events_ended on sandbox_events (sandbox, created_at) where due_at is null;
create index printer_requests_answered on printer_requests (answered_at) where answered_at is not null;
`;

/**
 * Which statuses are common differs from account to account and from shop to shop. Without knowing that PostgreSQL reads all orders of an
 * account for the few of a status that nearly all others have, by the index that lies in their order.
 */
const statistics = `
create statistics orders_by_account_status (mcv) on account_id, status from orders;
create statistics orders_by_shop_status (mcv) on shop_id, status from orders;
create statistics print_jobs_by_shop_state (mcv) on shop_id, state from print_jobs;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
  // SQLite always takes the index with more of the condition.
  if (db.getExecutor().adapter instanceof PostgresAdapter) await runStatements(db, statistics);
}
