/**
 * Migration 24: a login code for each network that asks for one, so that nobody else's guesses use up the owner's. Codes live five
 * minutes: those of the old table are asked for again. Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
drop table login_codes;
create table login_codes (
  phone text not null, network text not null, code_hash text not null, tries integer not null,
  foreign_tries integer not null, expires_at bigint not null, used_at bigint, primary key (phone, network));
create index login_codes_expires on login_codes (expires_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
