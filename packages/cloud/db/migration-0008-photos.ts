/**
 * Migration 8: facts of photos, restorations, restore shares.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** `check_at`: when it is time to look whether anybody still needs the bytes; null while somebody surely does. */
const tables = `
alter table documents add column deleted_at bigint;
alter table documents add column restored_from text;
alter table documents add column details text not null default '{}';
create index documents_live on documents (account_id, id);
create table stored_files (
  sha256 text primary key, bytes bigint not null, state text not null, check_at bigint, changed_at bigint not null);
create index stored_files_check on stored_files (check_at);
insert into stored_files (sha256, bytes, state, check_at, changed_at)
  select sha256, max(bytes), 'stored', null, max(created_at) from documents group by sha256;
create table thumbnails (
  source_sha256 text not null, kind text not null, sha256 text, bytes bigint not null, width_px integer not null,
  height_px integer not null, refusal text, created_at bigint not null, primary key (source_sha256, kind));
create index thumbnails_sha256 on thumbnails (sha256);
create table photo_measures (
  sha256 text primary key, version integer not null, measures text not null, created_at bigint not null);
create table restorations (
  id text primary key, account_id text not null references accounts (id),
  photo_id text not null references documents (id), source_sha256 text not null, source_bytes bigint not null,
  options text not null, state text not null, executor text, lease_until bigint, attempts integer not null,
  progress integer not null, message text not null, result_photo_id text, report text, created_at bigint not null,
  updated_at bigint not null, finished_at bigint);
create index restorations_account on restorations (account_id, id);
create index restorations_photo on restorations (photo_id, state);
create index restorations_state on restorations (state, created_at);
create index restorations_source on restorations (source_sha256, state);
create table restoration_events (
  id text primary key, restoration_id text not null references restorations (id), from_state text,
  to_state text not null, actor text not null, message text not null, created_at bigint not null);
create index restoration_events_of on restoration_events (restoration_id, id);
create table restore_shares (
  id text primary key, account_id text not null references accounts (id), code text not null unique,
  message text not null, passcode_hash text, expires_at bigint not null, max_claims integer not null,
  claims integer not null check (claims >= 0 and claims <= max_claims), revoked_at bigint,
  created_at bigint not null);
create index restore_shares_account on restore_shares (account_id, id);
create table restore_share_items (
  share_id text not null references restore_shares (id), position integer not null,
  restoration_id text not null references restorations (id), photo_id text not null references documents (id),
  primary key (share_id, position));
create table restore_claims (
  share_id text not null references restore_shares (id), account_id text not null references accounts (id),
  photo_ids text not null, created_at bigint not null, primary key (share_id, account_id));
`;

/** Creates the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
