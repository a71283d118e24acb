/**
 * A schedule as lines that a person types, and back: `mon-fri 18:00-20:00` for a window, `0 18 * * mon-fri +120` for one by cron,
 * a cron expression a line for runs. Pure. What the lines mean, and whether they can be, the schedule's own shapes decide.
 */
import type { PrintPlan, PrintWindow, ScheduleContent } from '@platen/contracts/schedule/schedule-document';

type Day = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';
const week: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** What is typed, line by line, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** `mon-fri sun`, in the order of the week; every day is the empty text. */
export function daysText(days: readonly Day[] | undefined): string {
  const wanted = week.filter((day) => days === undefined || days.includes(day));
  if (wanted.length === 7) return '';
  const parts: string[] = [];
  for (let at = 0; at < wanted.length; ) {
    let end = at;
    while (week.indexOf(wanted[end + 1]!) === week.indexOf(wanted[end]!) + 1) end += 1;
    parts.push(end > at + 1 ? `${wanted[at]}-${wanted[end]}` : wanted.slice(at, end + 1).join(' '));
    at = end + 1;
  }
  return parts.join(' ');
}

/** The days that the words name; none named is every day. Words that are no days stay, for the shapes to refuse. */
export function readDays(words: readonly string[]): Day[] {
  if (words.length === 0) return [...week];
  const days = words.flatMap((word) => {
    const [from, to] = word.toLowerCase().split('-') as [Day, Day | undefined];
    if (to === undefined) return [from];
    const first = week.indexOf(from);
    const last = week.indexOf(to);
    if (first < 0 || last < 0) return [word as Day];
    // fri-mon goes over the end of the week.
    return first <= last ? week.slice(first, last + 1) : [...week.slice(first), ...week.slice(0, last + 1)];
  });
  return [...new Set(days)];
}

const windowText = (window: PrintWindow): string =>
  'opens' in window
    ? `${window.opens} +${window.minutes}`
    : `${daysText(window.days)} ${window.from}-${window.to}`.trim();

function readWindow(line: string): unknown {
  const [, opens, minutes] = /^(.*?)\s*\+\s*(\d+)$/.exec(line) ?? [];
  if (opens !== undefined) return { opens, minutes: Number(minutes) };
  const { days, from, to } = readSpan(line);
  return { days: readDays(days), from, to };
}

/** `[days] HH:MM-HH:MM`. */
function readSpan(line: string): { days: string[]; from: string; to: string } {
  const words = line.split(/[\s,]+/);
  const [from = '', to = ''] = (words.at(-1) ?? '').split(/[-–]/);
  return { days: words.slice(0, -1), from, to };
}

function readQuiet(line: string): unknown {
  const { days, from, to } = readSpan(line);
  return { ...(days.length > 0 && { days: readDays(days) }), from, to };
}

/** The lines of a plan; none while it is immediate. */
export function planText(plan: PrintPlan): string {
  if (plan.mode === 'windows') return plan.windows.map(windowText).join('\n');
  return plan.mode === 'runs' ? plan.runs.join('\n') : '';
}

export const quietText = ({ quiet_hours }: Pick<ScheduleContent, 'quiet_hours'>): string =>
  quiet_hours.map(({ days, from, to }) => `${daysText(days)} ${from}-${to}`.trim()).join('\n');

/** A schedule as it stands in the form: texts alone. */
export interface TypedSchedule {
  mode: PrintPlan['mode'];
  /** Of windows or runs. */
  lines: string;
  time_zone: string;
  quiet: string;
  missed_runs: ScheduleContent['missed_runs'];
  promise_minutes: string;
  deadline_minutes: string;
  outage_limit_minutes: string;
  rules: TypedRule[];
}

