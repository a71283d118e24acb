/**
 * What a person decides about a job that the machine can't finish: unknown, given up on by the printer, or held for good.
 * Owns that a job is decided once and that its order and its money follow.
 */
import { AppError } from '@platen/contracts/app-error';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { Database, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { createJobs, moveJob } from '../jobs/job-moves.ts';
import { type Decision, decisionsFor, orderOfJob, reprintTicket } from '../jobs/job-rules.ts';
import { findJob, settleJob, updateCopiesPrinted } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { recordOrderEvent } from '../orders/order-moves.ts';
import { getOrder, lockOrder } from '../orders/order-store.ts';
import { postToAgent } from '../outbox/outbox-posting.ts';
import { hasOutbox } from '../outbox/outbox-store.ts';
import { readAgentChoice } from '../printers/agent-choice.ts';
import { findAgent } from '../shops/shop-store.ts';
import { advanceOrder, refundJob } from './order-progress.ts';

export interface DecisionRequest {
  jobId: string;
  decision: Decision;
  /** With reprint and refund: copies that came out whole, as a person counted them; undefined: those that are known. */
  copiesPrinted?: number | undefined;
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
  const refusal = refuseCount(job, request);
  if (refusal) throw new AppError('unprocessable', refusal);
  if (decision === 'retry') return await tryAgain(database, tx, { job, now });
  if (decision === 'wait' || decision === 'stop' || job.state === 'printing') {
    const detail = `${decision}, told to its agent`;
    return await askAgent(database, tx, { job, type: 'decide', decision, detail, now });
  }
  // It waits for what the shop won't get: its agent gives it up, and that pays it back (order-progress.ts).
  if (job.state === 'held') {
    const detail = 'refund, once its agent has given it up';
    return await askAgent(database, tx, { job, type: 'cancel', detail, now });
  }
  const copiesPrinted = decision === 'printed' ? job.copies : (request.copiesPrinted ?? job.copies_printed);
  if (job.state === 'unknown') await closeUnknown(tx, { job, request, copiesPrinted });
  else await updateCopiesPrinted(tx, job.id, copiesPrinted);
  await tellAgent(database, tx, { job, request, copiesPrinted });
  if (decision !== 'printed') {
    const counted = { ...job, copies_printed: copiesPrinted };
    await settleUnprinted(database, tx, { job: counted, decision, by: '', now });
    return (await findJob(tx, jobId))!;
  }
  const detail = `print job decided: ${decision}`;
  recordOrderEvent(tx, { order: orderOfJob(job), event: 'decided', detail, now });
  await advanceOrder(tx, { orderId: job.order_id, now });
  return (await findJob(tx, jobId))!;
}

export interface Settling {
  job: PrintJobTable;
  decision: 'reprint' | 'refund';
  /** Who or what decided, for the order's history; may be empty. */
  by: string;
  now: number;
}

/** Prints again, or pays back, the copies of a failed job that did not come out; once. The order follows. */
export async function settleUnprinted(
  database: Database,
  tx: Tx,
  { job, decision, by, now }: Settling,
): Promise<void> {
  const { order_id: orderId } = job;
  if (decision === 'reprint') await reprint(database, tx, { job, now });
  else {
    const order = await getOrder(tx, orderId);
    await refundJob(tx, { order, job, reason: 'was not printed', now });
  }
  const came = job.copies_printed > 0 ? `, ${job.copies_printed} of ${job.copies} copies came out` : '';
  const detail = `print job decided: ${decision}${by && ` ${by}`}${came}`;
  recordOrderEvent(tx, { order: orderOfJob(job), event: 'decided', detail, now });
  await advanceOrder(tx, { orderId, now });
}

/** Why a person's number of copies can't be, naming the field; undefined when it can. */
function refuseCount(job: PrintJobTable, { decision, copiesPrinted }: DecisionRequest): string | undefined {
  if (copiesPrinted === undefined) return undefined;
  if (decision === 'printed' || job.state === 'held' || job.state === 'printing') {
    return copiesPrinted === (job.state === 'held' ? job.copies_printed : job.copies)
      ? undefined
      : `copies_printed: goes with reprint and refund of a job that was begun, not with ${decision} here.`;
  }
  if (copiesPrinted >= job.copies)
    return `copies_printed: all ${job.copies} copies came out then, and there is nothing to ${decision}.`;
  return undefined;
}

interface Counted {
  job: PrintJobTable;
  request: DecisionRequest;
  copiesPrinted: number;
}

/** Ends the unknown here. */
async function closeUnknown(tx: Tx, { job, request, copiesPrinted }: Counted): Promise<void> {
  const { decision, actor, now } = request;
  const printed = decision === 'printed';
  await moveJob(tx, {
    job,
    to: printed ? 'printed' : 'failed',
    reason: 'decided-by-person',
    message: printed ? 'A person found it printed.' : notPrintedText(job, copiesPrinted),
    actor,
    now,
    changes: { copies_printed: copiesPrinted },
  });
}

const notPrintedText = ({ copies }: PrintJobTable, copiesPrinted: number): string =>
  copiesPrinted === 0
    ? 'A person found it not printed.'
    : `A person found ${copiesPrinted} of ${copies} copies printed.`;

/** Tells the agent, whose journal waits for the same word and whose console must not ask for another. */
async function tellAgent(
  database: Database,
  tx: Tx,
  { job, request, copiesPrinted }: Counted,
): Promise<void> {
  const { decision, now } = request;
  // An agent that was revoked hears nothing any more.
  if (!job.agent_id || (await findAgent(tx, job.agent_id))?.revoked_at !== null) return;
  const body = {
    job_id: job.id,
    ...(decision === 'printed'
      ? { decision: 'printed' }
      : { decision: 'not_printed', copies_printed: copiesPrinted }),
  };
  await postToAgent(database, tx, { agentId: job.agent_id, type: 'decide', subjectId: job.id, body, now });
}

/** What only the agent of this job can carry out, in the words of its message and of the order's history; it says what came of it. */
async function askAgent(
  database: Database,
  tx: Tx,
  {
    job,
    type,
    decision,
    detail,
    now,
  }: { job: PrintJobTable; type: 'decide' | 'cancel'; decision?: Decision; detail: string; now: number },
): Promise<PrintJobTable> {
  const body = { job_id: job.id, ...(decision && { decision }) };
  await postToAgent(database, tx, { agentId: job.agent_id!, type, subjectId: job.id, body, now });
  recordOrderEvent(tx, {
    order: orderOfJob(job),
    event: 'decided',
    detail: `print job decided: ${detail}`,
    now,
  });
  return job;
}

/** A held job: its agent tries it again. While it has not heard of that, another such word adds nothing. */
async function tryAgain(
  database: Database,
  tx: Tx,
  { job, now }: { job: PrintJobTable; now: number },
): Promise<PrintJobTable> {
  const { id: subjectId, agent_id: agentId } = job;
  if (await hasOutbox(tx, { agentId: agentId!, subjectId, type: 'decide' })) return job;
  return await askAgent(database, tx, { job, type: 'decide', decision: 'retry', detail: 'retry', now });
}

/** A new job for the copies that did not come out. */
async function reprint(
  database: Database,
  tx: Tx,
  { job, now }: { job: PrintJobTable; now: number },
): Promise<void> {
  if (!(await settleJob(tx, { id: job.id, settlement: 'reprinted' }))) return;
  const copies = Math.max(1, job.copies - job.copies_printed);
  const ticket = reprintTicket(JSON.parse(job.ticket) as PrintTicket, { jobId: newId(), copies });
  const { order_id: orderId, item_id: itemId, shop_id: shopId } = job;
  const agentId = (await readAgentChoice(tx, shopId))(ticket);
  await createJobs(database, tx, [
    {
      ticket,
      orderId,
      itemId,
      accountId: job.account_id,
      shopId,
      agentId,
      reprintOf: job.id,
      isUnpaid: job.unpaid === 1,
      now,
    },
  ]);
}
