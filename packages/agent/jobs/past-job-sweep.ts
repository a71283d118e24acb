/**
 * Puts jobs away that ended long ago, every day and at each start, until none is left: however many a shop prints a day, its
 * spool stays as large as what it printed in `keptDays`. In small steps with pauses, for printing goes on meanwhile.
 */
import type { AgentLog } from '../machine/agent-log.ts';
import type { PastJobStore } from './past-job-store.ts';

const everyMs = 24 * 3_600_000;
/** Of one commit: some milliseconds. */
const maxAtOnce = 200;
const pauseMs = 250;

export interface PastJobSweep {
  start(): void;
  stop(): void;
}

export function createPastJobSweep({
  past,
  log,
  now,
}: {
  past: PastJobStore;
  log: AgentLog;
  now: () => number;
}): PastJobSweep {
  let daily: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;

  const step = (putBefore: number) => {
    next = undefined;
    try {
      const put = past.put(now(), maxAtOnce);
      const jobs = putBefore + put;
      if (put === maxAtOnce) {
        next = setTimeout(() => step(jobs), pauseMs);
        next.unref();
      } else if (jobs > 0) log('info', 'jobs.put-away', { jobs });
    } catch (error) {
      // The next day finds them still there.
      log('warn', 'jobs.not-put-away', { error });
    }
  };
  const begin = () => {
    if (!next) step(0);
  };

  return {
    start() {
      begin();
      daily = setInterval(begin, everyMs);
      daily.unref();
    },
    stop() {
      clearInterval(daily);
      clearTimeout(next);
    },
  };
}
