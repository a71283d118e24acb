/** The caller's balance and its ledger. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { listOf, paging, readSpan, time, timeSpan, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { type LedgerCause, ledgerCauses } from './balance-moves.ts';
import { getBalance, pageLedger } from './balance-store.ts';

const transactionShape = z.object({
  transaction_id: z.uuid(),
  amount: z.number().describe('In major units; negative when money left the balance'),
  balance_after: z.number(),
  currency: z.string(),
  cause: z
    .enum(ledgerCauses)
    .describe(
      'topup: paid in; adjustment: by the staff; payout: paid back when the account was closed; closing: given up then',
    ),
  cause_id: z.string().describe('The payment, refund, top-up, adjustment or account that caused it'),
  note: z.string(),
  created_at: time,
});

export const balanceOperations = [
  defineOperation({
    name: 'get_balance',
    title: 'Balance',
    summary: "Returns this account's balance, which pay_with_balance spends.",
    rest: { method: 'GET', path: '/api/user/balance' },
    tool: { group: 'payments', core: true },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ balance: z.number().describe('In major units'), currency: z.string() }),
    async run({ database, caller }) {
      const row = await getBalance(database.query, caller.accountId);
      return { balance: toMajor(row.amount_minor, row.currency as Currency), currency: row.currency };
    },
  }),
  defineOperation({
    name: 'get_balance_transactions',
    title: 'Balance transactions',
    summary:
      'Lists what was added to and taken from the balance (a statement of the account), newest first, with cause and the balance after it.',
    rest: { method: 'GET', path: '/api/user/balance/transactions' },
    tool: { group: 'payments' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ ...timeSpan, ...paging }),
    output: listOf(transactionShape),
    async run({ database, caller }, { from, to, ...wanted }) {
      const mine = { accountId: caller.accountId, span: readSpan({ from, to }) };
      const { rows, total } = await pageLedger(database.query, mine, wanted);
      const items = rows.map((row) => ({
        transaction_id: row.id,
        amount: toMajor(row.amount_minor, row.currency as Currency),
        balance_after: toMajor(row.balance_after_minor, row.currency as Currency),
        currency: row.currency,
        cause: row.cause as LedgerCause,
        cause_id: row.cause_id,
        note: row.note,
        created_at: toTime(row.created_at),
      }));
      return { items, ...wanted, total };
    },
  }),
];
