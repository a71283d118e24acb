/**
 * Migration 15: what restorations tell while they are worked on, pictures beside their results, masks that people correct.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
alter table restorations add column stage text not null default '';
alter table restorations add column begun_at bigint;
alter table restorations add column told integer not null default 0;
alter table restorations add column revision integer not null default 0;
alter table restorations add column preview_only integer not null default 0;
alter table restorations add column mask_sha256 text;
alter table restorations add column mask_bytes bigint;
alter table restorations add column parent_id text;
alter table restorations add column version integer not null default 1;
alter table restorations add column engine text;
create index restorations_account_state on restorations (account_id, state);
create index restorations_account_begun on restorations (account_id, begun_at);
create index restorations_executor on restorations (executor, state);
create index restorations_mask on restorations (mask_sha256, state);
create index restorations_result on restorations (result_photo_id);
create table restoration_files (
  restoration_id text not null references restorations (id), kind text not null, sha256 text not null,
  bytes bigint not null, primary key (restoration_id, kind));
create index restoration_files_sha256 on restoration_files (sha256);
`;

/** Changes the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
