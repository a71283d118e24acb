/**
 * The cloud's time as seen from a shop whose clock may be wrong. Owns the offset; must never set any clock.
 */
import type { AgentLog } from '../machine/agent-log.ts';

export interface CloudClock {
  /** Seconds since 1970 by the cloud's clock, as far as known. */
  unixSeconds(): number;
  /** Milliseconds by which the cloud's clock is ahead; undefined until it was heard. */
  readonly offsetMs: number | undefined;
  /** Takes a Date header (RFC 9110 section 6.6.1) or an RFC 3339 time. True when the offset changed much. */
  learn(time: string | undefined): boolean;
}

/** Differences below this are the network's, not the clock's. */
const noticeableMs = 20_000;

export function createCloudClock({ now, log }: { now: () => number; log: AgentLog }): CloudClock {
  let offsetMs = 0;
  let isKnown = false;
  return {
    get offsetMs() {
      return isKnown ? offsetMs : undefined;
    },
    unixSeconds: () => Math.floor((now() + offsetMs) / 1000),
    learn(time) {
      const cloudMs = Date.parse(time ?? '');
      if (Number.isNaN(cloudMs)) return false;
      isKnown = true;
      const seenMs = cloudMs - now();
      if (Math.abs(seenMs - offsetMs) < noticeableMs) return false;
      offsetMs = seenMs;
      log('warn', 'clock.differs', { bySeconds: Math.round(seenMs / 1000) });
      return true;
    },
  };
}
