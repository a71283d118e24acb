/**
 * When a print job may go to a printer: the decisions of a schedule. Pure: cloud (preview) and agent (printing) run this same
 * code. Whoever calls brings the moment, the job and node-cron's reading of the expressions.
 */
import { type Cron, compileCron, lastRun, nextRun, type ReadCron } from './schedule-cron.ts';
import {
  type MissedRunPolicy,
  type PrintPlan,
  type PrintWindow,
  type RuleMatch,
  type ScheduleContent,
  weekdayNumber,
} from './schedule-document.ts';
import { isTimeZone, minuteMs } from './schedule-wall-clock.ts';
import { dailyWindow, firstMoment, isOpen, minuteOfDay, openedAt, type Window } from './schedule-windows.ts';

/** The id of the shop-wide plan among those of rules. */
export const shopRuleId = 'shop';

export interface CompiledRule {
  id: string;
  name: string;
  match: RuleMatch;
  zone: string;
  plan: { mode: 'immediate' } | { mode: 'windows'; windows: Window[] } | { mode: 'runs'; runs: Cron[] };
  /** What node-cron ticks for: runs, openings, ends of quiet hours. */
  expressions: string[];
  quiet: Window[];
  deadlineMinutes: number | null;
  missedRuns: MissedRunPolicy;
}

export interface CompiledSchedule {
  /** The shop-wide one first. */
  rules: CompiledRule[];
  outageLimitMs: number | null;
}

/** Makes a schedule ready for questions; or the sentence that says what in it can't be. */
export function compileSchedule(content: ScheduleContent, readCron: ReadCron): CompiledSchedule | string {
  const shop = { id: shopRuleId, name: 'shop', match: {}, plan: content.plan };
  const ids = new Set([shopRuleId]);
  const rules: CompiledRule[] = [];
  for (const [index, rule] of [shop, ...content.rules].entries()) {
    const path = index === 0 ? '' : `rules[${index - 1}].`;
    if (index > 0 && ids.has(rule.id)) return `${path}id: another rule, or the shop's plan, has it`;
    ids.add(rule.id);
    const compiled = compileRule({ ...shopWide(content), ...withoutUndefined(rule) }, path, readCron);
    if (typeof compiled === 'string') return compiled;
    if (neverPrints(compiled)) return `${path}quiet_hours: they leave no time in which anything could print`;
    rules.push(compiled);
  }
  const limit = content.outage_limit_minutes;
  return { rules, outageLimitMs: limit === null ? null : limit * minuteMs };
}

const shopWide = ({ time_zone, quiet_hours, deadline_minutes, missed_runs }: ScheduleContent) => ({
  time_zone,
  quiet_hours,
  deadline_minutes,
  missed_runs,
});

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

type WholeRule = ReturnType<typeof shopWide> & {
  id: string;
  name: string;
  match: RuleMatch;
  plan: PrintPlan;
};

function compileRule(rule: WholeRule, path: string, readCron: ReadCron): CompiledRule | string {
  if (!isTimeZone(rule.time_zone)) return `${path}time_zone: ${rule.time_zone} is no IANA time zone`;
  const plan = compilePlan(rule.plan, `${path}plan.`, readCron);
  if (typeof plan === 'string') return plan;
  return {
    id: rule.id,
    name: rule.name,
    match: rule.match,
    zone: rule.time_zone,
    plan,
    expressions: [...expressionsOf(rule.plan), ...rule.quiet_hours.map(({ to }) => dailyAt(to))],
    quiet: rule.quiet_hours.map(({ days, ...span }) =>
      dailyWindow({ ...span, days: days?.map(weekdayNumber) ?? [0, 1, 2, 3, 4, 5, 6] }),
    ),
    deadlineMinutes: rule.deadline_minutes,
    missedRuns: rule.missed_runs,
  };
}

function compilePlan(plan: PrintPlan, path: string, readCron: ReadCron): CompiledRule['plan'] | string {
  if (plan.mode === 'immediate') return plan;
  if (plan.mode === 'windows') {
    const windows: Window[] = [];
    for (const [index, window] of plan.windows.entries()) {
      const compiled = compileWindow(window, readCron);
      if (typeof compiled === 'string') return `${path}windows[${index}].opens: ${compiled}`;
      windows.push(compiled);
    }
    return { mode: 'windows', windows };
  }
  const runs: Cron[] = [];
  for (const [index, expression] of plan.runs.entries()) {
    const cron = compileExpression(expression, readCron);
    if (typeof cron === 'string') return `${path}runs[${index}]: ${cron}`;
    runs.push(cron);
  }
  return { mode: 'runs', runs };
}

