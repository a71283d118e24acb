/**
 * Migration 19: which connection an agent has, and which processes of the cloud live. Once released it is never edited: later
 * changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
alter table agents add column link_id text;
alter table agents add column link_process text;
alter table agents add column unlinked_at bigint;
alter table agents add column unlinked_because text;
create table cloud_processes (
  id text primary key, beat bigint not null
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
