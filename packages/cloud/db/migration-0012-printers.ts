/**
 * Migration 12: printers. What people ask of the printers of an agent, and what it answered.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table printer_requests (
  id text primary key,
  agent_id text not null references agents (id),
  account_id text not null references accounts (id),
  wanted text not null,
  answer text,
  created_at bigint not null,
  answered_at bigint
);
create index printer_requests_by_agent on printer_requests (agent_id, created_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
