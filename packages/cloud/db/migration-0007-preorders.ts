/**
 * Migration 7: pre-orders, shares, submissions.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table pre_orders (
  id text primary key, account_id text not null references accounts (id), share_code text not null unique,
  status text not null, revision bigint not null, title text not null, description text not null,
  order_type text not null, spec_mode text not null, spec text, max_quantity integer not null,
  allow text not null, phones text not null, deadline_at bigint, quota_per_person integer, quota_total integer,
  password_hash text, delivery text not null, order_id text references orders (id), created_at bigint not null,
  updated_at bigint not null);
create index pre_orders_account on pre_orders (account_id, id);
create index pre_orders_order on pre_orders (order_id);
create table submissions (
  id text primary key, pre_order_id text not null references pre_orders (id),
  account_id text not null references accounts (id), status text not null, photos integer not null check (photos > 0),
  submitter_name text not null, note text not null, reject_reason text not null, created_at bigint not null,
  updated_at bigint not null, reviewed_at bigint);
create index submissions_pre_order on submissions (pre_order_id, id);
create index submissions_account on submissions (account_id, pre_order_id, id);
create table submission_photos (
  submission_id text not null references submissions (id), position integer not null, document_id text not null,
  spec text not null, primary key (submission_id, position));
create index submission_photos_document on submission_photos (document_id);
create table pre_order_events (
  id text primary key, pre_order_id text not null references pre_orders (id), submission_id text,
  event text not null, from_status text, to_status text, actor text not null, detail text not null,
  created_at bigint not null);
create index pre_order_events_pre_order on pre_order_events (pre_order_id, id);
`;

/** Creates the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
