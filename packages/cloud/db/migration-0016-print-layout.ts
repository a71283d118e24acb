/**
 * Migration 16: how the pictures of an order item are laid out. Once released it is never edited: later changes are later
 * migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
alter table order_items add column layout text;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
}
