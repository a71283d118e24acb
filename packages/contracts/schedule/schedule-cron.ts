/**
 * Cron expressions as sets of minutes and days, and the runs that follow from them in a time zone. Pure. Whoever has an
 * expression has it read by node-cron; this file owns only what comes after the fields.
 *
 * INVARIANTS
 * 1. A run whose wall time doesn't exist (clocks go forward) happens once, at the first minute that exists; on a day that the
 *    calendar leaves out nothing happens.
 * 2. A wall time that comes twice (clocks go back) is one run, the first time.
 * 3. Day of month and day of week must both match, as node-cron has it.
 */
import { dayMs, minuteMs, momentOf, stretchesBetween, wallAt } from './schedule-wall-clock.ts';

/** What node-cron's `parse` makes of an expression; its tokens L, L-n, nW, LW, n#k and nL stay text. */
export interface CronFields {
  second: readonly number[];
  minute: readonly number[];
  hour: readonly number[];
  dayOfMonth: readonly (number | string)[];
  month: readonly number[];
  dayOfWeek: readonly (number | string)[];
}

/** Reads an expression into fields, or gives the sentence that says what is wrong with it. */
export type ReadCron = (expression: string) => CronFields | string;

/** What is used of node-cron: its parser is the judge of what is an expression. */
export interface CronParser {
  validate(expression: string): boolean;
  parse(expression: string): CronFields;
}

export const cronReader =
  ({ validate, parse }: CronParser): ReadCron =>
  (expression) => {
    try {
      if (!validate(expression)) return `${expression} is no cron expression`;
      return parse(expression);
    } catch (error) {
      return `${expression} is no cron expression: ${(error as Error).message}`;
    }
  };

export interface Cron {
  /** Ascending minutes of the day, 0 to 1439. */
  minutesOfDay: readonly number[];
  /** `dayStartMs` is a wall time at midnight. */
  matchesDay(dayStartMs: number): boolean;
}

/** Longest look ahead: 29 February can be eight years away. */
const farthestMs = 9 * 366 * dayMs;

export function compileCron(fields: CronFields): Cron {
  const minutesOfDay = fields.hour
    .flatMap((hour) => fields.minute.map((minute) => hour * 60 + minute))
    .sort((a, b) => a - b);
  const months = new Set(fields.month);
  return {
    minutesOfDay: [...new Set(minutesOfDay)],
    matchesDay(dayStartMs) {
      const date = new Date(dayStartMs);
      const day: Day = {
        dayOfMonth: date.getUTCDate(),
        weekday: date.getUTCDay(),
        lastDay: new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
      };
      return (
        months.has(date.getUTCMonth() + 1) &&
        fields.dayOfMonth.some((token) => isDayOfMonth(token, day)) &&
        fields.dayOfWeek.some((token) => isDayOfWeek(token, day))
      );
    },
  };
}

interface Day {
  dayOfMonth: number;
  /** 0 is Sunday. */
  weekday: number;
  lastDay: number;
}

function isDayOfMonth(token: number | string, day: Day): boolean {
  if (typeof token === 'number') return token === day.dayOfMonth;
  const offset = /^L-(\d+)$/.exec(token);
  if (offset) return day.dayOfMonth === day.lastDay - Number(offset[1]);
  const weekday = /^(\d+|L)W$/.exec(token);
  if (!weekday) return token === 'L' && day.dayOfMonth === day.lastDay;
  const target = weekday[1] === 'L' ? day.lastDay : Number(weekday[1]);
  return target <= day.lastDay && day.dayOfMonth === nearestWorkday(target, day);
}

/** The nearest Monday to Friday in the same month. */
function nearestWorkday(target: number, day: Day): number {
  const weekday = (((day.weekday + target - day.dayOfMonth) % 7) + 7) % 7;
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === day.lastDay ? target - 2 : target + 1;
  return target;
}

function isDayOfWeek(token: number | string, { dayOfMonth, weekday, lastDay }: Day): boolean {
  if (typeof token === 'number') return token % 7 === weekday;
  const [, wanted, kind, nth] = /^([0-7])(L|#)([1-5])?$/.exec(token) ?? [];
  if (wanted === undefined || Number(wanted) % 7 !== weekday) return false;
  return kind === 'L' ? dayOfMonth + 7 > lastDay : Math.ceil(dayOfMonth / 7) === Number(nth);
}

const dayOf = (wallMs: number): number => Math.floor(wallMs / dayMs) * dayMs;

/** The first matching wall time behind `afterMs` and before `limitMs`. */
export function nextWall(cron: Cron, afterMs: number, limitMs: number): number | undefined {
  for (let day = dayOf(afterMs); day < limitMs; day += dayMs) {
    if (!cron.matchesDay(day)) continue;
    const minute = cron.minutesOfDay.find((one) => day + one * minuteMs > afterMs);
    if (minute === undefined) continue;
    const wallMs = day + minute * minuteMs;
    return wallMs < limitMs ? wallMs : undefined;
  }
  return undefined;
}

/** The last matching wall time at or before `atMs` and not before `limitMs`. */
export function lastWall(cron: Cron, atMs: number, limitMs: number): number | undefined {
  for (let day = dayOf(atMs); day >= dayOf(limitMs); day -= dayMs) {
    if (!cron.matchesDay(day)) continue;
    const minute = cron.minutesOfDay.findLast((one) => day + one * minuteMs <= atMs);
    if (minute === undefined) continue;
    const wallMs = day + minute * minuteMs;
    return wallMs >= limitMs ? wallMs : undefined;
  }
  return undefined;
}

/** The first run behind a moment; undefined when there is none within nine years. */
export function nextRun(cron: Cron, zone: string, afterMs: number): number | undefined {
  let wallMs: number | undefined = wallAt(zone, afterMs);
  const limitMs = wallMs + farthestMs;
  // Passes over the wall times of a repeated hour, a day of them at most.
  for (let i = 0; i < 3000; i += 1) {
    wallMs = nextWall(cron, wallMs, limitMs);
    if (wallMs === undefined) return undefined;
    const moment = momentOf(zone, wallMs);
    if (moment && moment.atMs > afterMs) return moment.atMs;
  }
  return undefined;
}

/** The last run at or before `atMs` and not before `sinceMs`. */
export function lastRun(
  cron: Cron,
  zone: string,
  { atMs, sinceMs }: { atMs: number; sinceMs: number },
): number | undefined {
  // While an hour repeats, the wall clock has shown later times than it shows now.
  const shown = stretchesBetween(zone, atMs - 26 * 3_600_000, atMs + 1).map(
    ({ endMs, offsetMs }) => endMs - 1 + offsetMs,
  );
  let wallMs: number | undefined = Math.max(...shown) + 1;
  const limitMs = wallMs - (atMs - sinceMs) - 2 * dayMs;
  for (let i = 0; i < 3000; i += 1) {
    wallMs = lastWall(cron, wallMs - 1, limitMs);
    if (wallMs === undefined) return undefined;
    const moment = momentOf(zone, wallMs);
    if (moment && moment.atMs < sinceMs) return undefined;
    if (moment && moment.atMs <= atMs) return moment.atMs;
  }
  return undefined;
}
