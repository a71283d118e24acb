/**
 * What a provider says of a payment, made true here: by a webhook, by its answer to a question, in any order, any number of
 * times. The only place where provider money is taken in.
 *
 * INVARIANTS
 * 1. Money that the provider took is noted once (`captured_minor`), and in that transaction it either counts (an order paid,
 *    a balance topped up) or starts on its way back.
 * 2. What a webhook says of an amount that was not asked for is not believed: the provider is asked, and its answer counts.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import { creditBalance } from '../accounts/balance-moves.ts';
import type { Deps } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { lockOrder } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import type { PaymentProvider, ProviderEvent, ProviderPayment } from '../ports/payments.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import type { Catalogue } from '../prices/price-store.ts';
import { movePayment, settleOrder } from './payment-moves.ts';
import { isAsAsked, refuseMoney } from './payment-rules.ts';
import { findPaymentById, lockPayment, updateCaptured } from './payment-store.ts';
import type { PaymentTable } from './payment-tables.ts';
import { returnLateMoney } from './refund-moves.ts';
import { findRefund } from './refund-store.ts';
import { applyProviderRefund } from './refund-worker.ts';

/** Applies a genuine webhook. Throws not_found when it names a payment that this provider was never asked for. */
export async function hearProvider(
  deps: Deps,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<void> {
  if (event.kind === 'refund') return await hearRefund(deps, provider, event);
  const { providerRef } = event.payment;
  const payment = await findPaymentById(deps.database.query, event.paymentId);
  if (!payment || payment.method !== provider.name || payment.provider_ref !== providerRef) {
    deps.log('error', 'payment.unknown', { provider: provider.name, providerRef });
    throw new AppError('not_found', 'No such payment.');
  }
  const { status } = event.payment;
  const doubtful = status === 'succeeded' && !isAsAsked(payment, event.payment);
  await applyProviderPayment(deps, payment, doubtful ? await provider.query(providerRef) : event.payment);
}

/** Nobody but the provider that carries a refund out is believed about it. Throws not_found for any other. */
async function hearRefund(
  deps: Deps,
  { name }: PaymentProvider,
  { refundId, refund }: Extract<ProviderEvent, { kind: 'refund' }>,
): Promise<void> {
  const known = await findRefund(deps.database.query, refundId);
  if (known?.destination === name) return await applyProviderRefund(deps, refundId, refund);
  deps.log('error', 'refund.unknown', { provider: name, refundId });
  throw new AppError('not_found', 'No such refund.');
}

/** Makes the provider's word true here. Harmless when it was heard before. */
export async function applyProviderPayment(
  deps: Deps,
  payment: PaymentTable,
  said: ProviderPayment,
): Promise<void> {
  const heard = said.status === 'succeeded' ? payment.captured_minor > 0 : payment.status !== 'pending';
  const { status } = said;
  if (status === 'pending' || heard) return;
  const catalogue = await currentCatalogue(deps);
  const now = deps.now();
  const returned = await deps.database.transaction(async (tx) => {
    // The order before its payment, everywhere.
    const order = payment.order_id ? await lockOrder(tx, { id: payment.order_id, now }) : undefined;
    const row = await lockPayment(tx, payment.id);
    if (said.status === 'succeeded') {
      return await takeIn(deps.database, tx, { payment: row, order, said, catalogue, now });
    }
    if (row.status !== 'pending') return undefined;
    const failure = said.status === 'expired' ? 'It was not paid in time.' : 'The provider declined it.';
    await movePayment(tx, { payment: row, to: status, failure, now });
    return undefined;
  });
  if (returned) deps.log('warn', 'payment.returned', { paymentId: payment.id, reason: returned });
}

interface TakenMoney {
  payment: PaymentTable;
  order: OrderTable | undefined;
  said: ProviderPayment;
  catalogue: Catalogue;
  now: number;
}

/** Lets the money count, or sends it back: then the reason is returned. */
async function takeIn(database: Database, tx: Tx, taken: TakenMoney): Promise<string | undefined> {
  const { payment, order, said, now } = taken;
  if (
    said.amountMinor > 0 &&
    !(await updateCaptured(tx, { id: payment.id, amountMinor: said.amountMinor }))
  ) {
    return undefined;
  }
  const refusal = refuseMoney(payment, order, said) ?? (await useMoney(database, tx, taken));
  if (refusal === undefined) return undefined;
  if (payment.status === 'pending') await movePayment(tx, { payment, to: 'failed', failure: refusal, now });
  const { amountMinor, currency } = said;
  if (amountMinor > 0) await returnLateMoney(tx, { payment, amountMinor, currency, reason: refusal, now });
  return refusal;
}

/** Pays the order or tops the balance up. Returns why it can't be; nothing is written then. */
async function useMoney(
  database: Database,
  tx: Tx,
  { payment, order, catalogue, now }: TakenMoney,
): Promise<string | undefined> {
  if (order) {
    try {
      await settleOrder(database, tx, { order, detail: `by ${payment.method}`, catalogue, now });
    } catch (error) {
      // An item that is no longer offered: nobody could print what was paid.
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }
  await movePayment(tx, { payment, to: 'succeeded', failure: '', now });
  if (order) return undefined;
  await creditBalance(tx, {
    accountId: payment.account_id,
    amountMinor: payment.amount_minor,
    currency: payment.currency as Currency,
    cause: 'topup',
    causeId: payment.id,
    note: `Top-up by ${payment.method}`,
    now,
  });
  return undefined;
}
