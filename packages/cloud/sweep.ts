/**
 * What happens by itself now and then. Owns that the rounds of one sweep never overlap, that a round or an item that fails
 * is logged and stops nothing else, and that no timer keeps the process alive.
 */
import type { Log } from './log.ts';

export interface Sweep {
  /** No round begins from now on; resolves when the one under way has ended. */
  close(): Promise<void>;
}

/** Runs a round at once (a process that is restarted often sweeps too) and then every `everyMs`. */
export function startSweep(
  { log }: { log: Log },
  { name, everyMs, run }: { name: string; everyMs: number; run: () => Promise<unknown> },
): Sweep {
  let round: Promise<unknown> | undefined;
  const sweep = () => {
    round ??= run()
      .catch((error: unknown) => log('error', 'sweep.failed', { sweep: name, error }))
      .finally(() => {
        round = undefined;
      });
  };
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  sweep();
  return {
    async close() {
      clearInterval(timer);
      await round;
    },
  };
}

/** Does `work` for one after the other; gives how many it was done for. One that fails is logged with its id. */
export async function sweepEach<T extends { id: string }>(
  { log }: { log: Log },
  items: readonly T[],
  work: (item: T) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    try {
      if (await work(item)) done += 1;
    } catch (error) {
      log('error', 'sweep.item-failed', { id: item.id, error });
    }
  }
  return done;
}

/** Rows that one statement of a sweep removes; other statements get their turn between two of them. */
const sweptAtOnce = 500;
/** Of one round, so that a round ends: 1.2 million rows an hour where it runs every minute. */
const maxBatches = 40;

/** Removes until nothing old is left, or the round has been long enough; `removeSome` gives how many of `sweptAtOnce` it removed. */
export async function sweepInBatches(removeSome: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const found = await removeSome(sweptAtOnce);
    removed += found;
    if (found < sweptAtOnce) break;
  }
  return removed;
}
