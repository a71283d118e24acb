/**
 * Migration 17: which paper a shop lets stand in for which, and the version of what the shops' printers can make. Once released it is
 * never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const changes = `
alter table print_rules add column substitutes text not null default '[]';
insert into settings (name, value) values ('printer_abilities_version', '1');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, changes);
}
