/** The SQL of refunds. */
import type { RefundState } from '@platen/contracts/states';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { RefundTable } from './payment-tables.ts';

export async function insertRefund(tx: Tx, row: RefundTable): Promise<void> {
  await tx.insertInto('refunds').values(row).execute();
}

export async function findRefund(db: Query | Tx, id: string): Promise<RefundTable | undefined> {
  return await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listRefunds(db: Query | Tx, orderId: string): Promise<RefundTable[]> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** Ends a pending refund; false when it has ended already. */
export async function updateRefundStatus(
  tx: Tx,
  { id, status, failure, now }: { id: string; status: RefundState; failure: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ status, failure, settled_at: now, try_at: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Refunds that a provider is to be told of now. */
export async function listDueRefunds(
  db: Query,
  { now, limit }: { now: number; limit: number },
): Promise<RefundTable[]> {
  return await db
    .selectFrom('refunds')
    .selectAll()
    .where('status', '=', sql.lit('pending' as const))
    .where('try_at', '<=', now)
    .orderBy('try_at')
    .limit(limit)
    .execute();
}

/** Takes the next try. False when another process has it. */
export async function claimRefundTry(
  db: Query,
  { refund, tryAt }: { refund: RefundTable; tryAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ tries: refund.tries + 1, try_at: tryAt })
    .where('id', '=', refund.id)
    .where('status', '=', 'pending')
    .where('tries', '=', refund.tries)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface RefundFilter {
  status: RefundState | undefined;
  orderId: string | undefined;
}

export async function pageRefunds(db: Query, { status, orderId }: RefundFilter, wanted: PageWanted) {
  let rows = db.selectFrom('refunds').selectAll();
  if (status) rows = rows.where('status', '=', status);
  if (orderId) rows = rows.where('order_id', '=', orderId);
  return await readPage(db, rows, wanted);
}
