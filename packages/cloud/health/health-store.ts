/** The SQL of the health check. */
import type { Query } from '../db/database.ts';

const settingName = 'health';

/** Writes one row, always the same one. */
export async function writeHealthMark(db: Query, now: number): Promise<void> {
  const value = String(now);
  await db
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
