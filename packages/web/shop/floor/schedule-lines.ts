/**
 * A schedule as lines that a person types, and back: `mon-fri 18:00-20:00` for a window, `0 18 * * mon-fri +120` for one by cron,
 * a cron expression a line for runs. Pure. What the lines mean, and whether they can be, the schedule's own shapes decide.
 */
import type { PrintPlan, PrintWindow, ScheduleContent } from '@platen/contracts/schedule/schedule-document';

type Day = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';
const week: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const linesOf = (text: string): string[] =>
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
}

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
});

/** What was typed, as a schedule's content, not yet checked: the host does that. Rules are kept as they are. */
export function readTyped(typed: TypedSchedule, before: ScheduleContent): ScheduleContent {
  const { mode } = typed;
  const lines = linesOf(typed.lines);
  const plan = {
    mode,
    ...(mode === 'windows' && { windows: lines.map(readWindow) }),
    ...(mode === 'runs' && { runs: lines }),
  };
  const minutes = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    ...before,
    plan: plan as PrintPlan,
    time_zone: typed.time_zone.trim(),
    quiet_hours: linesOf(typed.quiet).map(readQuiet) as ScheduleContent['quiet_hours'],
    missed_runs: typed.missed_runs,
    promise_minutes: minutes(typed.promise_minutes),
    deadline_minutes: minutes(typed.deadline_minutes),
    outage_limit_minutes: minutes(typed.outage_limit_minutes),
  };
}
