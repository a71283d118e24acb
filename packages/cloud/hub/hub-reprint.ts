/**
 * Copies that somebody at a shop's console wants printed once more: made a job, and answered. Owns that only an agent's own shop is
 * concerned, and that the audit log names who asked.
 */
import type { CloudFrame } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { ReprintRequest } from '@platen/contracts/queue-requests';
import type { Deps } from '../context.ts';
import { reprintCopies } from '../fulfilment/job-reprint.ts';
import { insertAgentAct } from '../operation/audit-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';

/** The answer for the agent; a refusal is one. */
export async function answerReprint(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  agent: Pick<AgentTable, 'id' | 'shop_id'>,
  asked: ReprintRequest,
): Promise<CloudFrame> {
  const { job_id, of_job_id: jobId, from_copy: fromCopy, to_copy: toCopy, by } = asked;
  try {
    await database.transaction(async (tx) => {
      const { isNew } = await reprintCopies(database, tx, {
        jobId,
        newJobId: job_id,
        fromCopy,
        toCopy,
        shopId: agent.shop_id,
        by: `${by}, at the shop's console`,
        now: now(),
      });
      if (!isNew) return;
      const detail = { by, job_id, from_copy: fromCopy, to_copy: toCopy };
      const target = `print_job:${jobId}`;
      await insertAgentAct(tx, { agentId: agent.id, action: 'reprint_copies', target, detail, now: now() });
    });
    return { kind: 'reprint-answer', job_id, refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'reprint-answer', job_id, refusal: error.message };
  }
}
