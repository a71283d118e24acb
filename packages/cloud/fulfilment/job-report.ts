/**
 * What follows from an agent's report beyond the job's state: the shop's rule about aborted copies, a decision taken at the
 * shop's own console, and what is told again to a cloud that was put back from a backup. Called in the transaction of the report.
 */
import type { JobReport } from '@platen/contracts/agent-protocol';
import type { Database, Tx } from '../db/database.ts';
import { orderOfJob } from '../jobs/job-rules.ts';
import { findJob } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { insertAgentAct } from '../operation/audit-store.ts';
import { recordOrderEvent } from '../orders/order-moves.ts';
import { findOpenResync, getShopRules, updateResyncCounts } from '../shops/print-rules-store.ts';
import { settleUnprinted } from './job-decision.ts';
import { applyAgentReport } from './order-progress.ts';

export interface SaidReport {
  agentId: string;
  report: JobReport;
  now: number;
}

const maxMissingKept = 100;

/** Applies one report with all that follows from it. */
export async function applyJobReport(database: Database, tx: Tx, said: SaidReport): Promise<void> {
  const { agentId, report, now } = said;
  const before = await findJob(tx, report.job_id);
  const isOurs = before?.agent_id === agentId;
  const isApplied = await applyAgentReport(tx, said);
  if (report.resync) await countResync(tx, { ...said, isApplied, isMissing: !isOurs });
  if (!isOurs) return;
  const job = (await findJob(tx, report.job_id))!;
  if (!isApplied) return await notePaperAfterDecision(tx, { job, report, now });
  if (job.state !== 'failed' || job.settlement !== null) return;
  const { decided } = report;
  if (decided && decided.choice !== 'printed') {
    const by = `at the shop's console by ${decided.by}`;
    await settleUnprinted(database, tx, { job, decision: decided.choice, by, now });
    const detail = {
      decision: decided.choice,
      by: decided.by,
      at: decided.at,
      copies_printed: job.copies_printed,
    };
    const target = `print_job:${job.id}`;
    await insertAgentAct(tx, { agentId, action: 'decide_print_job', target, detail, now });
  } else if (report.reason === 'aborted-by-printer' && report.copies_sure === true) {
    const rules = await getShopRules(tx, job.shop_id);
    // An agent that reprints has done so as often as is sensible; what it still calls failed waits for a person.
    if (rules.aborted_copies !== 'refund') return;
    await settleUnprinted(database, tx, { job, decision: 'refund', by: "by the shop's rule", now });
  }
}

/** The paper can't be taken back, and what was decided can't either: somebody must know of both. */
async function notePaperAfterDecision(
  tx: Tx,
  { job, report, now }: { job: PrintJobTable; report: JobReport; now: number },
): Promise<void> {
  const isOver = job.state === 'failed' || job.state === 'cancelled';
  if (!isOver || report.copies_printed <= job.copies_printed) return;
  const copies = `${report.copies_printed} of ${job.copies} copies`;
  const outcome = job.settlement ? `the job had been ${job.settlement}` : `the job was ${job.state}`;
  const detail = `The agent says that ${copies} came out all the same; ${outcome}.`;
  recordOrderEvent(tx, { order: orderOfJob(job), event: 'printed_after_decision', detail, now });
}

async function countResync(
  tx: Tx,
  { agentId, report, isApplied, isMissing }: SaidReport & { isApplied: boolean; isMissing: boolean },
): Promise<void> {
  const found = await findOpenResync(tx, agentId);
  if (!found) return;
  const missing = JSON.parse(found.missing) as string[];
  if (isMissing && missing.length < maxMissingKept) missing.push(report.job_id);
  await updateResyncCounts(tx, found.id, {
    jobs_applied: found.jobs_applied + Number(isApplied),
    jobs_missing: found.jobs_missing + Number(isMissing),
    missing: JSON.stringify(missing),
  });
}
