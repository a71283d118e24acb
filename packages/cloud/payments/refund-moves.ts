/**
 * Money back. The only writer of refunds: a refund row, the ledger row and the order's sums change in one transaction, and
 * a cause (one job, one order's rest) is refunded once.
 */
import { type Currency, moneyText } from '@platen/contracts/money';
import { changeBalance } from '../balance/balance-moves.ts';
import type { Tx } from '../db/database.ts';
import type { OrderTable } from '../db/database-schema.ts';
import { newId } from '../ids.ts';
import { recordOrderEvent, setRefundStatus } from '../orders/order-moves.ts';
import { refundStatusOf } from '../orders/order-rules.ts';
import { addRefunded } from '../orders/order-store.ts';
import { findPayment, insertRefund } from './payment-store.ts';

export interface WantedRefund {
  order: Pick<OrderTable, 'id' | 'order_no' | 'account_id' | 'currency'>;
  itemId: string | undefined;
  amountMinor: number;
  /** Unique within the order: `job:<id>` or `rest`. */
  cause: string;
  reason: string;
  now: number;
}

/** Refunds to where the money came from. Nothing happens for an amount of 0 or an order that was never paid. */
export async function refundOrder(tx: Tx, wanted: WantedRefund): Promise<void> {
  const { order, amountMinor, now } = wanted;
  const payment = await findPayment(tx, order.id);
  if (amountMinor <= 0 || payment?.status !== 'succeeded') return;
  const refundId = newId();
  await insertRefund(tx, {
    id: refundId,
    payment_id: payment.id,
    order_id: order.id,
    cause: wanted.cause,
    status: 'succeeded',
    amount_minor: amountMinor,
    reason: wanted.reason,
    created_at: now,
  });
  const currency = order.currency as Currency;
  await changeBalance(tx, {
    accountId: order.account_id,
    amountMinor,
    currency,
    cause: 'refund',
    causeId: refundId,
    note: `Refund for order ${order.order_no}: ${wanted.reason}`,
    now,
  });
  const after = await addRefunded(tx, { orderId: order.id, itemId: wanted.itemId, amountMinor });
  await setRefundStatus(tx, order.id, refundStatusOf(after.refunded_minor, after.total_minor));
  await recordOrderEvent(tx, {
    orderId: order.id,
    event: 'refunded',
    detail: `${moneyText(amountMinor, currency)}: ${wanted.reason}`,
    now,
  });
}
