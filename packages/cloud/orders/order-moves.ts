/**
 * The only writer of an order's status. Each move is checked by the table, conditional on the status it starts from, and
 * has its history row in the same transaction.
 */
import { AppError } from '@platen/contracts/app-error';
import { refuseMove } from '@platen/contracts/state-machine';
import { type OrderStatus, orderMachine, type RefundStatus } from '@platen/contracts/states';
import type { Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { insertOrderEvent } from './order-store.ts';
import type { OrderTable } from './order-tables.ts';

export interface OrderMove {
  order: Pick<OrderTable, 'id' | 'status'>;
  to: OrderStatus;
  event: string;
  detail: string;
  now: number;
  /** What else becomes true with the move. */
  changes?: Partial<Pick<OrderTable, 'tracking_no' | 'carrier_id' | 'delivery'>>;
}

/** When an order was last moved to it. */
const momentOf: Partial<Record<OrderStatus, 'paid_at' | 'shipped_at' | 'completed_at'>> = {
  paid: 'paid_at',
  shipped: 'shipped_at',
  completed: 'completed_at',
};

/** Moves the order. Throws conflict when the table forbids it or the order has moved on meanwhile. */
export async function moveOrder(tx: Tx, move: OrderMove): Promise<void> {
  const { order, to, event, detail, now } = move;
  const moment = momentOf[to];
  const refusal = refuseMove(orderMachine, order.status, to);
  if (refusal) throw new AppError('conflict', refusal);
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: to, updated_at: now, ...(moment && { [moment]: now }), ...move.changes })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw new AppError('conflict', 'The order has changed meanwhile. Look at it again.');
  }
  await recordOrderEvent(tx, { orderId: order.id, event, detail, now, from: order.status, to });
}

/** A line of history beside a move: requests, refusals, refunds. */
export async function recordOrderEvent(
  tx: Tx,
  line: { orderId: string; event: string; detail: string; now: number; from?: string; to?: string },
): Promise<void> {
  await insertOrderEvent(tx, {
    id: newId(),
    order_id: line.orderId,
    event: line.event,
    from_status: line.from ?? null,
    to_status: line.to ?? null,
    detail: line.detail,
    created_at: line.now,
  });
}

export async function updateOrderRefundStatus(tx: Tx, orderId: string, status: RefundStatus): Promise<void> {
  await tx.updateTable('orders').set({ refund_status: status }).where('id', '=', orderId).execute();
}

/** Notes (or, with null, clears) that the shop was asked to cancel. */
export async function updateCancelRequested(tx: Tx, orderId: string, at: number | null): Promise<void> {
  await tx.updateTable('orders').set({ cancel_requested_at: at }).where('id', '=', orderId).execute();
}
