/**
 * Starting a payment at a provider. The provider is asked first and the payment written down afterwards, in the one
 * transaction of the operation: its checkout address is given to nobody before, so nobody can pay what isn't written down.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import type { Context, Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { lockOrder } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import {
  createPayment,
  getPayableOrder,
  payFromBalance,
  pendingPayment,
  pendingPaymentOf,
} from './payment-moves.ts';
import { canGoOn, firstCheckAfterMs, paymentExpiry } from './payment-rules.ts';
import { listPayments } from './payment-store.ts';
import type { PaymentTable } from './payment-tables.ts';

/** What the operation answers, made inside its transaction. */
type Answer<T> = (tx: Tx, payment: PaymentTable) => Promise<T>;

/** Pays the caller's order from the balance, at once. */
export async function payOrderFromBalance<T>(
  context: Context,
  orderId: string,
  answer: Answer<T>,
): Promise<T> {
  const accountId = context.caller.accountId;
  const catalogue = await currentCatalogue(context);
  return await context.atomically(async (tx) => {
    const request = { orderId, accountId, catalogue, now: context.now() };
    return await answer(tx, await payFromBalance(context.database, tx, request));
  });
}

/**
 * Starts paying the caller's order at a provider, or goes on with a payment that is pending there already. An order that
 * costs nothing is paid without one.
 */
export async function startOrderPayment<T>(
  context: Context,
  { orderId, method }: { orderId: string; method: string },
  answer: Answer<T>,
): Promise<T> {
  const wanted = { orderId, accountId: context.caller.accountId, now: context.now() };
  const order = await getPayableOrder(context.database.query, wanted);
  if (order.total_minor === 0) return await payOrderFromBalance(context, orderId, answer);
  const isOpen = openPaymentTest(order, { method, now: context.now() });
  const open = (await listPayments(context.database.query, orderId)).find(isOpen);
  const fresh = pendingPaymentOf(order, { method, now: context.now() });
  const started = open ? undefined : await start(context, fresh, order);
  let used = false;
  try {
    return await context.atomically(async (tx) => {
      await lockOrder(tx, { id: orderId, now: context.now() });
      await getPayableOrder(tx, { ...wanted, now: context.now() });
      const pending = (await listPayments(tx, orderId)).find(isOpen);
      if (pending) return await answer(tx, pending);
      if (!started) throw new AppError('conflict', 'The payment has ended meanwhile. Try again.');
      await createPayment(tx, started);
      used = true;
      return await answer(tx, started);
    });
  } catch (error) {
    used = false;
    throw error;
  } finally {
    if (started && !used) await abandon(context, started);
  }
}

function openPaymentTest(order: OrderTable, { method, now }: { method: string; now: number }) {
  return (payment: PaymentTable) =>
    payment.method === method && canGoOn(payment, { amountMinor: order.total_minor, now });
}

/** Starts topping the caller's balance up. */
export async function startTopup<T>(
  context: Context,
  { amountMinor, currency, method }: { amountMinor: number; currency: Currency; method: string },
  answer: Answer<T>,
): Promise<T> {
  const accountId = context.caller.accountId;
  const fresh = pendingPayment({
    orderId: null,
    accountId,
    amountMinor,
    currency,
    method,
    now: context.now(),
  });
  const started = await start(context, fresh, undefined);
  try {
    return await context.atomically(async (tx) => {
      await createPayment(tx, started);
      return await answer(tx, started);
    });
  } catch (error) {
    await abandon(context, started);
    throw error;
  }
}

/** Where a provider sends the customer's browser afterwards. */
export const returnPath = '/pay/return';

async function start(
  deps: Deps,
  payment: PaymentTable,
  order: OrderTable | undefined,
): Promise<PaymentTable> {
  const expiresAt = paymentExpiry(payment.created_at, order);
  try {
    const { providerRef, checkoutUrl } = await deps.payments.get(payment.method)!.initiate({
      paymentId: payment.id,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      description: order ? `Order ${order.order_no}` : 'Balance top-up',
      returnUrl: `${deps.publicUrl()}${returnPath}/${payment.id}`,
      expiresAt,
    });
    return {
      ...payment,
      provider_ref: providerRef,
      checkout_url: checkoutUrl,
      expires_at: expiresAt,
      check_at: payment.created_at + firstCheckAfterMs,
    };
  } catch (error) {
    deps.log('error', 'payment.not-started', { method: payment.method, error });
    throw new AppError('internal', `The payment provider ${payment.method} can't be reached.`, {
      hint: 'Nothing was taken. Try again, or pay another way.',
    });
  }
}

/** Cancels at the provider what was started in vain: another call was faster. Nobody has its address, so no harm is left. */
async function abandon(deps: Deps, { method, provider_ref }: PaymentTable): Promise<void> {
  try {
    await deps.payments.get(method)!.cancel(provider_ref!);
  } catch (error) {
    deps.log('warn', 'payment.not-cancelled', { method, error });
  }
}
