/**
 * A set of copies of which this spool knows nothing: another copy of the spool may have printed it. Owns the row that stands for it, so
 * that what a person finds out is counted like everything else, and the end of the rows that it takes the place of.
 */
import type { Job } from '../jobs/job-store.ts';
import { isOpen, submissionJobName } from './submission-rules.ts';
import { endedElsewhere, type SubmissionStore } from './submission-store.ts';

interface SetDeps {
  submissions: SubmissionStore;
  now: () => number;
}

/** Adds the row, of all copies that are not known to be out; none where a person is asked already. */
export function insertUnknownSet(job: Job, outcome: string, deps: SetDeps): void {
  const { submissions, now } = deps;
  const rows = submissions.listByJob(job.id);
  if (rows.some(({ state }) => state === 'unknown')) return;
  endOpenSets(job.id, deps);
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
    isCollated: false,
    printer: undefined,
    job: undefined,
    at: now(),
  });
  submissions.advance({ id, from: 'sending', to: 'unknown' }, { at: now(), outcome });
}

/**
 * What this copy of the spool believed to be under way has been ended by what another copy did since; but for the set of that name.
 * Nobody follows it any more.
 */
export function endOpenSets(jobId: string, { submissions, now }: SetDeps, exceptName?: string): void {
  const change = { at: now(), outcome: endedElsewhere };
  for (const { id, state, jobName } of submissions.listByJob(jobId)) {
    if (jobName === exceptName || !isOpen(state)) continue;
    if (state === 'sent') submissions.advance({ id, from: state, to: 'unknown' }, change);
    submissions.advance({ id, from: state === 'sent' ? 'unknown' : state, to: 'void' }, change);
  }
}
