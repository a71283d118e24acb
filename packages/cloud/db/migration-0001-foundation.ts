/**
 * Migration 1: every table of the main flow, and the catalogue a new shop starts with.
 * Once released it is never edited: later changes are later migrations.
 */
import { type Kysely, sql } from 'kysely';

/** One DDL text serves both databases: only types that mean the same on SQLite and PostgreSQL are used. */
const tables = `
create table accounts (
  id text primary key, phone text not null unique, nickname text not null, role text not null,
  shop_id text, created_at bigint not null);
create table api_keys (
  id text primary key, account_id text not null references accounts (id), name text not null,
  key_hash text not null unique, key_hint text not null, created_at bigint not null,
  expires_at bigint, revoked_at bigint);
create index api_keys_account on api_keys (account_id);
create table balances (
  account_id text primary key references accounts (id),
  amount_minor bigint not null check (amount_minor >= 0), currency text not null);
create table ledger (
  id text primary key, account_id text not null references accounts (id), amount_minor bigint not null,
  balance_after_minor bigint not null, currency text not null, cause text not null, cause_id text not null,
  note text not null, created_at bigint not null, unique (cause, cause_id));
create index ledger_account on ledger (account_id, id);
create table documents (
  id text primary key, account_id text not null references accounts (id), kind text not null,
  filename text not null, content_type text not null, bytes bigint not null, sha256 text not null,
  pages integer not null, width_px integer, height_px integer, colour_space text, created_at bigint not null);
create index documents_account on documents (account_id, kind, id);
create index documents_sha256 on documents (sha256);
create table sizes (
  code text primary key, name text not null, media_size text not null, x_dimension integer not null,
  y_dimension integer not null, made_for text not null, borderless integer not null, position integer not null);
create table paper_types (
  code text primary key, name text not null, media_type text not null, finish text not null,
  weight_gsm integer not null, position integer not null);
create table prices (
  size_code text not null references sizes (code), paper_code text not null references paper_types (code),
  min_sheets integer not null, unit_minor bigint not null check (unit_minor >= 0),
  primary key (size_code, paper_code, min_sheets));
create table coupons (
  id text primary key, account_id text not null references accounts (id), kind text not null,
  value bigint not null, cap_minor bigint, min_amount_minor bigint not null, expires_at bigint,
  order_id text, note text not null, created_at bigint not null);
create index coupons_account on coupons (account_id, id);
create table shops (id text primary key, name text not null, created_at bigint not null);
create table orders (
  id text primary key, order_no text not null unique, account_id text not null references accounts (id),
  shop_id text not null references shops (id), status text not null, refund_status text not null,
  delivery_method text not null, coupon_id text references coupons (id), note text not null, currency text not null,
  subtotal_minor bigint not null, discount_minor bigint not null, shipping_minor bigint not null,
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null check (refunded_minor >= 0 and refunded_minor <= total_minor),
  cancel_requested_at bigint, created_at bigint not null, updated_at bigint not null, paid_at bigint);
create index orders_account on orders (account_id, id);
create table order_items (
  id text primary key, order_id text not null references orders (id), position integer not null,
  document_id text not null references documents (id), size_code text not null, paper_code text not null,
  quantity integer not null, pages integer not null, fit text not null, color_mode text not null,
  unit_minor bigint not null, amount_minor bigint not null, discount_minor bigint not null,
  refunded_minor bigint not null, unique (order_id, position));
create index order_items_document on order_items (document_id);
create table order_events (
  id text primary key, order_id text not null references orders (id), event text not null, from_status text,
  to_status text, detail text not null, created_at bigint not null);
create index order_events_order on order_events (order_id, id);
create table payments (
  id text primary key, order_id text not null references orders (id), account_id text not null, method text not null,
  status text not null, amount_minor bigint not null, currency text not null, created_at bigint not null,
  settled_at bigint);
create index payments_order on payments (order_id);
create unique index payments_one_success on payments (order_id) where status = 'succeeded';
create table refunds (
  id text primary key, payment_id text not null references payments (id), order_id text not null, cause text not null,
  status text not null, amount_minor bigint not null check (amount_minor > 0), reason text not null,
  created_at bigint not null, unique (order_id, cause));
create table agents (
  id text primary key, shop_id text not null references shops (id), name text not null,
  public_key text not null unique, last_seq bigint not null, created_at bigint not null, last_seen_at bigint,
  revoked_at bigint);
create table print_jobs (
  id text primary key, order_id text not null references orders (id), item_id text not null references order_items (id),
  shop_id text not null, agent_id text references agents (id), state text not null, reason text not null,
  message text not null, copies integer not null, copies_printed integer not null, submitted integer not null,
  settlement text, reprint_of text, printer_id text, ticket text not null, created_at bigint not null,
  updated_at bigint not null, reported_at bigint);
create index print_jobs_order on print_jobs (order_id);
create index print_jobs_state on print_jobs (shop_id, state);
create table job_events (
  id text primary key, job_id text not null references print_jobs (id), from_state text, to_state text not null,
  reason text not null, message text not null, actor text not null, created_at bigint not null);
create index job_events_job on job_events (job_id, id);
create table enrolments (
  code_hash text primary key, shop_id text not null references shops (id), created_at bigint not null,
  expires_at bigint not null, agent_id text);
create table outbox (
  id text primary key, agent_id text not null references agents (id), type text not null, job_id text not null,
  body text not null, created_at bigint not null);
create index outbox_agent on outbox (agent_id, id);
create table printers (
  id text not null, agent_id text not null references agents (id), report text not null, as_of bigint,
  received_at bigint not null, primary key (agent_id, id));
create table idempotency (
  account_id text not null, key text not null, operation text not null, input_hash text not null,
  output text not null, created_at bigint not null, primary key (account_id, key));
create index idempotency_created on idempotency (created_at);
`;

