/**
 * Stage fetch: accepted -> preparing. Owns which files are asked for, how many at once, and when again. One file serves all
 * jobs that print it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import type { CloudHttp } from '../cloud-access/cloud-http.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { type Backoff, createBackoff } from '../machine/backoff.ts';
import type { OnBoundary } from '../machine/boundary.ts';
import type { Spool } from '../spool/spool-db.ts';
import { type DownloadOutcome, downloadSource } from './source-download.ts';
import { createWaker, type Stage } from './stage.ts';

export interface FetchStageDeps {
  spool: Spool;
  jobs: JobStore;
  moves: JobMoves;
  http: CloudHttp;
  sourcesDir: string;
  /** False while the cloud isn't known to be ours: nothing can be asked for. */
  mayAsk: () => boolean;
  /** Whether so many more bytes may come to the disk. */
  mayTake: (bytes: number) => boolean;
  /** The disk failed a write. */
  onDiskFull: () => void;
  onBoundary: OnBoundary;
  log: AgentLog;
}

export interface FetchStage extends Stage {
  /** The cloud can be reached again: what waits for its next try tries now. */
  retryNow(): void;
}

const maxAtOnce = 6;
/** Answers that say that the file isn't to be had, until the job is held. */
const maxBadAnswers = 3;

interface Trouble {
  backoff: Backoff;
  badAnswers: number;
  timer: NodeJS.Timeout | undefined;
}

export function createFetchStage(deps: FetchStageDeps): FetchStage {
  const { jobs, log, sourcesDir } = deps;
  const active = new Map<string, Promise<void>>();
  const troubles = new Map<string, Trouble>();
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;

  const look = () => {
    if (active.size >= maxAtOnce) return;
    for (const job of [...jobs.list('accepted', 200), ...jobs.listHeld('document-unavailable', 50)]) {
      const { sha256 } = job.ticket.document;
      if (active.has(sha256) || troubles.get(sha256)?.timer) continue;
      if (existsSync(join(sourcesDir, sha256))) {
        release(sha256, deps);
        continue;
      }
      if (active.size >= maxAtOnce || !deps.mayAsk()) return;
      // The oldest first: a smaller one behind it must not keep it waiting for ever.
      if (!deps.mayTake(job.ticket.document.bytes)) return waitForRoom(job, deps);
      const fetching = fetchOne(job)
        .catch((error: Error) => {
          // The disk can't be written: wait as for a silent cloud.
          if (isDiskFull(error)) deps.onDiskFull();
          if (!isStopped()) failed(job, { kind: 'offline', because: error.message });
        })
        .finally(() => {
          active.delete(sha256);
          wake();
        });
      active.set(sha256, fetching);
    }
  };
  const wake = createWaker(look, { log, name: 'fetch', isStopped });

  const fetchOne = async (job: Job): Promise<void> => {
    const { sha256, bytes } = job.ticket.document;
    deps.onBoundary('fetch:started');
    const { http, onBoundary } = deps;
    const path = join(sourcesDir, sha256);
    const onMiddle = () => onBoundary('fetch:middle');
    const asked = { sha256, bytes, path, http, signal: stopping.signal, onMiddle };
    const outcome = await downloadSource(asked).catch((error: Error): DownloadOutcome => {
      if (isDiskFull(error)) deps.onDiskFull();
      return { kind: 'offline', because: error.message };
    });
    if (isStopped()) return;
    if (outcome.kind !== 'done') return failed(job, outcome);
    onBoundary('fetch:done');
    troubles.delete(sha256);
    release(sha256, deps);
  };

  const failed = (job: Job, { kind, because }: Exclude<DownloadOutcome, { kind: 'done' }>) => {
    const { sha256 } = job.ticket.document;
    const trouble = troubles.get(sha256) ?? newTrouble();
    troubles.set(sha256, trouble);
    if (kind !== 'offline') trouble.badAnswers += 1;
    const isHeld = trouble.badAnswers >= maxBadAnswers;
    log('warn', 'fetch.failed', { jobId: job.id, kind, because });
    if (isHeld) hold(sha256, because, deps);
    const waitMs = isHeld ? nextPauseMs('fetchHeld', 0) : trouble.backoff.nextMs();
    trouble.timer = setTimeout(() => {
      trouble.timer = undefined;
      wake();
    }, waitMs);
  };

  return {
    wake,
    retryNow() {
      for (const trouble of troubles.values()) {
        clearTimeout(trouble.timer);
        trouble.timer = undefined;
        trouble.backoff.reset();
      }
      wake();
    },
    async stop() {
      stopping.abort();
      for (const { timer } of troubles.values()) clearTimeout(timer);
      await Promise.all(active.values());
    },
  };
}

const newTrouble = (): Trouble => ({
  backoff: createBackoff('fetch'),
  badAnswers: 0,
  timer: undefined,
});

const isDiskFull = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ENOSPC' || error.code === 'EDQUOT';

/** It says what it waits for; the disk's next look wakes the stage. */
function waitForRoom({ id: jobId, state }: Job, { moves }: FetchStageDeps): void {
  if (state !== 'accepted') return;
  const message = 'Waits for room on the disk of this machine.';
  moves.restate({ jobId, state }, { reason: 'disk-full', message });
}

/** The file is here: all jobs that wait for it go on. */
function release(sha256: string, { spool, jobs, moves }: FetchStageDeps): void {
  spool.unsynced(() => {
    for (const from of ['accepted', 'held'] as const) {
      for (const job of jobs.listBySource(sha256, from)) {
        if (from === 'held' && job.reason !== 'document-unavailable') continue;
        moves.move({ jobId: job.id, from, to: 'preparing' });
      }
    }
  });
}

function hold(sha256: string, because: string, { spool, jobs, moves }: FetchStageDeps): void {
  const message = `The file of this job can't be had from the cloud: ${because}.`;
  spool.transaction(() => {
    for (const job of jobs.listBySource(sha256, 'accepted')) {
      moves.move(
        { jobId: job.id, from: 'accepted', to: 'held' },
        { reason: 'document-unavailable', message },
      );
    }
  });
}
