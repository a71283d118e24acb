/**
 * Stage recover: jobs that the cloud had handed to a spool that was lost. Every printer of the shop is asked for them by name; what is
 * found is followed by the watch stage, with what is proven of it. Must never send anything.
 *
 * INVARIANTS
 * 1. A job is taken for acknowledged only when the lost spool's agent had told the cloud that it prints, and the printer knows one
 *    set of it, with all of its copies.
 * 2. What no printer knows is unknown: printers forget. A printer that doesn't answer is waited for first.
 */
import type { AgentLog } from '../agent-log.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { LostJob, LostJobStore } from '../jobs/lost-job-store.ts';
import type { Spool } from '../jobs/spool-db.ts';
import { readSubmissionJobName } from '../jobs/submission-rules.ts';
import type { SubmissionStore } from '../jobs/submission-store.ts';
import { insertUnknownSet } from '../jobs/unknown-set.ts';
import { PrinterFault, type PrinterJob } from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
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

interface FoundSet {
  printer: PrinterView;
  job: PrinterJob;
  jobName: string;
  setNo: number;
  attempt: number;
}

const askAgainMs = 5000;
/** So long a silent printer is waited for, until a person is asked without its word. */
const silentPatienceMs = 3 * 60_000;

export function createRecoverStage(deps: RecoverStageDeps): Stage {
  const { lost, log, now } = deps;
  let isStopped = false;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const askAll = async (): Promise<void> => {
    const open = lost.listOpen();
    if (open.length === 0) return;
    const { answers, isSilent } = await askPrinters(deps);
    if (isStopped) return;
    for (const one of open) {
      if (isSilent && now() - one.atMs < silentPatienceMs) continue;
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
function settle(one: LostJob, answers: readonly Answer[], deps: RecoverStageDeps): void {
  const { spool, jobs, lost, now } = deps;
  const job = jobs.get(one.jobId);
  const found = setsOf(job, answers);
  spool.transaction(() => {
    lost.settle(job.id, now());
    // Somebody may have decided meanwhile.
    if (job.state !== 'submitting') return;
    const newest = found.at(-1);
    if (newest && found.every(({ setNo }) => setNo === newest.setNo)) follow(one, { job, newest }, deps);
    else becomeUnknown(job, found, deps);
  });
}

function setsOf({ id, ticket }: Job, answers: readonly Answer[]): FoundSet[] {
  const parts = { jobId: id, orderNo: ticket.order_no, itemPosition: ticket.item_position };
  const found = answers.flatMap(({ printer, job }): FoundSet[] => {
    const name = readSubmissionJobName(job.jobName, parts);
    return name && job.jobName ? [{ printer, job, jobName: job.jobName, ...name }] : [];
  });
  return found.sort((one, other) => one.setNo - other.setNo || one.attempt - other.attempt);
}

/** One set is at a printer: the watch stage sees what becomes of it, as after a restart. */
function follow(
  { toldState }: LostJob,
  { job, newest }: { job: Job; newest: FoundSet },
  { submissions, moves, onFound, spool, log, now }: RecoverStageDeps,
): void {
  const { printer, attempt, jobName } = newest;
  const { printerId, uri, description } = printer;
  const hasAllCopies = newest.setNo === 1 && (newest.job.copies ?? 1) === job.copies;
  const isAcknowledged = toldState === 'printing' && hasAllCopies;
  submissions.insertFound({
    jobId: job.id,
    setNo: 1,
    copies: job.copies,
    attempt,
    jobName,
    state: isAcknowledged ? 'sent' : 'sending',
    printer: { printerId, uri, printerUuid: description?.printerUuid },
    job: newest.job,
    at: now(),
  });
  if (isAcknowledged)
    moves.move({ jobId: job.id, from: 'submitting', to: 'printing' }, { submitted: true, printerId });
  else moves.restate({ jobId: job.id, state: 'submitting' }, { submitted: true, printerId });
  log('info', 'job.found', { jobId: job.id, jobName, printer: printer.name, isAcknowledged });
  spool.afterCommit(onFound);
}

function becomeUnknown(
  job: Job,
  found: FoundSet[],
  { submissions, moves, log, now }: RecoverStageDeps,
): void {
  const message =
    found.length === 0
      ? 'The agent has lost its memory of this job, and no printer knows it: see whether it was printed, and decide.'
      : `The agent has lost its memory of this job, and ${found.length} parts of it are at the printers: see what was printed, and decide.`;
  insertUnknownSet(job, message, { submissions, now });
  const options = { reason: 'may-have-printed', message, submitted: true, copiesExact: 'unsure' } as const;
  moves.move({ jobId: job.id, from: 'submitting', to: 'unknown' }, options);
  log('warn', 'job.unknown', { jobId: job.id, message });
}
