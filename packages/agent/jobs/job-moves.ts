/**
 * The only writer of a job's state. Each move has its history row and its report to the cloud in the same transaction.
 *
 * INVARIANTS
 * 1. A step that the table in contracts/states.ts doesn't have is a mistake in the program and throws.
 * 2. A move from a state that the job has left meanwhile changes nothing and says so.
 */
import type { JobReason, JobReport, LocalDecision } from '@platen/contracts/agent-protocol';
import { refuseMove } from '@platen/contracts/state-machine';
import { type JobState, jobMachine } from '@platen/contracts/states';
import type { ReportStore } from '../spool/report-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { Job, JobStore } from './job-store.ts';
import type { PastJob } from './past-job-store.ts';

export interface JobMoveOptions {
  reason?: JobReason;
  /** One sentence for the operator. */
  message?: string;
  copiesPrinted?: number;
  /** See JobChange. */
  copiesExact?: 'sure' | 'unsure';
  submitted?: boolean;
  printerId?: string;
  decided?: LocalDecision;
}

export interface JobMoves {
  /** One step of the table. False when the job is no longer in `from`. */
  move(step: { jobId: string; from: JobState; to: JobState }, options?: JobMoveOptions): boolean;
  /** Same state, something else to say of it. False when the job is no longer in `state` or nothing changes. */
  restate(job: { jobId: string; state: JobState }, options: JobMoveOptions): boolean;
  /** Tells the cloud the present state once more. */
  report(jobId: string): void;
  /** Says the present state again to a cloud that is older than this agent. */
  resync(jobId: string): void;
  /** Says once more how a job ended that is no longer here. */
  reportPast(job: PastJob): void;
  /** The history row and the report of a job that was just spooled. */
  accepted(jobId: string): void;
  /**
   * A job that another copy of the spool had is `submitting` until the printers were asked, wherever this copy believed it to be. The
   * cloud hears of it once something is known.
   */
  adopted(jobId: string, from: JobState): void;
}

export interface JobMovesDeps {
  spool: Spool;
  jobs: JobStore;
  reports: ReportStore;
  now: () => number;
  /** Called behind the commit of each move, with the state the job has come to. */
  onMoved: (state: JobState) => void;
  /** Called behind the commit that stored a report. */
  onReport: () => void;
}

export function createJobMoves({ spool, jobs, reports, now, onMoved, onReport }: JobMovesDeps): JobMoves {
  const addReport = (jobId: string, more: Partial<JobReport> = {}) => {
    reports.add({ ...reportOf(jobs.get(jobId), now()), ...more });
    spool.afterCommit(onReport);
  };

  return {
    move({ jobId, from, to }, options = {}) {
      const refusal = refuseMove(jobMachine, from, to);
      if (refusal) throw new Error(refusal);
      return spool.transaction(() => {
        const { reason = 'none', message = '' } = options;
        const change = { jobId, from, to, at: now(), ...options, reason, message: message.slice(0, 500) };
        if (!jobs.change(change)) return false;
        jobs.insertEvent(change);
        addReport(jobId);
        spool.afterCommit(() => onMoved(to));
        return true;
      });
    },
    restate({ jobId, state }, options) {
      return spool.transaction(() => {
        const job = jobs.get(jobId);
        if (job.state !== state || saysNothingNew(job, options)) return false;
        const { reason = job.reason, message = job.message } = options;
        jobs.change({
          jobId,
          from: state,
          to: state,
          at: now(),
          ...options,
          reason,
          message: message.slice(0, 500),
        });
        addReport(jobId);
        return true;
      });
    },
    report(jobId) {
      spool.transaction(() => addReport(jobId));
    },
    reportPast(job) {
      const { id: job_id, state, copiesPrinted: copies_printed, submitted, printerId, endedAtMs } = job;
      const said = {
        reason: 'none',
        message: '',
        at: new Date(endedAtMs).toISOString(),
        resync: true,
        copies_sure: false,
      } as const;
      reports.add({ job_id, state, copies_printed, submitted, printer_id: printerId ?? null, ...said });
      spool.afterCommit(onReport);
    },
    resync(jobId) {
      spool.transaction(() => addReport(jobId, { resync: true }));
    },
    adopted(jobId, from) {
      const change = {
        jobId,
        from,
        to: 'submitting',
        reason: 'none',
        message: '',
        submitted: true,
        at: now(),
      } as const;
      jobs.change(change);
      jobs.insertEvent(change);
    },
    accepted(jobId) {
      const at = now();
      jobs.insertEvent({ jobId, from: null, to: 'accepted', reason: 'none', message: '', at });
      addReport(jobId);
      spool.afterCommit(() => onMoved('accepted'));
    },
  };
}

function saysNothingNew(job: Job, options: JobMoveOptions): boolean {
  return (
    (options.reason ?? job.reason) === job.reason &&
    (options.message ?? job.message) === job.message &&
    (options.copiesPrinted ?? 0) <= job.copiesPrinted &&
    (options.submitted ?? job.submitted) === job.submitted &&
    options.decided === undefined &&
    (options.printerId ?? job.printerId) === job.printerId
  );
}

function reportOf(job: Job, atMs: number): JobReport {
  return {
    job_id: job.id,
    // Agents hold jobs from accepted on; `queued` and `sent` are the cloud's alone.
    state: job.state as JobReport['state'],
    reason: job.reason,
    message: job.message,
    copies_printed: job.copiesPrinted,
    submitted: job.submitted,
    printer_id: job.printerId ?? null,
    at: new Date(atMs).toISOString(),
    copies_sure: job.copiesSure,
    ...(job.decided && { decided: job.decided }),
    ...(job.state === 'held' &&
      job.reason === 'held-by-person' &&
      job.held && { held: { by: job.held.by, since: new Date(job.held.atMs).toISOString() } }),
    rank: job.rank,
    for_entry: job.needs.printer_entry ?? null,
  };
}
