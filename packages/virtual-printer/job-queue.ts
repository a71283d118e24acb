/**
 * Owns the life of jobs: their states, the order in which they print, the history. The only writer of a job's
 * state. One job prints at a time.
 *
 * INVARIANTS
 * - Every change is in the journal before anybody can see it over IPP.
 * - A sheet is counted after its file is in the folder, so a crash never reports paper that is not there.
 * - The final folder appears before the state says completed.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { abortOutput, isOutputComplete } from './job-output.ts';
import { createJobPrinter, type JobQueueOptions } from './job-printing.ts';
import { isFinished, type JobRecord, jobStates } from './job-record.ts';

/** What Create-Job and Print-Job say about a new job. */
export type NewJob = Pick<JobRecord, 'name' | 'user' | 'sent' | 'documentFormat' | 'documentName'> & {
  isHeld: boolean;
};

/** The jobs of one printer. */
export interface JobQueue {
  readonly jobs: ReadonlyMap<number, JobRecord>;
  add(job: NewJob): JobRecord;
  /** Where the document of a job is stored. */
  documentPath(job: JobRecord): string;
  /** The document begins to arrive. */
  receive(job: JobRecord): void;
  /** The document is stored: the job can print. */
  accept(job: JobRecord, document: { format: string; bytes: number; name?: string | undefined }): void;
  /** The job ends without (more) paper. */
  abort(job: JobRecord, reason: string): void;
  /** No document will come: the job is complete with nothing printed. */
  closeEmpty(job: JobRecord): void;
  cancel(job: JobRecord): void;
  hold(job: JobRecord): void;
  release(job: JobRecord): void;
  /** printer-state-reasons that keep the job in progress from going on. */
  blockers(): string[];
  current(): JobRecord | undefined;
  forgetFinished(): void;
  /** Stops between two sheets; what was printing becomes aborted at the next start. */
  close(): Promise<void>;
}

/** Jobs of a process that ended: what was printing is aborted, what waits for a document never gets it. */
function recover(options: JobQueueOptions, spool: string): void {
  for (const job of options.journal.jobs.values()) {
    if (isFinished(job)) continue;
    const isWaiting = job.state === jobStates.pending || job.state === jobStates.held;
    if (isWaiting && job.document === 'whole' && existsSync(join(spool, `${job.id}`))) continue;
    // The crash may have come between the last sheet and the journal line about it.
    const isComplete = isOutputComplete(options.dir, job);
    job.state = isComplete ? jobStates.completed : jobStates.aborted;
    job.reasons = [isComplete ? 'job-completed-successfully' : 'aborted-by-system'];
    job.completedAt = Date.now();
    const sheets = abortOutput(options.dir, job);
    // The folder knows better than a journal line that a crash may have swallowed.
    job.impressionsCompleted = Math.max(job.impressionsCompleted, sheets);
    rmSync(join(spool, `${job.id}`), { force: true });
    options.journal.save(job);
  }
}

/** Opens the queue on its folder, cleans up after the last process and begins to print. */
export function openJobQueue(options: JobQueueOptions): JobQueue {
  const { dir, journal, condition } = options;
  const spool = join(dir, '.spool');
  mkdirSync(spool, { recursive: true });
  recover(options, spool);
  const timers = new Map<number, NodeJS.Timeout>();
  const documentPath = (job: JobRecord): string => join(spool, `${job.id}`);

  const change = (job: JobRecord, changes: Partial<JobRecord>): void => {
    Object.assign(job, changes);
    journal.save(job);
    condition.touch();
  };
  const finish = (job: JobRecord, state: number, reasons: string[]): void => {
    clearTimeout(timers.get(job.id));
    timers.delete(job.id);
    change(job, { state, reasons, completedAt: Date.now() });
    rmSync(documentPath(job), { force: true });
    const finished = [...journal.jobs.values()].filter(isFinished);
    finished.sort((one, other) => (one.completedAt ?? 0) - (other.completedAt ?? 0));
    for (const old of finished.slice(0, Math.max(0, finished.length - options.historyJobs)))
      journal.drop(old.id);
  };
  const printer = createJobPrinter({ ...options, spool, documentPath, change, finish });

  const waitForDocument = (job: JobRecord): void => {
    const abandon = (): void => finish(job, jobStates.aborted, ['aborted-by-system']);
    timers.set(job.id, setTimeout(abandon, options.multipleOperationTimeOutMs).unref());
  };

  return {
    jobs: journal.jobs,
    documentPath,
    add({ isHeld, ...job }) {
      const record: JobRecord = {
        ...job,
        id: journal.nextJobId(),
        uuid: `urn:uuid:${randomUUID()}`,
        state: isHeld ? jobStates.held : jobStates.pending,
        reasons: ['job-incoming', ...(isHeld ? ['job-hold-until-specified'] : [])],
        document: 'no',
        documentBytes: 0,
        impressionsCompleted: 0,
        sheetsCompleted: 0,
        createdAt: Date.now(),
      };
      journal.save(record);
      waitForDocument(record);
      return record;
    },
    receive(job) {
      clearTimeout(timers.get(job.id));
      change(job, { document: 'receiving' });
    },
    accept(job, { format, bytes, name }) {
      const reasons = job.state === jobStates.held ? ['job-hold-until-specified'] : ['none'];
      const named = name === undefined ? {} : { documentName: name };
      change(job, { document: 'whole', documentFormat: format, documentBytes: bytes, reasons, ...named });
    },
    abort: (job, reason) => finish(job, jobStates.aborted, ['aborted-by-system', reason]),
    closeEmpty: (job) => finish(job, jobStates.completed, ['job-completed-successfully']),
    cancel(job) {
      // A sheet on its way comes out first; the printer notices between two sheets.
      if (printer.current() === job) change(job, { reasons: [...job.reasons, 'processing-to-stop-point'] });
      else finish(job, jobStates.canceled, ['job-canceled-by-user']);
    },
    hold: (job) => change(job, { state: jobStates.held, reasons: ['job-hold-until-specified'] }),
    release: (job) =>
      change(job, {
        state: jobStates.pending,
        reasons: job.document === 'whole' ? ['none'] : ['job-incoming'],
      }),
    blockers: printer.blockers,
    current: printer.current,
    forgetFinished() {
      for (const job of [...journal.jobs.values()].filter(isFinished)) journal.drop(job.id);
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await printer.close();
    },
  };
}
