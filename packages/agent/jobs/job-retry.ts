/**
 * A person's wish that a held job be tried again, from the console or from the cloud, whatever it is held for. Owns where it goes on.
 *
 * INVARIANTS
 * 1. A job that something of is at a printer is never begun again: the printer is asked instead.
 * 2. What a person holds is not tried again: only its release lets it go on (job-hold.ts).
 * 3. One message of the cloud moves a job once, however often it comes.
 */
import { existsSync } from 'node:fs';
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { SubmissionStore } from '../submissions/submission-store.ts';
import { isHeardBefore } from './attempt-words.ts';
import { isHeldByPerson } from './job-hold.ts';
import type { JobMoves } from './job-moves.ts';
import type { Job, JobStore } from './job-store.ts';
import type { PersonAct, PersonActStore } from './person-act-store.ts';

export interface RetryDeps {
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  acts: PersonActStore;
  registry: Pick<PrinterRegistry, 'list' | 'suspect'>;
  log: AgentLog;
  now: () => number;
}

export type RetryOutcome = 'done' | 'looked-again' | 'waits-for-nothing' | 'held-by-person';

/** Sends it back to where its file is made, or to the printers when that is there; they are all asked anew. */
export function tryAgain(job: Job, deps: RetryDeps): RetryOutcome {
  const { id: jobId, state, preparedPath } = job;
  if (state !== 'held') return 'waits-for-nothing';
  if (isHeldByPerson(job)) return 'held-by-person';
  for (const { uri } of deps.registry.list()) deps.registry.suspect(uri);
  if (deps.submissions.findOpen(jobId)) return 'looked-again';
  const to = preparedPath !== undefined && existsSync(preparedPath) ? 'ready' : 'accepted';
  deps.moves.move({ jobId, from: 'held', to });
  return 'done';
}

/** The cloud's word. It is told how the job stands when that changed nothing. */
export function retriedByCloud(
  { jobId, messageId }: { jobId: string; messageId: string },
  deps: RetryDeps,
): void {
  const { acts, jobs, moves, log, now } = deps;
  if (isHeardBefore({ jobId, messageId }, acts)) return;
  const job = jobs.get(jobId);
  const outcome = tryAgain(job, deps);
  const detail = `${job.reason} ${messageId}`;
  const who = { origin: 'cloud', byWhom: 'the shop, in the cloud' } as const;
  acts.add({ act: 'retry', subject: jobId, detail, ...who, outcome, atMs: now() });
  log('info', 'job.retried', { jobId, outcome });
  if (outcome !== 'done') moves.report(jobId);
}

/** Whether a person has said that a sheet which isn't worth its paper is printed all the same. */
export const isWordToPrint = (act: PersonAct['act'], detail: string): boolean =>
  act === 'release' || (act === 'retry' && detail.startsWith('quality-too-low'));
