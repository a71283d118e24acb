/**
 * Migration 13: schedules.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table schedules (
  shop_id text primary key references shops (id), version integer not null, edit_id text not null, document text not null,
  updated_at bigint not null);
create table schedule_edits (
  id text primary key, edit_id text not null unique, shop_id text not null references shops (id), version integer not null,
  document text not null, state text not null, agent_id text, taken_at bigint not null);
create index schedule_edits_shop on schedule_edits (shop_id, id);
create table schedule_reports (
  agent_id text primary key references agents (id), shop_id text not null references shops (id), report text not null,
  version integer not null, received_at bigint not null);
create index schedule_reports_shop on schedule_reports (shop_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
