/**
 * Forgets the sandbox's webhooks once they were delivered, or given up, long ago: in small batches. Owns when that is done;
 * payments-sandbox-store.ts owns the SQL. What was paid and refunded stays in its books.
 */
import { type Sweep, startSweep, sweepInBatches } from '../sweep.ts';
import type { DeliveryParts } from './payments-sandbox-deliveries.ts';
import { deleteOldEvents } from './payments-sandbox-store.ts';

const everyMs = 60 * 60_000;
/** Longer than the longest row of tries, with time to look at what went wrong. */
const keptMs = 7 * 24 * 3_600_000;

type SweepParts = Pick<DeliveryParts, 'name' | 'database' | 'now' | 'log'>;

/** One round; how many were removed. */
export const sweepSandboxEvents = ({ name, database, now }: SweepParts): Promise<number> =>
  sweepInBatches((limit) =>
    deleteOldEvents(database.query, { sandbox: name, before: now() - keptMs, limit }),
  );

/** Sweeps at once and then every hour. */
export function startSandboxSweep(parts: SweepParts): Sweep {
  return startSweep(parts, { name: 'sandbox events', everyMs, run: () => sweepSandboxEvents(parts) });
}
