/** How long to wait before trying again. Owns the growth and the jitter, so that a thousand agents don't come back at once. */

export interface BackoffOptions {
  firstMs: number;
  capMs: number;
  /** 0 to 1, exclusive; Math.random unless told. */
  random?: () => number;
}

export interface Backoff {
  /** Milliseconds to wait now: doubles each time up to the cap, of which a random half to whole is taken. */
  nextMs(): number;
  reset(): void;
}

/** A series of growing waits. */
export function createBackoff({ firstMs, capMs, random = Math.random }: BackoffOptions): Backoff {
  let stepMs = firstMs;
  return {
    nextMs() {
      const waitMs = stepMs * (0.5 + random() / 2);
      stepMs = Math.min(stepMs * 2, capMs);
      return Math.round(waitMs);
    },
    reset() {
      stepMs = firstMs;
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
