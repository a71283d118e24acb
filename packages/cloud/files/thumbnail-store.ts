/** The SQL of small pictures of files: found by the bytes they show, so that equal uploads share them. */
import type { Query, Tx } from '../db/database.ts';
import type { ThumbnailTable } from './file-tables.ts';

export async function findThumbnail(
  db: Query,
  { sha256, kind }: { sha256: string; kind: ThumbnailTable['kind'] },
): Promise<ThumbnailTable | undefined> {
  return await db
    .selectFrom('thumbnails')
    .selectAll()
    .where('source_sha256', '=', sha256)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** The same picture made twice at once is kept once. */
export async function insertThumbnail(db: Query | Tx, row: ThumbnailTable): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source_sha256', 'kind']).doNothing())
    .execute();
}
