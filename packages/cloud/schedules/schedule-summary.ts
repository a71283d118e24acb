/**
 * Many agents' schedules as one answer. Owns that what lies in the past is not given as coming: an agent that is away goes on by its
 * schedule, so the cloud counts on with the same rules.
 */
import { contentOf, type ScheduleDocument } from '@platen/contracts/schedule/schedule-document';
import type { RuleReport, ScheduleReport } from '@platen/contracts/schedule/schedule-report';
import {
  type CompiledRule,
  comingWindows,
  compileSchedule,
  nextRunOf,
  shopRuleId,
} from '@platen/contracts/schedule/schedule-rules';
import { toTime } from '@platen/contracts/shapes';
import type { ReportOfAgent } from '../shops/shop-schedule-store.ts';
import { readCron } from './cron-fields.ts';

export interface ShopState {
  /** What holds by the cloud. */
  document: ScheduleDocument;
  reports: ScheduleReport[];
}

const windowsShown = 10;

/** Mode, next and last run and windows of these shops together. A shop that makes anybody wait gives the mode. */
export function summaryOf(shops: readonly ShopState[], nowMs: number) {
  const modes = shops.flatMap(({ document, reports }) =>
    reports.length > 0
      ? reports.map((report) => shopRule(report)?.mode ?? document.plan.mode)
      : [document.plan.mode],
  );
  const mode = modes.find((one) => one !== 'immediate') ?? ('immediate' as const);
  const told = shops.flatMap(({ reports }) => reports);
  const lastRuns = told.flatMap(({ rules }) => rules.flatMap((rule) => rule.last_run?.at ?? []));
  const coming = shops.flatMap((shop) => comingRuns(shop, nowMs));
  const windows = mode === 'windows' ? shops.flatMap((shop) => windowsOf(shop, nowMs)) : [];
  return {
    mode,
    next_run: coming.sort()[0] ?? null,
    last_run: lastRuns.sort().at(-1) ?? null,
    windows: distinct(windows).slice(0, windowsShown),
  };
}

const shopRule = ({ rules }: ScheduleReport): RuleReport | undefined =>
  rules.find((rule) => rule.rule_id === shopRuleId);

/** What agents said; where that has passed, or nobody has said anything, what follows from the schedule. */
function comingRuns({ document, reports }: ShopState, nowMs: number): string[] {
  const said = reports.flatMap(({ rules }) => rules.flatMap((rule) => rule.next_run ?? []));
  const ahead = said.filter((at) => Date.parse(at) > nowMs);
  if (ahead.length > 0 || (reports.length > 0 && said.length === 0)) return ahead;
  return rulesOf(document).flatMap((rule) => {
    const nextMs = nextRunOf(rule, nowMs);
    return nextMs === undefined ? [] : [toTime(nextMs)];
  });
}

function windowsOf({ document, reports }: ShopState, nowMs: number) {
  const said = reports
    .flatMap((report) => report.windows)
    .filter((span) => Date.parse(span.closes_at) > nowMs);
  if (said.length > 0) return said;
  return rulesOf(document)
    .slice(0, 1)
    .flatMap((rule) => comingWindows(rule, nowMs, windowsShown))
    .map(({ opensAtMs, closesAtMs }) => ({ opens_at: toTime(opensAtMs), closes_at: toTime(closesAtMs) }));
}

function rulesOf(document: ScheduleDocument): CompiledRule[] {
  const compiled = compileSchedule(contentOf(document), readCron);
  return typeof compiled === 'string' ? [] : compiled.rules;
}

function distinct(spans: { opens_at: string; closes_at: string }[]) {
  const byText = new Map(spans.map((span) => [`${span.opens_at} ${span.closes_at}`, span]));
  return [...byText.values()].sort((a, b) => (a.opens_at < b.opens_at ? -1 : 1));
}

/** What one agent last said, with its age. */
export function agentScheduleOf({ report, receivedAtMs }: ReportOfAgent, nowMs: number) {
  const shop = shopRule(report);
  return {
    mode: shop?.mode ?? ('immediate' as const),
    open: shop?.open ?? true,
    next_run: earliest(report.rules.map((rule) => rule.next_run)),
    last_run:
      report.rules
        .flatMap((rule) => rule.last_run?.at ?? [])
        .sort()
        .at(-1) ?? null,
    waiting: report.waiting,
    awaiting_approval: report.backlog?.jobs ?? 0,
    version: report.version,
    as_of: toTime(receivedAtMs),
    age_seconds: Math.max(0, Math.round((nowMs - receivedAtMs) / 1000)),
  };
}

const earliest = (times: readonly (string | null)[]): string | null =>
  times.flatMap((one) => one ?? []).sort()[0] ?? null;
