/**
 * From one connected agent: its reports, applied in order and once, many in one transaction when they come fast.
 *
 * INVARIANTS
 * 1. `agents.last_seq` moves in the transaction that applies the report; the acknowledgement follows the commit.
 * 2. A report that contradicts what is known is logged and passed over; it must not block those behind it. One that met another
 *    change of its job on its way is applied to what that left, and one that met a database in trouble is not acknowledged: the
 *    connection ends, and the agent says it again.
 */
import type { AgentFrame, JobReport } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { Deps } from '../context.ts';
import { isLastingFault } from '../db/lasting-fault.ts';
import { applyJobReport } from '../fulfilment/job-report.ts';
import { advanceAgentSeq } from '../shops/shop-store.ts';

type ReportFrame = Extract<AgentFrame, { kind: 'message' }>;

const maxBatch = 50;

/** A change that came between has been committed when it is noticed: the next try sees it. */
const maxTries = 5;

export interface Incoming {
  take(frame: ReportFrame): void;
}

/** `acknowledge` is called after a commit with the newest applied seq; `failed` when the database can't be written. */
export function createIncoming(
  deps: Pick<Deps, 'database' | 'now' | 'log'>,
  link: {
    agentId: string;
    acknowledge: (seq: number) => void;
    failed: (error: unknown) => void;
    /** A time of the agent's clock by this one. */
    timeOf: (time: string, now: number) => string;
  },
): Incoming {
  const waiting: ReportFrame[] = [];
  let running = false;

  const drain = async () => {
    try {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, maxBatch);
        await apply(deps, link.agentId, batch);
        link.acknowledge(batch.at(-1)!.seq);
      }
    } finally {
      // In the same breath as the last look at what waits: whatever comes now starts anew.
      running = false;
    }
  };

  return {
    take(frame) {
      const at = link.timeOf(frame.body.at, deps.now());
      waiting.push({ ...frame, body: { ...frame.body, at } });
      if (running) return;
      running = true;
      drain().catch(link.failed);
    },
  };
}

async function apply(
  deps: Pick<Deps, 'database' | 'now' | 'log'>,
  agentId: string,
  batch: readonly ReportFrame[],
  tries = 1,
): Promise<void> {
  try {
    await applyTogether(deps, agentId, batch);
  } catch (error) {
    if (!isLastingFault(error)) throw error;
    if (batch.length === 1) {
      const cameBetween = error instanceof AppError && error.code === 'conflict';
      if (cameBetween && tries < maxTries) return await apply(deps, agentId, batch, tries + 1);
      deps.log('error', 'report.refused', { agentId, seq: batch[0]!.seq, report: batch[0]!.body, error });
      await deps.database.transaction((tx) =>
        advanceAgentSeq(tx, { id: agentId, seq: batch[0]!.seq, now: deps.now() }),
      );
      return;
    }
    for (const frame of batch) await apply(deps, agentId, [frame]);
  }
}

async function applyTogether(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  agentId: string,
  batch: readonly ReportFrame[],
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const frame of batch) {
      if (!(await advanceAgentSeq(tx, { id: agentId, seq: frame.seq, now: now() }))) continue;
      const report: JobReport = frame.body;
      await applyJobReport(database, tx, { agentId, report, now: now() });
    }
  });
}
