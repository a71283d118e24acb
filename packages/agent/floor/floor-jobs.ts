/**
 * This agent's jobs as the shop floor shows them: the queue, what is at each printer, and the questions that only a person can answer.
 * Pure, but for what it is given. Must never change a job.
 */

import {
  estimateQueue,
  type QueueEstimates,
  type WaitingJob,
} from '@platen/contracts/floor/queue-estimate-rules';
import type { FloorJob, FloorMedia, FloorPrinter, FloorWait } from '@platen/contracts/floor/shop-floor';
import type { FloorActName, FloorDecision } from '@platen/contracts/floor/shop-floor-acts';
import { answer, floorPrinterId, plainWait } from '@platen/contracts/floor/shop-floor-rules';
import { plainChoicesOf } from '@platen/contracts/print-choices';
import { releaseIn } from '@platen/contracts/schedule/schedule-words';
import { toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import { isPrintingLong } from '../jobs/job-decision.ts';
import { isHeldByPerson } from '../jobs/job-hold.ts';
import type { Job } from '../jobs/job-store.ts';
import type { PersonAct } from '../jobs/person-act-store.ts';
import { isReleasable } from '../jobs/release-rules.ts';
import { printedPagesOf } from '../printers/printer-rules.ts';

/** A job with what is known beside its row. */
export interface FloorJobFacts {
  job: Job;
  /** Something of it is at a printer, or may be. */
  isAtPrinter: boolean;
  /** When it went there. */
  sentAtMs: number | undefined;
  /** Nobody has said yet what becomes of the copies that a failed one lacks. */
  isUndecided: boolean;
  hasThumbnail: boolean;
  lastAct: PersonAct | undefined;
}

export interface FloorNames {
  agentId: string;
  agentName: string;
  /** The printer's id of a number in the shop's list. */
  printerOfEntry: (entryId: number) => string | undefined;
}

const isOver = ({ state }: Pick<Job, 'state'>): boolean => isFinal(jobMachine, state);

const mediaOf = ({ ticket }: Job): FloorMedia => {
  const { x_dimension, y_dimension, media_type, borderless } = ticket.media;
  return { x_dimension, y_dimension, media_type, borderless };
};

const nameOf = ({ job, hasThumbnail }: FloorJobFacts) => ({
  job_id: job.id,
  order_no: job.ticket.order_no,
  item_position: job.ticket.item_position,
  filename: null,
  thumbnail: hasThumbnail ? `/api/shop-floor/jobs/${job.id}/thumbnail` : null,
  media: mediaOf(job),
  copies: job.copies,
  copies_printed: job.copiesPrinted,
});

const wordOf = (act: PersonAct | undefined) => (act ? { by: act.byWhom, at: toTime(act.atMs) } : null);

/** Where it is, or was sent by a person. */
function printerOf(
  { job, isAtPrinter }: FloorJobFacts,
  { agentId, printerOfEntry }: FloorNames,
): string | undefined {
  const { printer_entry: chosen } = job.needs;
  const printerId =
    isAtPrinter || isOver(job) ? job.printerId : chosen === undefined ? undefined : printerOfEntry(chosen);
  return printerId === undefined ? undefined : floorPrinterId(agentId, printerId);
}

const startsAtOf = ({ state, reason, message }: Job): number | undefined =>
  state === 'ready' && reason === 'scheduled' ? releaseIn(message) : undefined;

/** What open jobs are expected to take, in the order in which they print. */
export function estimatesOf(
  jobs: readonly FloorJobFacts[],
  printers: Parameters<typeof estimateQueue>[1],
  { names, nowMs }: { names: FloorNames; nowMs: number },
): QueueEstimates {
  const waiting = jobs.flatMap((facts): WaitingJob[] => {
    const { job, isAtPrinter, sentAtMs } = facts;
    if (isOver(job)) return [];
    return [
      {
        id: job.id,
        agentId: names.agentId,
        printer: printerOf(facts, names),
        isAtPrinter,
        isHeld: job.state === 'held' || job.state === 'unknown',
        media: mediaOf(job),
        pages: Math.max(0, job.copies - job.copiesPrinted) * printedPagesOf(job.ticket),
        sinceMs: sentAtMs ?? job.updatedAtMs,
        startsAtMs: startsAtOf(job),
      },
    ];
  });
  return estimateQueue(waiting, printers, nowMs);
}

/** As it lies in the queue: what is at a printer first, then by rank. */
const sortOf = ({ job, isAtPrinter }: FloorJobFacts): string =>
  isOver(job) ? '' : `${isAtPrinter ? 0 : 1}-${String(job.rank).padStart(16, '0')}`;

export function floorJobOf(
  facts: FloorJobFacts,
  { estimates, names }: { estimates: QueueEstimates; names: FloorNames },
): FloorJob {
  const { job } = facts;
  const { ticket } = job;
  const estimate = estimates.jobs.get(job.id);
  const { color_mode, sides } = plainChoicesOf(ticket);
  return {
    id: job.id,
    ...nameOf(facts),
    order_id: null,
    order_type: ticket.product.order_type,
    pages: printedPagesOf(ticket),
    color_mode,
    sides,
    reprint_of: null,
    agent_id: names.agentId,
    printer: printerOf(facts, names) ?? estimate?.printer ?? null,
    state: job.state,
    reason: job.reason,
    message: job.message,
    settlement: null,
    sort: sortOf(facts),
    // The agent knows a job from when it was paid.
    created_at: toTime(Date.parse(ticket.paid_at)),
    paid_at: toTime(Date.parse(ticket.paid_at)),
    due_at: ticket.due_at === undefined ? null : toTime(Date.parse(ticket.due_at)),
    starts_at: toTimeOrNull(startsAtOf(job) ?? null),
    done_at: toTimeOrNull(estimate?.doneAtMs ?? null),
    over_at: isOver(job) ? toTime(job.updatedAtMs) : null,
    acts: actsOf(facts),
    last_act: wordOf(facts.lastAct),
    as_of: toTime(job.updatedAtMs),
  };
}

/** What a person can do with it now. */
function actsOf(facts: FloorJobFacts): FloorActName[] {
  const { job, isAtPrinter, isUndecided } = facts;
  const acts: FloorActName[] = [];
  if (decisionsOf(facts).length > 0) acts.push('decide');
  if (isOver(job)) {
    if (job.state === 'printed' || (job.state === 'failed' && !isUndecided)) acts.push('reprint');
    return acts;
  }
  if (job.state !== 'unknown') {
    if (!isAtPrinter && !isHeldByPerson(job)) acts.push('hold');
    if (job.state === 'held' && isReleasable(job.reason)) acts.push('release');
    if (!isAtPrinter) acts.push('move', 'reorder');
    acts.push('call_off');
  }
  return acts;
}

/** The decisions that the job waits for, the likely one first. */
function decisionsOf({ job, isUndecided }: FloorJobFacts): FloorDecision[] {
  if (job.state === 'unknown') return ['printed', 'reprint', 'refund'];
  if (job.state === 'failed') return isUndecided ? ['reprint', 'refund'] : [];
  if (isPrintingLong(job)) return ['wait', 'printed', 'stop'];
  if (job.state === 'held') return isHeldByPerson(job) ? [] : ['retry'];
  return [];
}

/** Holds that neither paper, printer nor link lifts. */
const waitsForAWord: ReadonlySet<string> = new Set([
  'document-unprintable',
  'preparation-failed',
  'quality-too-low',
  'held-by-person',
]);

const waitKinds = {
  unknown: 'job-unknown',
  failed: 'job-failed',
  held: 'job-held',
  printing: 'job-long',
} as const;

/** What the job waits for; undefined: for no person. */
export function waitOfJob(facts: FloorJobFacts, names: FloorNames): FloorWait | undefined {
  const { job, isUndecided } = facts;
  const isAsked =
    job.state === 'unknown' ||
    job.state === 'held' ||
    isPrintingLong(job) ||
    (job.state === 'failed' && isUndecided);
  const kind = waitKinds[job.state as keyof typeof waitKinds];
  if (!isAsked || kind === undefined) return undefined;
  return {
    ...plainWait,
    id: `job:${job.id}`,
    kind,
    // What a person holds waits for that person and for no answer.
    urgency: isHeldByPerson(job)
      ? 'notice'
      : kind === 'job-held' && !waitsForAWord.has(job.reason)
        ? 'chore'
        : 'question',
    since: toTime(job.updatedAtMs),
    job: nameOf(facts),
    agent: { id: names.agentId, name: names.agentName },
    reason: job.reason,
    jobs: 1,
    message: job.message,
    answers: answersOf(facts),
    last_act: wordOf(facts.lastAct),
    as_of: toTime(job.updatedAtMs),
  };
}

function answersOf(facts: FloorJobFacts): FloorWait['answers'] {
  const { job } = facts;
  const { id: job_id, state, copies, copiesPrinted } = job;
  const decided = decisionsOf(facts).map((decision, at) => {
    const isCounted = state !== 'held' && copies > 1 && (decision === 'reprint' || decision === 'refund');
    return {
      ...answer({ act: 'decide', job_id, decision }, at === 0),
      copies: isCounted ? { min: 0, max: copies - 1, known: Math.min(copiesPrinted, copies - 1) } : null,
    };
  });
  if (state !== 'held') return decided;
  const callOff = answer({ act: 'call_off', job_id }, false);
  if (isReleasable(job.reason)) return [answer({ act: 'release', job_id }, true), callOff];
  return [...decided, callOff];
}

/** What a printer of the shop has to do. */
export function jobsOfPrinter(
  printerId: string,
  {
    jobs,
    estimates,
    names,
  }: { jobs: readonly FloorJobFacts[]; estimates: QueueEstimates; names: FloorNames },
): Pick<FloorPrinter, 'jobs' | 'waiting_jobs' | 'queue_done_at'> {
  const estimate = estimates.printers.get(printerId);
  const here = jobs.filter(
    (facts) => facts.isAtPrinter && !isOver(facts.job) && printerOf(facts, names) === printerId,
  );
  return {
    jobs: here.map((facts) => ({
      ...nameOf(facts),
      state: facts.job.state === 'printing' ? 'printing' : 'submitting',
      since: toTime(facts.sentAtMs ?? facts.job.updatedAtMs),
      done_at: toTimeOrNull(estimates.jobs.get(facts.job.id)?.doneAtMs ?? null),
    })),
    waiting_jobs: estimate?.waiting ?? 0,
    queue_done_at: toTimeOrNull(estimate?.doneAtMs ?? null),
  };
}
