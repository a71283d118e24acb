/**
 * Money into and out of a balance. The only writer of balances.
 * INVARIANT: every change has a ledger row of the same amount in the same transaction, and a cause is used once.
 */
import { type Currency, toMajor } from '@platen/contracts/money';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import { addToBalance, insertLedgerRow } from './balance-store.ts';

/** Why a balance changes. */
export const ledgerCauses = [
  'opening',
  'topup',
  'payment',
  'refund',
  'adjustment',
  'payout',
  'closing',
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

export interface BalanceChange {
  accountId: string;
  /** Positive: credited. Negative: debited. */
  amountMinor: number;
  currency: Currency;
  cause: LedgerCause;
  /** With `cause`, unique: the id of the payment, refund, top-up or adjustment. */
  causeId: string;
  note: string;
  now: number;
}

/**
 * Changes the balance and writes the ledger row. False, and nothing changed, when the money isn't there or the balance has
 * another currency.
 */
export async function changeBalance(tx: Tx, change: BalanceChange): Promise<boolean> {
  const balanceAfter = await addToBalance(tx, change);
  if (balanceAfter === undefined) return false;
  await insertLedgerRow(tx, {
    id: newId(),
    account_id: change.accountId,
    amount_minor: change.amountMinor,
    balance_after_minor: balanceAfter,
    currency: change.currency,
    cause: change.cause,
    cause_id: change.causeId,
    note: change.note,
    created_at: change.now,
  });
  const { accountId, currency, cause, now } = change;
  recordEvent(tx, {
    type: 'balance.changed',
    subjectId: accountId,
    accountId,
    shopId: null,
    data: {
      amount: toMajor(change.amountMinor, currency),
      currency,
      balance: toMajor(balanceAfter, currency),
      cause,
    },
    now,
  });
  return true;
}

/** Adds to a balance. Throws, and breaks the transaction, when it has another currency: money must not get lost quietly. */
export async function creditBalance(tx: Tx, change: BalanceChange): Promise<void> {
  if (change.amountMinor > 0 && (await changeBalance(tx, change))) return;
  throw new Error(
    `${change.amountMinor} of ${change.currency} can't be credited (${change.cause} ${change.causeId})`,
  );
}
