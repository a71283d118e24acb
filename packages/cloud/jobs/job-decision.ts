/**
 * What a person decides about a job that the machine can't finish: unknown, given up on by the printer, or held for good.
 * Owns that a job is decided once and that its order and its money follow.
 */
import { AppError } from '@platen/contracts/app-error';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { Database, Tx } from '../db/database.ts';
import type { PrintJobTable } from '../db/database-schema.ts';
import { newId } from '../ids.ts';
import { recordOrderEvent } from '../orders/order-moves.ts';
import { advanceOrder, refundJob } from '../orders/order-progress.ts';
import { getOrder, lockOrder } from '../orders/order-store.ts';
import { findAgent, findAgentForJobs } from '../shops/shop-store.ts';
import { createJobs, moveJob, outboxRow } from './job-moves.ts';
import { type Decision, decisionsFor, reprintTicket } from './job-rules.ts';
import { findJob, insertOutbox, settleJob } from './job-store.ts';

export interface DecisionRequest {
  jobId: string;
  decision: Decision;
  shopId: string | undefined;
  actor: string;
  now: number;
}

/** Carries a decision out. Throws not_found, or conflict when the job doesn't wait for one. */
export async function decideJob(
  database: Database,
  tx: Tx,
  request: DecisionRequest,
): Promise<PrintJobTable> {
  const { jobId, decision, now } = request;
  const found = await findJob(tx, jobId);
  if (!found || (request.shopId && found.shop_id !== request.shopId)) {
    throw new AppError('not_found', 'No such print job.');
  }
  await lockOrder(tx, { id: found.order_id, now });
  const job = (await findJob(tx, jobId))!;
  const possible = decisionsFor(job);
  if (possible.length === 0) {
    const settled = job.settlement ? ` and ${job.settlement}` : '';
    throw new AppError('conflict', `The print job is ${job.state}${settled}; it waits for no decision.`);
  }
  if (!possible.includes(decision)) {
    throw new AppError(
      'conflict',
      `The print job is ${job.state}: it can be decided ${possible.join(' or ')}.`,
    );
  }
  if (job.state === 'held') return await callOff(database, tx, { job, now });
  if (job.state === 'unknown') await closeUnknown(database, tx, { job, request });
  if (decision === 'reprint') await reprint(database, tx, { job, now });
  if (decision === 'refund') {
    const order = await getOrder(tx, job.order_id);
    await refundJob(tx, { order, job, reason: 'was not printed', now });
  }
  const detail = `print job decided: ${decision}`;
  await recordOrderEvent(tx, { orderId: job.order_id, event: 'decided', detail, now });
  await advanceOrder(tx, { orderId: job.order_id, now });
  return (await findJob(tx, jobId))!;
}

/** Ends the unknown here, and tells the agent, whose journal waits for the same word. */
async function closeUnknown(
  database: Database,
  tx: Tx,
  { job, request }: { job: PrintJobTable; request: DecisionRequest },
): Promise<void> {
  const { decision, actor, now } = request;
  const printed = decision === 'printed';
  await moveJob(tx, {
    job,
    to: printed ? 'printed' : 'failed',
    reason: 'decided-by-person',
    message: printed ? 'A person found it printed.' : 'A person found it not printed.',
    actor,
    now,
    changes: printed ? { copies_printed: job.copies } : {},
  });
  // An agent that was revoked hears nothing any more.
  if (!job.agent_id || (await findAgent(tx, job.agent_id))?.revoked_at !== null) return;
  const body = { job_id: job.id, decision: printed ? 'printed' : 'not_printed' };
  await insertOutbox(tx, [outboxRow({ agentId: job.agent_id, type: 'decide', jobId: job.id, body, now })]);
  await database.signal(tx, 'platen_outbox', job.agent_id);
}

/** A job that waits for what the shop won't get: its agent gives it up, and that pays it back (order-progress.ts). */
async function callOff(
  database: Database,
  tx: Tx,
  { job, now }: { job: PrintJobTable; now: number },
): Promise<PrintJobTable> {
  const agentId = job.agent_id!;
  const body = { job_id: job.id };
  await insertOutbox(tx, [outboxRow({ agentId, type: 'cancel', jobId: job.id, body, now })]);
  await database.signal(tx, 'platen_outbox', agentId);
  const detail = 'print job decided: refund, once its agent has given it up';
  await recordOrderEvent(tx, { orderId: job.order_id, event: 'decided', detail, now });
  return job;
}

/** A new job for the copies that did not come out. */
async function reprint(
  database: Database,
  tx: Tx,
  { job, now }: { job: PrintJobTable; now: number },
): Promise<void> {
  if (!(await settleJob(tx, { id: job.id, settlement: 'reprinted' }))) return;
  const agent = await findAgentForJobs(tx, job.shop_id);
  const copies = Math.max(1, job.copies - job.copies_printed);
  const ticket = reprintTicket(JSON.parse(job.ticket) as PrintTicket, { jobId: newId(), copies });
  const { order_id: orderId, item_id: itemId, shop_id: shopId } = job;
  await createJobs(database, tx, [
    { ticket, orderId, itemId, shopId, agentId: agent?.id, reprintOf: job.id, now },
  ]);
}
