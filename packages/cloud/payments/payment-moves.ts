/**
 * Paying. The only writer of payments. INVARIANT: status, balance, ledger, payment and print jobs change in one
 * transaction, so that nothing is paid without its jobs and nothing is printed without its payment.
 */
import { AppError } from '@platen/contracts/app-error';
import type { EventType } from '@platen/contracts/event-types';
import { type Currency, moneyText } from '@platen/contracts/money';
import { refuseMove } from '@platen/contracts/state-machine';
import { type PaymentStatus, paymentMachine } from '@platen/contracts/states';
import { changeBalance } from '../accounts/balance-moves.ts';
import { getBalance } from '../accounts/balance-store.ts';
import type { Database, Query, Tx } from '../db/database.ts';
import { listDocumentsOfOrder } from '../documents/document-store.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import { createJobs, type NewJob } from '../jobs/job-moves.ts';
import { ticketOf } from '../jobs/job-rules.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { findOrder, listItems } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { findPaper, findSize } from '../prices/price-rules.ts';
import type { Catalogue } from '../prices/price-store.ts';
import { readAgentChoice } from '../printers/agent-choice.ts';
import { isExpired } from './payment-rules.ts';
import { insertPayment, updateOthersCheckAt, updatePaymentStatus } from './payment-store.ts';
import type { PaymentTable } from './payment-tables.ts';

export interface PayRequest {
  orderId: string;
  accountId: string;
  catalogue: Catalogue;
  now: number;
}

/** An account's order that waits to be paid. Throws not_found, or conflict when it is paid, cancelled, or out of time. */
export async function getPayableOrder(
  db: Query | Tx,
  { orderId, accountId, now }: { orderId: string; accountId: string; now: number },
): Promise<OrderTable> {
  const order = await findOrder(db, { id: orderId, accountId });
  if (!order) throw new AppError('not_found', 'No such order.');
  if (order.status !== 'pending_payment') {
    const state = order.paid_at === null ? order.status.replaceAll('_', ' ') : 'already paid';
    throw new AppError('conflict', `The order is ${state}.`);
  }
  if (isExpired(order, now)) {
    throw new AppError('conflict', 'The order was not paid in time.', { hint: 'Order anew.' });
  }
  return order;
}

/** Pays an order from its account's balance. Throws not_found, or conflict: paid already, or not enough money. */
export async function payFromBalance(database: Database, tx: Tx, request: PayRequest): Promise<PaymentTable> {
  const order = await getPayableOrder(tx, request);
  await settleOrder(database, tx, { order, detail: 'from balance', ...request });
  const payment: PaymentTable = {
    ...pendingPaymentOf(order, { method: 'balance', now: request.now }),
    status: 'succeeded',
    settled_at: request.now,
  };
  await takeMoney(tx, { order, payment, now: request.now });
  await createPayment(tx, payment);
  return payment;
}

/**
 * The one place where an order becomes paid, whatever with: it moves, its print jobs are made, and its other payments are
 * closed soon. Throws conflict, with nothing written, when an item can no longer be printed.
 */
export async function settleOrder(
  database: Database,
  tx: Tx,
  { order, detail, catalogue, now }: { order: OrderTable; detail: string; catalogue: Catalogue; now: number },
): Promise<void> {
  const jobs = await jobsOf(tx, order, { catalogue, now });
  await moveOrder(tx, { order, to: 'paid', event: 'paid', detail, now });
  await createJobs(database, tx, jobs);
  await updateOthersCheckAt(tx, { orderId: order.id, now });
}

/** A pending payment of an order, or without one a top-up; nothing is asked of a provider yet. */
export function pendingPayment(wanted: {
  orderId: string | null;
  accountId: string;
  amountMinor: number;
  currency: string;
  method: string;
  now: number;
}): PaymentTable {
  return {
    id: newId(),
    order_id: wanted.orderId,
    account_id: wanted.accountId,
    method: wanted.method,
    status: 'pending',
    amount_minor: wanted.amountMinor,
    currency: wanted.currency,
    provider_ref: null,
    checkout_url: null,
    expires_at: null,
    check_at: null,
    checked_at: null,
    checks: 0,
    captured_minor: 0,
    failure: '',
    created_at: wanted.now,
    settled_at: null,
  };
}

