/** The SQL of reviews of orders. An order has one at most. */
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { OrderReviewTable } from './order-review-tables.ts';

/** False, and nothing inserted, when the order was reviewed already: of many at once exactly one wins. */
export async function insertReview(tx: Tx, row: OrderReviewTable): Promise<boolean> {
  const inserted = await tx
    .insertInto('order_reviews')
    .values(row)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function findReview(db: Query | Tx, id: string): Promise<OrderReviewTable | undefined> {
  return await db.selectFrom('order_reviews').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Which of these orders have a review. */
export async function listReviewedOrders(db: Query | Tx, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('order_reviews')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .execute();
  return rows.map((row) => row.order_id);
}

export async function pageReviews(
  db: Query,
  { accountId, orderId }: { accountId: string; orderId?: string | undefined },
  wanted: PageWanted,
) {
  let rows = db.selectFrom('order_reviews').selectAll().where('account_id', '=', accountId);
  if (orderId !== undefined) rows = rows.where('order_id', '=', orderId);
  return await readPage(db, rows, wanted);
}

/** Reviews of a shop's orders (of all shops without one); only those with or without a reply where it is asked for. */
export async function pageShopReviews(
  db: Query,
  { shopId, replied }: { shopId: string | undefined; replied: boolean | undefined },
  wanted: PageWanted,
) {
  let rows = db.selectFrom('order_reviews').selectAll();
  if (shopId !== undefined) rows = rows.where('shop_id', '=', shopId);
  if (replied !== undefined) rows = rows.where('reply', replied ? 'is not' : 'is', null);
  return await readPage(db, rows, wanted);
}

/** Replaces the shop's reply; it is unread then. */
export async function updateReply(
  tx: Tx,
  { id, reply, now }: { id: string; reply: string; now: number },
): Promise<OrderReviewTable> {
  return await tx
    .updateTable('order_reviews')
    .set({ reply, replied_at: now, reply_read_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks the reply as read, where there is one that is not. */
export async function updateReplyRead(tx: Tx, { id, now }: { id: string; now: number }): Promise<void> {
  await tx
    .updateTable('order_reviews')
    .set({ reply_read_at: now })
    .where('id', '=', id)
    .where('reply', 'is not', null)
    .where('reply_read_at', 'is', null)
    .execute();
}
