/**
 * Forgets the answers to Idempotency-Keys that are kept no longer: in small batches, beside the calls that nobody is to wait for.
 * Owns when that is done; idempotency.ts owns what is kept.
 */
import type { Deps } from './context.ts';
import { deleteOldAnswers } from './idempotency.ts';
import { type Sweep, startSweep } from './sweep.ts';

const everyMs = 60_000;
const maxAtOnce = 500;
/** Of one round, so that a round ends: 1.2 million answers an hour. */
const maxBatches = 40;

type SweepDeps = Pick<Deps, 'database' | 'now' | 'log'>;

/** One round; how many were removed. Other statements get their turn between two batches. */
export async function sweepIdempotency(deps: SweepDeps): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const found = await deleteOldAnswers(deps, maxAtOnce);
    removed += found;
    if (found < maxAtOnce) break;
  }
  return removed;
}

/** Sweeps at once and then every minute. */
export function startIdempotencySweep(deps: SweepDeps): Sweep {
  return startSweep(deps, { name: 'idempotency', everyMs, run: () => sweepIdempotency(deps) });
}
