/**
 * Carrying out what was decided about a submission: journal and job change in one transaction. Owns what a job becomes, and
 * the holds of a job that is at a printer. Must never decide about paper itself.
 */
import type { AgentLog } from '../agent-log.ts';
import type { OnBoundary } from '../boundary.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { Spool } from '../jobs/spool-db.ts';
import { copiesFinished, type PrinterAnswer, type SubmissionDecision } from '../jobs/submission-rules.ts';
import type { Submission, SubmissionStore } from '../jobs/submission-store.ts';
import { PrinterFault, type PrinterJob } from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { type PrinterTrouble, printedPagesOf, troubleWhilePrinting } from '../printers/printer-rules.ts';

export interface OutcomeDeps {
  spool: Spool;
  jobs: JobStore;
  submissions: SubmissionStore;
  moves: JobMoves;
  registry: PrinterRegistry;
  onBoundary: OnBoundary;
  log: AgentLog;
  now: () => number;
}

export interface Outcome {
  submission: Submission;
  decision: SubmissionDecision;
  answer: Exclude<PrinterAnswer, { kind: 'job' }> | { kind: 'job'; job: PrinterJob };
}

/** Attempts whose transfer broke, until the job fails. */
const mostBrokenAttempts = 3;

/** True when the submission is over. */
export async function carryOut(outcome: Outcome, deps: OutcomeDeps): Promise<boolean> {
  const { decision } = outcome;
  switch (decision.do) {
    case 'wait':
      waitForPrinter(outcome, deps);
      return false;
    case 'follow':
      follow(outcome, deps);
      return false;
    case 'cancel':
      return await cancel(outcome, deps);
    case 'void':
      giveUp(outcome, deps);
      return true;
    case 'printed':
      printed(outcome, deps);
      return true;
    case 'fail':
      fail(outcome, decision, deps);
      return true;
    case 'unknown':
      becomeUnknown(outcome, decision.message, deps);
      return true;
  }
}

/** The printer is silent: once that is certain, the job says so. */
function waitForPrinter({ submission }: Outcome, deps: OutcomeDeps): void {
  const view = deps.registry.findByUri(submission.printerUri);
  if (view?.reachable !== false) return;
  const message = `${view.name} doesn't answer; this job is at it. See that it is on and connected.`;
  holdAtPrinter(deps.jobs.get(submission.jobId), { reason: 'printer-unreachable', message }, deps);
}

function follow({ submission, answer }: Outcome, deps: OutcomeDeps): void {
  const { jobs, moves, registry } = deps;
  if (answer.kind !== 'job') return;
  const job = jobs.get(submission.jobId);
  const view = registry.findByUri(submission.printerUri);
  const trouble =
    view?.description &&
    troubleWhilePrinting(view.description, {
      name: view.name,
      media: job.ticket.media,
      jobStopped: answer.job.state === 'processing-stopped',
    });
  const copiesPrinted = copiesSoFar(job, { submission, answer }, deps);
  if (trouble) holdAtPrinter(job, trouble, deps, copiesPrinted);
  else if (job.state === 'submitting' || job.state === 'held')
    moves.move({ jobId: job.id, from: job.state, to: 'printing' }, { copiesPrinted });
  else if (job.state === 'printing') moves.restate({ jobId: job.id, state: 'printing' }, { copiesPrinted });
}

function holdAtPrinter(
  job: Job,
  { reason, message }: PrinterTrouble,
  { moves, log }: OutcomeDeps,
  copiesPrinted = 0,
): void {
  const options = { reason, message, copiesPrinted };
  if (job.state === 'submitting' || job.state === 'printing') {
    moves.move({ jobId: job.id, from: job.state, to: 'held' }, options);
    log('warn', 'job.held', { jobId: job.id, reason, message });
  } else if (job.state === 'held') moves.restate({ jobId: job.id, state: 'held' }, options);
}

