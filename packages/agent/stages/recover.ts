/**
 * Stage recover: jobs that another copy of the spool had in its hands, which was lost, or is newer than this one. Every printer of the
 * shop is asked for them by name; what is found is followed by the watch stage, with what is proven of it (lost-job-rules.ts). Must
 * never send anything.
 *
 * INVARIANTS
 * 1. What no printer knows is unknown: printers forget. A printer that doesn't answer is waited for first.
 */

import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import { judgeLostJob, type KnownSet, type LostVerdict } from '../jobs/lost-job-rules.ts';
import type { LostJob, LostJobStore } from '../jobs/lost-job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { PrinterFault, type PrinterJob } from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { isCollating, type PrinterView } from '../printers/printer-rules.ts';
import type { Spool } from '../spool/spool-db.ts';
import { readSubmissionJobName } from '../submissions/submission-rules.ts';
import type { SubmissionStore } from '../submissions/submission-store.ts';
import { endOpenSets, insertUnknownSet } from '../submissions/unknown-set.ts';
import type { Stage } from './stage.ts';

export interface RecoverStageDeps {
  spool: Spool;
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  lost: LostJobStore;
  registry: PrinterRegistry;
  /** A row was left for the watch stage. */
  onFound: () => void;
  log: AgentLog;
  now: () => number;
}

interface FoundSet extends KnownSet {
  printer: PrinterView;
  job: PrinterJob;
}

const askAgainMs = 5000;
/** So long a silent printer is waited for, by the clock of this process, until a person is asked without its word. */
const silentPatienceMs = 3 * 60_000;

export function createRecoverStage(deps: RecoverStageDeps): Stage {
  const { lost, log } = deps;
  /** When each job was asked for first. */
  const askedAtMs = new Map<string, number>();
  let isStopped = false;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const askAll = async (): Promise<void> => {
    const open = lost.listOpen();
    if (open.length === 0) return;
    const { answers, isSilent } = await askPrinters(deps);
    if (isStopped) return;
    const nowMs = performance.now();
    for (const one of open) {
      const sinceMs = askedAtMs.get(one.jobId) ?? nowMs;
      askedAtMs.set(one.jobId, sinceMs);
      if (isSilent && nowMs - sinceMs < silentPatienceMs) continue;
      askedAtMs.delete(one.jobId);
      settle(one, answers, deps);
    }
    if (lost.listOpen().length > 0) {
      timer = setTimeout(wake, askAgainMs);
      timer.unref();
    }
  };

  const wake = (): void => {
    if (isStopped || asking) return;
    clearTimeout(timer);
    asking = askAll()
      .catch((error) => {
        if (!isStopped) log('error', 'recover.failed', { error });
      })
      .finally(() => {
        asking = undefined;
      });
  };

  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await asking;
    },
  };
}

interface Answer {
  printer: PrinterView;
  job: PrinterJob;
}

/** Every job of every printer. isSilent: one didn't answer, or none is set up yet. */
async function askPrinters({
  registry,
}: RecoverStageDeps): Promise<{ answers: Answer[]; isSilent: boolean }> {
  const printers = registry.list();
  const answers: Answer[] = [];
  let isSilent = printers.length === 0;
  for (const printer of printers) {
    try {
      for (const job of await registry.getPort(printer.uri).listJobs()) answers.push({ printer, job });
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error;
      isSilent = true;
    }
  }
  return { answers, isSilent };
}

/** What is known of a job becomes a row of the journal. */
function settle({ jobId, toldState }: LostJob, answers: readonly Answer[], deps: RecoverStageDeps): void {
  const { spool, jobs, submissions, lost, now } = deps;
  const job = jobs.get(jobId);
  const found = setsOf(job, answers);
  spool.transaction(() => {
    lost.settle(job.id, now());
    // Somebody may have decided meanwhile.
    if (job.state !== 'submitting') return;
    const journal = submissions.listByJob(job.id);
    const verdict = judgeLostJob({ toldState, copies: job.copies, journal, found });
    if (verdict.kind === 'follow') follow(job, verdict, deps);
    else becomeUnknown(job, unknownText(verdict.because, found), deps);
  });
}

function setsOf({ id, ticket }: Job, answers: readonly Answer[]): FoundSet[] {
  const parts = { jobId: id, orderNo: ticket.order_no, itemPosition: ticket.item_position };
  return answers.flatMap(({ printer, job }): FoundSet[] => {
    const { jobName, state, copies } = job;
    const name = readSubmissionJobName(jobName, parts);
    return name && jobName ? [{ printer, job, jobName, state, copies, ...name }] : [];
  });
}

/** One set is at a printer: the watch stage sees what becomes of it, as after a restart. */
function follow(
  job: Job,
  { set, setNo, copies, isAcknowledged }: Extract<LostVerdict<FoundSet>, { kind: 'follow' }>,
  deps: RecoverStageDeps,
): void {
  const { submissions, moves, onFound, spool, log, now } = deps;
  const { printer, attempt, jobName } = set;
  const { printerId, uri, description } = printer;
  endOpenSets(job.id, deps, jobName);
  submissions.insertFound({
    jobId: job.id,
    setNo,
    copies,
    attempt,
    jobName,
    state: isAcknowledged ? 'sent' : 'sending',
    isCollated: description !== undefined && isCollating(description),
    printer: { printerId, uri, printerUuid: description?.printerUuid },
    job: set.job,
    at: now(),
  });
  if (isAcknowledged)
    moves.move({ jobId: job.id, from: 'submitting', to: 'printing' }, { submitted: true, printerId });
  else moves.restate({ jobId: job.id, state: 'submitting' }, { submitted: true, printerId });
  log('info', 'job.found', { jobId: job.id, jobName, printer: printer.name, isAcknowledged });
  spool.afterCommit(onFound);
}

function becomeUnknown(job: Job, message: string, deps: RecoverStageDeps): void {
  const { submissions, moves, log, now } = deps;
  insertUnknownSet(job, message, { submissions, now });
  const options = { reason: 'may-have-printed', message, submitted: true, copiesExact: 'unsure' } as const;
  moves.move({ jobId: job.id, from: 'submitting', to: 'unknown' }, options);
  log('warn', 'job.unknown', { jobId: job.id, message });
}

function unknownText(because: 'nowhere' | 'ended' | 'parts', found: readonly FoundSet[]): string {
  const where = [...new Set(found.map(({ printer }) => printer.name))].join(', ');
  return `The agent has lost its memory of this job, ${
    {
      nowhere: 'and no printer knows what became of it: see whether it was printed, and decide.',
      ended: `and the last that ${where} knows of it was ended early: see what was printed, and decide.`,
      parts: `and parts of it are at ${where}: see that nothing more of it comes out there, count what did, and decide.`,
    }[because]
  }`;
}
