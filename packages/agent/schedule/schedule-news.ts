/**
 * What the cloud hears of the schedule: everything after each welcome and each edit, then differences, and from time to time
 * that nothing has changed, so that an old state can't be taken for the present one.
 */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import type { RuleReport, ScheduleReport } from '@platen/contracts/schedule/schedule-report';
import {
  allows,
  type CompiledRule,
  comingWindows,
  nextRunOf,
} from '@platen/contracts/schedule/schedule-rules';
import { toTime, toTimeOrNull } from '@platen/contracts/shapes';
import type { ScheduleBacklog } from './schedule-backlog.ts';
import type { ScheduleClock } from './schedule-clock.ts';
import type { ScheduleEdits } from './schedule-edits.ts';
import type { ScheduleStore } from './schedule-store.ts';

export interface ScheduleNewsDeps {
  store: ScheduleStore;
  edits: ScheduleEdits;
  clock: ScheduleClock;
  backlog: ScheduleBacklog;
  /** False when the link is down. */
  send: (frame: AgentFrame) => boolean;
}

/** Changes of one moment travel together. */
const gatherMs = 200;
/** An unchanged state is said again after this long, with the next heartbeat. */
const againMs = 30_000;
const windowsTold = 10;

export type ScheduleNews = ReturnType<typeof createScheduleNews>;

export function createScheduleNews(deps: ScheduleNewsDeps) {
  const { edits, clock, send } = deps;
  let told: ScheduleReport | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let isStopped = false;

  const tellAll = () => {
    if (isStopped) return;
    const report = reportOf(deps);
    if (send({ kind: 'schedule', complete: true, report, document: edits.document })) told = report;
  };
  const tellChanges = () => {
    if (isStopped || !told) return;
    const report = reportOf(deps);
    const before = new Map(told.rules.map((rule) => [rule.rule_id, JSON.stringify(rule)]));
    const rules = report.rules.filter((rule) => before.get(rule.rule_id) !== JSON.stringify(rule));
    if (send({ kind: 'schedule', complete: false, report: { ...report, rules } })) told = report;
  };

  return {
    /** After a welcome, and when another edit holds. */
    all: tellAll,
    changed() {
      if (isStopped) return;
      gathering ??= setTimeout(() => {
        gathering = undefined;
        tellChanges();
      }, gatherMs);
    },
    /** With a heartbeat. */
    refresh() {
      if (told && clock.nowMs() - Date.parse(told.as_of) >= againMs) tellChanges();
    },
    report: () => reportOf(deps),
    stop() {
      isStopped = true;
      clearTimeout(gathering);
    },
  };
}

function reportOf({ store, edits, clock, backlog }: ScheduleNewsDeps): ScheduleReport {
  const nowMs = clock.nowMs();
  const { rules } = edits.compiled;
  const waiting = store.countWaiting(nowMs);
  const piled = backlog.find();
  return {
    version: edits.document.version,
    edit_id: edits.document.edit_id,
    rules: rules.map((rule) => ruleReportOf(rule, store, nowMs)),
    windows: comingWindows(rules[0] as CompiledRule, nowMs, windowsTold).map(({ opensAtMs, closesAtMs }) => ({
      opens_at: toTime(opensAtMs),
      closes_at: toTime(closesAtMs),
    })),
    waiting: waiting.jobs,
    next_release: toTimeOrNull(waiting.firstMs ?? null),
    backlog: piled
      ? { backlog_id: piled.id, jobs: piled.jobs, causes: piled.causes, since: toTime(piled.openedAtMs) }
      : null,
    clock_offset_seconds: Math.round(clock.offsetMs() / 1000),
    as_of: toTime(nowMs),
  };
}

function ruleReportOf(rule: CompiledRule, store: ScheduleStore, nowMs: number): RuleReport {
  const last = store.findLastRun(rule.id);
  return {
    rule_id: rule.id,
    name: rule.name,
    mode: rule.plan.mode,
    open: allows(rule, nowMs),
    next_run: toTimeOrNull(nextRunOf(rule, nowMs) ?? null),
    last_run: last ? { at: toTime(last.atMs), outcome: last.outcome } : null,
  };
}