/** A plan for single printers or products, as it stands in the form. What is not its own is the shop's. */
export interface TypedRule {
  id: string;
  name: string;
  /** Empty: whichever. */
  printer_id: string;
  size: string;
  media_type: string;
  order_type: '' | 'photo' | 'document';
  mode: PrintPlan['mode'];
  lines: string;
  /** Empty: the shop's. */
  time_zone: string;
  missed_runs: '' | ScheduleContent['missed_runs'];
  hasQuiet: boolean;
  quiet: string;
  hasDeadline: boolean;
  deadline_minutes: string;
}

type Rule = ScheduleContent['rules'][number];

/** A plan of which nothing is said yet. */
export const emptyRule = (id: string): TypedRule => ({
  id,
  name: '',
  printer_id: '',
  size: '',
  media_type: '',
  order_type: '',
  mode: 'immediate',
  lines: '',
  time_zone: '',
  missed_runs: '',
  hasQuiet: false,
  quiet: '',
  hasDeadline: false,
  deadline_minutes: '',
});

const typedRuleOf = ({ id, name, match, plan, time_zone, quiet_hours, ...rule }: Rule): TypedRule => ({
  id,
  name,
  printer_id: match.printer_id ?? '',
  size: match.size ?? '',
  media_type: match.media_type ?? '',
  order_type: match.order_type ?? '',
  mode: plan.mode,
  lines: planText(plan),
  time_zone: time_zone ?? '',
  missed_runs: rule.missed_runs ?? '',
  hasQuiet: quiet_hours !== undefined,
  quiet: quiet_hours ? quietText({ quiet_hours }) : '',
  hasDeadline: rule.deadline_minutes !== undefined,
  deadline_minutes: minutesText(rule.deadline_minutes ?? null),
});

function readRule(typed: TypedRule): unknown {
  const { id, name, printer_id, size, media_type, order_type } = typed;
  const named = Object.entries({ printer_id, size, media_type, order_type })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    id,
    name: name.trim(),
    match: Object.fromEntries(named),
    plan: readPlan(typed),
    ...(typed.time_zone.trim() !== '' && { time_zone: typed.time_zone.trim() }),
    ...(typed.missed_runs !== '' && { missed_runs: typed.missed_runs }),
    ...(typed.hasQuiet && { quiet_hours: linesOf(typed.quiet).map(readQuiet) }),
    ...(typed.hasDeadline && { deadline_minutes: readMinutes(typed.deadline_minutes) }),
  };
}

function readPlan({ mode, lines }: Pick<TypedRule, 'mode' | 'lines'>): unknown {
  const typed = linesOf(lines);
  return {
    mode,
    ...(mode === 'windows' && { windows: typed.map(readWindow) }),
    ...(mode === 'runs' && { runs: typed }),
  };
}

const readMinutes = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const minutesText = (minutes: number | null): string => (minutes === null ? '' : String(minutes));

export const typedOf = (content: ScheduleContent): TypedSchedule => ({
  mode: content.plan.mode,
  lines: planText(content.plan),
  time_zone: content.time_zone,
  quiet: quietText(content),
  missed_runs: content.missed_runs,
  promise_minutes: minutesText(content.promise_minutes),
  deadline_minutes: minutesText(content.deadline_minutes),
  outage_limit_minutes: minutesText(content.outage_limit_minutes),
  rules: content.rules.map(typedRuleOf),
});

/** What was typed, as a schedule's content, not yet checked: schedule-faults.ts says what can be said here, the host the rest. */
export const readTyped = (typed: TypedSchedule): ScheduleContent => ({
  plan: readPlan(typed) as PrintPlan,
  time_zone: typed.time_zone.trim(),
  quiet_hours: linesOf(typed.quiet).map(readQuiet) as ScheduleContent['quiet_hours'],
  missed_runs: typed.missed_runs,
  promise_minutes: readMinutes(typed.promise_minutes),
  deadline_minutes: readMinutes(typed.deadline_minutes),
  outage_limit_minutes: readMinutes(typed.outage_limit_minutes),
  rules: typed.rules.map(readRule) as Rule[],
});
