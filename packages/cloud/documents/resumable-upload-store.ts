/** The SQL of uploads that come in several requests. */
import type { Query, Tx } from '../db/database.ts';
import type { ResumableUploadTable } from './document-tables.ts';

export async function insertResumableUpload(tx: Tx, row: ResumableUploadTable): Promise<void> {
  await tx.insertInto('resumable_uploads').values(row).execute();
}

export async function findResumableUpload(
  db: Query | Tx,
  { id, accountId }: { id: string; accountId: string },
): Promise<ResumableUploadTable | undefined> {
  return await db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** How many an account has under way, and how many bytes they were announced with. */
export async function sumResumableUploads(
  db: Query | Tx,
  accountId: string,
): Promise<{ uploads: number; bytes: number }> {
  const { uploads, bytes } = await db
    .selectFrom('resumable_uploads')
    .select((e) => [e.fn.countAll<number>().as('uploads'), e.fn.sum<number | null>('bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { uploads: Number(uploads), bytes: Number(bytes ?? 0) };
}

/** It is over. False when it was already. */
export async function deleteResumableUpload(db: Query | Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('resumable_uploads').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Those that nobody goes on with, a bounded number. */
export async function listExpiredUploads(
  db: Query,
  { now, limit }: { now: number; limit: number },
): Promise<ResumableUploadTable[]> {
  return await db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}