/** Cancel-Job. What became of it is asked in the next round: printers accept at once and change the state later. */
async function cancel({ submission, answer }: Outcome, deps: OutcomeDeps): Promise<boolean> {
  if (answer.kind !== 'job') return false;
  const { submissions, registry, log } = deps;
  submissions.markCancelRequested(submission.id);
  try {
    await registry.getPort(submission.printerUri).cancelJob(answer.job.jobId);
    log('info', 'submission.cancelled', { jobName: submission.jobName, ippJobId: answer.job.jobId });
  } catch (error) {
    if (!(error instanceof PrinterFault)) throw error;
    log('warn', 'submission.cancel-failed', { jobName: submission.jobName, error });
  }
  return false;
}

/** Surely no paper: the job is ready again, unless it was cancelled meanwhile or broke too often. */
function giveUp({ submission }: Outcome, deps: OutcomeDeps): void {
  const { spool, jobs, submissions, moves, now, log } = deps;
  spool.transaction(() => {
    const { id, jobId, state: from } = submission;
    submissions.advance({ id, from, to: 'void' }, { at: now(), outcome: 'recovered' });
    const { state } = jobs.get(jobId);
    if (state !== 'submitting' && state !== 'printing' && state !== 'held') return;
    const submitted = submissions.mayHavePaper(jobId);
    const { brokenAttempts } = submissions.tally(jobId);
    if (brokenAttempts < mostBrokenAttempts) {
      moves.move({ jobId, from: state, to: 'ready' }, { submitted });
      return;
    }
    const message = 'The transfer to the printer broke off again and again; nothing was printed.';
    moves.move({ jobId, from: state, to: 'failed' }, { reason: 'aborted-by-printer', message, submitted });
  });
  log('info', 'submission.void', { jobId: submission.jobId, jobName: submission.jobName });
}

function printed({ submission }: Outcome, deps: OutcomeDeps): void {
  const { spool, jobs, submissions, moves, onBoundary, now, log } = deps;
  onBoundary('watch:completed');
  const { id, jobId, state: from } = submission;
  spool.transaction(() => {
    submissions.advance({ id, from, to: 'completed' }, { at: now() });
    const job = jobs.get(jobId);
    if (job.state !== 'submitting' && job.state !== 'printing' && job.state !== 'held') return;
    const copiesPrinted = submissions.tally(jobId).copiesDone;
    const to = copiesPrinted < job.copies ? 'ready' : 'printed';
    moves.move({ jobId, from: job.state, to }, { copiesPrinted });
    if (to === 'printed') log('info', 'job.printed', { jobId, copies: copiesPrinted });
  });
  onBoundary('watch:printed');
}

function fail(
  { submission, answer }: Outcome,
  { state: to, reason, message }: Extract<SubmissionDecision, { do: 'fail' }>,
  deps: OutcomeDeps,
): void {
  const { spool, jobs, submissions, moves, now, log } = deps;
  const { id, jobId, state: from } = submission;
  spool.transaction(() => {
    submissions.advance({ id, from, to }, { at: now(), outcome: reason });
    const job = jobs.get(jobId);
    if (job.state !== 'submitting' && job.state !== 'printing' && job.state !== 'held') return;
    const copiesPrinted = copiesSoFar(job, { submission, answer }, deps);
    moves.move({ jobId, from: job.state, to: 'failed' }, { reason, message, copiesPrinted });
  });
  log('warn', 'job.failed', { jobId, reason, message });
}

function becomeUnknown({ submission }: Outcome, message: string, deps: OutcomeDeps): void {
  const { spool, jobs, submissions, moves, now, log } = deps;
  const { id, jobId, state: from } = submission;
  spool.transaction(() => {
    submissions.advance({ id, from, to: 'unknown' }, { at: now(), outcome: message });
    const { state } = jobs.get(jobId);
    if (state !== 'submitting' && state !== 'printing' && state !== 'held') return;
    moves.move(
      { jobId, from: state, to: 'unknown' },
      { reason: 'may-have-printed', message, submitted: true },
    );
  });
  log('warn', 'job.unknown', { jobId, message });
}

function copiesSoFar(
  job: Job,
  { submission, answer }: Pick<Outcome, 'submission' | 'answer'>,
  { submissions }: OutcomeDeps,
): number {
  if (answer.kind !== 'job') return job.copiesPrinted;
  const pages = printedPagesOf(job.ticket);
  const inThisSet = copiesFinished(answer.job, { copies: submission.copies, pages });
  return submissions.tally(job.id).copiesDone + inThisSet;
}
