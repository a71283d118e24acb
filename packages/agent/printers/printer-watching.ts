/**
 * Whether somebody looks at the printers at this moment: on the agent's own pages, or through the cloud. Whoever looks says so again and
 * again, so that nobody has to say when it is over. Knows neither pages nor links.
 */

export interface PrinterWatching {
  /** Somebody looks, for at least so long from now on. */
  watch(forMs: number): void;
  readonly isWatched: boolean;
}

/** By a clock that nobody sets. */
export function createPrinterWatching(clockMs: () => number = () => performance.now()): PrinterWatching {
  let untilMs = Number.NEGATIVE_INFINITY;
  return {
    watch(forMs) {
      untilMs = Math.max(untilMs, clockMs() + forMs);
    },
    get isWatched() {
      return clockMs() < untilMs;
    },
  };
}
