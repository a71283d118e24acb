/** Paying an order and looking at its payment. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText } from '@platen/contracts/money';
import { id, line } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { findOrder } from '../orders/order-store.ts';
import { refreshPayment } from './payment-checks.ts';
import { providerExamples } from './payment-providers.ts';
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
  const order = await findOrder(database.query, { id: orderId, accountId: caller.accountId });
  if (order?.status !== 'pending_payment') return undefined;
  const amount = moneyText(order.total_minor, order.currency as Currency);
  return `Pay ${amount} for order ${order.order_no} from the balance, and start printing?`;
}

export const paymentOperations = [
  defineOperation({
    name: 'list_payment_methods',
    title: 'Ways to pay',
    summary:
      'Lists what create_payment and create_topup take as payment_method, the default of each first: providers of this service, and balance for orders alone.',
    rest: { method: 'GET', path: '/api/payment/methods' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(
        z.object({
          method: z.string().describe('What payment_method takes'),
          takes_topups: z.boolean().describe('False: it pays orders alone'),
        }),
      ),
    }),
    async run({ payments }) {
      const providers = [...payments.keys()].map((method) => ({ method, takes_topups: true }));
      return { items: [...providers, { method: 'balance', takes_topups: false }] };
    },
  }),
  defineOperation({
    name: 'create_payment',
    title: 'Pay an order',
    summary:
      'Starts paying an order and returns checkout_url, the page where the customer pays within 30 minutes; get_payment_status tells when it is paid. payment_method balance pays at once. Calling it again while one is pending returns that one; another method starts another, and money that comes too late goes back by itself. Send an idempotency_key.',
    rest: { method: 'POST', path: '/api/payment/create' },
    tool: { group: 'payments', core: true, longAnswer: { see: 'get_payment_status' } },
    access: 'customer',
    effect: 'pay',
    input: z.strictObject({
      order_id: orderId,
      payment_method: line(1, 40)
        .optional()
        .describe(`balance, or a provider of this service (default: its first), e.g. ${providerExamples}`),
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
      'Pays an order from the balance, in full and once, and sends it to the printers: spends money, so tell the person the total first. Refused when it is paid, cancelled, out of time, or the balance is short (create_topup). Send an idempotency_key.',
    rest: { method: 'POST', path: '/api/payment/balance' },
    tool: {
      group: 'payments',
      core: true,
      answer: 'described',
      longAnswer: { see: 'get_payment_status' },
      hints: { idempotent: true },
    },
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
      'Returns whether a payment went through, and how an order is or was paid: status, amount, checkout_url while pending, every attempt, and refunds with where they went.',
    rest: { method: 'GET', path: '/api/payment/status/{order_id}' },
    tool: { group: 'payments', core: true, answer: 'structured', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ order_id: orderId }),
    output: paymentShape,
    async run(context, { order_id }) {
      const db = context.database.query;
      if (!(await findOrder(db, { id: order_id, accountId: context.caller.accountId }))) {
        throw new AppError('not_found', 'No such order.');
      }
      const payment = await findPayment(db, order_id);
      if (payment) await refreshPayment(context, payment);
      return await viewPayment(db, order_id);
    },
  }),
];
