/**
 * Migration 12: printers.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
