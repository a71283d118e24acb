/**
 * Migration 1, the baseline: every table, index and constraint, and the rows that a new installation starts with (seed.ts). Chapters
 * stand in the order in which tables refer to each other; what columns mean stands beside the types of their feature (x-tables.ts).
 * One text serves SQLite and PostgreSQL. May be edited until there is a first release, and never again: later changes are later migrations.
 *
 * A list is read from an index that has its order, a sweep from one with a condition that holds only what is open or due. SQLite
 * takes an index with a condition only where the statement has that very condition, written out (`sql.lit`): the stores do so, and
 * test/cloud/query-plans.test.ts holds it.
 */
import { type Kysely, PostgresAdapter } from 'kysely';
import { runStatements } from './run-statements.ts';
import { seedRows } from './seed.ts';

/** Jobs that are not over. */
const open =
  "state in ('queued', 'sent', 'accepted', 'preparing', 'ready', 'submitting', 'printing', 'held', 'unknown')";

/** What somebody must do something about; as a case, for SQLite would else take it for a reason to read by state, and sort. */
const stuck =
  "case when state in ('held', 'unknown', 'failed') then 1 when state = 'printing' and reason = 'printing-long' then 1 else 0 end = 1 and settlement is null";

const tables = `
-- The service itself: settings, versions of what is kept in memory, limits of sensitive actions, who did what, calls that may come twice.
create table settings (
  name text primary key, value text not null);
create table cloud_processes (
  id text primary key, beat bigint not null);
create table rate_limits (
  name text primary key, max integer not null check (max > 0),
  window_seconds integer not null check (window_seconds > 0), updated_at bigint not null);
create table limit_marks (
  name text not null, subject text not null, full_until bigint not null, primary key (name, subject));
create index limit_marks_until on limit_marks (full_until);
create table audit_log (
  id text primary key, account_id text not null, action text not null, target text not null, detail text not null,
  created_at bigint not null, key_id text, session_id text);
create index audit_log_account on audit_log (account_id, created_at, id);
create index audit_log_action on audit_log (action, created_at, id);
create index audit_log_target on audit_log (target, created_at, id);
create index audit_log_time on audit_log (created_at, id);
create table idempotency (
  account_id text not null, key text not null, operation text not null, input_hash text not null,
  output text not null, created_at bigint not null, primary key (account_id, key));
create index idempotency_created on idempotency (created_at);

-- What happened, numbered in the order of commits (events/event-log.ts). A history is read by its subject, what is new by whom it concerns.
create table event_sequence (
  id integer primary key check (id = 1), last bigint not null, removed bigint not null);
create table events (
  seq bigint primary key, type text not null, subject_id text not null, account_id text, guest_id text, shop_id text,
  is_history integer not null, data text not null, created_at bigint not null);
create index events_account on events (account_id, seq) where account_id is not null;
create index events_guest on events (guest_id, seq) where guest_id is not null;
create index events_passing on events (created_at) where is_history = 0;
create index events_public on events (seq) where account_id is null and shop_id is null;
create index events_shop on events (shop_id, seq) where shop_id is not null;
create index events_subject on events (subject_id, seq);

-- Accounts, how they come in, their keys and money, where they live. addresses_default holds "at most one default an account" against every race.
create table accounts (
  id text primary key, phone text not null unique, nickname text not null, role text not null, shop_id text,
  created_at bigint not null, language text, disabled_at bigint, closed_at bigint, clear_at bigint);
create index accounts_clear on accounts (clear_at) where clear_at is not null;
create index accounts_disabled on accounts (id) where disabled_at is not null;
create index accounts_role on accounts (role, id);
create index accounts_shop on accounts (shop_id, id) where shop_id is not null;
create table login_codes (
  phone text not null, network text not null, code_hash text not null, tries integer not null,
  foreign_tries integer not null, expires_at bigint not null, used_at bigint, primary key (phone, network));
create index login_codes_expires on login_codes (expires_at);
create table sessions (
  id text primary key, account_id text not null references accounts (id), token_hash text not null unique,
  device text not null, created_at bigint not null, last_used_at bigint not null, expires_at bigint not null,
  revoked_at bigint);
create index sessions_account on sessions (account_id, id);
create index sessions_expires on sessions (expires_at);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create table api_keys (
  id text primary key, account_id text not null references accounts (id), name text not null,
  key_hash text not null unique, key_hint text not null, created_at bigint not null, expires_at bigint,
  revoked_at bigint, last_used_at bigint);
create index api_keys_account on api_keys (account_id, id);
create table balances (
  account_id text primary key references accounts (id), amount_minor bigint not null check (amount_minor >= 0),
  currency text not null);
create table ledger (
  id text primary key, account_id text not null references accounts (id), amount_minor bigint not null,
  balance_after_minor bigint not null, currency text not null, cause text not null, cause_id text not null,
  note text not null, created_at bigint not null, unique (cause, cause_id));
create index ledger_account on ledger (account_id, id);
create table addresses (
  id text primary key, account_id text not null references accounts (id), name text not null, phone text not null,
  country text not null, province text not null, city text not null, district text not null, detail text not null,
  postcode text not null, region_id text, is_default integer not null check (is_default in (0, 1)),
  created_at bigint not null, updated_at bigint not null);
create index addresses_account on addresses (account_id, id);
create unique index addresses_default on addresses (account_id) where is_default = 1;

-- Shops, the agents in them, and how each wants its agents to go about trouble.
create table shops (
  id text primary key, name text not null, created_at bigint not null, referral_code text, phone text, region_id text,
  address text);
create unique index shops_referral_code on shops (referral_code);
create table enrolments (
  code_hash text primary key, shop_id text not null references shops (id), created_at bigint not null,
  expires_at bigint not null, agent_id text);
create index enrolments_unused on enrolments (expires_at) where agent_id is null;
create table agents (
  id text primary key, shop_id text not null references shops (id), name text not null,
  public_key text not null unique, last_seq bigint not null, created_at bigint not null, last_seen_at bigint,
  revoked_at bigint, image_work integer not null default 0, link_id text, link_process text, unlinked_at bigint,
  unlinked_because text);
create table agent_disks (
  agent_id text primary key references agents (id), state text not null, free_bytes bigint not null,
  used_bytes bigint not null, budget_bytes bigint not null, as_of bigint not null);
create table agent_resyncs (
  id text primary key, agent_id text not null references agents (id), found_at bigint not null,
  cloud_seq bigint not null, agent_seq bigint not null, jobs_applied integer not null, jobs_missing integer not null,
  missing text not null, seen_at bigint, seen_by text);
create index agent_resyncs_agent on agent_resyncs (agent_id, id);
create index agent_resyncs_open on agent_resyncs (agent_id, id) where seen_at is null;
create table print_rules (
  shop_id text primary key, aborted_copies text not null, reroute_after_minutes integer not null,
  substitutes text not null default '[]', version integer not null, updated_at bigint not null,
  updated_by text not null);

-- Uploads, what an account keeps of them, and bytes by their hash. check_at: when it is time to look whether anybody still needs the
-- bytes; null while somebody surely does.
create table documents (
  id text primary key, account_id text not null references accounts (id), kind text not null, filename text not null,
  content_type text not null, bytes bigint not null, sha256 text not null, pages integer not null, width_px integer,
  height_px integer, colour_space text, created_at bigint not null, deleted_at bigint, restored_from text,
  details text not null default '{}');
create index documents_account on documents (account_id, kind, id);
create index documents_live on documents (account_id, id);
create index documents_sha256 on documents (sha256);
create table account_storage (
  account_id text primary key references accounts (id), stored_bytes bigint not null, quota_bytes bigint);
create table resumable_uploads (
  id text primary key, account_id text not null references accounts (id), kind text not null, filename text not null,
  bytes bigint not null check (bytes > 0), mark text, created_at bigint not null, expires_at bigint not null);
create index resumable_uploads_account on resumable_uploads (account_id, created_at);
create index resumable_uploads_expires on resumable_uploads (expires_at);
create table stored_files (
  sha256 text primary key, bytes bigint not null, state text not null, check_at bigint, changed_at bigint not null);
create index stored_files_check on stored_files (check_at);
create table thumbnails (
  source_sha256 text not null, kind text not null, sha256 text, bytes bigint not null, width_px integer not null,
  height_px integer not null, refusal text, created_at bigint not null, primary key (source_sha256, kind));
create index thumbnails_sha256 on thumbnails (sha256);
create table photo_measures (
  sha256 text primary key, version integer not null, measures text not null, created_at bigint not null);

-- What is sold. Dimensions in hundredths of a millimetre. A price is of one printed page; sides is one-sided or two-sided, for which edge
-- is bound costs the same.
create table sizes (
  code text primary key, name text not null, name_zh text not null default '', media_size text not null,
  x_dimension integer not null, y_dimension integer not null, made_for text not null, borderless integer not null,
  position integer not null, enabled integer not null default 1);
create table paper_types (
  code text primary key, name text not null, name_zh text not null default '', media_type text not null,
  finish text not null, weight_gsm integer not null, position integer not null, enabled integer not null default 1);
create table prices (
  size_code text not null references sizes (code), paper_code text not null references paper_types (code),
  color_mode text not null, sides text not null, min_pages integer not null check (min_pages > 0),
  unit_minor bigint not null check (unit_minor >= 0),
  primary key (size_code, paper_code, color_mode, sides, min_pages));

-- How orders come to customers.
create table coverage_rules (
  id text primary key, region_id text not null, service text not null check (service in ('standard', 'express')),
  allow integer not null check (allow in (0, 1)), eta_min_days integer not null check (eta_min_days >= 0),
  eta_max_days integer not null check (eta_max_days >= eta_min_days), cut_off text,
  fee_minor bigint not null check (fee_minor >= 0), created_at bigint not null, updated_at bigint not null,
  unique (region_id, service, allow));
create table carriers (
  id text primary key, code text not null unique, name_zh text not null, name_en text not null,
  enabled integer not null check (enabled in (0, 1)), first_weight_g integer not null check (first_weight_g > 0),
  step_weight_g integer not null check (step_weight_g > 0), max_weight_g integer check (max_weight_g > 0),
  free_from_minor bigint check (free_from_minor >= 0), position integer not null, created_at bigint not null,
  updated_at bigint not null);
create table carrier_rates (
  id text primary key, carrier_id text not null references carriers (id), region_id text not null,
  first_fee_minor bigint not null check (first_fee_minor >= 0),
  step_fee_minor bigint not null check (step_fee_minor >= 0), created_at bigint not null, updated_at bigint not null,
  unique (carrier_id, region_id));
create table pickup_points (
  id text primary key, shop_id text not null references shops (id), region_id text not null, name text not null,
  address text not null, phone text not null, latitude_e6 integer, longitude_e6 integer, hours text not null,
  time_zone text not null, enabled integer not null check (enabled in (0, 1)), position integer not null,
  created_at bigint not null, updated_at bigint not null);
create index pickup_points_region on pickup_points (region_id);
create index pickup_points_shop on pickup_points (shop_id);

-- What comes off the price.
create table coupon_campaigns (
  id text primary key, name text not null, code text not null unique, kind text not null, value bigint not null,
  cap_minor bigint, min_amount_minor bigint not null, scope text not null, valid_from bigint, expires_at bigint,
  coupon_days integer, max_total integer check (max_total is null or redeemed <= max_total),
  max_per_account integer not null check (max_per_account > 0), redeemed integer not null default 0,
  disabled_at bigint, created_at bigint not null);
create table coupons (
  id text primary key, account_id text not null references accounts (id), kind text not null, value bigint not null,
  cap_minor bigint, min_amount_minor bigint not null, scope text not null default 'all', valid_from bigint,
  expires_at bigint, order_id text, campaign_id text references coupon_campaigns (id), note text not null,
  created_at bigint not null);
create index coupons_account on coupons (account_id, id);
create index coupons_campaign on coupons (campaign_id, account_id);
create index coupons_given on coupons (campaign_id, id) where campaign_id is not null;
create index coupons_order on coupons (order_id);

-- Orders. pending_payment and shipped alone are looked for by time.
create table orders (
  id text primary key, order_no text not null unique, account_id text not null references accounts (id),
  shop_id text not null references shops (id), status text not null, refund_status text not null,
  delivery_method text not null, pickup_point_id text, carrier_id text, delivery text, weight_g integer,
  tracking_no text, finished_at bigint, shipped_at bigint, completed_at bigint, coupon_id text references coupons (id),
  note text not null, currency text not null, subtotal_minor bigint not null, discount_minor bigint not null,
  shipping_minor bigint not null, shipping_discount_minor bigint not null default 0,
  total_minor bigint not null check (total_minor >= 0),
  refunded_minor bigint not null check (refunded_minor >= 0 and refunded_minor <= total_minor),
  cancel_requested_at bigint, created_at bigint not null, updated_at bigint not null, paid_at bigint,
  expires_at bigint);
create index orders_account on orders (account_id, id);
create index orders_account_status on orders (account_id, status, id);
create index orders_of_shop on orders (shop_id, id);
create index orders_pickup_point on orders (pickup_point_id) where pickup_point_id is not null;
create index orders_shipped on orders (status, shipped_at) where status = 'shipped';
create index orders_shop on orders (shop_id, status, id);
create index orders_status on orders (status, id);
create index orders_unpaid on orders (status, expires_at) where status = 'pending_payment';
create table order_items (
  id text primary key, order_id text not null references orders (id), position integer not null,
  document_id text not null references documents (id), size_code text not null, paper_code text not null,
  quantity integer not null, pages integer not null, choices text not null, unit_minor bigint not null, amount_minor bigint not null,
  discount_minor bigint not null, refunded_minor bigint not null, unique (order_id, position));
create index order_items_document on order_items (document_id);
create index order_items_paper on order_items (paper_code);
create index order_items_size on order_items (size_code);

-- Money, and the books of the sandbox. A payment without an order is a top-up. An order is paid once at most.
create table payments (
  id text primary key, order_id text references orders (id), account_id text not null references accounts (id),
  method text not null, status text not null, amount_minor bigint not null check (amount_minor >= 0),
  currency text not null, provider_ref text, checkout_url text, expires_at bigint, check_at bigint, checked_at bigint,
  checks integer not null, captured_minor bigint not null, failure text not null, created_at bigint not null,
  settled_at bigint, unique (method, provider_ref));
create index payments_account on payments (account_id, id);
create index payments_method on payments (method, id);
create index payments_order on payments (order_id);
create index payments_status on payments (status, id);
create index payments_to_check on payments (status, check_at) where status = 'pending';
create index payments_topups on payments (account_id, id) where order_id is null;
create unique index payments_one_success on payments (order_id) where status = 'succeeded';
create table refunds (
  id text primary key, payment_id text not null references payments (id), order_id text references orders (id),
  cause text not null, status text not null, amount_minor bigint not null check (amount_minor > 0),
  currency text not null, destination text not null, reason text not null, failure text not null,
  tries integer not null, try_at bigint, created_at bigint not null, settled_at bigint, unique (order_id, cause),
  unique (payment_id, cause));
create index refunds_status on refunds (status, id);
create index refunds_to_try on refunds (status, try_at) where status = 'pending';
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
create index sandbox_events_ended on sandbox_events (sandbox, created_at) where due_at is null;

-- Print jobs, and what their agents are to hear.
create table print_jobs (
  id text primary key, order_id text not null references orders (id),
  item_id text not null references order_items (id), shop_id text not null, agent_id text references agents (id),
  state text not null, reason text not null, message text not null, copies integer not null,
  copies_printed integer not null, submitted integer not null, settlement text, reprint_of text,
  unpaid integer not null, printer_id text, rank bigint, for_entry integer, held text, ticket text not null, account_id text not null, created_at bigint not null, updated_at bigint not null, reported_at bigint);
create index print_jobs_of_shop on print_jobs (shop_id, id);
create index print_jobs_open_account on print_jobs (account_id, state) where ${open};
create index print_jobs_open_agent on print_jobs (agent_id, state) where ${open};
create index print_jobs_order on print_jobs (order_id);
create index print_jobs_printed_account on print_jobs (account_id, reported_at) where state = 'printed';
create index print_jobs_printed_shop on print_jobs (shop_id, reported_at) where state = 'printed';
create index print_jobs_shop_state on print_jobs (shop_id, state, id);
create index print_jobs_state on print_jobs (state, id);
create index print_jobs_stuck on print_jobs (shop_id, id) where ${stuck};
create index print_jobs_stuck_all on print_jobs (id) where ${stuck};
create table outbox (
  id text primary key, agent_id text not null references agents (id), type text not null, subject_id text not null,
  body text not null, created_at bigint not null);
create index outbox_agent on outbox (agent_id, id);
create index outbox_subject on outbox (subject_id);

-- What agents say of their printers, and what people ask of them.
create table printers (
  id text not null, agent_id text not null references agents (id), report text not null, as_of bigint,
  received_at bigint not null, primary key (agent_id, id));
create table agent_papers (
  agent_id text not null references agents (id), id text not null, report text not null, told_at bigint not null,
  primary key (agent_id, id));
create table printer_requests (
  id text primary key, agent_id text not null references agents (id),
  account_id text not null references accounts (id), wanted text not null, answer text, created_at bigint not null,
  answered_at bigint);
create index printer_requests_answered on printer_requests (answered_at) where answered_at is not null;
create index printer_requests_by_agent on printer_requests (agent_id, created_at);
create table profile_files (
  request_id text primary key references printer_requests (id), agent_id text not null references agents (id),
  sha256 text not null, bytes bigint not null);
create index profile_files_agent on profile_files (agent_id, sha256);
create index profile_files_bytes on profile_files (sha256);

-- When shops print.
create table schedules (
  shop_id text primary key references shops (id), version integer not null, edit_id text not null,
  document text not null, updated_at bigint not null);
create table schedule_edits (
  id text primary key, edit_id text not null unique, shop_id text not null references shops (id),
  version integer not null, document text not null, state text not null, agent_id text, taken_at bigint not null);
create index schedule_edits_shop on schedule_edits (shop_id, id);
create table schedule_reports (
  agent_id text primary key references agents (id), shop_id text not null references shops (id), report text not null,
  version integer not null, received_at bigint not null);
create index schedule_reports_shop on schedule_reports (shop_id);

-- Photos that are collected by a link.
create table pre_orders (
  id text primary key, account_id text not null references accounts (id), share_code text not null unique,
  status text not null, revision bigint not null, title text not null, description text not null,
  order_type text not null, spec_mode text not null, spec text, max_quantity integer not null, allow text not null,
  phones text not null, deadline_at bigint, quota_per_person integer, quota_total integer, password_hash text,
  delivery text not null, order_id text references orders (id), created_at bigint not null,
  updated_at bigint not null);
create index pre_orders_account on pre_orders (account_id, id);
create index pre_orders_account_status on pre_orders (account_id, status, id);
create index pre_orders_order on pre_orders (order_id);
create table submissions (
  id text primary key, pre_order_id text not null references pre_orders (id),
  account_id text not null references accounts (id), status text not null, photos integer not null check (photos > 0),
  submitter_name text not null, note text not null, reject_reason text not null, created_at bigint not null,
  updated_at bigint not null, reviewed_at bigint);
create index submissions_account on submissions (account_id, pre_order_id, id);
create index submissions_of_account on submissions (account_id, id);
create index submissions_pre_order on submissions (pre_order_id, id);
create table submission_photos (
  submission_id text not null references submissions (id), position integer not null, document_id text not null,
  spec text not null, primary key (submission_id, position));
create index submission_photos_document on submission_photos (document_id);

-- Photos repaired, pictures beside the results, and shares of them.
create table restorations (
  id text primary key, account_id text not null references accounts (id),
  photo_id text not null references documents (id), source_sha256 text not null, source_bytes bigint not null,
  options text not null, state text not null, executor text, lease_until bigint, attempts integer not null,
  progress integer not null, message text not null, result_photo_id text, report text, created_at bigint not null,
  updated_at bigint not null, finished_at bigint, stage text not null default '', begun_at bigint,
  told integer not null default 0, revision integer not null default 0, preview_only integer not null default 0,
  mask_sha256 text, mask_bytes bigint, parent_id text, version integer not null default 1, engine text,
  mask_regions text, print_damaged integer not null default 0, refused text not null default '[]',
  decided text not null default '[]');
create index restorations_account on restorations (account_id, id);
create index restorations_account_begun on restorations (account_id, begun_at);
create index restorations_account_state on restorations (account_id, state);
create index restorations_executor on restorations (executor, state);
create index restorations_mask on restorations (mask_sha256, state);
create index restorations_photo on restorations (photo_id, state);
create index restorations_result on restorations (result_photo_id);
create index restorations_source on restorations (source_sha256, state);
create index restorations_state on restorations (state, created_at);
create table restoration_files (
  restoration_id text not null references restorations (id), kind text not null, sha256 text not null,
  bytes bigint not null, primary key (restoration_id, kind));
create index restoration_files_sha256 on restoration_files (sha256);
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
create index restore_claims_account on restore_claims (account_id, share_id);

-- What customers say afterwards. One request of an order is open at a time.
create table after_sales (
  id text primary key, order_id text not null references orders (id),
  account_id text not null references accounts (id), shop_id text not null references shops (id), type text not null,
  status text not null, resolution text, reason text not null, description text not null, decision_note text not null,
  created_at bigint not null, updated_at bigint not null, decided_at bigint, closed_at bigint);
create index after_sales_account on after_sales (account_id, id);
create index after_sales_of_shop on after_sales (shop_id, id);
create index after_sales_order on after_sales (order_id);
create index after_sales_shop on after_sales (shop_id, status, id);
create index after_sales_status on after_sales (status, id);
create unique index after_sales_one_open on after_sales (order_id)
  where status in ('requested', 'approved', 'reprinting');
create table after_sales_items (
  after_sales_id text not null references after_sales (id), item_id text not null references order_items (id),
  position integer not null, copies integer not null check (copies > 0), refunded_minor bigint not null,
  job_id text references print_jobs (id), primary key (after_sales_id, item_id));
create index after_sales_items_item on after_sales_items (item_id);
create table after_sales_photos (
  after_sales_id text not null references after_sales (id), position integer not null, document_id text not null,
  primary key (after_sales_id, position));
create index after_sales_photos_document on after_sales_photos (document_id);
create table order_reviews (
  id text primary key, order_id text not null unique references orders (id),
  account_id text not null references accounts (id), shop_id text not null references shops (id),
  rating_print integer not null check (rating_print between 1 and 5),
  rating_shipping integer check (rating_shipping between 1 and 5),
  rating_service integer check (rating_service between 1 and 5), comment text not null, reply text, replied_at bigint,
  reply_read_at bigint, created_at bigint not null);
create index order_reviews_account on order_reviews (account_id, id);
create index order_reviews_answered on order_reviews (shop_id, id) where reply is not null;
create index order_reviews_answered_all on order_reviews (id) where reply is not null;
create index order_reviews_shop on order_reviews (shop_id, id);
create index order_reviews_unanswered on order_reviews (shop_id, id) where reply is null;
create index order_reviews_unanswered_all on order_reviews (id) where reply is null;
`;

/**
 * Which statuses are common differs from account to account and from shop to shop. Without knowing that PostgreSQL reads all orders of an
 * account for the few of a status that nearly all others have, by the index that lies in their order. SQLite always takes the index with
 * more of the condition.
 */
const statistics = `
create statistics orders_by_account_status (mcv) on account_id, status from orders;
create statistics orders_by_shop_status (mcv) on shop_id, status from orders;
create statistics print_jobs_by_shop_state (mcv) on shop_id, state from print_jobs;
`;

/** Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await runStatements(db, statistics);
  await runStatements(db, seedRows);
}
