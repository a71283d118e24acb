/**
 * Carrying out what was decided about a submission that isn't over: following it, the holds of a job that is at a printer, and
 * giving a job to another printer. How it ends is in watch-ending.ts. Must never decide about paper itself.
 */
import { isHeldByPerson } from '../jobs/job-hold.ts';
import type { Job } from '../jobs/job-store.ts';
import { PrinterFault } from '../ports/printer.ts';
import { judgePrinters, printersFor, troubleWhilePrinting } from '../printers/printer-rules.ts';
import { holdAtPrinter, saySubmitting } from './printer-hold.ts';
import {
  becomeUnknown,
  countOf,
  ended,
  giveUp,
  type Outcome,
  type OutcomeDeps,
  observeCounts,
  printed,
} from './watch-ending.ts';

/** True when the submission is over. */
export async function carryOut(outcome: Outcome, deps: OutcomeDeps): Promise<boolean> {
  const { decision } = outcome;
  switch (decision.do) {
    case 'wait':
      return waitForPrinter(outcome, deps);
    case 'follow':
      return await follow(outcome, deps);
    case 'cancel':
      return await cancel(outcome, deps);
    case 'void':
      giveUp(outcome, 'recovered', deps);
      return true;
    case 'printed':
      printed(outcome, deps);
      return true;
    case 'fail':
      ended(outcome, decision, deps);
      return true;
    case 'unknown':
      becomeUnknown(outcome, decision.message, deps);
      return true;
  }
}

/** The printer is silent: once that is certain, the job says so, or goes to another printer. */
function waitForPrinter(outcome: Outcome, deps: OutcomeDeps): boolean {
  const { submission } = outcome;
  const view = deps.registry.findByUri(submission.printerUri);
  if (view?.reachable !== false) return false;
  if (deps.paces.isToStop(submission)) {
    stopUnheard(outcome, view.name, deps);
    return true;
  }
  if (mayGoElsewhere(outcome, deps)) {
    giveUp(outcome, 'rerouted', deps);
    return true;
  }
  const message = `${view.name} doesn't answer; this job is at it. See that it is on and connected. When it will not come back, call the job off: then you are asked what came out.`;
  holdAtPrinter(deps.jobs.get(submission.jobId), { reason: 'printer-unreachable', message }, deps);
  return false;
}

/** A person wants it stopped, and nobody there hears of it. It may print on when it comes back; who called it off knows best. */
function stopUnheard(outcome: Outcome, name: string, deps: OutcomeDeps): void {
  if (isUnsent(outcome.submission) || outcome.submission.state === 'refused') {
    giveUp(outcome, 'called off', deps);
    return;
  }
  const message = `${name} doesn't answer, and this job was called off: look for sheets, and decide. Cancel it there when it comes back.`;
  becomeUnknown(outcome, message, deps);
}

/** No byte of its document has left this machine. */
const isUnsent = ({ state }: Outcome['submission']): boolean => state === 'intended' || state === 'created';

/**
 * No byte of it was sent; and a person holds it, or wants it elsewhere, or it has waited longer than the shop's limit and another printer
 * can make it now.
 */
function mayGoElsewhere({ submission }: Outcome, { jobs, views, rules, now }: OutcomeDeps): boolean {
  if (!isUnsent(submission)) return false;
  const job = jobs.get(submission.jobId);
  const here = views().filter(({ uri }) => uri === submission.printerUri);
  if (isHeldByPerson(job) || printersFor(job.needs, here).length < here.length) return true;
  const { reroute_after_minutes: minutes } = rules.now;
  if (minutes === 0 || now() - submission.createdAtMs < minutes * 60_000) return false;
  const verdict = judgePrinters(job.needs, views());
  return (
    verdict.kind === 'take' && verdict.choices.some(({ printer }) => printer.uri !== submission.printerUri)
  );
}

async function follow(outcome: Outcome, deps: OutcomeDeps): Promise<boolean> {
  const { submission, answer } = outcome;
  const { jobs, moves, registry } = deps;
  if (answer.kind !== 'job') return false;
  const job = jobs.get(submission.jobId);
  const view = registry.findByUri(submission.printerUri);
  const trouble =
    view?.description &&
    troubleWhilePrinting(view.description, {
      name: view.name,
      media: job.ticket.media,
      jobStopped: answer.job.state === 'processing-stopped',
    });
  observeCounts({ submission, answer }, deps);
  const { copies, certainty } = countOf({ submission, answer }, deps);
  const copiesPrinted = deps.submissions.tally(job.id).copiesDone + (certainty === 'untold' ? 0 : copies);
  const name = view?.name ?? 'The printer';
  if (await stop(outcome, name, deps)) return true;
  const isSent = submission.state === 'sent';
  const isHeldThere = answer.job.state === 'pending-held' && (isSent || (answer.job.documents ?? 0) > 0);
  if (trouble || isHeldThere) deps.paces.pause(submission.id);
  if (trouble) holdAtPrinter(job, { ...trouble, copiesPrinted }, deps);
  else if (isHeldThere) {
    const message = `${name} holds this job: release it there.`;
    holdAtPrinter(job, { reason: 'held-at-printer', message, copiesPrinted }, deps);
  } else if (!isSent) {
    const because = `${name} may not have the whole file: it is seen what becomes of this job there.`;
    saySubmitting(job, because, deps);
  } else if (job.state === 'submitting' || job.state === 'held')
    moves.move({ jobId: job.id, from: job.state, to: 'printing' }, { copiesPrinted });
  else if (job.state === 'printing') followPace(outcome, { job, copiesPrinted, printer: name }, deps);
  return false;
}

/** Asks the printer to stop what a person wants stopped. True when nothing more can be done about it here. */
async function stop(outcome: Outcome, printer: string, deps: OutcomeDeps): Promise<boolean> {
  const { submission, answer } = outcome;
  if (answer.kind !== 'job') return false;
  const found = deps.paces.stopping(submission, answer.job, printer);
  if (found.kind === 'unstoppable') {
    becomeUnknown(outcome, found.message, deps);
    return true;
  }
  if (found.kind === 'ask') {
    await deps.registry.getPort(submission.printerUri).cancelJob(answer.job.jobId).catch(unlessOurs);
    deps.log('info', 'submission.stop-asked', {
      jobName: submission.jobName,
      ippJobId: answer.job.jobId,
    });
  }
  return false;
}

/** It prints: as usual, or for so long that somebody should look. */
function followPace(
  { submission, answer }: Outcome,
  { job, copiesPrinted, printer }: { job: Job; copiesPrinted: number; printer: string },
  deps: OutcomeDeps,
): void {
  if (answer.kind !== 'job') return;
  const { moves, log } = deps;
  const printing = { jobId: job.id, state: 'printing' } as const;
  const found = deps.paces.look(submission, answer.job, printer);
  if (found.kind === 'usual') {
    moves.restate(printing, found.hasMoved ? { ...asUsual, copiesPrinted } : { copiesPrinted });
    return;
  }
  // Once: the minutes in the sentence are those of the question.
  if (job.reason === 'printing-long') return;
  moves.restate(printing, { reason: 'printing-long', message: found.message, copiesPrinted });
  log('warn', 'job.printing-long', { jobId: job.id, message: found.message });
}

const asUsual = { reason: 'none', message: '' } as const;

/** What the printer says to Cancel-Job is seen in the job's state; it is asked again while that doesn't change. */
function unlessOurs(error: unknown): void {
  if (!(error instanceof PrinterFault)) throw error;
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
