/**
 * Wall clocks of IANA time zones, by Intl alone. Owns the way between moments and wall times, gaps and repeats included.
 * A wall time is written as the milliseconds that it would be in UTC; a moment is milliseconds since 1970. Pure.
 */

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** A time in which the zone keeps one distance from UTC: wall time is moment + `offsetMs`. */
export interface Stretch {
  startMs: number;
  /** Exclusive. */
  endMs: number;
  offsetMs: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** True for a name that this machine's time zone data knows. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** How far the zone's wall clock is ahead of UTC at that moment, in milliseconds. */
export function offsetAt(zone: string, atMs: number): number {
  const wholeMs = Math.floor(atMs / 1000) * 1000;
  const [month, day, year, hour, minute, second] = formatOf(zone).format(wholeMs).match(/\d+/g) as string[];
  const wallMs = Date.UTC(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second)] as const),
  );
  return wallMs - wholeMs;
}

/** The zone's wall time at that moment. */
export const wallAt = (zone: string, atMs: number): number => atMs + offsetAt(zone, atMs);

/** No zone ever changed twice within this. */
const sampleMs = 7 * 3_600_000;

/** The stretches that [fromMs, toMs) falls into, cut to it. */
export function stretchesBetween(zone: string, fromMs: number, toMs: number): Stretch[] {
  const found: Stretch[] = [];
  let startMs = fromMs;
  let offsetMs = offsetAt(zone, fromMs);
  let atMs = fromMs;
  while (atMs < toMs) {
    const nextMs = Math.min(atMs + sampleMs, toMs);
    const nextOffsetMs = offsetAt(zone, nextMs);
    if (nextOffsetMs !== offsetMs) {
      const endMs = transitionBetween(zone, atMs, nextMs);
      found.push({ startMs, endMs, offsetMs });
      startMs = endMs;
      offsetMs = nextOffsetMs;
    }
    atMs = nextMs;
  }
  if (startMs < toMs) found.push({ startMs, endMs: toMs, offsetMs });
  return found;
}

/** The first moment with the new offset; to the second. */
function transitionBetween(zone: string, beforeMs: number, afterMs: number): number {
  const old = offsetAt(zone, beforeMs);
  let low = Math.floor(beforeMs / 1000);
  let high = Math.ceil(afterMs / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * 1000) === old) low = middle;
    else high = middle;
  }
  return high * 1000;
}

/** No zone is further than this from UTC, with an hour to spare. */
const farthestBehindMs = 13 * 3_600_000;
const farthestAheadMs = 15 * 3_600_000;

export interface Moment {
  atMs: number;
  /** gap: the wall clock jumps over that time; atMs is the first moment behind the jump. repeated: atMs is the first of two. */
  kind: 'exact' | 'gap' | 'repeated';
}

/** When the zone's wall clock shows that time; undefined when the calendar day itself was left out (Apia, 30 December 2011). */
export function momentOf(zone: string, wallMs: number): Moment | undefined {
  const fromMs = wallMs - farthestAheadMs;
  const toMs = wallMs + farthestBehindMs;
  const [low, high] = [offsetAt(zone, fromMs), offsetAt(zone, toMs)];
  if (low === high) return { atMs: wallMs - low, kind: 'exact' };
  const stretches = stretchesBetween(zone, fromMs, toMs);
  const hits = stretches.filter(({ startMs, endMs, offsetMs }) => {
    const atMs = wallMs - offsetMs;
    return atMs >= startMs && atMs < endMs;
  });
  const first = hits[0];
  if (first) return { atMs: wallMs - first.offsetMs, kind: hits.length > 1 ? 'repeated' : 'exact' };
  return gapOf(wallMs, stretches);
}

function gapOf(wallMs: number, stretches: readonly Stretch[]): Moment | undefined {
  for (const [index, before] of stretches.entries()) {
    const after = stretches[index + 1];
    if (!after) break;
    const gapStart = before.endMs + before.offsetMs;
    const gapEnd = before.endMs + after.offsetMs;
    if (wallMs < gapStart || wallMs >= gapEnd) continue;
    const dayStart = Math.floor(wallMs / dayMs) * dayMs;
    const isWholeDay = dayStart >= gapStart && dayStart + dayMs <= gapEnd;
    return isWholeDay ? undefined : { atMs: before.endMs, kind: 'gap' };
  }
  return undefined;
}
