/**
 * Runs of the schedule: which have come, which were missed, and that each happens once. Owns the mark up to where it has looked.
 *
 * INVARIANTS
 * 1. A run is a row with its rule and its moment, written in one transaction with the mark: whenever the agent dies, the run either
 *    happened or is still to be found. The row's key makes a second time impossible, also when the clock goes back.
 * 2. Of the runs that were missed in one absence the newest counts for all.
 */

import type { RunOutcome } from '@platen/contracts/schedule/schedule-report';
import { allows, type CompiledRule, lastRunOf, ruleFor } from '@platen/contracts/schedule/schedule-rules';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { ScheduleBacklog } from './schedule-backlog.ts';
import type { ScheduleClock } from './schedule-clock.ts';
import type { ScheduleEdits } from './schedule-edits.ts';
import { createJudge } from './schedule-facts.ts';
import type { ScheduledJob, ScheduleStore } from './schedule-store.ts';

export interface RunsDeps {
  spool: Spool;
  store: ScheduleStore;
  edits: ScheduleEdits;
  clock: ScheduleClock;
  backlog: Pick<ScheduleBacklog, 'captureMissedRun'>;
  printerIds: () => string[];
  log: AgentLog;
}

/** A run that is noticed this late is as good as on time; behind it the rule says what to do. */
const lateMs = 5 * 60_000;
/** Runs longer ago than this are nobody's business any more; a rule that came late starts from here as well. */
const farBackMs = 400 * 86_400_000;

/** Looks for runs since the last look. True when one was noted. */
export function recordRuns(deps: RunsDeps): boolean {
  const { spool, store, edits, clock, log } = deps;
  const nowMs = clock.nowMs();
  const lookedMs = store.findMark<number>('looked') ?? nowMs;
  if (lookedMs > nowMs)
    log('warn', 'schedule.clock-back', { bySeconds: Math.round((lookedMs - nowMs) / 1000) });
  const sinceMs = Math.max(lookedMs, nowMs - farBackMs);
  return spool.transaction(() => {
    const noted = edits.compiled.rules.filter((rule) => lookAtRule(rule, { sinceMs, nowMs }, deps));
    store.setMark('looked', nowMs);
    return noted.length > 0;
  });
}

interface Span {
  sinceMs: number;
  nowMs: number;
}

function lookAtRule(rule: CompiledRule, { sinceMs, nowMs }: Span, deps: RunsDeps): boolean {
  const atMs = missedMoment(rule, { sinceMs, nowMs });
  if (atMs === undefined) return false;
  const isOpenNow = rule.plan.mode === 'windows' && allows(rule, nowMs);
  const outcome = isOpenNow || nowMs - atMs <= lateMs ? 'fired' : lateOutcomes[rule.missedRuns];
  return note(rule, { atMs, outcome, nowMs }, deps);
}

/** The newest run since the last look; for windows also one that was cut short, its end, when the agent was not there. */
function missedMoment(rule: CompiledRule, { sinceMs, nowMs }: Span): number | undefined {
  const runMs = lastRunOf(rule, { sinceMs, atMs: nowMs });
  if (runMs !== undefined || rule.plan.mode !== 'windows' || nowMs - sinceMs <= lateMs) return runMs;
  return allows(rule, sinceMs) && !allows(rule, nowMs) ? sinceMs : undefined;
}

const lateOutcomes: Record<CompiledRule['missedRuns'], RunOutcome> = {
  run_now: 'fired_late',
  skip: 'skipped',
  ask: 'asked',
};

function note(
  rule: CompiledRule,
  run: { atMs: number; outcome: RunOutcome; nowMs: number },
  { store, edits, backlog, printerIds, log, clock }: RunsDeps,
): boolean {
  const ids = printerIds();
  // Before the row is written: it is asked of those that no earlier run has let go.
  const judge = createJudge(edits.compiled, store, clock.nowMs());
  const isOfRule = (job: ScheduledJob) =>
    [...ids, undefined].some((printerId) => ruleFor(edits.compiled, job.product, printerId).id === rule.id);
  const waits = (job: ScheduledJob) => judge.best(job, ids).release.kind === 'waits';
  if (!store.noteRun({ ruleId: rule.id, ...run })) return false;
  log('info', 'schedule.run', { rule: rule.id, at: new Date(run.atMs).toISOString(), outcome: run.outcome });
  if (run.outcome === 'asked') backlog.captureMissedRun((job) => isOfRule(job) && waits(job));
  return true;
}
