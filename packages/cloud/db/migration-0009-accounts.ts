/**
 * Migration 9: login codes, sessions, and what admins see and change of accounts, keys, agents and the audit log.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
alter table accounts add column language text;
alter table accounts add column disabled_at bigint;
alter table api_keys add column last_used_at bigint;
alter table agents add column image_work integer not null default 0;
alter table audit_log add column key_id text;
alter table audit_log add column session_id text;
create index audit_log_account on audit_log (account_id, id);
create index audit_log_action on audit_log (action, id);
create index accounts_role on accounts (role, id);
create index print_jobs_of_agent on print_jobs (agent_id, state);
create table login_codes (
  phone text primary key, code_hash text not null, tries integer not null, expires_at bigint not null, used_at bigint);
create index login_codes_expires on login_codes (expires_at);
create table sessions (
  id text primary key, account_id text not null references accounts (id), token_hash text not null unique,
  device text not null, created_at bigint not null, last_used_at bigint not null, expires_at bigint not null,
  revoked_at bigint);
create index sessions_account on sessions (account_id, id);
create index sessions_expires on sessions (expires_at);
`;

/** Creates the tables and adds the columns. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
