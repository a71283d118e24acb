/**
 * Tells providers of refunds that wait for them, outside every transaction, until each has given its last word. What was
 * under way when the process ended is told again: providers take a refund's id once.
 */
import type { Deps } from '../context.ts';
import type { ProviderRefund } from '../ports/payments.ts';
import { sweepEach } from '../sweep.ts';
import { nextRefundTryAt } from './payment-rules.ts';
import { findPaymentById } from './payment-store.ts';
import type { RefundTable } from './payment-tables.ts';
import { settleRefund } from './refund-moves.ts';
import { claimRefundTry, findRefund, listDueRefunds } from './refund-store.ts';

/** Refunds that one round tells of. */
const maxAtOnce = 50;

/** One round over the refunds whose time has come. */
export async function sendDueRefunds(deps: Deps): Promise<void> {
  const due = await listDueRefunds(deps.database.query, { now: deps.now(), limit: maxAtOnce });
  await sweepEach(deps, due, async (refund) => {
    await sendRefund(deps, refund);
    return true;
  });
}

async function sendRefund(deps: Deps, refund: RefundTable): Promise<void> {
  const tryAt = nextRefundTryAt(refund.tries, deps.now());
  if (!(await claimRefundTry(deps.database.query, { refund, tryAt }))) return;
  const provider = deps.payments.get(refund.destination);
  const payment = await findPaymentById(deps.database.query, refund.payment_id);
  let said: ProviderRefund;
  try {
    if (!provider) throw new Error(`no payment provider ${refund.destination} is set up`);
    said = await provider.refund({
      refundId: refund.id,
      providerRef: payment!.provider_ref!,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
      reason: refund.reason,
    });
  } catch (error) {
    // Perhaps it was carried out and only the answer is lost: so it is asked again, and never credited on a guess.
    deps.log('warn', 'refund.unsent', { refundId: refund.id, destination: refund.destination, error });
    return;
  }
  await applyProviderRefund(deps, refund.id, said);
}

/** Makes the provider's word about a refund true here. Harmless when it was heard before. */
export async function applyProviderRefund(deps: Deps, refundId: string, said: ProviderRefund): Promise<void> {
  const refund = await findRefund(deps.database.query, refundId);
  if (refund?.status !== 'pending') {
    const contradicts = said.status !== 'pending' && said.status !== refund?.status;
    if (contradicts) deps.log('error', 'refund.contradicted', { refundId, said: said.status });
    return;
  }
  const now = deps.now();
  const stranded = await deps.database.transaction((tx) => settleRefund(tx, { refundId, said, now }));
  if (stranded) deps.log('error', 'refund.stranded', { refundId });
}
