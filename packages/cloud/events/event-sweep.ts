/** Removes events that are in no history once they are old: in small batches, beside the calls that nobody is to wait for. */
import type { Deps } from '../context.ts';
import { type Sweep, startSweep, sweepInBatches } from '../sweep.ts';
import { deleteOldEvents } from './event-store.ts';

const everyMs = 3_600_000;

type SweepDeps = Pick<Deps, 'database' | 'now' | 'log' | 'eventLifeMs'>;

/** One round; how many were removed. */
export const sweepEvents = ({ database, now, eventLifeMs }: SweepDeps): Promise<number> =>
  sweepInBatches((limit) =>
    database.transaction((tx) => deleteOldEvents(tx, { before: now() - eventLifeMs, limit })),
  );

/** Sweeps at once and then every hour. */
export function startEventSweep(deps: SweepDeps): Sweep {
  return startSweep(deps, { name: 'events', everyMs, run: () => sweepEvents(deps) });
}
