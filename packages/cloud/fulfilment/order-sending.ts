/** From the shop to the customer: sent off, handed over, received. When nobody says so: order-sweep.ts. */
import { AppError } from '@platen/contracts/app-error';
import type { Tx } from '../db/database.ts';
import { findCarrier } from '../delivery/shipping-store.ts';
import { snapshotOf } from '../orders/delivery-view.ts';
import { moveOrder, type OrderMove } from '../orders/order-moves.ts';
import { refuseReceipt, refuseShipping } from '../orders/order-rules.ts';
import { findOrder, lockOrder } from '../orders/order-store.ts';

export interface Sending {
  /** Undefined: the one that was chosen with the order. */
  carrierId: string | undefined;
  trackingNo: string;
  now: number;
}

/** Marks a printed order as sent. Throws conflict when it can't be, not_found for an unknown carrier. */
export async function shipOrder(tx: Tx, orderId: string, { carrierId, trackingNo, now }: Sending) {
  const order = await lockOrder(tx, { id: orderId, now });
  const refusal = refuseShipping(order, { trackingNo });
  if (refusal) throw new AppError(refusal.startsWith('tracking_no') ? 'malformed' : 'conflict', refusal);
  const snapshot = snapshotOf(order);
  if (carrierId !== undefined) {
    const carrier = await findCarrier(tx, carrierId);
    if (!carrier) throw new AppError('not_found', 'carrier_id: no such carrier.');
    const { id, code, name_zh, name_en } = carrier;
    snapshot.carrier = { carrier_id: id, code, name_zh, name_en };
  }
  await moveOrder(tx, {
    order,
    to: 'shipped',
    event: 'shipped',
    detail: [snapshot.carrier?.name_en, trackingNo].filter(Boolean).join(' '),
    now,
    changes: {
      tracking_no: trackingNo || null,
      carrier_id: snapshot.carrier?.carrier_id ?? null,
      delivery: JSON.stringify(snapshot),
    },
  });
}

/** Ends an order that the customer has now. Throws conflict when it is in no state for that. */
export async function completeOrder(
  tx: Tx,
  { order, detail, now }: { order: OrderMove['order']; detail: string; now: number },
): Promise<void> {
  await moveOrder(tx, { order, to: 'completed', event: 'completed', detail, now });
}

/** The customer says that it has arrived. */
export async function confirmReceipt(
  tx: Tx,
  { id, accountId, now }: { id: string; accountId: string; now: number },
): Promise<void> {
  const order = await findOrder(tx, { id, accountId });
  if (!order) throw new AppError('not_found', 'No such order.');
  const refusal = refuseReceipt(order);
  if (refusal) throw new AppError('conflict', refusal);
  await completeOrder(tx, { order, detail: 'received', now });
}
