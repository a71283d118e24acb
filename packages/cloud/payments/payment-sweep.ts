/**
 * The clock of everything about money that happens by itself: lost webhooks, expiries, refunds that a provider pays back.
 * Each round is bounded and starts where the last one ended, so a restart loses nothing.
 */
import type { Deps } from '../context.ts';
import { type Sweep, startSweep } from '../sweep.ts';
import { refreshDuePayments } from './payment-checks.ts';
import { sendDueRefunds } from './refund-worker.ts';

const sweepEveryMs = 2000;

/** One round: payments that are due to be asked about, refunds that are due to be sent. */
export async function sweepPayments(deps: Deps): Promise<void> {
  await refreshDuePayments(deps);
  await sendDueRefunds(deps);
}

/** Sweeps at once and then every two seconds. */
export function startPaymentSweep(deps: Deps): Sweep {
  return startSweep(deps, { name: 'payments', everyMs: sweepEveryMs, run: () => sweepPayments(deps) });
}
