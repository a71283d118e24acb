/**
 * Migration 2: what the whole service stands on: settings, limits of sensitive actions, the audit log.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table settings (name text primary key, value text not null);
create table rate_limits (
  name text primary key, most integer not null check (most > 0), window_seconds integer not null check (window_seconds > 0),
  updated_at bigint not null);
create table limit_marks (
  name text not null, subject text not null, full_until bigint not null, primary key (name, subject));
create index limit_marks_until on limit_marks (full_until);
create table audit_log (
  id text primary key, account_id text not null, action text not null, target text not null, detail text not null,
  created_at bigint not null);
create index audit_log_target on audit_log (target, id);
`;

/** Creates the tables. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
