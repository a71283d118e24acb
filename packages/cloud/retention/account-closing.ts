/**
 * An account is closed by its owner. Owns what stands against it and in which order what it has ends: all in one transaction, but for
 * its uploads, of which there may be many: closed-account-sweep.ts removes them as soon as nobody needs them.
 *
 * What books need stays: orders with what was printed and where it went, payments, refunds, the ledger, complaints and reviews. No row
 * that names who it was stays with the account itself.
 */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText, toMajor } from '@platen/contracts/money';
import { closeAccount } from '../accounts/account-moves.ts';
import { getAccount, lockAccount } from '../accounts/account-store.ts';
import type { BalanceTable } from '../accounts/account-tables.ts';
import { changeBalance } from '../accounts/balance-moves.ts';
import { getBalance, lockBalance } from '../accounts/balance-store.ts';
import type { Context } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { insertAudit } from '../operation/audit-store.ts';
import { findPendingTopup, listTopupsWithRefunds } from '../payments/payment-store.ts';
import type { PaymentTable } from '../payments/payment-tables.ts';
import { payBackTopup } from '../payments/refund-moves.ts';
import { endSubmissions, lockCurrentPreOrder, movePreOrder } from '../preorders/pre-order-moves.ts';
import { cancelSubmission } from '../preorders/pre-order-review.ts';
import { cancelRestoration } from '../restorations/restoration-moves.ts';
import { refuseMoneyLeft, type SaidOfMoney, type Split, splitBalance } from './account-closing-rules.ts';
import {
  countUploads,
  deleteUnneeded,
  findOpenAfterSales,
  listLivePreOrders,
  listOpenRestorations,
  listOrdersUnderWay,
  listPendingSubmissions,
  revokeShares,
} from './account-closing-store.ts';
import { clearAccount } from './closed-account-sweep.ts';

/** Something that must end before an account can be closed. */
export interface Obstacle {
  kind: 'order' | 'after_sales' | 'topup' | 'staff';
  /** The order's, where there is one. */
  order_id: string | null;
  order_no: string | null;
  sentence: string;
}

export interface ClosingTerms {
  obstacles: Obstacle[];
  backMinor: number;
  restMinor: number;
  currency: Currency;
  uploads: number;
}

/** What closing would mean now. */
export async function viewClosingTerms({
  database: { query },
  caller,
}: Pick<Context, 'database' | 'caller'>): Promise<ClosingTerms> {
  const { accountId } = caller;
  const { split, currency } = await splitOf(query, await getBalance(query, accountId));
  return {
    obstacles: await findObstacles(query, caller),
    backMinor: backOf(split),
    restMinor: split.restMinor,
    currency,
    uploads: await countUploads(query, accountId),
  };
}

const backOf = ({ back }: Split<PaymentTable>): number =>
  back.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Where a balance can go. */
async function splitOf(db: Query | Tx, balance: BalanceTable) {
  const topups = await listTopupsWithRefunds(db, balance.account_id);
  const ofIt = topups.filter(({ payment }) => payment.currency === balance.currency);
  return { split: splitBalance(balance.amount_minor, ofIt), currency: balance.currency as Currency };
}

async function findObstacles(
  db: Query | Tx,
  { accountId, role }: Pick<Context['caller'], 'accountId' | 'role'>,
): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  const add = (kind: Obstacle['kind'], sentence: string, order?: { id: string; order_no: string }) =>
    obstacles.push({ kind, sentence, order_id: order?.id ?? null, order_no: order?.order_no ?? null });
  if (role !== 'customer') {
    add('staff', 'This account belongs to the staff: an admin makes it a customer first.');
  }
  for (const order of await listOrdersUnderWay(db, accountId)) {
    const sentence = `Order ${order.order_no} is ${order.status}: cancel it, or wait until it is completed.`;
    add('order', sentence, order);
  }
  const complaint = await findOpenAfterSales(db, accountId);
  if (complaint) {
    const sentence = `The after-sales request for order ${complaint.order_no} is open: withdraw it, or wait until it is closed.`;
    add('after_sales', sentence, complaint);
  }
  if (await findPendingTopup(db, accountId)) {
    add('topup', 'A top-up is just being paid: wait until it has ended.');
  }
  return obstacles;
}

