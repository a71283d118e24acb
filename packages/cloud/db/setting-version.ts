/** Versions of what is kept in memory, each a row of `settings`: whoever changes such a thing writes another version in its transaction. */
import type { Query, Tx } from './database.ts';

/** The version under this name; the seed has made it. */
export async function readSettingVersion(db: Query | Tx, name: string): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}

export async function writeSettingVersion(tx: Tx, name: string, version: string): Promise<void> {
  await tx.updateTable('settings').set({ value: version }).where('name', '=', name).execute();
}
