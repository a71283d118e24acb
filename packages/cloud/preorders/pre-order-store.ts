/** The SQL of pre-orders and their history. */
import type { PreOrderStatus } from '@platen/contracts/states';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { PreOrderTable } from './pre-order-tables.ts';

export async function insertPreOrder(tx: Tx, row: PreOrderTable): Promise<void> {
  await tx.insertInto('pre_orders').values(row).execute();
}

export async function findPreOrder(db: Query | Tx, id: string): Promise<PreOrderTable | undefined> {
  return await db.selectFrom('pre_orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findPreOrderByCode(
  db: Query | Tx,
  shareCode: string,
): Promise<PreOrderTable | undefined> {
  return await db.selectFrom('pre_orders').selectAll().where('share_code', '=', shareCode).executeTakeFirst();
}

export async function pagePreOrders(
  db: Query,
  { accountId, status }: { accountId: string; status: PreOrderStatus | undefined },
  wanted: PageWanted,
) {
  let mine = db.selectFrom('pre_orders').selectAll().where('account_id', '=', accountId);
  if (status) mine = mine.where('status', '=', status);
  return await readPage(db, mine, wanted);
}

/** Ids of this account's pre-orders whose deadline has passed while they are still written down as open. */
export async function listPastDeadline(
  db: Query,
  { accountId, now }: { accountId: string; now: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('pre_orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .where('deadline_at', '<=', now)
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** Takes the row until the transaction ends: what is decided from its submissions holds until it is written. */
export async function lockPreOrder(tx: Tx, id: string): Promise<PreOrderTable> {
  return await tx
    .updateTable('pre_orders')
    .set((e) => ({ revision: e('revision', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePreOrder(tx: Tx, { id, ...row }: PreOrderTable): Promise<void> {
  await tx.updateTable('pre_orders').set(row).where('id', '=', id).execute();
}
