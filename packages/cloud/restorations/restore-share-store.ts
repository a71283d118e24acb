/** The SQL of restore shares, what they hold and who claimed them. */
import type { Query, Tx } from '../db/database.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { RestoreClaimTable, RestoreShareItemTable, RestoreShareTable } from './restoration-tables.ts';

export async function insertShare(
  tx: Tx,
  share: RestoreShareTable,
  items: RestoreShareItemTable[],
): Promise<void> {
  await tx.insertInto('restore_shares').values(share).execute();
  await tx.insertInto('restore_share_items').values(items).execute();
}

export async function findShareByCode(db: Query | Tx, code: string): Promise<RestoreShareTable | undefined> {
  return await db.selectFrom('restore_shares').selectAll().where('code', '=', code).executeTakeFirst();
}

export async function pageShares(db: Query, accountId: string, wanted: PageWanted) {
  const mine = db.selectFrom('restore_shares').selectAll().where('account_id', '=', accountId);
  return await readPage(db, mine, wanted);
}

export async function listShareItems(db: Query | Tx, shareIds: string[]): Promise<RestoreShareItemTable[]> {
  if (shareIds.length === 0) return [];
  return await db
    .selectFrom('restore_share_items')
    .selectAll()
    .where('share_id', 'in', shareIds)
    .orderBy('position')
    .execute();
}

/** The restored photos of a share that their owner hasn't deleted, in its order, each with its position. */
export async function listSharedPhotos(
  db: Query | Tx,
  shareId: string,
): Promise<{ position: number; photo: DocumentTable }[]> {
  const rows = await db
    .selectFrom('restore_share_items')
    .innerJoin('documents', 'documents.id', 'restore_share_items.photo_id')
    .selectAll('documents')
    .select('restore_share_items.position as position')
    .where('restore_share_items.share_id', '=', shareId)
    .where('documents.deleted_at', 'is', null)
    .orderBy('restore_share_items.position')
    .execute();
  return rows.map(({ position, ...photo }) => ({ position, photo }));
}

/** One photo of a share that is open to whoever has the code; undefined once it was revoked, has ended, is full or has a passcode. */
export async function findOpenShareItem(
  db: Query,
  { shareId, position, now }: { shareId: string; position: number; now: number },
): Promise<RestoreShareItemTable | undefined> {
  return await db
    .selectFrom('restore_share_items')
    .innerJoin('restore_shares', 'restore_shares.id', 'restore_share_items.share_id')
    .innerJoin('documents', 'documents.id', 'restore_share_items.photo_id')
    .selectAll('restore_share_items')
    .where('restore_share_items.share_id', '=', shareId)
    .where('restore_share_items.position', '=', position)
    .where('restore_shares.revoked_at', 'is', null)
    .where('restore_shares.expires_at', '>', now)
    .whereRef('restore_shares.claims', '<', 'restore_shares.max_claims')
    .where('restore_shares.passcode_hash', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Revokes a share of this account; the row as it is then, undefined when there is none. Revoking again changes nothing. */
export async function revokeShare(
  tx: Tx,
  { id, accountId, now }: { id: string; accountId: string; now: number },
): Promise<RestoreShareTable | undefined> {
  return await tx
    .updateTable('restore_shares')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

/** Counts one claim in one statement, and takes the row until the transaction ends. False when there is no room. */
export async function takeClaim(
  tx: Tx,
  { shareId, now }: { shareId: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('restore_shares')
    .set((e) => ({ claims: e('claims', '+', 1) }))
    .where('id', '=', shareId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('claims', '<', 'max_claims')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findClaim(
  db: Query | Tx,
  { shareId, accountId }: { shareId: string; accountId: string },
): Promise<RestoreClaimTable | undefined> {
  return await db
    .selectFrom('restore_claims')
    .selectAll()
    .where('share_id', '=', shareId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function insertClaim(tx: Tx, row: RestoreClaimTable): Promise<void> {
  await tx.insertInto('restore_claims').values(row).execute();
}
