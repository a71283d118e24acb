/**
 * Owns the paper path: takes the oldest job that can print, brings its sheets out one by one, waits when the
 * printer is paused, jammed or out of its paper, and notices a cancellation between two sheets.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attributeText, findAttribute, type IppAttribute } from '@platen/ipp/ipp-message';
import type { JobJournal } from './job-journal.ts';
import { type JobOutput, openJobOutput } from './job-output.ts';
import { DocumentFormatError, documentPages } from './job-pages.ts';
import { copiesOf, type JobRecord, jobStates, sentAttributes } from './job-record.ts';
import type { PrinterCondition } from './printer-condition.ts';

/** What a queue needs. */
export interface JobQueueOptions {
  dir: string;
  journal: JobJournal;
  condition: PrinterCondition;
  /** True when a job with these attributes is printed without colour. */
  isMonochrome(attributes: IppAttribute[]): boolean;
  /** Finished jobs that are remembered. */
  historyJobs: number;
  /** After this long without its document a job is aborted. */
  multipleOperationTimeOutMs: number;
}

/** The printing half of the queue's options, with the queue's own writers of job states. */
export interface JobPrinterOptions extends JobQueueOptions {
  spool: string;
  documentPath(job: JobRecord): string;
  change(job: JobRecord, changes: Partial<JobRecord>): void;
  finish(job: JobRecord, state: number, reasons: string[]): void;
}

/** The paper path, running until it is closed. */
export interface JobPrinter {
  current(): JobRecord | undefined;
  blockers(): string[];
  close(): Promise<void>;
}

/** The job was cancelled, or told to fail, between two sheets. */
class JobEnded extends Error {
  readonly state: number;
  readonly reasons: string[];
  constructor(state: number, reasons: string[]) {
    super(reasons.join(' '));
    this.state = state;
    this.reasons = reasons;
  }
}

/** The process ends: the job stays as it is and is aborted at the next start. */
class PrinterClosed extends Error {}

const isStopping = (job: JobRecord): boolean => job.reasons.includes('processing-to-stop-point');

function isInRanges(attributes: IppAttribute[], page: number): boolean {
  const ranges = findAttribute({ attributes }, 'page-ranges')?.values ?? [];
  return (
    ranges.length === 0 ||
    ranges.some((value) => value.kind === 'range' && page >= value.lower && page <= value.upper)
  );
}

/** Starts the paper path. */
export function createJobPrinter(options: JobPrinterOptions): JobPrinter {
  const { condition, journal, change, finish } = options;
  let current: JobRecord | undefined;
  let blockers: string[] = [];
  const closing = new AbortController();

  /** Sleeps a page's time; a cancellation or the end of the process cuts it short. */
  const pause = async (job: JobRecord): Promise<void> => {
    // Even a printer that takes no time must let requests in between two sheets.
    await new Promise(setImmediate);
    const until = Date.now() + condition.pageMs;
    while (Date.now() < until && !isStopping(job) && !closing.signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      const slept = new Promise((resolve) => {
        timer = setTimeout(resolve, until - Date.now());
      });
      await Promise.race([slept, condition.changed()]);
      clearTimeout(timer);
    }
  };

  /** Resolves when a sheet for this job can come out; throws when the job must end instead. */
  const ready = async (job: JobRecord, attributes: IppAttribute[]): Promise<void> => {
    for (;;) {
      if (closing.signal.aborted) throw new PrinterClosed();
      if (isStopping(job)) throw new JobEnded(jobStates.canceled, ['job-canceled-by-user']);
      if (condition.failsNext) {
        condition.failsNext = false;
        throw new JobEnded(jobStates.aborted, ['aborted-by-system']);
      }
      blockers = condition.blockersFor(condition.paper.servingTrays(attributes));
      if (blockers.length === 0) break;
      if (job.state !== jobStates.stopped)
        change(job, { state: jobStates.stopped, reasons: ['printer-stopped', 'job-printing'] });
      else await condition.changed();
    }
    if (job.state !== jobStates.processing)
      change(job, { state: jobStates.processing, reasons: ['job-printing'] });
  };

  const printSheets = async (job: JobRecord, output: JobOutput, folder: string): Promise<void> => {
    const attributes = sentAttributes(job);
    const isTwoSided = attributeText({ attributes }, 'sides')?.startsWith('two-sided') ?? false;
    const isGray = options.isMonochrome(attributes);
    const bringOut = async (sheet: { copy: number; page: number; file: string }): Promise<void> => {
      await ready(job, attributes);
      await pause(job);
      await ready(job, attributes);
      output.addSheet(sheet);
      // A sheet is out with its back, or with the end of its copy.
      const isSheetOut = !isTwoSided || sheet.page % 2 === 0;
      change(job, {
        impressionsCompleted: job.impressionsCompleted + 1,
        sheetsCompleted: job.sheetsCompleted + (isSheetOut ? 1 : 0),
      });
      if (condition.impressionOut()) throw new JobEnded(jobStates.aborted, ['aborted-by-system']);
    };
    const endCopy = (pages: number): void => {
      if (isTwoSided && pages % 2 === 1) change(job, { sheetsCompleted: job.sheetsCompleted + 1 });
    };
    const files: string[] = [];
    let read = 0;
    await ready(job, attributes);
    const path = options.documentPath(job);
    for await (const file of documentPages({ path, format: job.documentFormat, folder, isGray })) {
      read += 1;
      if (!isInRanges(attributes, read)) continue;
      files.push(file);
      await bringOut({ copy: 1, page: files.length, file });
    }
    endCopy(files.length);
    change(job, { pages: files.length });
    for (let copy = 2; copy <= copiesOf(job); copy += 1) {
      for (const [index, file] of files.entries()) await bringOut({ copy, page: index + 1, file });
      endCopy(files.length);
    }
  };

  const print = async (job: JobRecord): Promise<void> => {
    const folder = join(options.spool, `${job.id}-pages`);
    mkdirSync(folder, { recursive: true });
    const output = openJobOutput(options.dir, job);
    change(job, { state: jobStates.processing, reasons: ['job-printing'], processingAt: Date.now() });
    try {
      await printSheets(job, output, folder);
      const completedAt = Date.now();
      output.complete(
        { ...job, state: jobStates.completed, reasons: ['job-completed-successfully'], completedAt },
        options.documentPath(job),
      );
      finish(job, jobStates.completed, ['job-completed-successfully']);
    } catch (error) {
      if (error instanceof PrinterClosed) return;
      const ended = error instanceof JobEnded ? error : undefined;
      const reason = error instanceof DocumentFormatError ? 'document-format-error' : 'errors-detected';
      output.abort(job);
      finish(job, ended?.state ?? jobStates.aborted, ended?.reasons ?? ['aborted-by-system', reason]);
    } finally {
      blockers = [];
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const nextJob = (): JobRecord | undefined => {
    for (const job of journal.jobs.values())
      if (job.state === jobStates.pending && job.document === 'whole') return job;
    return undefined;
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      current = nextJob();
      if (current) {
        await print(current);
        current = undefined;
        condition.touch();
      } else {
        await condition.changed();
      }
    }
  };
  const running = run();

  return {
    current: () => current,
    blockers: () => blockers,
    async close() {
      closing.abort();
      condition.touch();
      await running;
    },
  };
}
