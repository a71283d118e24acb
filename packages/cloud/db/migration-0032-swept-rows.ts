/**
 * Migration 32: indices for sweeps of what was answered or delivered. Once released it is never edited: later changes are later
 * migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create index sandbox_events_ended on sandbox_events (sandbox, created_at) where due_at is null;
create index printer_requests_answered on printer_requests (answered_at) where answered_at is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
