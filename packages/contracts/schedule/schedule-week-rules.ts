/** A schedule's coming seven days by its wall clock, to be drawn as a grid. Pure. */

import type { FloorPreview, FloorWeek } from '../floor/shop-floor.ts';
import { toTime, toTimeOrNull } from '../shapes.ts';
import type { ReadCron } from './schedule-cron.ts';
import {
  contentOf,
  type ScheduleContent,
  type ScheduleDocument,
  weekdayNumber,
} from './schedule-document.ts';
import {
  type CompiledRule,
  comingWindows,
  compileSchedule,
  judgeRelease,
  nextRunOf,
  shopRuleId,
} from './schedule-rules.ts';
import { dayMs, minuteMs, momentOf, wallAt } from './schedule-wall-clock.ts';
import { minuteOfDay } from './schedule-windows.ts';

type Span = FloorWeek['spans'][number];

const days = 7;
/** A rule with more is drawn as far as this. */
const maxSpansOfRule = 400;
const minutesOfDay = 1440;

/** The week that begins with today. Of a schedule that can't be read nothing but its days and quiet hours. */
export function weekOf(
  schedule: ScheduleContent | ScheduleDocument,
  nowMs: number,
  readCron: ReadCron,
): FloorWeek {
  const content = 'edit_id' in schedule ? contentOf(schedule) : schedule;
  const { time_zone: zone } = content;
  const firstWallMs = Math.floor(wallAt(zone, nowMs) / dayMs) * dayMs;
  const week = {
    time_zone: zone,
    days: Array.from({ length: days }, (_, day) =>
      new Date(firstWallMs + day * dayMs).toISOString().slice(0, 10),
    ),
  };
  const compiled = compileSchedule(content, readCron);
  const rules = typeof compiled === 'string' ? [] : compiled.rules;
  const spans = rules.flatMap((rule) => [
    ...windowSpans(rule, { zone, firstWallMs }),
    ...runSpans(rule, { zone, firstWallMs }),
  ]);
  return { ...week, spans: [...spans, ...quietSpans(content, firstWallMs)] };
}

/** What a schedule would do that is not saved: its week, and for each plan what comes next. */
export function previewOf(content: ScheduleContent, nowMs: number, readCron: ReadCron): FloorPreview {
  const compiled = compileSchedule(content, readCron);
  const rules = typeof compiled === 'string' ? [] : compiled.rules;
  return {
    ...weekOf(content, nowMs, readCron),
    next: rules.map((rule) => {
      const verdict = judgeRelease(rule, paidNow, nowMs);
      const goesAtMs = verdict.kind === 'waits' ? verdict.untilMs : null;
      return {
        rule_id: rule.id,
        name: rule.id === shopRuleId ? '' : rule.name,
        mode: rule.plan.mode,
        next_run: toTimeOrNull(nextRunOf(rule, nowMs) ?? null),
        goes_at: goesAtMs === null ? null : toTime(goesAtMs),
        never: verdict.kind === 'waits' && goesAtMs === null,
      };
    }),
  };
}

/** A job of which nothing is known but that it may be printed. */
const paidNow = { dueAtMs: undefined, isReleased: false, mustAsk: false };

interface Week {
  zone: string;
  firstWallMs: number;
}

const startOf = ({ zone, firstWallMs }: Week): number => momentOf(zone, firstWallMs)?.atMs ?? firstWallMs;

function windowSpans(rule: CompiledRule, week: Week): Span[] {
  const ends = week.firstWallMs + days * dayMs;
  const spans: Span[] = [];
  for (const { opensAtMs, closesAtMs } of comingWindows(rule, startOf(week), 3 * days)) {
    const fromWallMs = wallAt(week.zone, opensAtMs);
    if (fromWallMs >= ends) break;
    spans.push(
      ...split(
        { rule_id: rule.id, kind: 'window' },
        { fromWallMs, toWallMs: wallAt(week.zone, closesAtMs), week },
      ),
    );
  }
  return spans;
}

function runSpans(rule: CompiledRule, week: Week): Span[] {
  if (rule.plan.mode !== 'runs') return [];
  const spans: Span[] = [];
  let atMs = nextRunOf(rule, startOf(week) - 1);
  while (atMs !== undefined && spans.length < maxSpansOfRule) {
    const wallMs = wallAt(week.zone, atMs) - week.firstWallMs;
    const day = Math.floor(wallMs / dayMs);
    if (day >= days) break;
    const minute = Math.floor((wallMs - day * dayMs) / minuteMs);
    if (day >= 0) spans.push({ rule_id: rule.id, kind: 'run', day, from_minute: minute, to_minute: minute });
    atMs = nextRunOf(rule, atMs);
  }
  return spans;
}

/** By the wall clock, as they are written. */
function quietSpans({ quiet_hours: quiet, rules }: ScheduleContent, firstWallMs: number): Span[] {
  const all = [
    { id: shopRuleId, spans: quiet },
    ...rules.map((rule) => ({ id: rule.id, spans: rule.quiet_hours ?? [] })),
  ];
  const week: Week = { zone: 'UTC', firstWallMs };
  // One that began yesterday may reach into today.
  const offsets = Array.from({ length: days + 1 }, (_, at) => at - 1);
  return all.flatMap(({ id, spans }) =>
    spans.flatMap((span) =>
      offsets.flatMap((offset) => {
        const dayWallMs = firstWallMs + offset * dayMs;
        const weekday = new Date(dayWallMs).getUTCDay();
        if (span.days && !span.days.some((day) => weekdayNumber(day) === weekday)) return [];
        const from = minuteOfDay(span.from);
        const to = minuteOfDay(span.to);
        const toWallMs = dayWallMs + (to > from ? to : to + minutesOfDay) * minuteMs;
        return split(
          { rule_id: id, kind: 'quiet' },
          { fromWallMs: dayWallMs + from * minuteMs, toWallMs, week },
        );
      }),
    ),
  );
}

/** Cut at each midnight, and to the week. */
function split(
  span: Pick<Span, 'rule_id' | 'kind'>,
  { fromWallMs, toWallMs, week }: { fromWallMs: number; toWallMs: number; week: Week },
): Span[] {
  const cut: Span[] = [];
  for (let day = 0; day < days; day += 1) {
    const dayWallMs = week.firstWallMs + day * dayMs;
    const from = Math.max(fromWallMs, dayWallMs);
    const to = Math.min(toWallMs, dayWallMs + dayMs);
    if (from >= to) continue;
    const minuteIn = (wallMs: number) => Math.round((wallMs - dayWallMs) / minuteMs);
    cut.push({ ...span, day, from_minute: minuteIn(from), to_minute: minuteIn(to) });
  }
  return cut;
}
