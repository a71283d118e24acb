/**
 * Gives back the room of bytes that nobody needs any more: a bounded number at a time, in the background, from as many
 * processes as there are. Must never remove bytes that a row names (stored-file-store.ts says which count).
 */
import type { Deps } from '../context.ts';
import { claimRemoval, finishRemoval, forgetRemoved, listBytesToCheck } from '../files/stored-file-store.ts';
import { type Sweep, startSweep } from '../sweep.ts';

const everyMs = 600_000;
const maxAtOnce = 200;

type SweepDeps = Pick<Deps, 'database' | 'files' | 'now' | 'log'>;

/** Looks at what is due now; how many files were removed. */
export async function sweepFiles({ database, files, now, log }: SweepDeps): Promise<number> {
  let removed = 0;
  for (const { sha256, state } of await listBytesToCheck(database.query, { now: now(), limit: maxAtOnce })) {
    if (state === 'removed') {
      await database.transaction((tx) => forgetRemoved(tx, { sha256, now: now() }));
      continue;
    }
    const isMine = await database.transaction((tx) => claimRemoval(tx, { sha256, now: now() }));
    if (!isMine) continue;
    await files.remove(sha256);
    await database.transaction((tx) => finishRemoval(tx, { sha256, now: now() }));
    removed += 1;
  }
  if (removed > 0) log('info', 'files.removed', { files: removed });
  return removed;
}

/** Sweeps at once and then every ten minutes. */
export function startFileSweep(deps: SweepDeps): Sweep {
  return startSweep(deps, { name: 'files', everyMs, run: () => sweepFiles(deps) });
}
