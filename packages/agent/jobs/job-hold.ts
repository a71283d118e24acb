/**
 * A job that a person holds: how it comes to that, and how it goes on. Owns that nothing else lifts such a hold, neither a printer nor a
 * schedule nor a word of the cloud that was meant for something else.
 *
 * INVARIANTS
 * 1. Once a byte of its document may have left this machine a job is not held: it is at the printer.
 * 2. A hold is lifted by a word on that very hold: one that was said of an earlier hold changes nothing.
 */
import { existsSync } from 'node:fs';
import type { SubmissionStore } from '../submissions/submission-store.ts';
import type { JobMoves } from './job-moves.ts';
import type { Job, JobStore } from './job-store.ts';
import { isReleasable } from './release-rules.ts';

export interface HoldDeps {
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  now: () => number;
}

export type HoldOutcome = 'done' | 'decided-before' | 'paper-moved' | 'waits-for-nothing' | 'held-anew';

/** Only a person's word lets it go on. */
export const isHeldByPerson = ({ state, reason }: Pick<Job, 'state' | 'reason'>): boolean =>
  state === 'held' && reason === 'held-by-person';

/** Something of it is at a printer, or may be. What was only announced there, without a byte of the document, is not. */
export function isAtPrinter(jobId: string, submissions: SubmissionStore): boolean {
  const attempt = submissions.findOpen(jobId);
  return attempt !== undefined && attempt.state !== 'intended' && attempt.state !== 'created';
}

/** Nothing of it goes to a printer until it is released. */
export function holdJob(job: Job, byWhom: string, { jobs, submissions, moves, now }: HoldDeps): HoldOutcome {
  const { id: jobId, state } = job;
  if (isHeldByPerson(job)) return 'decided-before';
  if (isAtPrinter(jobId, submissions)) return 'paper-moved';
  const isWaiting = state === 'accepted' || state === 'preparing' || state === 'ready' || state === 'held';
  // Adopted from another copy of the spool it is `submitting` without an attempt: the printers are asked first.
  if (!isWaiting && !(state === 'submitting' && submissions.findOpen(jobId))) return 'waits-for-nothing';
  jobs.setHold(jobId, { by: byWhom.slice(0, 100), atMs: now() });
  const options = { reason: 'held-by-person', message: `Held by ${byWhom}.` } as const;
  if (state === 'held') moves.restate({ jobId, state }, options);
  else moves.move({ jobId, from: state, to: 'held' }, options);
  return 'done';
}

/**
 * A person lets it go on as it is. `sinceMs`: the hold that the person saw; undefined: the one that there is now, for a person who is
 * beside it.
 */
export function releaseJob(
  { id: jobId, state, reason, held, preparedPath }: Job,
  sinceMs: number | undefined,
  { submissions, moves }: HoldDeps,
): HoldOutcome {
  if (state !== 'held' || !isReleasable(reason)) return 'waits-for-nothing';
  if (sinceMs !== undefined && (reason !== 'held-by-person' || held?.atMs !== sinceMs)) return 'held-anew';
  if (submissions.findOpen(jobId)) moves.move({ jobId, from: 'held', to: 'submitting' });
  else {
    const isPrepared = preparedPath !== undefined && existsSync(preparedPath);
    moves.move({ jobId, from: 'held', to: isPrepared ? 'ready' : 'accepted' });
  }
  return 'done';
}
