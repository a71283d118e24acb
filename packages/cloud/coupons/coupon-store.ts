/** The SQL of coupons. A coupon belongs to one account and is good for one order at a time. */
import type { Query, Tx } from '../db/database.ts';
import type { CouponTable } from '../db/database-schema.ts';

export async function insertCoupon(db: Query | Tx, row: CouponTable): Promise<void> {
  await db.insertInto('coupons').values(row).execute();
}

export async function findCoupon(
  db: Query | Tx,
  wanted: { id: string; accountId: string },
): Promise<CouponTable | undefined> {
  return await db
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirst();
}

/** Gives the coupon to an order. False when another order has it: of many at once exactly one wins. */
export async function takeCoupon(tx: Tx, coupon: { id: string; orderId: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ order_id: coupon.orderId })
    .where('id', '=', coupon.id)
    .where('order_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Frees the coupon of a cancelled order. */
export async function releaseCoupon(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('coupons').set({ order_id: null }).where('order_id', '=', orderId).execute();
}
