/**
 * Migration 10: after-sales requests, order reviews.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table after_sales (
  id text primary key, order_id text not null references orders (id),
  account_id text not null references accounts (id), shop_id text not null references shops (id), type text not null,
  status text not null, resolution text, reason text not null, description text not null, decision_note text not null,
  created_at bigint not null, updated_at bigint not null, decided_at bigint, closed_at bigint);
create unique index after_sales_one_open on after_sales (order_id)
  where status in ('requested', 'approved', 'reprinting');
create index after_sales_order on after_sales (order_id);
create index after_sales_account on after_sales (account_id, id);
create index after_sales_shop on after_sales (shop_id, status, id);
create table after_sales_items (
  after_sales_id text not null references after_sales (id), item_id text not null references order_items (id),
  position integer not null, copies integer not null check (copies > 0), refunded_minor bigint not null,
  job_id text references print_jobs (id), primary key (after_sales_id, item_id));
create index after_sales_items_item on after_sales_items (item_id);
create table after_sales_photos (
  after_sales_id text not null references after_sales (id), position integer not null, document_id text not null,
  primary key (after_sales_id, position));
create index after_sales_photos_document on after_sales_photos (document_id);
create table after_sales_events (
  id text primary key, after_sales_id text not null references after_sales (id), from_status text,
  to_status text not null, actor text not null, detail text not null, created_at bigint not null);
create index after_sales_events_request on after_sales_events (after_sales_id, id);
create table order_reviews (
  id text primary key, order_id text not null unique references orders (id),
  account_id text not null references accounts (id), shop_id text not null references shops (id),
  rating_print integer not null check (rating_print between 1 and 5),
  rating_shipping integer check (rating_shipping between 1 and 5),
  rating_service integer check (rating_service between 1 and 5), comment text not null, reply text, replied_at bigint,
  reply_read_at bigint, created_at bigint not null);
create index order_reviews_account on order_reviews (account_id, id);
create index order_reviews_shop on order_reviews (shop_id, id);
`;

/** Creates the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
