/** Forgets uploads that nobody went on with, and their bytes. */
import type { Deps } from '../context.ts';
import { type Sweep, startSweep, sweepEach } from '../sweep.ts';
import { deleteResumableUpload, listExpiredUploads } from './resumable-upload-store.ts';

const everyMs = 600_000;
const maxAtOnce = 200;

type SweepDeps = Pick<Deps, 'database' | 'files' | 'now' | 'log'>;

/** One round; how many were forgotten. */
export async function sweepResumableUploads(deps: SweepDeps): Promise<number> {
  const { database, files, now } = deps;
  const expired = await listExpiredUploads(database.query, { now: now(), limit: maxAtOnce });
  return await sweepEach(deps, expired, async ({ id }) => {
    // The bytes first: what is left of a crash between the two is found again by its row.
    await files.partial(id).remove();
    return await deleteResumableUpload(database.query, id);
  });
}

/** Sweeps at once and then every ten minutes. */
export function startResumableUploadSweep(deps: SweepDeps): Sweep {
  return startSweep(deps, { name: 'resumable-uploads', everyMs, run: () => sweepResumableUploads(deps) });
}
