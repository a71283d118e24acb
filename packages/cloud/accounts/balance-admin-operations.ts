/** Changing a balance by hand, for admins: goodwill, corrections, cash at the counter. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText, toMajor } from '@platen/contracts/money';
import { id, line } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { CallContext } from '../context.ts';
import { newId } from '../ids.ts';
import { readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import { findAccountByTypedPhone } from './account-store.ts';
import { changeBalance } from './balance-moves.ts';
import { findBalance } from './balance-store.ts';

/** A slip of the finger must not make anybody a millionaire: in major units. */
const maxAdjusted = 1_000_000;

export const balanceAdminOperations = [
  defineOperation({
    name: 'adjust_balance',
    title: 'Adjust a balance',
    summary:
      "Adds to an account's balance, or with a negative amount takes from it; never below 0. The note stands in the account's ledger (cause adjustment) and in the audit log. Send an Idempotency-Key so that a repeat changes nothing twice. Returns the new balance.",
    rest: { method: 'POST', path: '/api/admin/balance' },
    access: 'admin',
    effect: 'pay',
    audit: 'account',
    input: z.strictObject({
      account_id: id('The account; or give its phone').optional(),
      phone: line(3, 40).optional().describe("The account's phone, instead of account_id"),
      amount: z
        .number({ error: 'must be an amount in major units, e.g. 5 or -9.99' })
        .describe('In major units; positive adds, negative takes'),
      note: line(1, 200).describe('Why; the customer reads it'),
    }),
    example: { phone: '+8613800000001' },
    output: z.object({
      account_id: z.uuid(),
      transaction_cause_id: z.uuid().describe('cause_id of the line in the ledger'),
      amount: z.number(),
      balance: z.number(),
      currency: z.string(),
    }),
    async run(context, { amount, note, ...account }) {
      const accountId = await accountOf(context, account);
      return await context.change(async (tx) => {
        const before = await findBalance(tx, accountId);
        if (!before) throw new AppError('not_found', 'account_id: no such account.');
        const currency = before.currency as Currency;
        const amountMinor = adjustmentMinor(amount, currency);
        const causeId = newId();
        const line = { accountId, amountMinor, currency, cause: 'adjustment', causeId, note } as const;
        if (!(await changeBalance(tx, { ...line, now: context.now() }))) {
          const sentence = `amount: the balance is ${moneyText(before.amount_minor, currency)}; that much can't be taken from it.`;
          throw new AppError('conflict', sentence);
        }
        const after = (await findBalance(tx, accountId))!;
        const balance = toMajor(after.amount_minor, currency);
        return {
          output: { account_id: accountId, transaction_cause_id: causeId, amount, balance, currency },
          target: accountId,
          detail: { amount, currency, note, cause_id: causeId },
        };
      });
    },
  }),
];

async function accountOf(
  { database }: Pick<CallContext, 'database'>,
  { account_id, phone }: { account_id?: string | undefined; phone?: string | undefined },
): Promise<string> {
  if ((account_id === undefined) === (phone === undefined)) {
    throw new AppError('malformed', 'account_id: must be given, or phone, and not both');
  }
  if (account_id !== undefined) return account_id;
  const account = await findAccountByTypedPhone(database.query, phone!);
  if (!account) throw new AppError('not_found', 'phone: no account has this number.');
  return account.id;
}

function adjustmentMinor(amount: number, currency: Currency): number {
  const minor = readAmount('amount', amount, currency);
  if (minor === 0 || Math.abs(amount) > maxAdjusted) {
    throw new AppError('unprocessable', `amount: must be other than 0 and at most ${maxAdjusted}.`);
  }
  return minor;
}
