/** Topping up the balance through a payment provider, and looking at top-ups. */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import { id, line, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { getBalance } from '../accounts/balance-store.ts';
import { defineOperation } from '../operation/operation.ts';
import { refreshPayment } from './payment-checks.ts';
import { providerExamples } from './payment-providers.ts';
import { chooseMethod, topupMinor } from './payment-rules.ts';
import { startTopup } from './payment-start.ts';
import { findPaymentById, pagePayments } from './payment-store.ts';
import { topupShape, topupView } from './payment-view.ts';

export const topupOperations = [
  defineOperation({
    name: 'create_topup',
    title: 'Top up the balance',
    summary:
      'Tops up the balance: adds money to it. Returns checkout_url, the page where the customer pays within 30 minutes; get_balance shows it once it has arrived. Each call starts another top-up: send an idempotency_key.',
    rest: { method: 'POST', path: '/api/user/balance/topup' },
    tool: { group: 'payments' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      amount: z
        .number({ error: 'must be an amount in major units, e.g. 50 or 9.99' })
        .describe('In major units of the currency: 1 to 50000'),
      payment_method: line(1, 40)
        .optional()
        .describe(`A provider of this service (default: its first), e.g. ${providerExamples}`),
    }),
    output: topupShape,
    async run(context, { amount, payment_method }) {
      const method = chooseMethod(payment_method, [...context.payments.keys()]);
      const balance = await getBalance(context.database.query, context.caller.accountId);
      const currency = balance.currency as Currency;
      const wanted = { amountMinor: topupMinor(amount, currency), currency, method };
      return await startTopup(context, wanted, async (_tx, payment) => topupView(payment));
    },
  }),
  defineOperation({
    name: 'list_topups',
    title: 'Top-ups',
    summary: "Lists this account's top-ups, newest first, pending and failed ones too.",
    rest: { method: 'GET', path: '/api/user/balance/topups' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(topupShape),
    async run({ database, caller }, wanted) {
      const mine = { accountId: caller.accountId, topupsOnly: true };
      const { rows, total } = await pagePayments(database.query, mine, wanted);
      return { items: rows.map(topupView), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_topup',
    title: 'Look at a top-up',
    summary:
      'Returns one top-up (topup_id from create_topup). A pending one is asked about at its provider first.',
    rest: { method: 'GET', path: '/api/user/balance/topups/{topup_id}' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ topup_id: id('From create_topup or list_topups') }),
    output: topupShape,
    async run(context, { topup_id }) {
      const payment = await findPaymentById(context.database.query, topup_id);
      const mine = payment?.order_id === null && payment.account_id === context.caller.accountId;
      if (!mine) throw new AppError('not_found', 'No such top-up.');
      return topupView(await refreshPayment(context, payment));
    },
  }),
];
