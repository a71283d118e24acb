/**
 * How long something was away, when the clock on the wall may have been set meanwhile. Pure. The machine's uptime counts on while
 * it sleeps and is nobody's to set; only across a restart of the machine the wall clock must be believed.
 */

/** One look at the machine's clocks. */
export interface ClockReading {
  /** The shop's wall clock, uncorrected. */
  rawMs: number;
  /** Since the machine started, sleep included. */
  uptimeMs: number;
  /** Another after each start of the machine. */
  bootId: string;
}

export interface Absence {
  /** 'unknown': the clock went back over a restart of the machine. */
  lengthMs: number | 'unknown';
  /** How far the wall clock was set forward meanwhile (back: negative), as far as can be known; 0 for small corrections. */
  clockSetMs: number;
}

/** Corrections below this are everyday work of time servers. */
const noticeableMs = 90_000;

export function absenceBetween(before: ClockReading, now: ClockReading): Absence {
  const wallMs = now.rawMs - before.rawMs;
  const isSameRun = before.bootId === now.bootId && now.uptimeMs >= before.uptimeMs;
  if (!isSameRun) {
    return { lengthMs: wallMs < -noticeableMs ? 'unknown' : Math.max(0, wallMs), clockSetMs: 0 };
  }
  const lengthMs = now.uptimeMs - before.uptimeMs;
  const setMs = wallMs - lengthMs;
  return { lengthMs, clockSetMs: Math.abs(setMs) < noticeableMs ? 0 : setMs };
}

/** True when that is longer than the shop allows without asking; without a limit never. */
export function isOutage({ lengthMs }: Absence, limitMs: number | null): boolean {
  if (limitMs === null) return false;
  return lengthMs === 'unknown' || lengthMs > limitMs;
}
