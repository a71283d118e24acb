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

/** The newest of an account that was announced as the same file. */
export async function findMarkedUpload(
  db: Query | Tx,
  file: { accountId: string; kind: ResumableUploadTable['kind']; bytes: number; mark: string; now: number },
): Promise<ResumableUploadTable | undefined> {
  return await db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('account_id', '=', file.accountId)
    .where('mark', '=', file.mark)
    .where('kind', '=', file.kind)
    .where('bytes', '=', file.bytes)
    .where('expires_at', '>', file.now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function updateUploadExpiry(
  tx: Tx,
  { id, expires_at }: Pick<ResumableUploadTable, 'id' | 'expires_at'>,
): Promise<void> {
  await tx.updateTable('resumable_uploads').set({ expires_at }).where('id', '=', id).execute();
}

/** Those of an account that are under way, newest first. */
export async function listResumableUploads(
  db: Query,
  { accountId, now, limit }: { accountId: string; now: number; limit: number },
): Promise<ResumableUploadTable[]> {
  return await db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
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
