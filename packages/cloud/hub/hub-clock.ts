/** An agent's times by the clock of this cloud: a shop's clock may be wrong by days, and no state may look newer than it is. */
import { toTime } from '@platen/contracts/shapes';

export interface AgentClock {
  /** Its clock showed this when ours showed `now`. */
  heard(theirs: string, now: number): void;
  /** Its time by our clock, and never in our future. */
  timeOf(theirs: string, now: number): string;
}

/** Differences below this are the network's, not the clock's. */
const noticeableMs = 5000;

export function createAgentClock(): AgentClock {
  let aheadMs = 0;
  return {
    heard(theirs, now) {
      const differenceMs = Date.parse(theirs) - now;
      aheadMs = Math.abs(differenceMs) < noticeableMs ? 0 : differenceMs;
    },
    timeOf: (theirs, now) => toTime(Math.min(now, Date.parse(theirs) - aheadMs)),
  };
}