export interface Closed {
  now: number;
  sessions: number;
  keys: number;
  backMinor: number;
  givenUpMinor: number;
  currency: Currency;
}

/** Closes the caller's account. Throws conflict with the first thing that stands against it, unprocessable for another number's end. */
export async function closeOwnAccount(
  context: Context,
  { phoneEnd, ...said }: SaidOfMoney & { phoneEnd: string },
): Promise<Closed> {
  const { database, caller } = context;
  const { accountId } = caller;
  const closed = await context.atomically(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed_at !== null) throw new AppError('conflict', 'The account is closed.');
    if (!account.phone.endsWith(phoneEnd)) {
      throw new AppError('unprocessable', "phone_end: is not the end of this account's number.");
    }
    // Whoever pays from the balance at this moment waits here, or is seen with the order that it paid.
    const { split, currency } = await splitOf(tx, await lockBalance(tx, accountId));
    const [obstacle] = await findObstacles(tx, { accountId, role: account.role });
    if (obstacle) throw new AppError('conflict', obstacle.sentence);
    const backMinor = backOf(split);
    const left = { backMinor, restMinor: split.restMinor };
    const refusal = refuseMoneyLeft(left, said, (minor) => moneyText(minor, currency));
    if (refusal) throw new AppError('conflict', refusal);
    const now = context.now();
    const paidBack = said.payBack ? split.back : [];
    for (const each of paidBack) await payBackTopup(tx, { ...each, now });
    const givenUpMinor = split.restMinor + (said.payBack ? 0 : backMinor);
    if (givenUpMinor > 0) await giveUpBalance(tx, { accountId, amountMinor: givenUpMinor, currency, now });
    await endWhatRuns(context, tx, { accountId, now });
    await deleteUnneeded(tx, { accountId, phone: account.phone });
    const ended = await closeAccount(database, tx, { accountId, now });
    const money = {
      paid_back: toMajor(said.payBack ? backMinor : 0, currency),
      given_up: toMajor(givenUpMinor, currency),
      currency,
    };
    const target = `account:${accountId}`;
    await insertAudit(tx, { caller, action: 'close_account', target, detail: money, now });
    recordEvent(tx, {
      type: 'account.closed',
      subjectId: accountId,
      accountId,
      shopId: null,
      data: money,
      now,
    });
    return { now, ...ended, backMinor: said.payBack ? backMinor : 0, givenUpMinor, currency };
  });
  // What a sweep would do in a while is done at once, as far as one round goes.
  await clearAccount(context, await getAccount(database.query, accountId)).catch((error: unknown) =>
    context.log('error', 'sweep.item-failed', { id: accountId, error }),
  );
  return closed;
}

async function giveUpBalance(
  tx: Tx,
  {
    accountId,
    amountMinor,
    ...rest
  }: { accountId: string; amountMinor: number; currency: Currency; now: number },
): Promise<void> {
  await changeBalance(tx, {
    accountId,
    amountMinor: -amountMinor,
    cause: 'closing',
    causeId: accountId,
    note: 'Given up when the account was closed',
    ...rest,
  });
}

/** Collections, what was sent in elsewhere and not decided, restorations and shares end; others hear of it as usual. */
async function endWhatRuns(
  { database }: Context,
  tx: Tx,
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  for (const { id } of await listLivePreOrders(tx, accountId)) {
    const preOrder = await lockCurrentPreOrder(tx, { id, accountId, now });
    for (const status of ['pending', 'approved'] as const) {
      await endSubmissions(tx, { preOrder, status, to: 'cancelled', reason: '', now });
    }
    await movePreOrder(tx, { preOrder, to: 'cancelled', actor: 'owner', detail: 'account closed', now });
  }
  for (const { id, pre_order_id } of await listPendingSubmissions(tx, accountId)) {
    await cancelSubmission(tx, { preOrderId: pre_order_id, submissionId: id, accountId, now });
  }
  for (const restoration of await listOpenRestorations(tx, accountId)) {
    await cancelRestoration(database, tx, { restoration, now });
  }
  await revokeShares(tx, { accountId, now });
}
