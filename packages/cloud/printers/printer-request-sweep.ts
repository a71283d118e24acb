/**
 * Forgets what people asked of printers, once it was answered and the answer was there to be read for long: in small batches. Owns when
 * that is done; printer-request-store.ts owns the SQL.
 */
import type { Deps } from '../context.ts';
import { type Sweep, startSweep, sweepInBatches } from '../sweep.ts';
import { deleteAnsweredRequests } from './printer-request-store.ts';

const everyMs = 60 * 60_000;
/** As long as agents keep their answers. */
const keptMs = 30 * 24 * 3_600_000;

type SweepDeps = Pick<Deps, 'database' | 'now' | 'log'>;

/** One round; how many were removed. */
export const sweepPrinterRequests = ({ database, now }: SweepDeps): Promise<number> =>
  sweepInBatches((limit) => deleteAnsweredRequests(database.query, { before: now() - keptMs, limit }));

/** Sweeps at once and then every hour. */
export function startPrinterRequestSweep(deps: SweepDeps): Sweep {
  return startSweep(deps, { name: 'printer requests', everyMs, run: () => sweepPrinterRequests(deps) });
}
