/**
 * Migration 14: how a shop wants its agents to go about trouble, what their disks say, and clouds that were put back from a
 * backup. Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table print_rules (
  shop_id text primary key, aborted_copies text not null, reroute_after_minutes integer not null, version integer not null,
  updated_at bigint not null, updated_by text not null);
create table agent_disks (
  agent_id text primary key references agents (id), state text not null, free_bytes bigint not null,
  used_bytes bigint not null, budget_bytes bigint not null, as_of bigint not null);
create table agent_resyncs (
  id text primary key, agent_id text not null references agents (id), found_at bigint not null, cloud_seq bigint not null,
  agent_seq bigint not null, jobs_applied integer not null, jobs_missing integer not null, missing text not null,
  seen_at bigint, seen_by text);
create index agent_resyncs_agent on agent_resyncs (agent_id, id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
