/**
 * What people do with the queue, at the console or through the cloud: hold and release a job, send it to another printer, put it in front
 * of another one, pause and resume printers, let go what waits for its time. Owns which of it is possible when. Each act is one
 * transaction with its line in the log of people's acts, so that a power cut leaves all of it or nothing.
 *
 * INVARIANTS
 * 1. Nothing here touches what is at a printer: a job that may have bytes there is neither held nor moved.
 * 2. What is said of a job is reported to the cloud in the same transaction.
 */

import { letOutWithinMinutes, type QueueAct } from '@platen/contracts/queue-requests';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterPauses } from '../printers/printer-pauses.ts';
import { judgePrinters, type PrinterView } from '../printers/printer-rules.ts';
import { printerSentences, type Said } from '../printers/printer-text.ts';
import type { Spool } from '../spool/spool-db.ts';
import { jobAdminText } from './job-admin-text.ts';
import { type HoldDeps, type HoldOutcome, holdJob, isAtPrinter, releaseJob } from './job-hold.ts';
import { reorderJob } from './job-order.ts';
import type { Job } from './job-store.ts';
import type { ActOrigin, PersonAct, PersonActStore } from './person-act-store.ts';
import { queueSentences } from './queue-text.ts';

export interface QueueAdminDeps extends HoldDeps {
  spool: Spool;
  acts: PersonActStore;
  pauses: PrinterPauses;
  /** With the marks that people and their trials put on them. */
  views: () => PrinterView[];
  /** The job goes to other printers than before: the schedule judges it anew. */
  judgeAnew: (jobId: string) => void;
  /** Lets go what waits for its time, of one rule where it is named. Gives how many jobs. */
  letGo: (ruleId: string | undefined) => number;
  /** By the cloud's clock, as far as it is known. */
  cloudNowMs: () => number;
  /** Order, wishes or pauses are others; behind the commit. */
  onChange: () => void;
  log: AgentLog;
}

/** Why something is not done, for who shows its own words. */
export type QueueRefusal =
  | Exclude<HoldOutcome, 'done'>
  | 'not-here'
  | 'no-such-printer'
  | 'cannot-print-there'
  | 'paused-before'
  | 'not-paused'
  | 'too-late';

export type QueueOutcome =
  | { kind: 'done'; said: Said | undefined }
  | { kind: 'refused'; code: QueueRefusal; said: Said };

/** As the cloud asks; at the console what a person sees is what there is, so nothing is named twice. */
export type QueueWish =
  | QueueAct
  | { act: 'release_job'; job_id: string }
  | { act: 'resume'; entry_id: number | null };

export interface QueueWho {
  by: string;
  origin: ActOrigin;
  /** When it was asked, where that was elsewhere: RFC 3339, by the cloud's clock. */
  askedAt?: string;
}

export type QueueAdmin = ReturnType<typeof createQueueAdmin>;

const done = (said?: Said): QueueOutcome => ({ kind: 'done', said });
const refused = (code: QueueRefusal, said: Said): QueueOutcome => ({ kind: 'refused', code, said });

/** As the log of people's acts names it. */
const actNames: Record<QueueAct['act'], PersonAct['act']> = {
  hold_job: 'hold',
  release_job: 'release',
  move_job: 'move',
  reorder_job: 'reorder',
  pause: 'pause',
  resume: 'resume',
  run_now: 'run-now',
};

/** They let paper out. */
const letsOut: ReadonlySet<QueueAct['act']> = new Set(['release_job', 'resume', 'run_now']);

