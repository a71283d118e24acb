/**
 * Forgets the answers to Idempotency-Keys that are kept no longer: in small batches, beside the calls that nobody is to wait for.
 * Owns when that is done; idempotency.ts owns what is kept.
 */
import type { Deps } from '../context.ts';
import { type Sweep, startSweep, sweepInBatches } from '../sweep.ts';
import { deleteOldAnswers } from './idempotency.ts';

const everyMs = 60_000;

type SweepDeps = Pick<Deps, 'database' | 'now' | 'log'>;

/** One round; how many were removed. */
export const sweepIdempotency = (deps: SweepDeps): Promise<number> =>
  sweepInBatches((limit) => deleteOldAnswers(deps, limit));

/** Sweeps at once and then every minute. */
export function startIdempotencySweep(deps: SweepDeps): Sweep {
  return startSweep(deps, { name: 'idempotency', everyMs, run: () => sweepIdempotency(deps) });
}
