/** A print job that the shop calls off before any of it is on paper: what was paid for it goes back. */
import { AppError } from '@platen/contracts/app-error';
import type { Database, Tx } from '../db/database.ts';
import { moveJob } from '../jobs/job-moves.ts';
import { mayBeCalledOff } from '../jobs/job-rules.ts';
import { findJob } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { lockOrder } from '../orders/order-store.ts';
import { postToAgent } from '../outbox/outbox-posting.ts';
import { deleteOutboxOfSubject, hasOutbox } from '../outbox/outbox-store.ts';
import { advanceOrder } from './order-progress.ts';

/** Ends it here while no agent has it; else its agent is asked, which alone knows the paper. The job as it is then. */
export async function callOffJob(
  database: Database,
  tx: Tx,
  { jobId, shopId, actor, now }: { jobId: string; shopId: string; actor: string; now: number },
): Promise<PrintJobTable> {
  const found = await findJob(tx, jobId);
  if (!found || found.shop_id !== shopId) throw new AppError('not_found', 'No such print job.');
  await lockOrder(tx, { id: found.order_id, now });
  const job = (await findJob(tx, jobId))!;
  if (!mayBeCalledOff(job)) {
    throw new AppError('conflict', `The print job is ${job.state}: it can't be called off any more.`);
  }
  if (job.state === 'queued' || job.agent_id === null) {
    await deleteOutboxOfSubject(tx, job.id);
    const why = { reason: 'decided-by-person', message: 'The shop called it off.' } as const;
    await moveJob(tx, { job, to: 'cancelled', ...why, actor, now });
    await advanceOrder(tx, { orderId: job.order_id, now });
    return (await findJob(tx, jobId))!;
  }
  const { agent_id: agentId } = job;
  // While it has not heard of that, another such word adds nothing.
  if (await hasOutbox(tx, { agentId, subjectId: jobId, type: 'cancel' })) return job;
  await postToAgent(database, tx, {
    agentId,
    type: 'cancel',
    subjectId: jobId,
    body: { job_id: jobId },
    now,
  });
  return job;
}