/** Sizes in hundredths of a millimetre; names by PWG 5101.1. */
const catalogue = `
insert into sizes (code, name, media_size, x_dimension, y_dimension, made_for, borderless, position) values
  ('3.5x5', '89 x 127 mm photo', 'oe_photo-l_3.5x5in', 8890, 12700, 'photo', 1, 1),
  ('4x6', '102 x 152 mm photo', 'na_index-4x6_4x6in', 10160, 15240, 'photo', 1, 2),
  ('5x7', '127 x 178 mm photo', 'na_5x7_5x7in', 12700, 17780, 'photo', 1, 3),
  ('6x8', '152 x 203 mm photo', 'na_index-4x6-ext_6x8in', 15240, 20320, 'photo', 1, 4),
  ('8x10', '203 x 254 mm photo', 'na_govt-letter_8x10in', 20320, 25400, 'photo', 1, 5),
  ('A5', 'A5 document', 'iso_a5_148x210mm', 14800, 21000, 'document', 0, 6),
  ('A4', 'A4 document', 'iso_a4_210x297mm', 21000, 29700, 'document', 0, 7),
  ('A3', 'A3 document', 'iso_a3_297x420mm', 29700, 42000, 'document', 0, 8),
  ('letter', 'US Letter document', 'na_letter_8.5x11in', 21590, 27940, 'document', 0, 9);
insert into paper_types (code, name, media_type, finish, weight_gsm, position) values
  ('glossy', 'Glossy photo paper', 'photographic-glossy', 'glossy', 240, 1),
  ('plain', 'Plain paper', 'stationery', 'uncoated', 80, 2);
insert into prices (size_code, paper_code, min_sheets, unit_minor) values
  ('3.5x5', 'glossy', 1, 100), ('3.5x5', 'glossy', 50, 80),
  ('4x6', 'glossy', 1, 120), ('4x6', 'glossy', 50, 90),
  ('5x7', 'glossy', 1, 250), ('5x7', 'glossy', 50, 210),
  ('6x8', 'glossy', 1, 380), ('6x8', 'glossy', 50, 330),
  ('8x10', 'glossy', 1, 900), ('8x10', 'glossy', 50, 800),
  ('A5', 'plain', 1, 40), ('A5', 'plain', 100, 30),
  ('A4', 'plain', 1, 50), ('A4', 'plain', 100, 35),
  ('A3', 'plain', 1, 150), ('A3', 'plain', 100, 120),
  ('letter', 'plain', 1, 50), ('letter', 'plain', 100, 35);
`;

/** Creates the tables and the first catalogue. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of `${tables}${catalogue}`.split(/;\s*\n/)) {
    if (statement.trim()) await sql.raw(statement).execute(db);
  }
}
