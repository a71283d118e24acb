/** Migration 33: a message to an agent is about a subject, and that is a job only sometimes. Once released it is never edited. */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
alter table outbox rename column job_id to subject_id;
drop index outbox_job;
create index outbox_subject on outbox (subject_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
