/**
 * The print-ready file right before it goes to a printer: still the one that was made? Owns that a changed, cut or missing file
 * is never sent, and that it is made or fetched again.
 */
import { renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';

export interface FileCheckDeps {
  jobs: JobStore;
  moves: JobMoves;
  log: AgentLog;
}

/** True when the job's file can go to paper. Otherwise the job is held until the file is right again. */
export function isFileRight(job: Job, { jobs, moves, log }: FileCheckDeps): boolean {
  const path = job.preparedPath;
  const file = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  const mark = jobs.findFileMark(job.id);
  const isSame =
    file !== undefined &&
    mark !== undefined &&
    mark.path === path &&
    mark.bytes === file.size &&
    mark.mtimeMs === file.mtimeMs &&
    mark.inode === file.ino;
  if (isSame) return true;
  if (path !== undefined && file !== undefined) {
    log('warn', 'submit.file-changed', {
      jobId: job.id,
      file: basename(path),
      bytes: file.size,
      was: mark?.bytes,
    });
    setAside(path, job);
  }
  const message = 'The file of this job is fetched again.';
  moves.move({ jobId: job.id, from: 'ready', to: 'held' }, { reason: 'document-unavailable', message });
  return false;
}

/** A customer's file is hashed again as if it were half fetched; a print-ready one is made again. */
function setAside(path: string, job: Job): void {
  if (basename(path) === job.ticket.document.sha256) renameSync(path, `${path}.part`);
  else rmSync(path, { force: true });
}
