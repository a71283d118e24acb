/** The SQL of what was measured of photos, by their bytes. */
import type { Query } from '../db/database.ts';
import type { PhotoMeasuresTable } from './photo-tables.ts';

export async function findMeasures(
  db: Query,
  { sha256, version }: { sha256: string; version: number },
): Promise<PhotoMeasuresTable | undefined> {
  return await db
    .selectFrom('photo_measures')
    .selectAll()
    .where('sha256', '=', sha256)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** A newer version takes the place of an older one. */
export async function upsertMeasures(db: Query, row: PhotoMeasuresTable): Promise<void> {
  const { version, measures, created_at } = row;
  await db
    .insertInto('photo_measures')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ version, measures, created_at }))
    .execute();
}
