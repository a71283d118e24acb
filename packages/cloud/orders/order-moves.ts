/**
 * The only writer of an order's status. Each move is checked by the table, conditional on the status it starts from, and
 * has its event in the same transaction.
 */
import { AppError } from '@platen/contracts/app-error';
import type { EventType } from '@platen/contracts/event-types';
import { refuseMove } from '@platen/contracts/state-machine';
import { type OrderStatus, orderMachine, type RefundStatus } from '@platen/contracts/states';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { isFinishedStatus } from './order-rules.ts';
import type { OrderTable } from './order-tables.ts';

/** What there is to say of an order in the event log. */
export type OrderEvent = Extract<EventType, `order.${string}`>;
type OrderEventName = OrderEvent extends `order.${infer Name}` ? Name : never;

/** Whose history a line stands in, and who sees it. */
export type OrderSubject = Pick<OrderTable, 'id' | 'account_id' | 'shop_id'>;

export interface OrderMove {
  order: OrderSubject & Pick<OrderTable, 'status'>;
  to: OrderStatus;
  event: OrderEventName;
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
    .set({
      status: to,
      updated_at: now,
      ...(moment && { [moment]: now }),
      ...(isFinishedStatus(to) && { finished_at: now }),
      ...move.changes,
    })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw new AppError('conflict', 'The order has changed meanwhile. Look at it again.');
  }
  recordOrderEvent(tx, { order, event, detail, now, from: order.status, to });
}

/** A line of history beside a move: requests, refusals, refunds. */
export function recordOrderEvent(
  tx: Tx,
  line: {
    order: OrderSubject;
    event: OrderEventName;
    detail: string;
    now: number;
    from?: OrderStatus;
    to?: OrderStatus;
  },
): void {
  const { order, event, detail, now, from = null, to = null } = line;
  recordEvent(tx, {
    type: `order.${event}`,
    subjectId: order.id,
    accountId: order.account_id,
    shopId: order.shop_id,
    data: { from, to, detail },
    now,
  });
}

export async function updateOrderRefundStatus(tx: Tx, orderId: string, status: RefundStatus): Promise<void> {
  await tx.updateTable('orders').set({ refund_status: status }).where('id', '=', orderId).execute();
}

/** Notes (or, with null, clears) that the shop was asked to cancel. */
export async function updateCancelRequested(tx: Tx, orderId: string, at: number | null): Promise<void> {
  await tx.updateTable('orders').set({ cancel_requested_at: at }).where('id', '=', orderId).execute();
}
