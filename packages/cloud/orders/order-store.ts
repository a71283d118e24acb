/** The SQL of orders, their items and their history. What an index is conditional on is written out: see db/migration-0001-baseline.ts. */

import type { TimeSpan } from '@platen/contracts/shapes';
import type { OrderStatus } from '@platen/contracts/states';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { OrderItemTable, OrderTable } from './order-tables.ts';

export async function insertOrder(tx: Tx, order: OrderTable, items: OrderItemTable[]): Promise<void> {
  await tx.insertInto('orders').values(order).execute();
  await tx.insertInto('order_items').values(items).execute();
}

export async function findOrder(
  db: Query | Tx,
  wanted: { id: string; accountId: string },
): Promise<OrderTable | undefined> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirst();
}

/** An order of this shop; of any shop when none is named. */
export async function findOrderOfShop(
  db: Query | Tx,
  { id, shopId }: { id: string; shopId: string | undefined },
): Promise<OrderTable | undefined> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return shopId === undefined || row?.shop_id === shopId ? row : undefined;
}

export async function getOrder(db: Query | Tx, id: string): Promise<OrderTable> {
  return await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** How people call these orders, by their ids. */
export async function listOrderNos(
  db: Query | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('orders').select(['id', 'order_no']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, order_no }) => [id, order_no]));
}

/** Takes the order's row until the transaction ends: what is decided from its jobs holds until it is written. */
export async function lockOrder(tx: Tx, { id, now }: { id: string; now: number }): Promise<OrderTable> {
  return await tx
    .updateTable('orders')
    .set({ updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOrderByNo(db: Query, orderNo: string): Promise<OrderTable | undefined> {
  return await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst();
}

export async function pageOrders(
  db: Query,
  {
    accountId,
    status,
    span = {},
  }: { accountId: string; status?: OrderStatus | undefined; span?: TimeSpan | undefined },
  wanted: PageWanted,
) {
  let mine = db.selectFrom('orders').selectAll().where('account_id', '=', accountId);
  if (status) mine = mine.where('status', '=', status);
  if (span.fromMs !== undefined) mine = mine.where('created_at', '>=', span.fromMs);
  if (span.toMs !== undefined) mine = mine.where('created_at', '<', span.toMs);
  return await readPage(db, mine, wanted);
}

export interface OrderFilter {
  shopId: string | undefined;
  status: OrderStatus | undefined;
  accountId: string | undefined;
  orderNo: string | undefined;
}

/** Orders as staff look for them: of a shop, or of all; every field narrows. */
export async function pageOrdersOfStaff(db: Query, filter: OrderFilter, wanted: PageWanted) {
  let found = db.selectFrom('orders').selectAll();
  if (filter.shopId) found = found.where('shop_id', '=', filter.shopId);
  if (filter.status) found = found.where('status', '=', filter.status);
  if (filter.accountId) found = found.where('account_id', '=', filter.accountId);
  if (filter.orderNo) found = found.where('order_no', '=', filter.orderNo);
  return await readPage(db, found, wanted);
}

/** Shipped orders that nobody has confirmed since, the oldest first. */
export async function listShippedBefore(
  db: Query,
  { before, limit }: { before: number; limit: number },
): Promise<OrderTable[]> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', sql.lit('shipped' as const))
    .where('shipped_at', '<', before)
    .orderBy('shipped_at')
    .limit(limit)
    .execute();
}

/** Orders that nobody paid in time, the longest waiting first. One whose payment is still under way is not among them. */
export async function listUnpaidSince(
  db: Query,
  { now, limit }: { now: number; limit: number },
): Promise<OrderTable[]> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', sql.lit('pending_payment' as const))
    .where('expires_at', '<=', now)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.status', '=', 'pending'),
        ),
      ),
    )
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** True when an order of this account prints it: of somebody else's upload then, which came in for a pre-order. */
export async function isInOrderOf(
  db: Query | Tx,
  { documentId, accountId }: { documentId: string; accountId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('order_items.id')
    .where('order_items.document_id', '=', documentId)
    .where('orders.account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function listItems(db: Query | Tx, orderIds: string[]): Promise<OrderItemTable[]> {
  if (orderIds.length === 0) return [];
  return await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('position')
    .execute();
}

export async function getItem(db: Query | Tx, id: string): Promise<OrderItemTable> {
  return await db.selectFrom('order_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Adds a refund to an order and its item. */
export async function addRefunded(
  tx: Tx,
  { orderId, itemId, amountMinor }: { orderId: string; itemId: string | undefined; amountMinor: number },
): Promise<OrderTable> {
  if (itemId) {
    await tx
      .updateTable('order_items')
      .set((e) => ({ refunded_minor: e('refunded_minor', '+', amountMinor) }))
      .where('id', '=', itemId)
      .execute();
  }
  return await tx
    .updateTable('orders')
    .set((e) => ({ refunded_minor: e('refunded_minor', '+', amountMinor) }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
