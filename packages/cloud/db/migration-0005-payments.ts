/**
 * Migration 5: payments through a provider, top-ups, refunds that a provider carries out, and the sandbox's own books.
 * Once released it is never edited: later changes are later migrations.
 *
 * `payments` and `refunds` are built anew: a top-up is a payment without an order, and neither database can make a column
 * nullable by a statement that the other understands.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table new_payments (
  id text primary key, order_id text references orders (id), account_id text not null references accounts (id),
  method text not null, status text not null, amount_minor bigint not null check (amount_minor >= 0),
  currency text not null, provider_ref text, checkout_url text, expires_at bigint, check_at bigint, checked_at bigint,
  checks integer not null, captured_minor bigint not null, failure text not null, created_at bigint not null,
  settled_at bigint, unique (method, provider_ref));
insert into new_payments
  select id, order_id, account_id, method, status, amount_minor, currency, null, null, null, null, null, 0, 0, '',
    created_at, settled_at from payments;
create table new_refunds (
  id text primary key, payment_id text not null references new_payments (id), order_id text references orders (id),
  cause text not null, status text not null, amount_minor bigint not null check (amount_minor > 0),
  currency text not null, destination text not null, reason text not null, failure text not null,
  tries integer not null, try_at bigint, created_at bigint not null, settled_at bigint,
  unique (order_id, cause), unique (payment_id, cause));
insert into new_refunds
  select refunds.id, refunds.payment_id, refunds.order_id, refunds.cause, refunds.status, refunds.amount_minor,
    payments.currency, 'balance', refunds.reason, '', 0, null, refunds.created_at, refunds.created_at
  from refunds join payments on payments.id = refunds.payment_id;
drop table refunds;
drop table payments;
alter table new_payments rename to payments;
alter table new_refunds rename to refunds;
create index payments_order on payments (order_id);
create index payments_account on payments (account_id, id);
create unique index payments_one_success on payments (order_id) where status = 'succeeded';
create index payments_to_check on payments (check_at) where status = 'pending';
create index refunds_to_try on refunds (try_at) where status = 'pending';
create table payment_events (
  id text primary key, payment_id text not null references payments (id), event text not null, from_status text,
  to_status text, detail text not null, created_at bigint not null);
create index payment_events_payment on payment_events (payment_id, id);
create table sandbox_intents (
  id text primary key, sandbox text not null, reference text not null, amount_minor bigint not null,
  currency text not null, description text not null, return_url text not null, status text not null,
  created_at bigint not null, expires_at bigint not null, unique (sandbox, reference));
create table sandbox_refunds (
  id text primary key, intent_id text not null references sandbox_intents (id), amount_minor bigint not null,
  status text not null, created_at bigint not null);
create index sandbox_refunds_intent on sandbox_refunds (intent_id);
create table sandbox_events (
  id text primary key, sandbox text not null, refund_id text, body text not null, tries integer not null,
  due_at bigint, delivered_at bigint, created_at bigint not null);
create index sandbox_events_due on sandbox_events (sandbox, due_at);
`;

/** Creates the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
