/** Waiting before another try. Owns the count of a series of tries; how long each pause is stands in contracts/retry-pauses.ts. */
import { nextPauseMs, type RetryPauseName } from '@platen/contracts/retry-pauses';

export interface Backoff {
  /** Milliseconds to wait now. */
  nextMs(): number;
  /** It worked: the next pause is the first again. */
  reset(): void;
}

/** A series of pauses of this name. `random`: 0 to 1. */
export function createBackoff(name: RetryPauseName, random = Math.random): Backoff {
  let before = 0;
  return {
    nextMs: () => nextPauseMs(name, before++, random()),
    reset() {
      before = 0;
    },
  };
}

/** Resolves after `delayMs`, or at once when one of the signals aborts. Never rejects; leaves no listener behind. */
export function pause(delayMs: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal.aborted)) return resolve();
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    for (const signal of signals) signal.addEventListener('abort', done);
  });
}
