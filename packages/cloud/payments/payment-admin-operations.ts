/** Payments and refunds of all accounts, for admins. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { id, line, listOf, paging, time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import { listAccountsByIds } from '../accounts/account-store.ts';
import type { Query } from '../db/database.ts';
import { defineOperation } from '../operation/operation.ts';
import { listOrderNos } from '../orders/order-store.ts';
import { pagePayments } from './payment-store.ts';
import type { PaymentTable } from './payment-tables.ts';
import { paymentStatus, refundShape, refundState, refundView } from './payment-view.ts';
import { pageRefunds } from './refund-store.ts';

const adminPaymentShape = z.object({
  payment_id: z.uuid(),
  account_id: z.uuid(),
  phone: z.string().describe('Of the account; empty once it is closed'),
  order_id: z.uuid().nullable().describe('null: a top-up'),
  order_no: z.string().nullable(),
  method: z.string(),
  status: paymentStatus,
  amount: z.number().describe('In major units'),
  captured: z.number().describe('What the provider took, whether or not it counted'),
  currency: z.string(),
  provider_ref: z.string().nullable().describe("The provider's own id"),
  failure: z.string().nullable(),
  created_at: time,
  expires_at: time.nullable(),
  checked_at: time.nullable().describe('When the provider was last asked'),
  paid_at: time.nullable(),
});

function viewOf(row: PaymentTable, { orderNo, phone }: { orderNo: string | null; phone: string }) {
  const currency = row.currency as Currency;
  return {
    payment_id: row.id,
    account_id: row.account_id,
    phone,
    order_id: row.order_id,
    order_no: orderNo,
    method: row.method,
    status: row.status,
    amount: toMajor(row.amount_minor, currency),
    captured: toMajor(row.captured_minor, currency),
    currency,
    provider_ref: row.provider_ref,
    failure: row.failure || null,
    created_at: toTime(row.created_at),
    expires_at: toTimeOrNull(row.expires_at),
    checked_at: toTimeOrNull(row.checked_at),
    paid_at: toTimeOrNull(row.settled_at),
  };
}

/** Names the order of each row; null for a top-up. */
async function readOrderNos(db: Query, rows: readonly { order_id: string | null }[]) {
  const numbers = await listOrderNos(
    db,
    rows.flatMap(({ order_id }) => order_id ?? []),
  );
  return ({ order_id }: { order_id: string | null }) => (order_id && numbers.get(order_id)) ?? null;
}

export const paymentAdminOperations = [
  defineOperation({
    name: 'list_payments',
    title: 'Payments',
    summary: 'Lists payments and top-ups of all accounts, newest first, all or those that match.',
    rest: { method: 'GET', path: '/api/admin/payments' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({
      status: paymentStatus.optional().describe('Only payments in this state'),
      method: line(1, 40).optional().describe('balance, or a payment provider'),
      account_id: id('Of one account').optional(),
      order_id: id('Of one order').optional(),
      ...paging,
    }),
    output: listOf(adminPaymentShape),
    async run({ database }, { status, method, account_id, order_id, ...wanted }) {
      const filter = { status, method, accountId: account_id, orderId: order_id };
      const { rows, total } = await pagePayments(database.query, filter, wanted);
      const orderNoOf = await readOrderNos(database.query, rows);
      const accounts = await listAccountsByIds(database.query, [
        ...new Set(rows.map((row) => row.account_id)),
      ]);
      const phones = new Map(accounts.map((account) => [account.id, account.phone]));
      const items = rows.map((row) =>
        viewOf(row, { orderNo: orderNoOf(row), phone: phones.get(row.account_id) ?? '' }),
      );
      return { items, ...wanted, total };
    },
  }),
  defineOperation({
    name: 'list_refunds',
    title: 'Refunds',
    summary:
      'Lists refunds of all accounts, newest first, all or those with one status or of one order. A pending one waits for its provider, and is told to it again until it answers.',
    rest: { method: 'GET', path: '/api/admin/refunds' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({
      status: refundState.optional().describe('Only refunds in this state'),
      order_id: id('Of one order').optional(),
      ...paging,
    }),
    output: listOf(
      refundShape.extend({ order_id: z.uuid().nullable(), order_no: z.string().nullable(), tries: z.int() }),
    ),
    async run({ database }, { status, order_id, ...wanted }) {
      const filter = { status, orderId: order_id };
      const { rows, total } = await pageRefunds(database.query, filter, wanted);
      const orderNoOf = await readOrderNos(database.query, rows);
      const items = rows.map((row) => ({
        ...refundView(row),
        order_id: row.order_id,
        order_no: orderNoOf(row),
        tries: row.tries,
      }));
      return { items, ...wanted, total };
    },
  }),
];
