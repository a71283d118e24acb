/**
 * Copies of a job that is over, printed once more at the shop's cost: another job, beside those that were paid for. Owns that it changes
 * no count and no money of what was ordered: nothing is charged, nothing is paid back for it, and its copies are none of the customer's.
 *
 * INVARIANTS
 * 1. What was paid and did not come out is never printed by this: that is decided first (job-decision.ts).
 * 2. Who asks names the new job, so that asking twice makes one.
 */
import { AppError } from '@platen/contracts/app-error';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { toTime } from '@platen/contracts/shapes';
import type { Database, Tx } from '../db/database.ts';
import { listDocumentsOfOrder } from '../documents/document-store.ts';
import { createJobs } from '../jobs/job-moves.ts';
import { reprintTicket } from '../jobs/job-rules.ts';
import { findJob } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { recordOrderEvent } from '../orders/order-moves.ts';
import { getItem, lockOrder } from '../orders/order-store.ts';
import { readAgentChoice } from '../printers/agent-choice.ts';

export interface ReprintWish {
  jobId: string;
  /** Of the new job. */
  newJobId: string;
  /** From 1; both are printed, and those between. */
  fromCopy: number;
  /** Undefined: the last one. */
  toCopy?: number | undefined;
  /** Undefined: of any shop. */
  shopId: string | undefined;
  /** For the order's history. */
  by: string;
  now: number;
}

/** Why copies of this job can't be printed once more, in a sentence; undefined when they can. */
function refuseReprint(
  job: Pick<PrintJobTable, 'state' | 'settlement' | 'copies' | 'copies_printed'>,
  { fromCopy, toCopy, orderStatus }: { fromCopy: number; toCopy: number; orderStatus: string },
): string | undefined {
  if (orderStatus === 'cancelled') return 'The order was cancelled.';
  if (job.state === 'cancelled') return 'The print job was called off.';
  if (job.state === 'failed' && job.settlement === null) {
    const missing = job.copies - job.copies_printed;
    return `${missing} of its copies were paid for and did not come out: decide first whether they are printed or paid back.`;
  }
  if (job.state !== 'printed' && job.state !== 'failed')
    return `The print job is ${job.state}: only one that is over can be printed again.`;
  if (fromCopy > toCopy || toCopy > job.copies)
    return `The print job has ${job.copies === 1 ? 'one copy' : `copies 1 to ${job.copies}`}.`;
  return undefined;
}

/** Makes the new job; `isNew` is false when it was made before. Throws not_found, or conflict with the reason why it can't be. */
export async function reprintCopies(
  database: Database,
  tx: Tx,
  wish: ReprintWish,
): Promise<{ job: PrintJobTable; isNew: boolean }> {
  const { jobId, newJobId, fromCopy, by, now } = wish;
  const found = await findJob(tx, jobId);
  if (!found || (wish.shopId !== undefined && found.shop_id !== wish.shopId))
    throw new AppError('not_found', 'No such print job.');
  const order = await lockOrder(tx, { id: found.order_id, now });
  const made = await findJob(tx, newJobId);
  if (made) {
    if (made.reprint_of === jobId) return { job: made, isNew: false };
    throw new AppError('conflict', 'There is another print job of that id.');
  }
  const job = (await findJob(tx, jobId))!;
  const toCopy = wish.toCopy ?? job.copies;
  const refusal = refuseReprint(job, { fromCopy, toCopy, orderStatus: order.status });
  if (refusal) throw new AppError('conflict', refusal);
  const item = await getItem(tx, job.item_id);
  const uploads = await listDocumentsOfOrder(tx, order.id);
  if (!uploads.some(({ id }) => id === item.document_id))
    throw new AppError('conflict', 'Its file is gone: it can not be printed again.');
  const copies = toCopy - fromCopy + 1;
  const source = JSON.parse(job.ticket) as PrintTicket;
  // By the schedule it is a job of today: it was asked for now.
  const { due_at: _, ...anew } = reprintTicket(source, { jobId: newJobId, copies });
  const ticket = { ...anew, paid_at: toTime(now) };
  await createJobs(database, tx, [
    {
      ticket,
      orderId: order.id,
      itemId: item.id,
      accountId: job.account_id,
      shopId: job.shop_id,
      agentId: (await readAgentChoice(tx, job.shop_id))(ticket),
      reprintOf: jobId,
      isUnpaid: true,
      now,
    },
  ]);
  const which = copies === 1 ? `copy ${fromCopy}` : `copies ${fromCopy} to ${toCopy}`;
  const detail = `${which} of item ${item.position} once more, at the shop's cost, by ${by}`;
  recordOrderEvent(tx, { order, event: 'decided', detail, now });
  return { job: (await findJob(tx, newJobId))!, isNew: true };
}
