/**
 * Money back. The only writer of refunds: a refund row, the ledger row and the order's sums change in one transaction, and
 * a cause (one job, one order's rest, one late payment) is refunded once.
 *
 * Money goes to where it came from. What a provider has to pay back is only noted here (`pending`): refund-worker.ts tells
 * the provider afterwards, as often as it takes. What the provider refuses for good is credited to the balance.
 */
import { type Currency, isCurrency, moneyText, toMajor } from '@platen/contracts/money';
import { refuseMove } from '@platen/contracts/state-machine';
import { refundMachine } from '@platen/contracts/states';
import { changeBalance, creditBalance } from '../accounts/balance-moves.ts';
import { getBalance } from '../accounts/balance-store.ts';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import { type OrderSubject, recordOrderEvent, updateOrderRefundStatus } from '../orders/order-moves.ts';
import { refundStatusOf } from '../orders/order-rules.ts';
import { addRefunded, getOrder } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import type { ProviderRefund } from '../ports/payments.ts';
import { recordPaymentEvent } from './payment-moves.ts';
import { findPayment, findPaymentById } from './payment-store.ts';
import type { PaymentTable, RefundTable } from './payment-tables.ts';
import { findRefund, insertRefund, updateRefundStatus } from './refund-store.ts';

export interface WantedRefund {
  order: OrderSubject & Pick<OrderTable, 'order_no' | 'currency'>;
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
  await createRefund(tx, { payment, ...wanted });
  const after = await addRefunded(tx, { orderId: order.id, itemId: wanted.itemId, amountMinor });
  await updateOrderRefundStatus(tx, order.id, refundStatusOf(after.refunded_minor, after.total_minor));
  recordOrderEvent(tx, {
    order,
    event: 'refunded',
    detail: `${moneyText(amountMinor, order.currency as Currency)} to ${payment.method}: ${wanted.reason}`,
    now,
  });
}

/** What the provider took and what can't count goes back, in whole. It is no refund of the order: that was never paid by it. */
export async function returnLateMoney(
  tx: Tx,
  {
    payment,
    amountMinor,
    currency,
    reason,
    now,
  }: { payment: PaymentTable; amountMinor: number; currency: string; reason: string; now: number },
): Promise<void> {
  const paid = { ...payment, currency };
  await createRefund(tx, { payment: paid, amountMinor, cause: `late:${payment.id}`, reason, now });
  const detail = `${amountMinor} minor units of ${currency} go back: ${reason}`;
  recordPaymentEvent(tx, { payment, event: 'money_returned', detail, now });
  if (!payment.order_id) return;
  const order = await getOrder(tx, payment.order_id);
  recordOrderEvent(tx, { order, event: 'payment_returned', detail: reason, now });
}

/** Of a top-up, to be paid back when its account is closed: so much of it, which leaves the balance. */
export interface PaidBack {
  payment: PaymentTable;
  amountMinor: number;
}

/** Pays back what is left of a top-up to where it came from. Throws, and breaks the transaction, when the balance has not so much. */
export async function payBackTopup(
  tx: Tx,
  { payment, amountMinor, now }: PaidBack & { now: number },
): Promise<void> {
  const reason = 'The account was closed.';
  const taken = await changeBalance(tx, {
    accountId: payment.account_id,
    amountMinor: -amountMinor,
    currency: payment.currency as Currency,
    cause: 'payout',
    causeId: payment.id,
    note: `Paid back by ${payment.method}`,
    now,
  });
  if (!taken) throw new Error(`${amountMinor} of ${payment.currency} are not on the balance`);
  await createRefund(tx, { payment, amountMinor, cause: `closing:${payment.id}`, reason, now });
}

interface NewRefund {
  payment: PaymentTable;
  amountMinor: number;
  cause: string;
  reason: string;
  now: number;
}

async function createRefund(tx: Tx, { payment, amountMinor, cause, reason, now }: NewRefund): Promise<void> {
  const byProvider = payment.method !== 'balance';
  const refund: RefundTable = {
    id: newId(),
    payment_id: payment.id,
    order_id: payment.order_id,
    cause,
    status: byProvider ? 'pending' : 'succeeded',
    amount_minor: amountMinor,
    currency: payment.currency,
    destination: payment.method,
    reason,
    failure: '',
    tries: 0,
    try_at: byProvider ? now : null,
    created_at: now,
    settled_at: byProvider ? null : now,
  };
  await insertRefund(tx, refund);
  recordRefundEvent(tx, { refund, accountId: payment.account_id, now });
  if (!byProvider) await creditRefund(tx, { refund, accountId: payment.account_id, now });
}

function recordRefundEvent(
  tx: Tx,
  { refund, accountId, now }: { refund: RefundTable; accountId: string; now: number },
): void {
  const { payment_id, order_id, destination, reason, failure } = refund;
  const currency = refund.currency as Currency;
  recordEvent(tx, {
    type: `refund.${refund.status}`,
    subjectId: refund.id,
    accountId,
    shopId: null,
    data: {
      payment_id,
      order_id,
      amount: toMajor(refund.amount_minor, currency),
      currency,
      destination,
      reason,
      failure,
    },
    now,
  });
}

async function creditRefund(
  tx: Tx,
  { refund, accountId, now }: { refund: RefundTable; accountId: string; now: number },
): Promise<void> {
  const order = refund.order_id === null ? undefined : await getOrder(tx, refund.order_id);
  await creditBalance(tx, {
    accountId,
    amountMinor: refund.amount_minor,
    currency: refund.currency as Currency,
    cause: 'refund',
    causeId: refund.id,
    note: order ? `Refund for order ${order.order_no}: ${refund.reason}` : `Refund: ${refund.reason}`,
    now,
  });
}

/**
 * Ends a pending refund by the provider's word. A refusal is final: the amount is credited to the balance by a refund of its
 * own. True when that can't be, because the balance has another currency: a person must act.
 */
export async function settleRefund(
  tx: Tx,
  { refundId, said, now }: { refundId: string; said: ProviderRefund; now: number },
): Promise<boolean> {
  if (refuseMove(refundMachine, 'pending', said.status)) return false;
  const failure = said.status === 'failed' ? said.detail || 'The provider refused it.' : '';
  if (!(await updateRefundStatus(tx, { id: refundId, status: said.status, failure, now }))) return false;
  const refund = (await findRefund(tx, refundId))!;
  const { account_id: accountId } = (await findPaymentById(tx, refund.payment_id))!;
  recordRefundEvent(tx, { refund, accountId, now });
  return said.status === 'failed' && !(await creditInstead(tx, { refund, now }));
}

/** False, and nothing done, when the balance can't hold this currency. */
async function creditInstead(
  tx: Tx,
  { refund, now }: { refund: RefundTable; now: number },
): Promise<boolean> {
  const payment = (await findPaymentById(tx, refund.payment_id))!;
  const balance = await getBalance(tx, payment.account_id);
  if (!isCurrency(refund.currency) || balance.currency !== refund.currency) return false;
  const paid = { ...payment, method: 'balance', currency: refund.currency };
  const { amount_minor: amountMinor, reason } = refund;
  await createRefund(tx, { payment: paid, amountMinor, cause: `balance:${refund.id}`, reason, now });
  if (!payment.order_id) return true;
  const detail = `${moneyText(amountMinor, refund.currency)} went to the balance: ${refund.destination} refused it`;
  const order = await getOrder(tx, payment.order_id);
  recordOrderEvent(tx, { order, event: 'refund_credited', detail, now });
  return true;
}