function compileWindow(window: PrintWindow, readCron: ReadCron): Window | string {
  if ('days' in window) return dailyWindow({ ...window, days: window.days.map(weekdayNumber) });
  const opens = compileExpression(window.opens, readCron);
  return typeof opens === 'string' ? opens : { opens, lengthMs: window.minutes * minuteMs };
}

const nobodyKnows: JobFacts = { dueAtMs: undefined, isReleased: false, mustAsk: false };

function neverPrints(rule: CompiledRule): boolean {
  const verdict = judgeRelease(rule, nobodyKnows, anyMomentMs);
  return verdict.kind === 'waits' && verdict.untilMs === null;
}

/** Any moment will do: what doesn't come within years of one day hardly comes at all. */
const anyMomentMs = Date.UTC(2026, 0, 1);

function compileExpression(expression: string, readCron: ReadCron): Cron | string {
  const fields = readCron(expression);
  if (typeof fields === 'string') return fields;
  const cron = compileCron(fields);
  return nextRun(cron, 'UTC', anyMomentMs) === undefined ? `${expression} never comes` : cron;
}

function expressionsOf(plan: PrintPlan): string[] {
  if (plan.mode === 'runs') return plan.runs;
  if (plan.mode === 'immediate') return [];
  return plan.windows.map((window) => {
    if ('opens' in window) return window.opens;
    return dailyAt(window.from, window.days.join(','));
  });
}

function dailyAt(timeOfDay: string, days = '*'): string {
  const minute = minuteOfDay(timeOfDay);
  return `${minute % 60} ${Math.floor(minute / 60)} * * ${days}`;
}

/** What a rule looks at. */
export interface Product {
  /** Code and PWG name: a rule may name either. */
  sizes: readonly string[];
  mediaType: string;
  orderType: 'photo' | 'document';
}

/** The rule for a product at a printer: the one that names the printer, then the one that names most, then the first. */
export function ruleFor(
  schedule: CompiledSchedule,
  product: Product,
  printerId: string | undefined,
): CompiledRule {
  const fitting = schedule.rules.filter(({ match }) => fits(match, product, printerId));
  return fitting.reduce((best, rule) => (weightOf(rule.match) > weightOf(best.match) ? rule : best));
}

function fits(match: RuleMatch, product: Product, printerId: string | undefined): boolean {
  return (
    (match.printer_id === undefined || match.printer_id === printerId) &&
    (match.size === undefined || product.sizes.includes(match.size)) &&
    (match.media_type === undefined || match.media_type === product.mediaType) &&
    (match.order_type === undefined || match.order_type === product.orderType)
  );
}

function weightOf({ printer_id, ...product }: RuleMatch): number {
  const named = Object.values(product).filter((value) => value !== undefined).length;
  return (printer_id === undefined ? 0 : 10) + named;
}

/** What of a job matters to its release. */
export interface JobFacts {
  /** When it is promised. */
  dueAtMs: number | undefined;
  /** A run or a person has let it go: neither windows nor runs hold it any more. */
  isReleased: boolean;
  /** A person lets it go at once, quiet hours or not. */
  isCalled?: boolean;
  /** It piled up over an outage, or its run was missed, and nobody has approved that yet. */
  mustAsk: boolean;
}

export type Release =
  | { kind: 'released'; by: 'plan' | 'deadline' | 'earlier' }
  /** untilMs is null when nothing in sight ends the waiting. */
  | { kind: 'waits'; reason: 'window' | 'run' | 'quiet-hours'; untilMs: number | null }
  | { kind: 'asks' };

/** The one decision: may the job go to the printer at this moment by this rule? */
export function judgeRelease(rule: CompiledRule, job: JobFacts, atMs: number): Release {
  return job.mustAsk ? { kind: 'asks' } : judgePlan(rule, job, atMs);
}

