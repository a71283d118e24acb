/** Making an order: price it, fix its price, write it down. Owns that sequence. */
import { AppError } from '@platen/contracts/app-error';
import type { Context } from '../context.ts';
import { takeCoupon } from '../coupons/coupon-store.ts';
import type { Tx } from '../db/database.ts';
import { newId, newOrderNo } from '../ids.ts';
import { recordOrderEvent } from './order-moves.ts';
import { type PricedOrder, priceOrder, type WantedOrder } from './order-pricing.ts';
import { insertOrder } from './order-store.ts';
import type { OrderItemTable, OrderTable } from './order-tables.ts';

/** Writes the order down at its price. The files it prints are safe on the disk before it exists. */
export async function createOrder(
  context: Context,
  wanted: WantedOrder,
  answer: (tx: Tx, order: OrderTable, items: OrderItemTable[]) => unknown,
): Promise<unknown> {
  const priced = await priceOrder(context, wanted);
  for (const { document } of priced.items) {
    await context.files.makeDurable(document.sha256, document.bytes);
  }
  const { order, items } = rowsOf(context, { wanted, priced });
  return await context.atomically(async (tx) => {
    await insertOrder(tx, order, items);
    if (wanted.coupon_id && !(await takeCoupon(tx, { id: wanted.coupon_id, orderId: order.id }))) {
      throw new AppError('conflict', 'coupon_id: The coupon was used already.');
    }
    const { created_at: now, status: to } = order;
    recordOrderEvent(tx, { order, event: 'created', detail: '', now, to });
    return await answer(tx, order, items);
  });
}

function rowsOf(
  context: Context,
  { wanted, priced }: { wanted: WantedOrder; priced: PricedOrder },
): { order: OrderTable; items: OrderItemTable[] } {
  const { total, delivery, shopId } = priced;
  const now = context.now();
  const order: OrderTable = {
    id: newId(),
    order_no: newOrderNo(),
    account_id: context.caller.accountId,
    shop_id: shopId,
    status: 'pending_payment',
    refund_status: 'none',
    delivery_method: wanted.delivery_method,
    pickup_point_id: delivery.pickupPointId,
    carrier_id: delivery.carrierId,
    delivery: delivery.snapshot && JSON.stringify(delivery.snapshot),
    weight_g: delivery.weightG,
    tracking_no: null,
    finished_at: null,
    shipped_at: null,
    completed_at: null,
    coupon_id: wanted.coupon_id ?? null,
    note: wanted.note,
    currency: context.currency,
    subtotal_minor: total.subtotalMinor,
    discount_minor: total.discountMinor,
    shipping_minor: total.shippingMinor,
    shipping_discount_minor: total.shippingDiscountMinor,
    total_minor: total.totalMinor,
    refunded_minor: 0,
    cancel_requested_at: null,
    created_at: now,
    updated_at: now,
    paid_at: null,
    expires_at: now + context.unpaidOrderMs,
  };
  return { order, items: itemRowsOf(order.id, priced) };
}

const itemRowsOf = (orderId: string, { items, total }: PricedOrder): OrderItemTable[] =>
  items.map((item, index) => ({
    id: newId(),
    order_id: orderId,
    position: index + 1,
    document_id: item.document.id,
    size_code: item.size.code,
    paper_code: item.paper.code,
    quantity: item.quantity,
    pages: item.pages,
    choices: JSON.stringify(item.choices),
    unit_minor: item.unitMinor,
    amount_minor: item.amountMinor,
    discount_minor: total.itemDiscounts[index]!,
    refunded_minor: 0,
  }));