export function createQueueAdmin(deps: QueueAdminDeps) {
  const { spool, jobs, acts, log, now } = deps;

  return {
    /** Carries it out, in the transaction under way or one of its own. */
    act(wish: QueueWish, who: QueueWho): QueueOutcome {
      return spool.transaction(() => {
        const job = 'job_id' in wish ? jobs.find(wish.job_id) : undefined;
        const outcome = refuseLate(wish, who, deps) ?? carryOut(wish, { job, ...who }, deps);
        const result = outcome.kind === 'done' ? 'done' : outcome.code;
        acts.add({
          act: actNames[wish.act],
          subject: subjectOf(wish, deps),
          detail: detailOf(wish, job),
          origin: who.origin,
          byWhom: who.by,
          outcome: result,
          atMs: now(),
        });
        log('info', 'queue.act', { act: wish.act, origin: who.origin, outcome: result, ...idsOf(wish) });
        if (outcome.kind === 'done') spool.afterCommit(deps.onChange);
        return outcome;
      });
    },
  };
}

type Asking = QueueWho & { job: Job | undefined };

function carryOut(wish: QueueWish, asking: Asking, deps: QueueAdminDeps): QueueOutcome {
  switch (wish.act) {
    case 'pause':
    case 'resume':
      return changePause(wish, asking, deps);
    case 'run_now':
      return deps.letGo(wish.rule_id ?? undefined) > 0
        ? done()
        : refused('waits-for-nothing', queueSentences.nothingWaits());
    default: {
      const { job, by } = asking;
      if (!job) return refused('not-here', heard('not-here'));
      if (wish.act === 'hold_job') return ofHold(holdJob(job, by, deps), job);
      if (wish.act === 'release_job') {
        const sinceMs = 'since' in wish ? Date.parse(wish.since) : undefined;
        return ofHold(releaseJob(job, sinceMs, deps), job);
      }
      return wish.act === 'move_job' ? moveJob(job, wish, deps) : reorder(job, wish, deps);
    }
  }
}

/** What comes behind an outage lets nothing go to paper. */
function refuseLate(
  { act }: QueueWish,
  { askedAt }: QueueWho,
  { cloudNowMs }: QueueAdminDeps,
): QueueOutcome | undefined {
  if (askedAt === undefined || !letsOut.has(act)) return undefined;
  const minutes = Math.floor((cloudNowMs() - Date.parse(askedAt)) / 60_000);
  return minutes >= letOutWithinMinutes ? refused('too-late', queueSentences.tooLate(minutes)) : undefined;
}

const heard = (outcome: 'not-here' | Exclude<HoldOutcome, 'done'>): Said => ({
  en: jobAdminText.en.outcome[outcome],
  'zh-CN': jobAdminText['zh-CN'].outcome[outcome],
});

function ofHold(outcome: HoldOutcome, { held }: Job): QueueOutcome {
  if (outcome === 'done') return done();
  const said = outcome === 'held-anew' && held ? queueSentences.heldAnew(held.by) : heard(outcome);
  return refused(outcome, said);
}

/** The routing respects it from the next look on; a printer that can't make the job at all is refused. */
function moveJob(
  job: Job,
  { entry_id: entryId }: Extract<QueueAct, { act: 'move_job' }>,
  deps: QueueAdminDeps,
): QueueOutcome {
  const { jobs, moves, submissions, views } = deps;
  const { id: jobId, state } = job;
  if (isFinal(jobMachine, state) || state === 'unknown')
    return refused('waits-for-nothing', heard('waits-for-nothing'));
  const isWaiting = state === 'submitting' ? submissions.findOpen(jobId) !== undefined : state !== 'printing';
  if (!isWaiting || isAtPrinter(jobId, submissions)) return refused('paper-moved', heard('paper-moved'));
  const { printer_entry: _, ...anywhere } = job.needs;
  const needs = entryId === null ? anywhere : { ...anywhere, printer_entry: entryId };
  const printer = views().find((view) => view.entryId === entryId);
  const answer = printer ? judgeWish(printer, needs) : done();
  if (entryId !== null && (!printer || printer.isEnabled === false))
    return refused('no-such-printer', queueSentences.noSuchPrinter());
  if (answer.kind === 'refused') return answer;
  jobs.setNeeds(jobId, needs);
  deps.judgeAnew(jobId);
  moves.report(jobId);
  return answer;
}

