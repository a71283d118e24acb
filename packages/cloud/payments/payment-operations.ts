/** Paying an order and looking at its payment. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, toMajor } from '@platen/contracts/money';
import { id, time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { OrderTable, PaymentTable, RefundTable } from '../db/database-schema.ts';
import { defineOperation } from '../operation.ts';
import { findOrder } from '../orders/order-store.ts';
import { readCatalogue } from '../prices/price-store.ts';
import { payFromBalance } from './payment-moves.ts';
import { findPayment, listRefunds } from './payment-store.ts';

const paymentShape = z.object({
  order_id: z.uuid(),
  payment_id: z.uuid().nullable().describe('null: nothing was tried yet'),
  status: z.enum(['unpaid', 'pending', 'succeeded', 'failed', 'expired']),
  method: z.string().nullable(),
  amount: z.number().describe('In major units'),
  currency: z.string(),
  paid_at: time.nullable(),
  refund_status: z.enum(['none', 'partial', 'full']),
  refunded: z.number(),
  refunds: z.array(
    z.object({
      refund_id: z.uuid(),
      amount: z.number(),
      status: z.enum(['pending', 'succeeded', 'failed']),
      reason: z.string(),
      created_at: time,
    }),
  ),
});

function shapeOf(order: OrderTable, payment: PaymentTable | undefined, refunds: RefundTable[]) {
  const currency = order.currency as Currency;
  return {
    order_id: order.id,
    payment_id: payment?.id ?? null,
    status: payment?.status ?? ('unpaid' as const),
    method: payment?.method ?? null,
    amount: toMajor(order.total_minor, currency),
    currency,
    paid_at: toTimeOrNull(payment?.settled_at ?? null),
    refund_status: order.refund_status,
    refunded: toMajor(order.refunded_minor, currency),
    refunds: refunds.map((refund) => ({
      refund_id: refund.id,
      amount: toMajor(refund.amount_minor, currency),
      status: refund.status,
      reason: refund.reason,
      created_at: toTime(refund.created_at),
    })),
  };
}

const input = z.strictObject({ order_id: id('From create_order or list_orders') });

export const paymentOperations = [
  defineOperation({
    name: 'pay_with_balance',
    title: 'Pay from balance',
    summary:
      "Pays an order (order_id from create_order) from this account's balance, in full and once, and sends it to the shop's printers. Returns the payment. Refused when the order is paid or cancelled already or the balance is not enough (see get_balance).",
    rest: { method: 'POST', path: '/api/payment/balance' },
    tool: true,
    access: 'customer',
    effect: 'pay',
    input,
    output: paymentShape,
    async run(context, { order_id }) {
      const accountId = context.caller!.accountId;
      const catalogue = await readCatalogue(context.database.query);
      return await context.atomically(async (tx) => {
        const request = { orderId: order_id, accountId, catalogue, now: context.now() };
        const payment = await payFromBalance(context.database, tx, request);
        const order = await findOrder(tx, { id: order_id, accountId });
        return shapeOf(order!, payment, []);
      });
    },
  }),
  defineOperation({
    name: 'get_payment_status',
    title: 'Payment status',
    summary:
      'Returns how an order was paid (order_id from create_order): status, amount, refunds with their reasons.',
    rest: { method: 'GET', path: '/api/payment/status/{order_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input,
    output: paymentShape,
    async run({ database, caller }, { order_id }) {
      const order = await findOrder(database.query, { id: order_id, accountId: caller!.accountId });
      if (!order) throw new AppError('not_found', 'No such order.');
      const payment = await findPayment(database.query, order_id);
      return shapeOf(order, payment, await listRefunds(database.query, order_id));
    },
  }),
];
