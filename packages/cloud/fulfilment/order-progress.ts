/**
 * An order follows its print jobs: begun, printed, ready, cancelled, refunded. Owns that one step, taken in the transaction
 * that changed a job.
 */
import type { JobReport } from '@platen/contracts/agent-protocol';
import { closeFinishedReprint } from '../aftersales/after-sales-moves.ts';
import { releaseCoupon } from '../coupons/coupon-store.ts';
import type { Tx } from '../db/database.ts';
import { applyReport } from '../jobs/job-moves.ts';
import { countRefundedCopies, findJob, listJobsOfOrders, settleJob } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { moveOrder, recordOrderEvent, updateCancelRequested } from '../orders/order-moves.ts';
import { statusAfterJobs, unprintedMinor } from '../orders/order-rules.ts';
import { getItem, getOrder, lockOrder } from '../orders/order-store.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { updateOthersCheckAt } from '../payments/payment-store.ts';
import { refundOrder } from '../payments/refund-moves.ts';

/**
 * Applies one report of an agent and lets the order follow. False when it changed nothing: another agent's job, or a stale one.
 */
export async function applyAgentReport(
  tx: Tx,
  said: { agentId: string; report: JobReport; now: number },
): Promise<boolean> {
  const job = await findJob(tx, said.report.job_id);
  if (!job || job.agent_id !== said.agentId) return false;
  // Order before job, everywhere: two transactions that take both in different order would wait for each other.
  await lockOrder(tx, { id: job.order_id, now: said.now });
  if (!(await applyReport(tx, said))) return false;
  await advanceOrder(tx, { orderId: job.order_id, now: said.now });
  return true;
}

/** Brings the order in line with its jobs. Harmless when nothing is to be done. */
export async function advanceOrder(
  tx: Tx,
  { orderId, now }: { orderId: string; now: number },
): Promise<void> {
  const order = await lockOrder(tx, { id: orderId, now });
  let jobs = await listJobsOfOrders(tx, [orderId]);
  const calledOff = jobs.filter((job) => job.state === 'cancelled' && job.settlement === null);
  for (const job of calledOff) {
    await refundJob(tx, { order, job, reason: 'cancelled before it was printed', now });
  }
  if (calledOff.length > 0) jobs = await listJobsOfOrders(tx, [orderId]);
  await closeFinishedReprint(tx, { orderId, now });
  if (order.cancel_requested_at !== null) await closeCancelRequest(tx, { order, jobs, now });

  const to = statusAfterJobs(order, jobs);
  if (to === 'cancelled')
    return await finishCancel(tx, { orderId, detail: 'every copy was called off', now });
  if (to === 'printing') await moveOrder(tx, { order, to, event: 'printing', detail: '', now });
  if (to !== 'printed') return;
  await moveOrder(tx, { order, to, event: 'printed', detail: '', now });
  if (order.delivery_method === 'pickup') {
    const printed = { ...order, status: to };
    await moveOrder(tx, {
      order: printed,
      to: 'ready_for_pickup',
      event: 'ready_for_pickup',
      detail: '',
      now,
    });
  }
}

/** Pays back the copies of a job that did not come out; once. Nothing was paid for the shop's own: those are dropped. */
export async function refundJob(
  tx: Tx,
  { order, job, reason, now }: { order: OrderTable; job: PrintJobTable; reason: string; now: number },
): Promise<void> {
  if (job.unpaid === 1) {
    await settleJob(tx, { id: job.id, settlement: 'dropped' });
    return;
  }
  const refundedCopies = await countRefundedCopies(tx, { orderId: order.id, itemId: job.item_id });
  if (!(await settleJob(tx, { id: job.id, settlement: 'refunded' }))) return;
  const item = await getItem(tx, job.item_id);
  await refundOrder(tx, {
    order,
    itemId: item.id,
    amountMinor: unprintedMinor(item, job.copies - job.copies_printed, refundedCopies),
    cause: `job:${job.id}`,
    reason: `item ${item.position} ${reason}`,
    now,
  });
}

export interface OrderEnding {
  orderId: string;
  /** How the history names it. */
  event?: 'cancelled' | 'expired';
  detail: string;
  now: number;
}

/**
 * Ends in cancelled; what was paid and not yet refunded (shipping, say) goes back, the coupon is free again, payments that
 * are pending are called off at the next sweep. Throws conflict when the order has moved on meanwhile.
 */
export async function finishCancel(
  tx: Tx,
  { orderId, event = 'cancelled', detail, now }: OrderEnding,
): Promise<void> {
  const order = await getOrder(tx, orderId);
  await moveOrder(tx, { order, to: 'cancelled', event, detail, now });
  await updateCancelRequested(tx, orderId, null);
  await releaseCoupon(tx, orderId);
  await updateOthersCheckAt(tx, { orderId, now });
  await refundOrder(tx, {
    order,
    itemId: undefined,
    amountMinor: order.total_minor - order.refunded_minor,
    cause: 'rest',
    reason: 'order cancelled',
    now,
  });
}

/** Once each job was either called off or has gone to a printer, nobody is asked any more. */
async function closeCancelRequest(
  tx: Tx,
  { order, jobs, now }: { order: OrderTable; jobs: PrintJobTable[]; now: number },
): Promise<void> {
  if (jobs.some((job) => job.state !== 'cancelled' && job.submitted === 0)) return;
  await updateCancelRequested(tx, order.id, null);
  if (jobs.every((job) => job.state === 'cancelled')) return;
  const detail = 'Sheets had gone to the printer already.';
  recordOrderEvent(tx, { order, event: 'cancel_refused', detail, now });
}
