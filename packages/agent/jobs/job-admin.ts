/**
 * What a person at the shop can see of jobs and do to them, with or without internet: plain functions for the console and the
 * command line. Owns which act is possible when; every act is logged with who and when, and told to the cloud by its report.
 */
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import { PrinterFault } from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { type CopyState, copyStates } from '../submissions/copy-rules.ts';
import { attemptDetail } from './attempt-words.ts';
import {
  type DecisionDeps,
  type DecisionOutcome,
  decideHere,
  givenUpRest,
  isDecided,
  isPrintingLong,
  mayGiveUpRest,
  type Wish,
} from './job-decision.ts';
import { type HoldOutcome, holdJob, releaseJob } from './job-hold.ts';
import { type RetryDeps, type RetryOutcome, tryAgain } from './job-retry.ts';
import type { Job } from './job-store.ts';
import type { PersonAct } from './person-act-store.ts';

export interface JobAdminDeps extends DecisionDeps, RetryDeps {
  registry: PrinterRegistry;
}

export type ActOutcome =
  | DecisionOutcome
  | RetryOutcome
  | HoldOutcome
  | 'asked-the-printer'
  | 'printer-silent';

export interface JobView {
  job: Job;
  /** First to last. */
  copyStates: CopyState[];
  /** True while a person has to say how many copies came out. */
  isQuestion: boolean;
  /** The newest word on it, here or in the cloud. */
  lastAct: PersonAct | undefined;
}

const maxListed = 500;

export function createJobAdmin(deps: JobAdminDeps) {
  const { spool, jobs, submissions, moves, acts, registry, now } = deps;

  const viewOf = (job: Job): JobView => ({
    job,
    copyStates: copyStates(submissions.listByJob(job.id), {
      copies: job.copies,
      isOver: isFinal(jobMachine, job.state),
    }),
    isQuestion: job.state === 'unknown',
    lastAct: acts.list({ subject: job.id, limit: 1 })[0],
  });

  const act = (
    name: 'hold' | 'release' | 'retry' | 'cancel',
    { jobId, byWhom }: { jobId: string; byWhom: string },
    work: (job: Job) => ActOutcome,
  ): ActOutcome =>
    spool.transaction(() => {
      const job = jobs.find(jobId);
      const outcome = job ? work(job) : 'not-here';
      const attempt = outcome === 'asked-the-printer' ? submissions.findOpen(jobId) : undefined;
      const reason = job?.state === 'held' ? job.reason : '';
      const detail = attempt ? attemptDetail(attempt.jobName) : reason;
      acts.add({ act: name, subject: jobId, detail, origin: 'console', byWhom, outcome, atMs: now() });
      return outcome;
    });

  const isAtPrinter = (jobId: string) => submissions.findOpen(jobId) !== undefined;

  return {
    find(jobId: string): JobView | undefined {
      const job = jobs.find(jobId);
      return job && viewOf(job);
    },
    listHeld: (): JobView[] => jobs.list('held', maxListed).map(viewOf),
    /** Those that wait for a person's word: unknown ones, those that print for long, and failed ones that nobody has decided. */
    listUndecided: (): JobView[] => [
      ...jobs.list('unknown', maxListed).map(viewOf),
      ...jobs.list('printing', maxListed).filter(isPrintingLong).map(viewOf),
      ...jobs
        .list('failed', maxListed)
        .map(viewOf)
        .filter(({ job }) => !job.decided && !isDecided(job.id, deps)),
    ],
    /** Everything open, and what changed since that time (midnight in the shop's zone, say), the newest first. */
    listToday: (sinceMs: number): JobView[] => {
      const changed = jobs.listSince(sinceMs, maxListed);
      const seen = new Set(changed.map(({ id }) => id));
      return [...changed, ...jobs.listOpen(maxListed).filter(({ id }) => !seen.has(id))].map(viewOf);
    },
    /** Who did what, the newest first. */
    listActs: (limit = 100): PersonAct[] => acts.list({ limit: Math.min(limit, maxListed) }),

    decide: (wish: Wish): ActOutcome => decideHere(wish, deps),
    /** Prints what is missing: of an unknown job at once, of a failed one when the cloud has agreed. */
    reprintRemainder: (wish: Omit<Wish, 'choice'>): ActOutcome =>
      decideHere({ ...wish, choice: 'reprint' }, deps),

    /** Nothing of it goes to a printer until it is released. */
    hold: (who: { jobId: string; byWhom: string }): ActOutcome =>
      act('hold', who, (job) => holdJob(job, who.byWhom, deps)),

    release: (who: { jobId: string; byWhom: string }): ActOutcome =>
      act('release', who, (job) => releaseJob(job, undefined, deps)),

    /** A held job goes on from where it stopped, whatever it is held for; the printers are asked anew. */
    retry: (who: { jobId: string; byWhom: string }): ActOutcome =>
      act('retry', who, (job) => tryAgain(job, deps)),

    /**
     * Calls a job off; what was paid for it goes back. At a printer it is canceled there, again and again by the watch stage, and its
     * copies are counted.
     */
    async cancel(who: { jobId: string; byWhom: string }): Promise<ActOutcome> {
      const outcome = act('cancel', who, (job) => {
        const { id: jobId, state } = job;
        const isFree = jobMachine.table[state].includes('cancelled') && state !== 'unknown';
        if (isFree && !submissions.mayHavePaper(jobId)) {
          const message = `Called off by ${who.byWhom}.`;
          moves.move({ jobId, from: state, to: 'cancelled' }, { reason: 'decided-by-person', message });
          return 'done';
        }
        if (isAtPrinter(jobId)) return 'asked-the-printer';
        if (!mayGiveUpRest(job, submissions)) return 'waits-for-nothing';
        const decided = {
          choice: 'refund',
          by: who.byWhom.slice(0, 100),
          at: new Date(now()).toISOString(),
        } as const;
        moves.move({ jobId, from: state, to: 'failed' }, { ...givenUpRest(job), decided });
        return 'told-the-cloud';
      });
      return outcome === 'asked-the-printer' ? await cancelAtPrinter(who.jobId) : outcome;
    },
  };

  async function cancelAtPrinter(jobId: string): Promise<ActOutcome> {
    const row = submissions.findOpen(jobId);
    if (row?.ippJobId === undefined || !registry.findByUri(row.printerUri)) return 'printer-silent';
    try {
      await registry.getPort(row.printerUri).cancelJob(row.ippJobId);
      return 'asked-the-printer';
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error;
      return error.kind === 'refused' || error.kind === 'not-found' ? 'paper-moved' : 'printer-silent';
    }
  }
}
