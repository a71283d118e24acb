/**
 * Paying. The only writer of payments. INVARIANT: status, balance, ledger, payment and print jobs change in one
 * transaction, so that nothing is paid without its jobs and nothing is printed without its payment.
 */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText } from '@platen/contracts/money';
import { changeBalance } from '../balance/balance-moves.ts';
import { getBalance } from '../balance/balance-store.ts';
import type { Database, Tx } from '../db/database.ts';
import type { OrderTable, PaymentTable } from '../db/database-schema.ts';
import { findDocuments } from '../documents/document-store.ts';
import { newId } from '../ids.ts';
import { createJobs, type NewJob } from '../jobs/job-moves.ts';
import { ticketOf } from '../jobs/job-rules.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { findOrder, listItems } from '../orders/order-store.ts';
import { findPaper, findSize } from '../prices/price-rules.ts';
import type { Catalogue } from '../prices/price-store.ts';
import { findAgentForJobs } from '../shops/shop-store.ts';
import { insertPayment } from './payment-store.ts';

export interface PayRequest {
  orderId: string;
  accountId: string;
  catalogue: Catalogue;
  now: number;
}

/** Pays an order from its account's balance. Throws not_found, or conflict: paid already, or not enough money. */
export async function payFromBalance(database: Database, tx: Tx, request: PayRequest): Promise<PaymentTable> {
  const { orderId, accountId, now } = request;
  const order = await findOrder(tx, { id: orderId, accountId });
  if (!order) throw new AppError('not_found', 'No such order.');
  if (order.status !== 'pending_payment') {
    const state = order.paid_at === null ? order.status.replaceAll('_', ' ') : 'already paid';
    throw new AppError('conflict', `The order is ${state}.`);
  }
  await moveOrder(tx, { order, to: 'paid', event: 'paid', detail: 'from balance', now });
  const payment: PaymentTable = {
    id: newId(),
    order_id: orderId,
    account_id: accountId,
    method: 'balance',
    status: 'succeeded',
    amount_minor: order.total_minor,
    currency: order.currency,
    created_at: now,
    settled_at: now,
  };
  await takeMoney(tx, { order, payment, now });
  await insertPayment(tx, payment);
  await createJobs(database, tx, await jobsOf(tx, order, request));
  return payment;
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

async function jobsOf(tx: Tx, order: OrderTable, { catalogue, now }: PayRequest): Promise<NewJob[]> {
  const items = await listItems(tx, [order.id]);
  const ids = [...new Set(items.map((item) => item.document_id))];
  const documents = await findDocuments(tx, { ids, accountId: order.account_id, withDeleted: true });
  const agent = await findAgentForJobs(tx, order.shop_id);
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
    const jobId = newId();
    return {
      ticket: ticketOf({ jobId, order, item, document, size, paper, copies: item.quantity, paidAt: now }),
      orderId: order.id,
      itemId: item.id,
      shopId: order.shop_id,
      agentId: agent?.id,
      reprintOf: undefined,
      now,
    };
  });
}