function judgePlan(rule: CompiledRule, job: JobFacts, atMs: number): Release {
  const isQuiet = (at: number) => rule.quiet.some((span) => isOpen(span, rule.zone, at));
  const quietEnd = (from: number) =>
    firstMoment(from, { windows: rule.quiet, zone: rule.zone, holds: (at) => !isQuiet(at) });
  if (job.isCalled) return { kind: 'released', by: 'earlier' };
  const lastCallMs = lastCall(rule, job, isQuiet);
  const isDue = lastCallMs !== undefined && atMs >= lastCallMs;
  const by = job.isReleased ? 'earlier' : isDue ? 'deadline' : 'plan';
  const goesNow = by !== 'plan' || allows(rule, atMs);
  if (goesNow && !isQuiet(atMs)) return { kind: 'released', by };
  const planMs = goesNow ? quietEnd(atMs) : nextRelease(rule, atMs, { isQuiet, quietEnd });
  const callMs = isDue ? undefined : lastCallMs;
  const untilMs = Math.min(planMs ?? Number.POSITIVE_INFINITY, callMs ?? Number.POSITIVE_INFINITY);
  return {
    kind: 'waits',
    reason: goesNow ? 'quiet-hours' : rule.plan.mode === 'runs' ? 'run' : 'window',
    untilMs: Number.isFinite(untilMs) ? untilMs : null,
  };
}

/** True when the plan alone, without run, person or promise, lets jobs go. */
export function allows({ plan, zone }: CompiledRule, atMs: number): boolean {
  if (plan.mode === 'immediate') return true;
  return plan.mode === 'windows' && plan.windows.some((window) => isOpen(window, zone, atMs));
}

interface Quiet {
  isQuiet: (atMs: number) => boolean;
  quietEnd: (fromMs: number) => number | undefined;
}

function nextRelease(rule: CompiledRule, atMs: number, { isQuiet, quietEnd }: Quiet): number | undefined {
  const { plan, zone } = rule;
  if (plan.mode === 'runs') {
    const runMs = nextRunOf(rule, atMs);
    return runMs === undefined ? undefined : quietEnd(runMs);
  }
  if (plan.mode === 'immediate') return quietEnd(atMs);
  const windows = [...plan.windows, ...rule.quiet];
  return firstMoment(atMs, { windows, zone, holds: (at) => allows(rule, at) && !isQuiet(at) });
}

/**
 * The latest moment at which the job must go so that its promise holds. Where that is in quiet hours, the minute before they
 * begin: a promise isn't kept by waking the house.
 */
function lastCall(rule: CompiledRule, job: JobFacts, isQuiet: (atMs: number) => boolean): number | undefined {
  if (job.dueAtMs === undefined || rule.deadlineMinutes === null) return undefined;
  let callMs = job.dueAtMs - rule.deadlineMinutes * minuteMs;
  for (let i = 0; i <= rule.quiet.length && isQuiet(callMs); i += 1) {
    callMs = Math.min(...rule.quiet.map((span) => openedAt(span, rule.zone, callMs))) - minuteMs;
  }
  return callMs;
}

/** The next run, or the next opening of a window that isn't open at that moment by another; undefined when immediate. */
export function nextRunOf({ plan, zone }: CompiledRule, atMs: number): number | undefined {
  if (plan.mode === 'immediate') return undefined;
  const crons = plan.mode === 'runs' ? plan.runs : plan.windows.map(({ opens }) => opens);
  const next = crons.flatMap((cron) => nextRun(cron, zone, atMs) ?? []);
  return next.length === 0 ? undefined : Math.min(...next);
}

/** The newest run or opening behind `sinceMs` up to `atMs`. */
export function lastRunOf(
  { plan, zone }: CompiledRule,
  { sinceMs, atMs }: { sinceMs: number; atMs: number },
): number | undefined {
  if (plan.mode === 'immediate' || sinceMs >= atMs) return undefined;
  const crons = plan.mode === 'runs' ? plan.runs : plan.windows.map(({ opens }) => opens);
  const last = crons.flatMap((cron) => lastRun(cron, zone, { atMs, sinceMs: sinceMs + 1 }) ?? []);
  return last.length === 0 ? undefined : Math.max(...last);
}

/** The coming spans in which the rule's windows are open, at most `limit`; one that is open at `atMs` begins there. */
export function comingWindows(
  rule: CompiledRule,
  atMs: number,
  limit: number,
): { opensAtMs: number; closesAtMs: number }[] {
  const { plan, zone } = rule;
  if (plan.mode !== 'windows') return [];
  const { windows } = plan;
  const spans: { opensAtMs: number; closesAtMs: number }[] = [];
  let fromMs = atMs;
  for (let i = 0; i < limit; i += 1) {
    const opensAtMs = firstMoment(fromMs, { windows, zone, holds: (at) => allows(rule, at) });
    if (opensAtMs === undefined) return spans;
    const closesAtMs = firstMoment(opensAtMs, { windows, zone, holds: (at) => !allows(rule, at) });
    if (closesAtMs === undefined) return spans;
    spans.push({ opensAtMs, closesAtMs });
    fromMs = closesAtMs;
  }
  return spans;
}
