/** Files that no job needs: left by a power cut between an unlink and its row, or by jobs of a spool that was lost. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFolder } from './agent-folder.ts';
import type { JobStore } from './jobs/job-store.ts';

/** Removes them. To be called before anything is fetched or prepared. */
export function removeOrphans({ sourcesDir, preparedDir }: AgentFolder, jobs: JobStore): void {
  for (const file of readdirSync(sourcesDir)) {
    if (!jobs.needsSource(file.replace(/\.part$/, ''))) rmSync(join(sourcesDir, file), { force: true });
  }
  for (const file of readdirSync(preparedDir)) {
    const path = join(preparedDir, file);
    // A half-made file is never continued, unlike a half-fetched one.
    if (!jobs.needsPrepared(path)) rmSync(path, { force: true });
  }
}
