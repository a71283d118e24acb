/**
 * Agent and cloud when one of them is older than it was: put back from a backup, or lost. Owns noticing it, and who is believed.
 *
 * INVARIANTS
 * 1. A cloud that has forgotten what it acknowledged is told the present state of everything this agent knows: the journal wins.
 * 2. A spool that is an older copy prints nothing until the cloud has said of each of its jobs how it stands. What isn't over may have
 *    been printed by the newer copy, whatever the cloud was told: the printers are asked for it by name, as after a lost spool.
 */
import type { CloudFrame } from '@platen/contracts/agent-protocol';
import { isFinal } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import type { CloudLine } from '../cloud-access/cloud-line.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import { type AdoptionDeps, adoptJob } from '../jobs/lost-job-adoption.ts';
import { keptDays } from '../jobs/past-job-store.ts';
import type { PrintGate } from '../jobs/print-gate.ts';
import type { FactStore } from '../spool/fact-store.ts';
import type { ReportStore } from '../spool/report-store.ts';
import type { SubmissionStore } from '../submissions/submission-store.ts';
import { insertUnknownSet } from '../submissions/unknown-set.ts';

export interface ReconcileDeps extends AdoptionDeps {
  jobs: JobStore;
  submissions: SubmissionStore;
  reports: ReportStore;
  facts: FactStore;
  gate: PrintGate;
  line: Pick<CloudLine, 'send'>;
}

type Reconciled = Extract<CloudFrame, { kind: 'reconciled' }>['jobs'];

const maxAsked = 1000;
/** Jobs that a forgetful cloud is told of again: more than a shop ends in `keptDays`. */
const maxResent = 50_000;
const maxBatch = 500;
const dayMs = 24 * 3_600_000;

export function createReconciler(deps: ReconcileDeps) {
  const { spool, jobs, submissions, moves, reports, facts, gate, line, log, now } = deps;
  const asked = new Set<string>();
  let askedTo = 0;

  /** Of those behind this position; when there are none left, printing begins. */
  const askBehind = (position: number) => {
    asked.clear();
    let page: Job[];
    do {
      page = jobs.listOpen(maxAsked, position);
      position = page.at(-1)?.position ?? position;
      for (const { id, state } of page) if (mayStillPrint(state)) asked.add(id);
    } while (asked.size === 0 && page.length > 0);
    askedTo = position;
    if (asked.size === 0) return thaw();
    line.send({ kind: 'reconcile', job_ids: [...asked] });
  };

  const thaw = () => {
    facts.remove('frozen-because');
    gate.open('frozen');
  };

  const freeze = (because: string) => {
    facts.set('frozen-because', because);
    gate.close('frozen');
  };

  return {
    /** Before anything is printed: what a restart must not forget. */
    start(isSpoolReplaced: boolean): void {
      // A spool without jobs has nothing to print twice; what it lacks, the cloud knows.
      if (isSpoolReplaced && jobs.counts().spooled > 0) freeze('replaced');
      else if (facts.find('frozen-because') !== undefined) gate.close('frozen');
    },

    /** To be called before the report stage hears of the welcome. */
    welcome(lastSeq: number): void {
      if (lastSeq > reports.lastSeq() && jobs.counts().spooled > 0) freeze('behind the cloud');
      if (lastSeq < ackedSeqOf(facts)) resend(lastSeq);
      facts.set('acked-seq', String(lastSeq));
      if (gate.closedFor('frozen')) askBehind(0);
    },

    acknowledged(seq: number): void {
      if (seq > ackedSeqOf(facts)) facts.set('acked-seq', String(seq));
    },

    reconciled(told: Reconciled): void {
      if (!gate.closedFor('frozen')) return;
      spool.transaction(() => {
        for (const one of told) {
          if (asked.delete(one.job_id)) apply(one);
        }
      });
      if (asked.size === 0) askBehind(askedTo);
    },
  };

  /** Everything from the last days, as it is now. Reports that wait say older things of the same jobs, and come before. */
  function resend(lastSeq: number): void {
    const known = jobs.listSince(now() - keptDays * dayMs, maxResent).reverse();
    log('warn', 'cloud.older-than-agent', {
      cloudLastSeq: lastSeq,
      acknowledged: ackedSeqOf(facts),
      jobs: known.length,
    });
    for (let from = 0; from < known.length; from += maxBatch) {
      spool.transaction(() => {
        for (const { id } of known.slice(from, from + maxBatch)) moves.resync(id);
      });
    }
  }

  /** What the cloud knows of a job in this older copy. */
  function apply({ job_id: jobId, state: told, was = '' }: Reconciled[number]): void {
    const job = jobs.find(jobId);
    if (!job || !mayStillPrint(job.state)) return;
    if (told === 'open') {
      adoptJob(job, was, deps);
      return;
    }
    const to = told === 'missing' ? 'unknown' : told;
    const message = {
      unknown: 'The spool is an older copy: nobody here knows whether this was printed.',
      missing: 'The spool is an older copy, and the cloud has no such job: look whether it was printed.',
      printed: 'The spool is an older copy: the cloud knows this job as printed.',
      failed: 'The spool is an older copy: the cloud has settled this job.',
      cancelled: 'The spool is an older copy: the cloud knows this job as called off.',
    }[told];
    const options = { reason: 'may-have-printed', message } as const;
    // Printed is not one step from a job that this copy never submitted.
    if (to === 'printed') {
      moves.move({ jobId, from: job.state, to: 'unknown' }, options);
      moves.move({ jobId, from: 'unknown', to }, { ...options, copiesPrinted: job.copies });
    } else moves.move({ jobId, from: job.state, to }, options);
    if (to === 'unknown') insertUnknownSet(job, message, { submissions, now });
    log('warn', 'job.older-copy', { jobId, state: to });
  }
}

const mayStillPrint = (state: JobState): boolean => !isFinal(jobMachine, state) && state !== 'unknown';

const ackedSeqOf = (facts: FactStore): number => Number(facts.find('acked-seq') ?? 0);
