/** A job that waits at a printer for somebody: its hold, and the end of it. Must never decide about paper. */

import { isHeldByPerson } from '../jobs/job-hold.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterTrouble } from '../printers/printer-rules.ts';

export interface PrinterHoldDeps {
  moves: JobMoves;
  log: AgentLog;
}

/** Holds a job that is at a printer, or says why it is held. */
export function holdAtPrinter(
  job: Job,
  { reason, message, copiesPrinted = 0 }: PrinterTrouble & { copiesPrinted?: number },
  { moves, log }: PrinterHoldDeps,
): void {
  if (isHeldByPerson(job)) return;
  const options = { reason, message, copiesPrinted };
  if (job.state === 'submitting' || job.state === 'printing') {
    moves.move({ jobId: job.id, from: job.state, to: 'held' }, options);
    log('warn', 'job.held', { jobId: job.id, reason, message });
  } else if (job.state === 'held') moves.restate({ jobId: job.id, state: 'held' }, options);
}

/** Its document is on its way, or nobody knows how much of it arrived: the job is `submitting`, and says what it waits for. */
export function saySubmitting(job: Job, message: string, { moves }: PrinterHoldDeps): void {
  if (job.state === 'held') moves.move({ jobId: job.id, from: 'held', to: 'submitting' }, { message });
  else if (job.state === 'submitting') moves.restate({ jobId: job.id, state: 'submitting' }, { message });
}
