/**
 * Empty jobs of ours that were left at a printer: a Create-Job that timed out here and was carried out there later. Such a
 * job never gets a document, and some printers take no other while it is open. Owns clearing them away.
 * Must never touch a job that the journal doesn't call void.
 */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterPort } from '../ports/printer.ts';
import type { SubmissionStore } from '../submissions/submission-store.ts';

/** A printer's memory of open jobs is short; so is this list. */
const maxLookedFor = 3;

/** Looks for the newest void submissions of this printer by name and cancels those that are still open. Never throws. */
export async function clearAbandonedJobs(
  port: PrinterPort,
  { submissions, log }: { submissions: SubmissionStore; log: AgentLog },
): Promise<void> {
  try {
    for (const row of submissions.listVoid(port.uri, maxLookedFor)) {
      const found = await port.findJobs({ jobName: row.jobName, jobUuid: undefined });
      for (const job of found) {
        if (job.state !== 'pending' && job.state !== 'pending-held') continue;
        await port.cancelJob(job.jobId);
        log('info', 'submit.cleared', { jobName: row.jobName, ippJobId: job.jobId });
      }
    }
  } catch (error) {
    log('warn', 'submit.clearing-failed', { error });
  }
}
