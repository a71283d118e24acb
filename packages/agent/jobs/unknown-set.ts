/**
 * A set of copies of which this spool knows nothing: another copy of the spool may have printed it. Owns the row that stands for it, so
 * that what a person finds out is counted like everything else.
 */
import type { Job } from './job-store.ts';
import { isOpen, submissionJobName } from './submission-rules.ts';
import type { SubmissionStore } from './submission-store.ts';

/** Adds the row, of all copies that are not known to be out; none where a row is open or unknown already. */
export function insertUnknownSet(
  job: Job,
  outcome: string,
  { submissions, now }: { submissions: SubmissionStore; now: () => number },
): void {
  const rows = submissions.listByJob(job.id);
  if (rows.some(({ state }) => state === 'unknown' || isOpen(state))) return;
  const { copiesDone, setsDone } = submissions.tally(job.id);
  const { order_no: orderNo, item_position: itemPosition } = job.ticket;
  const id = submissions.insertFound({
    jobId: job.id,
    setNo: setsDone + 1,
    copies: job.copies - copiesDone,
    attempt: 0,
    // Set 0 is none that was ever sent: no printer is asked for it.
    jobName: submissionJobName({ orderNo, itemPosition, setNo: 0, jobId: job.id, attempt: rows.length }),
    state: 'sending',
    printer: undefined,
    job: undefined,
    at: now(),
  });
  submissions.advance({ id, from: 'sending', to: 'unknown' }, { at: now(), outcome });
}
