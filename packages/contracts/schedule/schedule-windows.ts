/**
 * Windows of time by the wall clock: print windows and quiet hours. Owns when one is open and when that may change. Pure.
 *
 * INVARIANTS
 * 1. A window is open while the wall clock shows a time from an opening up to, not including, its end: also both times when an
 *    hour comes twice.
 * 2. A window that falls wholly into an hour that is left out opens behind it, for its full length: nobody waits another day.
 */
import { type Cron, lastWall, nextRun, nextWall } from './schedule-cron.ts';
import { dayMs, minuteMs, momentOf, type Stretch, stretchesBetween } from './schedule-wall-clock.ts';

export interface Window {
  opens: Cron;
  /** At most a day. */
  lengthMs: number;
}

/** Longest window, and as much as any clock was ever set back. */
const nearMs = 26 * 3_600_000;

/** True while the window is open. */
export function isOpen(window: Window, zone: string, atMs: number): boolean {
  const stretches = stretchesBetween(zone, atMs - nearMs, atMs + 1);
  const now = stretches.at(-1) as Stretch;
  const wallMs = atMs + now.offsetMs;
  if (openingAt(window, wallMs) !== undefined) return true;
  return gapsIn(stretches).some(
    (gap) =>
      atMs >= gap.atMs && atMs < gap.atMs + window.lengthMs && isSwallowed(window, gap) && !isDayGap(gap),
  );
}

/** The latest opening whose window the wall time is in. */
const openingAt = ({ opens, lengthMs }: Window, wallMs: number): number | undefined =>
  lastWall(opens, wallMs, wallMs - lengthMs + 1);

interface Gap {
  atMs: number;
  fromWallMs: number;
  toWallMs: number;
}

function gapsIn(stretches: readonly Stretch[]): Gap[] {
  return stretches.flatMap((before, index) => {
    const after = stretches[index + 1];
    if (!after || after.offsetMs <= before.offsetMs) return [];
    const atMs = before.endMs;
    return [{ atMs, fromWallMs: atMs + before.offsetMs, toWallMs: atMs + after.offsetMs }];
  });
}

const isDayGap = ({ fromWallMs, toWallMs }: Gap): boolean => toWallMs - fromWallMs >= 20 * 3_600_000;

/** True when an opening of this window lies in the gap with its whole length. */
function isSwallowed({ opens, lengthMs }: Window, { fromWallMs, toWallMs }: Gap): boolean {
  return nextWall(opens, fromWallMs - 1, toWallMs - lengthMs + 1) !== undefined;
}

/** The next moment behind `atMs` at which the window may open or close; undefined when it never opens again. */
export function nextChange(window: Window, zone: string, atMs: number): number | undefined {
  const { opens, lengthMs } = window;
  const stretches = stretchesBetween(zone, atMs, atMs + nearMs);
  const near = stretches.flatMap(({ startMs, endMs, offsetMs }, index) => {
    const opening = nextWall(opens, startMs + offsetMs - (index === 0 ? 0 : 1), endMs + offsetMs);
    const last = lastWall(opens, startMs + offsetMs, startMs + offsetMs - lengthMs);
    const closing = last === undefined ? [] : [last + lengthMs - offsetMs];
    const first = opening === undefined ? [] : [opening - offsetMs, opening + lengthMs - offsetMs];
    return [startMs, ...closing, ...first].filter((at) => at >= startMs && at < endMs);
  });
  const behindGaps = gapsIn(stretchesBetween(zone, atMs - nearMs, atMs + nearMs)).map(
    (gap) => gap.atMs + lengthMs,
  );
  const later = nextRun(opens, zone, atMs);
  const all = [...near, ...behindGaps, ...(later === undefined ? [] : [later])].filter((at) => at > atMs);
  return all.length === 0 ? undefined : Math.min(...all);
}

/** When the opening that holds at `atMs` began; for a window that is not open, `atMs`. */
export function openedAt(window: Window, zone: string, atMs: number): number {
  const stretch = stretchesBetween(zone, atMs, atMs + 1)[0] as Stretch;
  const wallMs = openingAt(window, atMs + stretch.offsetMs);
  if (wallMs === undefined) return atMs;
  return Math.min(atMs, momentOf(zone, wallMs)?.atMs ?? atMs);
}

/** Ends any walk over changes: a window that opens each minute changes 1440 times a day. */
const maxSteps = 1500;
const farthestMs = 5 * 366 * dayMs;

/** The first moment at or behind `atMs` at which `holds`; undefined when there is none in sight (five years). */
export function firstMoment(
  atMs: number,
  { windows, zone, holds }: { windows: readonly Window[]; zone: string; holds: (atMs: number) => boolean },
): number | undefined {
  let moment = atMs;
  for (let i = 0; i < maxSteps; i += 1) {
    if (holds(moment)) return moment;
    const changes = windows.flatMap((window) => nextChange(window, zone, moment) ?? []);
    if (changes.length === 0) return undefined;
    moment = Math.min(...changes);
    if (moment - atMs > farthestMs) return undefined;
  }
  return undefined;
}

/** A wall time of day, as `HH:MM`, in minutes. */
export const minuteOfDay = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** The window from one time of day to another, over midnight when the second is not later, on the days that it begins. */
export function dailyWindow({
  days,
  from,
  to,
}: {
  days: readonly number[];
  from: string;
  to: string;
}): Window {
  const [start, end] = [minuteOfDay(from), minuteOfDay(to)];
  const wanted = new Set(days);
  return {
    opens: {
      minutesOfDay: [start],
      matchesDay: (dayStartMs) => wanted.has(new Date(dayStartMs).getUTCDay()),
    },
    lengthMs: (end > start ? end - start : end + 1440 - start) * minuteMs,
  };
}
