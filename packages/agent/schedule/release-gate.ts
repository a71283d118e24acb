/**
 * The gate in front of the printers: may this job be released now, at this printer? Owns the answer, and that a job that may not
 * says why and until when. Must never send anything.
 *
 * INVARIANTS
 * 1. What may go is decided at the moment of going, by the clock of that moment; what was written down before only saves looking.
 * 2. With a schedule that lets everything go, and nothing to ask, jobs pass in the order of the queue, at no cost.
 */

import { clockText, scheduleWords } from '@platen/contracts/schedule/schedule-words';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore, NeedsGroup } from '../jobs/job-store.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { ScheduleClock } from './schedule-clock.ts';
import type { ScheduleEdits } from './schedule-edits.ts';
import { createJudge, type Judge, letsAllGo } from './schedule-facts.ts';
import { never, type ScheduledJob, type ScheduleStore } from './schedule-store.ts';

/** Ready jobs of one kind, and the printers that could make them now. */
export interface GatedGroup {
  group: NeedsGroup;
  printers: readonly PrinterView[];
}

export interface GatedPrinter {
  printerId: string;
  /** Whether this printer is the one for that job. */
  mayHave: (jobId: string) => boolean;
  limit: number;
}

export interface ReleaseGate {
  /** Says of ready jobs what they wait for, and asks where a person must be asked. True when there is more to look at. */
  judge(groups: readonly GatedGroup[]): boolean;
  /** The first ready jobs of this kind, in the order of the queue, that may go to this printer now. */
  readyFor(group: NeedsGroup, printer: GatedPrinter): Job[];
}

export interface GateDeps {
  spool: Spool;
  store: ScheduleStore;
  jobs: JobStore;
  moves: JobMoves;
  edits: ScheduleEdits;
  clock: ScheduleClock;
  onChange: () => void;
}

/** Jobs that are judged in one commit. */
const maxBatch = 200;
/** Mostly the first ripe job may go at once. */
const firstPage = 10;
/** Pages of ripe jobs that are looked through for one that this printer may have. */
const maxPages = 25;

export function createReleaseGate(deps: GateDeps): ReleaseGate {
  const { spool, store, jobs, edits, clock } = deps;
  const isOpenGate = () => letsAllGo(edits.compiled) && !store.findWaitingBacklog();
  const judgeNow = () => createJudge(edits.compiled, store, clock.nowMs());

  return {
    judge(groups) {
      if (groups.length === 0 || isOpenGate()) return false;
      const judge = judgeNow();
      let hasMore = false;
      let hasChanged = false;
      spool.transaction(() => {
        for (const { group, printers } of groups) {
          const batch = store.listUnjudged(group.needsKey, { nowMs: clock.nowMs(), limit: maxBatch });
          const printerIds = printers.map(({ printerId }) => printerId);
          for (const job of batch) sayWhy(job, { judge, printerIds }, deps);
          if (batch.length === maxBatch) hasMore = true;
          if (batch.length > 0) hasChanged = true;
        }
      });
      if (hasChanged) deps.onChange();
      return hasMore;
    },
    readyFor(group, { printerId, mayHave, limit }) {
      if (isOpenGate()) {
        const first = jobs.listByNeeds(group, { state: 'ready', limit: Math.max(limit, firstPage) });
        return first.filter(({ id }) => mayHave(id)).slice(0, limit);
      }
      const judge = judgeNow();
      const ripe = { nowMs: clock.nowMs(), afterRank: 0, limit: firstPage };
      const released: Job[] = [];
      for (let page = 0; page < maxPages; page += 1) {
        const found = store.listRipe(group.needsKey, ripe);
        for (const job of found) {
          if (released.length === limit) return released;
          if (mayHave(job.jobId) && judge.at(job, printerId).release.kind === 'released')
            released.push(jobs.get(job.jobId));
        }
        const last = found.at(-1);
        if (!last || found.length < ripe.limit) break;
        ripe.afterRank = last.rank;
        ripe.limit = maxBatch;
      }
      return released;
    },
  };
}

function sayWhy(
  job: ScheduledJob,
  { judge, printerIds }: { judge: Judge; printerIds: readonly string[] },
  { store, moves }: GateDeps,
): void {
  const { rule, release } = judge.best(job, printerIds);
  if (release.kind === 'asks') {
    const step = { jobId: job.jobId, from: 'ready', to: 'held' } as const;
    moves.move(step, { reason: 'awaiting-approval', message: scheduleWords.en.asks });
    return;
  }
  if (release.kind === 'released') {
    store.setNotBefore(job.jobId, 0);
    if (job.reason === 'scheduled')
      moves.restate({ jobId: job.jobId, state: 'ready' }, { reason: 'none', message: '' });
    return;
  }
  const { reason, untilMs } = release;
  store.setNotBefore(job.jobId, untilMs ?? never);
  const at = untilMs === null ? undefined : `${clockText(rule.zone, untilMs)} (${rule.zone})`;
  const message = scheduleWords.en.waits(reason, at);
  moves.restate({ jobId: job.jobId, state: 'ready' }, { reason: 'scheduled', message });
}
