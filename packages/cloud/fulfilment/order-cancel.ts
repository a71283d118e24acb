/**
 * Cancelling an order. Owns who decides: this transaction while no agent was told of a job, the agent afterwards.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Database, Tx } from '../db/database.ts';
import { moveJob } from '../jobs/job-moves.ts';
import { listJobsOfOrders } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { recordOrderEvent, updateCancelRequested } from '../orders/order-moves.ts';
import { refuseCancel } from '../orders/order-rules.ts';
import { findOrder, lockOrder } from '../orders/order-store.ts';
import { postToAgent } from '../outbox/outbox-posting.ts';
import { deleteOutboxOfSubject } from '../outbox/outbox-store.ts';
import { advanceOrder, finishCancel } from './order-progress.ts';

/** Cancels, or asks the agent to. Throws not_found, or conflict with the reason why it is too late. */
export async function cancelOrder(
  database: Database,
  tx: Tx,
  { id, accountId, now }: { id: string; accountId: string; now: number },
): Promise<void> {
  if (!(await findOrder(tx, { id, accountId }))) throw new AppError('not_found', 'No such order.');
  const order = await lockOrder(tx, { id, now });
  const jobs = await listJobsOfOrders(tx, [id]);
  const refusal = refuseCancel(order, jobs);
  if (refusal) {
    throw new AppError('conflict', refusal, {
      hint: order.status === 'printing' ? 'Ask for after-sales once it is printed.' : '',
    });
  }
  if (order.status === 'pending_payment') {
    return await finishCancel(tx, { orderId: id, detail: 'by the customer', now });
  }
  if (order.cancel_requested_at !== null) return;
  await updateCancelRequested(tx, id, now);
  recordOrderEvent(tx, { order, event: 'cancel_requested', detail: '', now });
  for (const job of jobs) await cancelJob(database, tx, { job, now });
  await advanceOrder(tx, { orderId: id, now });
}

async function cancelJob(
  database: Database,
  tx: Tx,
  { job, now }: { job: PrintJobTable; now: number },
): Promise<void> {
  if (job.state === 'queued') {
    await deleteOutboxOfSubject(tx, job.id);
    const why = { reason: 'canceled-by-customer', message: 'Cancelled by the customer.' } as const;
    return await moveJob(tx, { job, to: 'cancelled', ...why, actor: 'customer', now });
  }
  if (job.state === 'cancelled' || job.agent_id === null) return;
  const body = { job_id: job.id };
  await postToAgent(database, tx, { agentId: job.agent_id, type: 'cancel', subjectId: job.id, body, now });
}
