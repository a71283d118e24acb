/**
 * What piled up while something was away, or missed its run, and waits for one approval instead of firing. Owns who belongs to it
 * and that its release happens once.
 *
 * INVARIANTS
 * 1. There is at most one backlog that waits: what comes to it later waits for the same one approval.
 * 2. A decision counts once, wherever it comes from; it moves its jobs in its own transaction.
 * 3. Jobs that wait for a window or a run that is still to come belong to no backlog: nothing of theirs fires by surprise.
 */
import { randomUUID } from 'node:crypto';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { BacklogCause, BacklogDecision } from '@platen/contracts/schedule/schedule-report';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { ScheduleClock } from './schedule-clock.ts';
import type { ScheduleEdits } from './schedule-edits.ts';
import { createJudge, scheduledJobOf } from './schedule-facts.ts';
import { type Backlog, listAllOpen, type ScheduledJob, type ScheduleStore } from './schedule-store.ts';

export interface BacklogDeps {
  spool: Spool;
  store: ScheduleStore;
  moves: JobMoves;
  edits: ScheduleEdits;
  clock: ScheduleClock;
  /** The printers that there are. */
  printerIds: () => string[];
  log: AgentLog;
  now: () => number;
  onChange: () => void;
}

export interface MadeDecision {
  backlogId: string;
  decision: BacklogDecision;
  by: string;
  origin: 'cloud' | 'console';
}

export type ScheduleBacklog = ReturnType<typeof createScheduleBacklog>;

export function createScheduleBacklog(deps: BacklogDeps) {
  const { spool, store, moves, edits, clock, log, now, onChange } = deps;

  const open = (cause: BacklogCause, paidUpToMs: number | undefined): Backlog => {
    const before = store.findWaitingBacklog();
    const backlog: Backlog = {
      id: before?.id ?? randomUUID(),
      causes: [...new Set([...(before?.causes ?? []), cause])],
      paidUpToMs:
        paidUpToMs === undefined ? before?.paidUpToMs : Math.max(paidUpToMs, before?.paidUpToMs ?? 0),
      openedAtMs: before?.openedAtMs ?? now(),
    };
    store.saveBacklog(backlog);
    return backlog;
  };

  const join = (backlog: Backlog, mayJoin: (job: ScheduledJob) => boolean): number => {
    let joined = 0;
    for (const job of listAllOpen(store)) {
      if (job.mustAsk || !mayJoin(job)) continue;
      store.joinBacklog(job.jobId, backlog.id);
      joined += 1;
    }
    return joined;
  };

  const isDue = () => {
    const judge = createJudge(edits.compiled, store, clock.nowMs());
    const printerIds = deps.printerIds();
    return (job: ScheduledJob) => judge.best(job, printerIds).release.kind === 'released';
  };

  const told = (backlog: Backlog, cause: BacklogCause, jobs: number) => {
    log('warn', 'schedule.backlog', { backlogId: backlog.id, cause, jobs });
    onChange();
  };

  return {
    /** Everything that would go now, of those jobs, waits. */
    capture(cause: BacklogCause, mayJoin: (job: ScheduledJob) => boolean = () => true): void {
      spool.transaction(() => {
        const due = isDue();
        const backlog = open(cause, undefined);
        told(
          backlog,
          cause,
          join(backlog, (job) => mayJoin(job) && due(job)),
        );
      });
    },
    /** The jobs of a missed run. */
    captureMissedRun(isOfRun: (job: ScheduledJob) => boolean): void {
      spool.transaction(() => {
        const backlog = open('missed-run', undefined);
        told(backlog, 'missed-run', join(backlog, isOfRun));
      });
    },
    /** The link is back: what was paid up to then comes in now, and waits where it would go at once. */
    expectLate(paidUpToMs: number): void {
      spool.transaction(() => open('link', paidUpToMs));
      log('warn', 'schedule.late-jobs', { paidUpTo: new Date(paidUpToMs).toISOString() });
      onChange();
    },
    /** A job came in; called in the transaction that spools it. */
    spooled(ticket: PrintTicket): void {
      const job = scheduledJobOf(ticket, clock.nowMs());
      const backlog = store.findWaitingBacklog();
      store.insertScheduledJob(job);
      if (backlog?.paidUpToMs === undefined || job.paidAtMs > backlog.paidUpToMs) return;
      const fresh = {
        ...job,
        productKey: '',
        isReleased: false,
        isCalled: false,
        mustAsk: false,
        position: Number.MAX_SAFE_INTEGER,
      };
      const judge = createJudge(edits.compiled, store, clock.nowMs());
      if (judge.best(fresh, deps.printerIds()).release.kind !== 'released') return;
      store.joinBacklog(job.jobId, backlog.id);
      onChange();
    },
    /** What waits; undefined when nothing does. */
    find(): (Backlog & { jobs: number }) | undefined {
      const backlog = store.findWaitingBacklog();
      const jobs = backlog ? store.countBacklog(backlog.id) : 0;
      return backlog && jobs > 0 ? { ...backlog, jobs } : undefined;
    },
    /** Lets the backlog go. False when it was decided before, or never was. */
    decide({ backlogId, decision, by, origin }: MadeDecision): boolean {
      const isDecided = spool.transaction(() => {
        if (!store.decideBacklog({ id: backlogId, decision, by, origin, atMs: now() })) return false;
        const jobs = store.listBacklogJobs(backlogId);
        for (const job of jobs) {
          if (decision === 'print_now') store.release(job.jobId);
          if (job.state === 'held' && job.reason === 'awaiting-approval')
            moves.move({ jobId: job.jobId, from: 'held', to: 'ready' });
        }
        store.forgetJudgements();
        const detail = { backlogId, decision, origin, jobs: jobs.length };
        store.addLog({ atMs: now(), event: 'backlog.decided', actor: by, detail });
        return true;
      });
      log('info', isDecided ? 'schedule.decided' : 'schedule.decided-before', { backlogId, decision, by });
      if (isDecided) onChange();
      return isDecided;
    },
  };
}