function judgeWish(printer: PrinterView, needs: Job['needs']): QueueOutcome {
  const { name, description } = printer;
  if (!description) return refused('cannot-print-there', queueSentences.neverSeen(name));
  const en = judgePrinters(needs, [printer]);
  const zh = judgePrinters(needs, [printer], 'zh-CN');
  if (en.kind !== 'hold' || zh.kind !== 'hold') return done();
  const why = { en: en.message, 'zh-CN': zh.message };
  // What paper, a switch or a cable mends is waited for; what the printer is not made for, never.
  if (en.reason === 'no-printer' || en.reason === 'format-not-supported')
    return refused('cannot-print-there', queueSentences.cannotPrint(name, why));
  return done(queueSentences.waitsThere(name, why));
}

function reorder(
  job: Job,
  { before_job_id: beforeId }: Extract<QueueAct, { act: 'reorder_job' }>,
  deps: QueueAdminDeps,
): QueueOutcome {
  const { jobs, submissions } = deps;
  if (beforeId === job.id) return refused('waits-for-nothing', queueSentences.ownPlace());
  if (isFinal(jobMachine, job.state) || job.state === 'unknown')
    return refused('waits-for-nothing', heard('waits-for-nothing'));
  if (job.state === 'printing' || isAtPrinter(job.id, submissions))
    return refused('paper-moved', heard('paper-moved'));
  const before = beforeId === null ? undefined : jobs.find(beforeId);
  if (beforeId !== null && (!before || isFinal(jobMachine, before.state)))
    return refused('waits-for-nothing', queueSentences.noLongerWaits());
  reorderJob(job, before, deps);
  return done();
}

function changePause(
  wish: Extract<QueueWish, { act: 'pause' | 'resume' }>,
  { by }: Asking,
  { pauses, views, now }: QueueAdminDeps,
): QueueOutcome {
  const entryId = wish.entry_id ?? undefined;
  if (entryId !== undefined && !views().some((view) => view.entryId === entryId))
    return refused('no-such-printer', printerSentences.absent());
  if (wish.act === 'pause') {
    const outcome = pauses.pause(entryId, { by, sinceMs: now() });
    return outcome.kind === 'paused'
      ? refused('paused-before', queueSentences.pausedBefore(outcome.pause.by))
      : done();
  }
  const outcome = pauses.resume(entryId, 'since' in wish ? Date.parse(wish.since) : undefined);
  if (outcome.kind === 'done') return done();
  if (outcome.kind === 'not-paused') return refused('not-paused', queueSentences.notPaused());
  const { isAll, pause } = outcome;
  const isOther = isAll && entryId !== undefined;
  return refused('paused-before', (isOther ? queueSentences.allPaused : queueSentences.pausedAnew)(pause.by));
}

const idsOf = (wish: QueueWish) => ('job_id' in wish ? { jobId: wish.job_id } : {});

/** A job id, a printer id, or empty for all. */
function subjectOf(wish: QueueWish, { views }: QueueAdminDeps): string {
  if ('job_id' in wish) return wish.job_id;
  if (wish.act === 'run_now' || wish.entry_id === null) return '';
  return views().find(({ entryId }) => entryId === wish.entry_id)?.printerId ?? '';
}

function detailOf(wish: QueueWish, job: Job | undefined): string {
  switch (wish.act) {
    case 'hold_job':
    case 'release_job':
      return job?.state === 'held' ? job.reason : '';
    case 'move_job':
      return wish.entry_id === null ? 'any' : `entry ${wish.entry_id}`;
    case 'reorder_job':
      return wish.before_job_id === null ? 'last' : `before ${wish.before_job_id}`;
    case 'run_now':
      return wish.rule_id ?? '';
    default:
      return wish.entry_id === null ? 'all' : '';
  }
}
