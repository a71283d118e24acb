/**
 * Jobs that an agent had in its hands and of which no report will come any more: they may be on paper, so each is unknown and a
 * person decides. Owns nothing else; why the agent is silent is its caller's business.
 */
import type { Tx } from '../db/database.ts';
import { moveJob } from '../jobs/job-moves.ts';
import { findJob, listOpenJobsOfAgent } from '../jobs/job-store.ts';
import { lockOrder } from '../orders/order-store.ts';
import { insertIntoOutbox } from '../outbox/outbox-posting.ts';
import { deleteOutboxOfSubject } from '../outbox/outbox-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { advanceOrder } from './order-progress.ts';

/** Never sent, or settled. */
const isNoQuestion = new Set(['queued', 'unknown', 'printed', 'failed', 'cancelled']);

/**
 * Jobs that a new spool doesn't know, and an older copy no longer knows the truth of: their agent is told of them and asks its printers
 * by name before a person is asked. They keep their state until it answers. How many it is told of; harmless when it is done again.
 */
export async function askForLostJobs(
  tx: Tx,
  { agent, now }: { agent: AgentTable; now: number },
): Promise<number> {
  let asked = 0;
  for (const job of await listOpenJobsOfAgent(tx, agent.id)) {
    if (isNoQuestion.has(job.state)) continue;
    const { ticket, state, copies_printed } = job;
    const body = { ticket: JSON.parse(ticket), state, copies_printed };
    await deleteOutboxOfSubject(tx, job.id);
    await insertIntoOutbox(tx, [{ agentId: agent.id, type: 'lost', subjectId: job.id, body, now }]);
    asked += 1;
  }
  return asked;
}

/** How many became unknown; `message` tells people why. Harmless when it is done again. The order before the job, as everywhere. */
export async function loseJobs(
  tx: Tx,
  { agent, message, now }: { agent: AgentTable; message: string; now: number },
): Promise<number> {
  let lost = 0;
  for (const { id, order_id: orderId } of await listOpenJobsOfAgent(tx, agent.id)) {
    await lockOrder(tx, { id: orderId, now });
    const job = (await findJob(tx, id))!;
    // It may have ended, or gone to another agent, while the order was waited for.
    if (isNoQuestion.has(job.state) || job.agent_id !== agent.id) continue;
    await moveJob(tx, {
      job,
      message,
      now,
      to: 'unknown',
      reason: 'may-have-printed',
      actor: 'cloud',
      changes: { submitted: 1 },
    });
    await deleteOutboxOfSubject(tx, id);
    await advanceOrder(tx, { orderId, now });
    lost += 1;
  }
  return lost;
}
