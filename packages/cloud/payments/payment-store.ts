/** The SQL of payments. A top-up is a payment without an order. */
import type { PaymentStatus } from '@platen/contracts/states';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import { paymentThatCounts } from './payment-rules.ts';
import type { PaymentTable } from './payment-tables.ts';

export async function insertPayment(tx: Tx, row: PaymentTable): Promise<void> {
  await tx.insertInto('payments').values(row).execute();
}

export async function findPaymentById(db: Query | Tx, id: string): Promise<PaymentTable | undefined> {
  return await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All tries to pay an order, the newest first. */
export async function listPayments(db: Query | Tx, orderId: string): Promise<PaymentTable[]> {
  return await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
}

/** The payment of an order that counts: the successful one, else the newest. */
export async function findPayment(db: Query | Tx, orderId: string): Promise<PaymentTable | undefined> {
  return paymentThatCounts(await listPayments(db, orderId));
}

/** Takes the payment's row until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentTable> {
  return await tx
    .updateTable('payments')
    .set((e) => ({ checks: e.ref('checks') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Conditional on the status it starts from; false when the payment has moved on. */
export async function updatePaymentStatus(
  tx: Tx,
  { id, from, ...changes }: { id: string; from: PaymentStatus } & Partial<PaymentTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes what the provider took. False when that was noted before: it is done once. */
export async function updateCaptured(
  tx: Tx,
  { id, amountMinor }: { id: string; amountMinor: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ captured_minor: amountMinor })
    .where('id', '=', id)
    .where('captured_minor', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Pending payments whose provider is to be asked now. */
export async function listPaymentsToCheck(
  db: Query,
  { now, limit }: { now: number; limit: number },
): Promise<PaymentTable[]> {
  return await db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', sql.lit('pending' as const))
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute();
}

/** Takes the next question to the provider. False when another process asks it already. */
export async function claimCheck(
  db: Query,
  { payment, checkAt, now }: { payment: PaymentTable; checkAt: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ check_at: checkAt, checked_at: now, checks: payment.checks + 1 })
    .where('id', '=', payment.id)
    .where('status', '=', 'pending')
    .where('checks', '=', payment.checks)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The order was paid or called off: its other payments are closed at the next sweep. */
export async function updateOthersCheckAt(
  tx: Tx,
  { orderId, now }: { orderId: string; now: number },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ check_at: now })
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .execute();
}

/** Top-ups of an account that have arrived, the newest first, each with what of it was or is being paid back. */
export async function listTopupsWithRefunds(
  db: Query | Tx,
  accountId: string,
): Promise<Array<{ payment: PaymentTable; refundedMinor: number }>> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_id', 'is', null)
    .where('status', '=', 'succeeded')
    .orderBy('id', 'desc')
    .execute();
  if (payments.length === 0) return [];
  const refunds = await db
    .selectFrom('refunds')
    .select(['payment_id', 'amount_minor'])
    .where('payment_id', 'in', (e) =>
      e.selectFrom('payments').select('id').where('account_id', '=', accountId).where('order_id', 'is', null),
    )
    .where('status', '!=', 'failed')
    .execute();
  return payments.map((payment) => ({
    payment,
    refundedMinor: refunds
      .filter((refund) => refund.payment_id === payment.id)
      .reduce((sum, refund) => sum + refund.amount_minor, 0),
  }));
}

/** A top-up that may still arrive. */
export async function findPendingTopup(db: Query | Tx, accountId: string): Promise<PaymentTable | undefined> {
  return await db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_id', 'is', null)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
}

export interface PaymentFilter {
  accountId?: string | undefined;
  orderId?: string | undefined;
  status?: PaymentStatus | undefined;
  method?: string | undefined;
  topupsOnly?: boolean;
}

export async function pagePayments(db: Query, filter: PaymentFilter, wanted: PageWanted) {
  let rows = db.selectFrom('payments').selectAll();
  if (filter.accountId) rows = rows.where('account_id', '=', filter.accountId);
  if (filter.orderId) rows = rows.where('order_id', '=', filter.orderId);
  if (filter.status) rows = rows.where('status', '=', filter.status);
  if (filter.method) rows = rows.where('method', '=', filter.method);
  if (filter.topupsOnly) rows = rows.where('order_id', 'is', null);
  return await readPage(db, rows, wanted);
}
