/**
 * Asking the provider how a payment stands, because its webhook may be lost. Owns who asks when: a reader of a pending
 * payment, the sweep, and the expiry. Must never be called inside a transaction.
 */
import type { Deps } from '../context.ts';
import { getOrder } from '../orders/order-store.ts';
import { sweepEach } from '../sweep.ts';
import { applyProviderPayment } from './payment-intake.ts';
import { movePayment } from './payment-moves.ts';
import { isExpired, isGivenUp, isStale, nextCheckAt } from './payment-rules.ts';
import { claimCheck, findPaymentById, listPaymentsToCheck, lockPayment } from './payment-store.ts';
import type { PaymentTable } from './payment-tables.ts';

/** Payments that one round of the sweep asks about. */
const maxAtOnce = 50;

/** Has the provider asked before a pending payment is shown, unless it was asked a moment ago. Returns it as it is now. */
export async function refreshPayment(deps: Deps, payment: PaymentTable): Promise<PaymentTable> {
  if (!isStale(payment, deps.now())) return payment;
  await refreshDuePayment(deps, payment);
  return (await findPaymentById(deps.database.query, payment.id)) ?? payment;
}

/** Has the provider asked now, for the customer comes from there; at most once a second. */
export async function confirmPayment(deps: Deps, payment: PaymentTable): Promise<PaymentTable> {
  const asked = payment.checked_at !== null && deps.now() - payment.checked_at < 1000;
  if (payment.status === 'pending' && !asked) await refreshDuePayment(deps, payment);
  return (await findPaymentById(deps.database.query, payment.id)) ?? payment;
}

/** One round over the payments whose time has come. */
export async function refreshDuePayments(deps: Deps): Promise<void> {
  const due = await listPaymentsToCheck(deps.database.query, { now: deps.now(), limit: maxAtOnce });
  await sweepEach(deps, due, async (payment) => {
    await refreshDuePayment(deps, payment);
    return true;
  });
}

/**
 * Asks once; a provider that can't be reached is asked again later. A payment that is over, or whose order needs it no more,
 * is cancelled at the provider first, so that nobody can pay it afterwards.
 */
async function refreshDuePayment(deps: Deps, payment: PaymentTable): Promise<void> {
  const now = deps.now();
  if (!(await claimCheck(deps.database.query, { payment, checkAt: nextCheckAt(payment, now), now }))) return;
  const provider = deps.payments.get(payment.method);
  try {
    if (!provider) throw new Error(`no payment provider ${payment.method} is set up`);
    const over = isExpired(payment, now) || !(await isWanted(deps, payment));
    const said = await provider[over ? 'cancel' : 'query'](payment.provider_ref!);
    await applyProviderPayment(deps, payment, said);
  } catch (error) {
    deps.log('warn', 'payment.unchecked', { paymentId: payment.id, method: payment.method, error });
    if (isGivenUp(payment, now)) await giveUp(deps, payment);
  }
}

async function isWanted({ database }: Deps, payment: PaymentTable): Promise<boolean> {
  if (payment.order_id === null) return true;
  return (await getOrder(database.query, payment.order_id)).status === 'pending_payment';
}

/** Money that turns up after this goes back, as all late money does. */
async function giveUp({ database, now }: Deps, payment: PaymentTable): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (row.status !== 'pending') return;
    const failure = 'The provider never said what became of it.';
    await movePayment(tx, { payment: row, to: 'expired', failure, now: now() });
  });
}
