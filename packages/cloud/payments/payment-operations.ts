/** Paying an order and looking at its payment. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText } from '@platen/contracts/money';
import { id, line } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { defineOperation } from '../operation.ts';
import { findOrder } from '../orders/order-store.ts';
import { freshenPayment } from './payment-checks.ts';
import { chooseMethod } from './payment-rules.ts';
import { payOrderFromBalance, startOrderPayment } from './payment-start.ts';
import { findPayment } from './payment-store.ts';
import { paymentShape, viewPayment } from './payment-view.ts';

const orderId = id('From create_order or list_orders');

/** Money leaves the balance at once, so a person who can be asked is asked. */
async function questionOfBalance(
  { database, caller }: Context,
  orderId: string,
): Promise<string | undefined> {
  const order = await findOrder(database.query, { id: orderId, accountId: caller!.accountId });
  if (order?.status !== 'pending_payment') return undefined;
  const amount = moneyText(order.total_minor, order.currency as Currency);
  return `Pay ${amount} for order ${order.order_no} from the balance, and start printing?`;
}

export const paymentOperations = [
  defineOperation({
    name: 'create_payment',
    title: 'Pay an order',
    summary:
      'Starts paying an order (order_id from create_order) and returns the payment: status pending and checkout_url, the page where the customer pays within 30 minutes, and before the expires_at of the order; the order is paid once the provider has confirmed it (get_payment_status tells). payment_method balance pays at once, like pay_with_balance. Calling it again while a payment is pending returns that payment; another method starts another one, and the first to succeed counts: money that comes too late, for an order paid or cancelled meanwhile, goes back where it came from by itself. Refused when the order is paid or cancelled already, or was not paid in time.',
    rest: { method: 'POST', path: '/api/payment/create' },
    tool: true,
    access: 'customer',
    effect: 'pay',
    input: z.strictObject({
      order_id: orderId,
      payment_method: line(1, 40)
        .optional()
        .describe(
          "sandbox: a checkout page with play money, for trying out (default where the service has it set up); balance: from this account's balance (see get_balance)",
        ),
    }),
    output: paymentShape,
    question: async (context, { order_id, payment_method }) =>
      payment_method === 'balance' ? await questionOfBalance(context, order_id) : undefined,
    async run(context, { order_id, payment_method }) {
      const method = chooseMethod(payment_method, [...context.payments.keys(), 'balance']);
      if (method === 'balance') {
        return await payOrderFromBalance(context, order_id, (tx) => viewPayment(tx, order_id));
      }
      const wanted = { orderId: order_id, method };
      return await startOrderPayment(context, wanted, (tx, payment) => viewPayment(tx, order_id, payment));
    },
  }),
  defineOperation({
    name: 'pay_with_balance',
    title: 'Pay from balance',
    summary:
      "Pays an order (order_id from create_order) from this account's balance, in full and once, and sends it to the shop's printers. Returns the payment. Refused when the order is paid or cancelled already, was not paid in time, or the balance is not enough (see get_balance; create_topup adds to it).",
    rest: { method: 'POST', path: '/api/payment/balance' },
    tool: true,
    access: 'customer',
    effect: 'pay',
    input: z.strictObject({ order_id: orderId }),
    output: paymentShape,
    question: (context, { order_id }) => questionOfBalance(context, order_id),
    run: async (context, { order_id }) =>
      await payOrderFromBalance(context, order_id, (tx) => viewPayment(tx, order_id)),
  }),
  defineOperation({
    name: 'get_payment_status',
    title: 'Payment status',
    summary:
      'Returns how an order is or was paid (order_id from create_order): status, amount, checkout_url while it is pending, every attempt, and refunds with status and destination. A pending payment is asked about at its provider first.',
    rest: { method: 'GET', path: '/api/payment/status/{order_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ order_id: orderId }),
    output: paymentShape,
    async run(context, { order_id }) {
      const db = context.database.query;
      if (!(await findOrder(db, { id: order_id, accountId: context.caller!.accountId }))) {
        throw new AppError('not_found', 'No such order.');
      }
      const payment = await findPayment(db, order_id);
      if (payment) await freshenPayment(context, payment);
      return await viewPayment(db, order_id);
    },
  }),
];
