/** Making an order: price it, fix its price, write it down. Owns that sequence. */
import { AppError } from '@platen/contracts/app-error';
import type { Context } from '../context.ts';
import { discountMinor, refuseCoupon } from '../coupons/coupon-rules.ts';
import { findCoupon, takeCoupon } from '../coupons/coupon-store.ts';
import type { Tx } from '../db/database.ts';
import type { DocumentTable, OrderItemTable, OrderTable } from '../db/database-schema.ts';
import { findDocuments } from '../documents/document-store.ts';
import { newId, newOrderNo } from '../ids.ts';
import { readCatalogue } from '../prices/price-store.ts';
import { listShops } from '../shops/shop-store.ts';
import { recordOrderEvent } from './order-moves.ts';
import { type PricedItem, priceItem, subtotalOf, totalOf, type WantedItem } from './order-rules.ts';
import { insertOrder } from './order-store.ts';

export interface WantedOrder {
  items: WantedItem[];
  delivery_method: 'pickup';
  coupon_id?: string | undefined;
  note: string;
  /** Uploads of others that count as the caller's own here: approved submissions of a pre-order. */
  extraDocuments?: readonly DocumentTable[];
}

export interface PricedOrder {
  items: PricedItem[];
  discountMinor: number;
}

/** Prices what is wanted. Throws what price rules and coupon rules refuse, naming the field. */
async function priceOrder(context: Context, wanted: WantedOrder): Promise<PricedOrder> {
  const { database, caller } = context;
  const ids = [...new Set(wanted.items.map((item) => item.photo_id ?? item.document_id ?? ''))];
  const found = await findDocuments(database.query, { ids, accountId: caller!.accountId });
  const documents = new Map([...found, ...(wanted.extraDocuments ?? [])].map((each) => [each.id, each]));
  const catalogue = await readCatalogue(database.query);
  const items = wanted.items.map((item, position) => priceItem(catalogue, item, { documents, position }));
  if (wanted.coupon_id === undefined) return { items, discountMinor: 0 };

  const coupon = await findCoupon(database.query, { id: wanted.coupon_id, accountId: caller!.accountId });
  if (!coupon) throw new AppError('not_found', 'coupon_id: no such coupon in this account.');
  const subtotalMinor = subtotalOf(items);
  const refusal = refuseCoupon(coupon, { subtotalMinor, now: context.now() });
  if (refusal) throw new AppError(coupon.order_id ? 'conflict' : 'unprocessable', `coupon_id: ${refusal}`);
  return { items, discountMinor: discountMinor(coupon, subtotalMinor) };
}

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
  const [shop] = await listShops(context.database.query);
  if (!shop) throw new AppError('unprocessable', 'No print shop is open yet.');
  const { order, items } = rowsOf(context, { wanted, priced, shopId: shop.id });
  return await context.atomically(async (tx) => {
    await insertOrder(tx, order, items);
    if (wanted.coupon_id && !(await takeCoupon(tx, { id: wanted.coupon_id, orderId: order.id }))) {
      throw new AppError('conflict', 'coupon_id: The coupon was used already.');
    }
    const to = order.status;
    await recordOrderEvent(tx, {
      orderId: order.id,
      event: 'created',
      detail: '',
      now: order.created_at,
      to,
    });
    return await answer(tx, order, items);
  });
}

function rowsOf(
  context: Context,
  { wanted, priced, shopId }: { wanted: WantedOrder; priced: PricedOrder; shopId: string },
): { order: OrderTable; items: OrderItemTable[] } {
  const total = totalOf(priced.items, priced.discountMinor);
  const now = context.now();
  const order: OrderTable = {
    id: newId(),
    order_no: newOrderNo(),
    account_id: context.caller!.accountId,
    shop_id: shopId,
    status: 'pending_payment',
    refund_status: 'none',
    delivery_method: wanted.delivery_method,
    coupon_id: wanted.coupon_id ?? null,
    note: wanted.note,
    currency: context.currency,
    subtotal_minor: total.subtotalMinor,
    discount_minor: total.discountMinor,
    shipping_minor: total.shippingMinor,
    total_minor: total.totalMinor,
    refunded_minor: 0,
    cancel_requested_at: null,
    created_at: now,
    updated_at: now,
    paid_at: null,
  };
  const items = priced.items.map((item, index) => ({
    id: newId(),
    order_id: order.id,
    position: index + 1,
    document_id: item.document.id,
    size_code: item.sizeCode,
    paper_code: item.paperCode,
    quantity: item.quantity,
    pages: item.pages,
    fit: item.fit,
    color_mode: item.colorMode,
    unit_minor: item.unitMinor,
    amount_minor: item.amountMinor,
    discount_minor: total.discounts[index]!,
    refunded_minor: 0,
  }));
  return { order, items };
}
