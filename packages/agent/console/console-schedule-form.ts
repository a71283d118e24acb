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

/** What was typed, as a schedule's content, not yet checked. Rules are kept as they are. */
export function readScheduleForm(form: URLSearchParams, before: ScheduleContent): unknown {
  const mode = form.get('mode') ?? '';
  const lines = linesOf(form.get('lines') ?? '');
  const plan = {
    mode,
    ...(mode === 'windows' && { windows: lines.map(readWindow) }),
    ...(mode === 'runs' && { runs: lines }),
  };
  const minutes = (name: string): number | null => {
    const text = form.get(name)?.trim() ?? '';
    return text === '' ? null : Number(text);
  };
  return {
    ...before,
    plan,
    time_zone: form.get('time_zone')?.trim() ?? '',
    quiet_hours: linesOf(form.get('quiet') ?? '').map(readQuiet),
    missed_runs: form.get('missed_runs') ?? '',
    promise_minutes: minutes('promise_minutes'),
    deadline_minutes: minutes('deadline_minutes'),
    outage_limit_minutes: minutes('outage_limit_minutes'),
  };
}
