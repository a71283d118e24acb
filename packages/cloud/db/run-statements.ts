/** DDL for migrations. One text serves both databases: only what means the same on SQLite and PostgreSQL is used in it. */
import { type Kysely, sql } from 'kysely';

/** Runs statements that are separated by a semicolon at a line's end. */
export async function runStatements(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of text.split(/;\s*\n/)) {
    if (statement.trim()) await sql.raw(statement).execute(db);
  }
}
