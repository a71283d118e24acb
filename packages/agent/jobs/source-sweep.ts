/**
 * Files that no job needs: left by a power cut between an unlink and its row, or by jobs of a spool that was lost. And files
 * that give way when the disk is full, because they can be made or fetched again.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFolder } from '../machine/agent-folder.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { JobStore } from './job-store.ts';

/** Removes them. To be called before anything is fetched or prepared. */
export function deleteOrphans({ sourcesDir, preparedDir }: AgentFolder, jobs: JobStore): void {
  for (const file of readdirSync(sourcesDir)) {
    if (!jobs.needsSource(file.replace(/\.part$/, ''))) rmSync(join(sourcesDir, file), { force: true });
  }
  for (const file of readdirSync(preparedDir)) {
    const path = join(preparedDir, file);
    // A half-made file is never continued, unlike a half-fetched one.
    if (!jobs.needsPrepared(path)) rmSync(path, { force: true });
  }
}

export interface EvictionDeps {
  jobs: JobStore;
  sourcesDir: string;
  /** True while the cloud can be asked for a file again. */
  mayFetchAgain: () => boolean;
  log: AgentLog;
}

const maxLookedAt = 200;

/**
 * Frees at least so many bytes, if it can, from held jobs of which nothing is at a printer, those that have waited longest
 * first: the print-ready file, then the customer's file where the cloud can send it again. True when something went.
 */
export function evictOldest({ jobs, sourcesDir, mayFetchAgain, log }: EvictionDeps, bytes: number): boolean {
  let freed = 0;
  const remove = (path: string) => {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return;
    rmSync(path, { force: true });
    freed += size;
  };
  for (const { sha256, prepared } of jobs.listEvictable(maxLookedAt)) {
    const sourcePath = join(sourcesDir, sha256);
    if (prepared !== null && prepared !== sourcePath && !jobs.isAtWork({ prepared })) remove(prepared);
    if (freed < bytes && mayFetchAgain() && !jobs.isAtWork({ sha256 })) remove(sourcePath);
    if (freed >= bytes) break;
  }
  if (freed > 0) log('info', 'disk.evicted', { bytes: freed });
  return freed > 0;
}
