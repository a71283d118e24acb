/** The SQL of what an account that is being closed still has, over all features: what is under way, and what goes with it. */
import type { Query, Tx } from '../db/database.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import type { PreOrderTable, SubmissionTable } from '../preorders/pre-order-tables.ts';
import type { RestorationTable } from '../restorations/restoration-tables.ts';

const unfinished = ['pending_payment', 'paid', 'printing', 'printed', 'ready_for_pickup', 'shipped'] as const;

/** Orders that have not ended; a few of them are enough to say so. */
export async function listOrdersUnderWay(
  db: Query | Tx,
  accountId: string,
): Promise<Array<Pick<OrderTable, 'id' | 'order_no' | 'status'>>> {
  return await db
    .selectFrom('orders')
    .select(['id', 'order_no', 'status'])
    .where('account_id', '=', accountId)
    .where('status', 'in', unfinished)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
}

/** A complaint that is not closed. */
export async function findOpenAfterSales(
  db: Query | Tx,
  accountId: string,
): Promise<{ id: string; order_no: string } | undefined> {
  return await db
    .selectFrom('after_sales')
    .innerJoin('orders', 'orders.id', 'after_sales.order_id')
    .select(['after_sales.id', 'orders.order_no'])
    .where('after_sales.account_id', '=', accountId)
    .where('after_sales.status', 'in', ['requested', 'approved', 'reprinting'])
    .limit(1)
    .executeTakeFirst();
}

export async function countUploads(db: Query | Tx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('documents')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Uploads behind `after` that are not deleted, in the order of their ids. */
export async function listUploadIds(
  db: Query,
  { accountId, after, limit }: { accountId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Pre-orders of the account that have not ended. */
export async function listLivePreOrders(tx: Tx, accountId: string): Promise<PreOrderTable[]> {
  return await tx
    .selectFrom('pre_orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', ['draft', 'open', 'closed'])
    .orderBy('id')
    .execute();
}

/** What the account sent in and nobody has decided. */
export async function listPendingSubmissions(tx: Tx, accountId: string): Promise<SubmissionTable[]> {
  return await tx
    .selectFrom('submissions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute();
}

export async function listOpenRestorations(tx: Tx, accountId: string): Promise<RestorationTable[]> {
  return await tx
    .selectFrom('restorations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'processing'])
    .orderBy('id')
    .execute();
}

/** Ends every share of restored photos of the account. */
export async function revokeShares(
  tx: Tx,
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  await tx
    .updateTable('restore_shares')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** What no book needs: addresses, coupons that were not used, codes sent to the number, answers kept for repeats. */
export async function deleteUnneeded(
  tx: Tx,
  { accountId, phone }: { accountId: string; phone: string },
): Promise<void> {
  await tx.deleteFrom('addresses').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('coupons').where('account_id', '=', accountId).where('order_id', 'is', null).execute();
  await tx.deleteFrom('login_codes').where('phone', '=', phone).execute();
  await tx.deleteFrom('idempotency').where('account_id', '=', accountId).execute();
}
