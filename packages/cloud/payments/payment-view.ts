/** How payments, top-ups and refunds look on the wire. Owns those shapes; decides nothing. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Query, Tx } from '../db/database.ts';
import { getOrder } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { paymentThatCounts } from './payment-rules.ts';
import { listPayments } from './payment-store.ts';
import type { PaymentTable, RefundTable } from './payment-tables.ts';
import { listRefunds } from './refund-store.ts';

export const paymentStatus = z.enum(['pending', 'succeeded', 'failed', 'expired']);
export const refundState = z.enum(['pending', 'succeeded', 'failed']);

/** What every payment has, whatever it is for. */
const progressFields = {
  method: z.string().describe('balance, or the payment provider'),
  checkout_url: z
    .url()
    .nullable()
    .describe('While pending: the page where the customer pays. Open it in a browser'),
  expires_at: time.nullable().describe('While pending: until when it can be paid'),
  failure: z.string().nullable().describe('Why it did not succeed'),
};

export const refundShape = z.object({
  refund_id: z.uuid(),
  payment_id: z.uuid(),
  amount: z.number(),
  currency: z.string(),
  status: refundState.describe(
    'pending: the provider was or will be told; failed: the provider refused it, and another refund credits the balance',
  ),
  destination: z.string().describe('Where it goes: balance, or the payment provider'),
  reason: z.string(),
  failure: z.string().nullable(),
  created_at: time,
  settled_at: time.nullable(),
});

export const paymentShape = z.object({
  order_id: z.uuid(),
  payment_id: z.uuid().nullable().describe('null: nothing was tried yet'),
  status: z.enum(['unpaid', ...paymentStatus.options]),
  ...progressFields,
  method: progressFields.method.nullable(),
  amount: z.number().describe('In major units'),
  currency: z.string(),
  paid_at: time.nullable(),
  refund_status: z.enum(['none', 'partial', 'full']),
  refunded: z.number().describe("Of the order's price, with what is on its way"),
  refunds: z
    .array(refundShape)
    .describe('Also of payments that came too late: their money goes back in whole'),
  attempts: z
    .array(
      z.object({
        payment_id: z.uuid(),
        method: z.string(),
        status: paymentStatus,
        failure: z.string().nullable(),
        created_at: time,
      }),
    )
    .describe('Every payment that was started for the order, newest first'),
});

export const topupShape = z.object({
  topup_id: z.uuid(),
  status: paymentStatus.describe('succeeded: the amount is in the balance'),
  ...progressFields,
  amount: z.number().describe('In major units'),
  currency: z.string(),
  created_at: time,
  paid_at: time.nullable(),
});

function progressOf(payment: PaymentTable) {
  const pending = payment.status === 'pending';
  return {
    method: payment.method,
    checkout_url: pending ? payment.checkout_url : null,
    expires_at: pending ? toTimeOrNull(payment.expires_at) : null,
    failure: payment.failure || null,
  };
}

const noProgress = { method: null, checkout_url: null, expires_at: null, failure: null };

export function refundView(refund: RefundTable) {
  return {
    refund_id: refund.id,
    payment_id: refund.payment_id,
    amount: toMajor(refund.amount_minor, refund.currency as Currency),
    currency: refund.currency,
    status: refund.status,
    destination: refund.destination,
    reason: refund.reason,
    failure: refund.failure || null,
    created_at: toTime(refund.created_at),
    settled_at: toTimeOrNull(refund.settled_at),
  };
}

/** One order's payment (`shown`, or the one that counts), its refunds and every attempt. */
export async function viewPayment(db: Query | Tx, orderId: string, shown?: PaymentTable) {
  const order = await getOrder(db, orderId);
  const payments = await listPayments(db, orderId);
  return paymentView(order, {
    payment: shown ?? paymentThatCounts(payments),
    payments,
    refunds: await listRefunds(db, orderId),
  });
}

function paymentView(
  order: OrderTable,
  rows: { payment: PaymentTable | undefined; payments: PaymentTable[]; refunds: RefundTable[] },
) {
  const currency = order.currency as Currency;
  const { payment } = rows;
  return {
    order_id: order.id,
    payment_id: payment?.id ?? null,
    status: payment?.status ?? ('unpaid' as const),
    ...(payment ? progressOf(payment) : noProgress),
    amount: toMajor(order.total_minor, currency),
    currency,
    paid_at: toTimeOrNull(payment?.settled_at ?? null),
    refund_status: order.refund_status,
    refunded: toMajor(order.refunded_minor, currency),
    refunds: rows.refunds.map(refundView),
    attempts: rows.payments.map((attempt) => ({
      payment_id: attempt.id,
      method: attempt.method,
      status: attempt.status,
      failure: attempt.failure || null,
      created_at: toTime(attempt.created_at),
    })),
  };
}

export function topupView(payment: PaymentTable) {
  return {
    topup_id: payment.id,
    status: payment.status,
    ...progressOf(payment),
    amount: toMajor(payment.amount_minor, payment.currency as Currency),
    currency: payment.currency,
    created_at: toTime(payment.created_at),
    paid_at: toTimeOrNull(payment.settled_at),
  };
}
