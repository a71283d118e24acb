/**
 * What becomes of orders by itself: those that nobody paid in time end, those that were shipped long ago are completed.
 * Safe with any number of processes: each order is moved by whoever is first.
 *
 * INVARIANT: an order doesn't expire while a payment of it is pending. Payments end with their order at the latest, by their
 * provider's word (payments/payment-checks.ts), so nobody's money is turned away because a webhook was lost.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { listShippedBefore, listUnpaidSince } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { listPayments } from '../payments/payment-store.ts';
import { type Sweep, startSweep, sweepEach } from '../sweep.ts';
import { finishCancel } from './order-progress.ts';
import { completeOrder } from './order-sending.ts';

type SweepDeps = Pick<Deps, 'database' | 'now' | 'log'>;

/** A shipped order that nobody confirms is taken for received after this. */
const receivedAfterMs = 10 * 24 * 3600 * 1000;

/** Orders that one round ends. */
const maxAtOnce = 100;

const sweepEveryMs = 60_000;

/** One round: cancels what was not paid in time. Gives how many. */
export async function expireUnpaidOrders(deps: SweepDeps): Promise<number> {
  const { database, now } = deps;
  const orders = await listUnpaidSince(database.query, { now: now(), limit: maxAtOnce });
  return await endEach(deps, orders, async (tx, { id: orderId }) => {
    const detail = 'it was not paid in time';
    await finishCancel(tx, { orderId, event: 'expired', detail, now: now() });
    // The order's row is held now: no payment can begin any more, and one that began meanwhile keeps the order.
    const isBeingPaid = (await listPayments(tx, orderId)).some((payment) => payment.status === 'pending');
    if (isBeingPaid) throw new AppError('conflict', 'The order is being paid.');
  });
}

/** One round: completes what was shipped long ago. Gives how many. */
export async function completeOldShipments(deps: SweepDeps): Promise<number> {
  const { database, now } = deps;
  const before = now() - receivedAfterMs;
  const orders = await listShippedBefore(database.query, { before, limit: maxAtOnce });
  return await endEach(deps, orders, async (tx, order) => {
    await completeOrder(tx, { order, detail: 'ten days after it was shipped', now: now() });
  });
}

/** Each in a transaction of its own. A conflict means that its customer, its shop or another process was faster. */
async function endEach(
  deps: SweepDeps,
  orders: readonly OrderTable[],
  end: (tx: Tx, order: OrderTable) => Promise<void>,
): Promise<number> {
  return await sweepEach(deps, orders, async (order) => {
    try {
      await deps.database.transaction((tx) => end(tx, order));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return false;
      throw error;
    }
  });
}

/** Sweeps at once and then every minute. */
export function startOrderSweep(deps: Deps): Sweep {
  return startSweep(deps, {
    name: 'orders',
    everyMs: sweepEveryMs,
    async run() {
      await expireUnpaidOrders(deps);
      await completeOldShipments(deps);
    },
  });
}
