/**
 * Migration 21: indices for what grows. A list is read from an index that has its order, a sweep from one that holds only what is
 * due. Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/**
 * SQLite takes an index with a condition only where the statement has that very condition, written out: the stores do so
 * (job-store.ts, order-store.ts, payment-store.ts, refund-store.ts), and test/cloud/query-plans.test.ts holds it.
 */
const open =
  "state in ('queued', 'sent', 'accepted', 'preparing', 'ready', 'submitting', 'printing', 'held', 'unknown')";

/** What somebody must do something about; as a case, for SQLite would else take it for a reason to read by state, and sort. */
const stuck =
  "case when state in ('held', 'unknown', 'failed') then 1 when state = 'printing' and reason = 'printing-long' then 1 else 0 end = 1 and settlement is null";

const tables = `
create index orders_account_status on orders (account_id, status, id);
create index orders_of_shop on orders (shop_id, id);
create index orders_status on orders (status, id);
drop index orders_shipped;
create index orders_shipped on orders (status, shipped_at) where status = 'shipped';
drop index orders_unpaid;
create index orders_unpaid on orders (status, expires_at) where status = 'pending_payment';
create index orders_pickup_point on orders (pickup_point_id) where pickup_point_id is not null;

alter table print_jobs add column account_id text;
update print_jobs set account_id = (select account_id from orders where orders.id = print_jobs.order_id);
drop index print_jobs_state;
drop index print_jobs_of_agent;
create index print_jobs_of_shop on print_jobs (shop_id, id);
create index print_jobs_shop_state on print_jobs (shop_id, state, id);
create index print_jobs_state on print_jobs (state, id);
create index print_jobs_open_account on print_jobs (account_id, state) where ${open};
create index print_jobs_open_agent on print_jobs (agent_id, state) where ${open};
create index print_jobs_stuck on print_jobs (shop_id, id) where ${stuck};
create index print_jobs_stuck_all on print_jobs (id) where ${stuck};
create index print_jobs_printed_account on print_jobs (account_id, reported_at) where state = 'printed';
create index print_jobs_printed_shop on print_jobs (shop_id, reported_at) where state = 'printed';
create index outbox_job on outbox (job_id);

drop index payments_to_check;
create index payments_to_check on payments (status, check_at) where status = 'pending';
create index payments_topups on payments (account_id, id) where order_id is null;
create index payments_status on payments (status, id);
create index payments_method on payments (method, id);
create index refunds_status on refunds (status, id);
drop index refunds_to_try;
create index refunds_to_try on refunds (status, try_at) where status = 'pending';

create index after_sales_of_shop on after_sales (shop_id, id);
create index after_sales_status on after_sales (status, id);
create index order_reviews_unanswered on order_reviews (shop_id, id) where reply is null;
create index order_reviews_unanswered_all on order_reviews (id) where reply is null;
create index order_reviews_answered on order_reviews (shop_id, id) where reply is not null;
create index order_reviews_answered_all on order_reviews (id) where reply is not null;

create index pre_orders_account_status on pre_orders (account_id, status, id);
create index accounts_shop on accounts (shop_id, id) where shop_id is not null;
create index accounts_disabled on accounts (id) where disabled_at is not null;
drop index api_keys_account;
create index api_keys_account on api_keys (account_id, id);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index enrolments_unused on enrolments (expires_at) where agent_id is null;
create index agent_resyncs_open on agent_resyncs (agent_id, id) where seen_at is null;

drop index audit_log_target;
drop index audit_log_account;
drop index audit_log_action;
create index audit_log_time on audit_log (created_at, id);
create index audit_log_target on audit_log (target, created_at, id);
create index audit_log_account on audit_log (account_id, created_at, id);
create index audit_log_action on audit_log (action, created_at, id);
`;

/** Changes the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