/** The same for all that is to be paid of an order. */
export const pendingPaymentOf = (order: OrderTable, { method, now }: { method: string; now: number }) =>
  pendingPayment({
    orderId: order.id,
    accountId: order.account_id,
    amountMinor: order.total_minor,
    currency: order.currency,
    method,
    now,
  });

/** Writes a new payment down, with the first line of its history. */
export async function createPayment(tx: Tx, payment: PaymentTable): Promise<void> {
  await insertPayment(tx, payment);
  recordPaymentEvent(tx, {
    payment,
    event: 'created',
    to: payment.status,
    detail: `${moneyText(payment.amount_minor, payment.currency as Currency)} by ${payment.method}`,
    now: payment.created_at,
  });
}

export interface PaymentMove {
  payment: PaymentSubject & Pick<PaymentTable, 'status'>;
  to: Exclude<PaymentStatus, 'pending'>;
  /** Why it did not succeed; else empty. */
  failure: string;
  now: number;
}

/** Moves a payment. Throws conflict when the table forbids it or the payment has moved on meanwhile. */
export async function movePayment(tx: Tx, { payment, to, failure, now }: PaymentMove): Promise<void> {
  const refusal = refuseMove(paymentMachine, payment.status, to);
  if (refusal) throw new AppError('conflict', refusal);
  const changes = { status: to, failure, check_at: null, settled_at: to === 'succeeded' ? now : null };
  if (!(await updatePaymentStatus(tx, { id: payment.id, from: payment.status, ...changes }))) {
    throw new AppError('conflict', 'The payment has changed meanwhile.');
  }
  recordPaymentEvent(tx, {
    payment,
    event: to,
    from: payment.status,
    to,
    detail: failure,
    now,
  });
}

type PaymentEventName =
  Extract<EventType, `payment.${string}`> extends `payment.${infer Name}` ? Name : never;

type PaymentSubject = Pick<PaymentTable, 'id' | 'account_id' | 'order_id'>;

/** A line of a payment's history. */
export function recordPaymentEvent(
  tx: Tx,
  line: {
    payment: PaymentSubject;
    event: PaymentEventName;
    detail: string;
    now: number;
    from?: PaymentStatus;
    to?: PaymentStatus;
  },
): void {
  const { payment, event, detail, now, from = null, to = null } = line;
  recordEvent(tx, {
    type: `payment.${event}`,
    subjectId: payment.id,
    accountId: payment.account_id,
    shopId: null,
    data: { order_id: payment.order_id, from, to, detail },
    now,
  });
}

async function takeMoney(
  tx: Tx,
  { order, payment, now }: { order: OrderTable; payment: PaymentTable; now: number },
): Promise<void> {
  const currency = order.currency as Currency;
  if (order.total_minor === 0) return;
  const taken = await changeBalance(tx, {
    accountId: order.account_id,
    amountMinor: -order.total_minor,
    currency,
    cause: 'payment',
    causeId: payment.id,
    note: `Order ${order.order_no}`,
    now,
  });
  if (taken) return;
  const { amount_minor } = await getBalance(tx, order.account_id);
  throw new AppError(
    'conflict',
    `The balance of ${moneyText(amount_minor, currency)} is not enough for ${moneyText(order.total_minor, currency)}.`,
    { hint: 'Top up, or pay another way.' },
  );
}

async function jobsOf(
  tx: Tx,
  order: OrderTable,
  { catalogue, now }: Pick<PayRequest, 'catalogue' | 'now'>,
): Promise<NewJob[]> {
  const items = await listItems(tx, [order.id]);
  const documents = await listDocumentsOfOrder(tx, order.id);
  const chooseAgent = await readAgentChoice(tx, order.shop_id);
  return items.map((item) => {
    const document = documents.find((each) => each.id === item.document_id);
    const size = findSize(catalogue, item.size_code);
    const paper = findPaper(catalogue, item.paper_code);
    if (!document || !size || !paper) {
      throw new AppError(
        'conflict',
        `Item ${item.position} can no longer be printed. Cancel the order and order anew.`,
      );
    }
    const parts = { jobId: newId(), order, item, document, size, paper };
    const ticket = ticketOf({ ...parts, copies: item.quantity, paidAt: now });
    return {
      ticket,
      orderId: order.id,
      itemId: item.id,
      accountId: order.account_id,
      shopId: order.shop_id,
      agentId: chooseAgent(ticket),
      reprintOf: undefined,
      now,
    };
  });
}
