/**
 * Stage prepare: preparing -> ready. Pictures become a print-ready JPEG of the sheet's size, PDF stays as it is. Owns where
 * print-ready files lie and which jobs share one. Must never choose a printer.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { keepUnder, syncPath } from '../agent-folder.ts';
import type { AgentLog } from '../agent-log.ts';
import type { OnBoundary } from '../boundary.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { Spool } from '../jobs/spool-db.ts';
import { type PhotoPreparer, PreparationRefused } from '../ports/photo-preparer.ts';
import { printFormatOf } from '../printers/printer-rules.ts';
import { createWaker, type Stage } from './stage.ts';

export interface PrepareStageDeps {
  spool: Spool;
  jobs: JobStore;
  moves: JobMoves;
  preparer: PhotoPreparer;
  sourcesDir: string;
  preparedDir: string;
  /** False while the disk has no room. */
  hasRoom: () => boolean;
  onBoundary: OnBoundary;
  log: AgentLog;
}

const printDpi = 300;
/** One for each core: more would only take each other's memory. */
const mostAtOnce = Math.max(1, availableParallelism());
const mostTries = 3;
const againMs = 1000;

export function createPrepareStage(deps: PrepareStageDeps): Stage {
  const { jobs, log, onBoundary } = deps;
  const active = new Map<string, Promise<void>>();
  /** Print-ready files being made: a second job of the same picture waits for the first. */
  const making = new Set<string>();
  const tries = new Map<string, number>();
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;

  const look = () => {
    if (!deps.hasRoom()) return;
    for (const job of jobs.list('preparing', mostAtOnce * 20)) {
      if (active.size >= mostAtOnce) return;
      const path = preparedPathOf(job.ticket, deps);
      if (active.has(job.id) || making.has(path)) continue;
      making.add(path);
      const preparing = prepareOne(job, path)
        .catch((error) => failed(job, error))
        .finally(() => {
          active.delete(job.id);
          making.delete(path);
          wake();
        });
      active.set(job.id, preparing);
    }
  };
  const wake = createWaker(look, { log, name: 'prepare', isStopped });

  const prepareOne = async (job: Job, path: string): Promise<void> => {
    onBoundary('prepare:started');
    const { document } = job.ticket;
    const format = printFormatOf(document.content_type);
    if (!format) throw new PreparationRefused(`Nobody here prints ${document.content_type}.`);
    const sourcePath = join(deps.sourcesDir, document.sha256);
    if (!existsSync(sourcePath)) return lostSource(job, deps);
    if (format === 'image/jpeg' && !existsSync(path)) {
      const partPath = `${path}.part.jpg`;
      await deps.preparer.preparePhoto(photoOf(job.ticket, { sourcePath, targetPath: partPath }), {
        signal: stopping.signal,
      });
      if (isStopped()) return;
      syncPath(partPath);
      keepUnder(partPath, path);
    }
    if (isStopped()) return;
    onBoundary('prepare:done');
    deps.spool.transaction(() => {
      deps.jobs.setPrepared(job.id, path);
      deps.moves.move({ jobId: job.id, from: 'preparing', to: 'ready' });
    });
    tries.delete(job.id);
  };

  const failed = async (job: Job, error: unknown): Promise<void> => {
    if (isStopped()) return;
    const count = (tries.get(job.id) ?? 0) + 1;
    tries.set(job.id, count);
    log('warn', 'prepare.failed', { jobId: job.id, error });
    const isRefused = error instanceof PreparationRefused;
    if (!isRefused && count < mostTries) {
      // The slot stays taken meanwhile, so the same failure can't spin.
      await new Promise((resolve) => setTimeout(resolve, againMs).unref());
      return;
    }
    tries.delete(job.id);
    const message = isRefused ? error.message : "The file can't be made ready for printing.";
    const step = { jobId: job.id, from: 'preparing', to: 'held' } as const;
    deps.moves.move(step, { reason: 'document-unprintable', message });
  };

  return {
    wake,
    async stop() {
      stopping.abort();
      await Promise.all(active.values());
    },
  };
}

/** The file was here and is gone: the job waits for it to be fetched again. */
function lostSource(job: Job, { moves }: PrepareStageDeps): void {
  const step = { jobId: job.id, from: 'preparing', to: 'held' } as const;
  moves.move(step, { reason: 'document-unavailable', message: 'The file of this job is fetched again.' });
}

/** A PDF is its own print-ready file; a picture's is named after everything that shapes it. */
function preparedPathOf(ticket: PrintTicket, { sourcesDir, preparedDir }: PrepareStageDeps): string {
  const { document, media, fit, color_mode } = ticket;
  if (printFormatOf(document.content_type) !== 'image/jpeg') return join(sourcesDir, document.sha256);
  const shape = [document.sha256, media.x_dimension, media.y_dimension, fit, color_mode, printDpi];
  return join(preparedDir, `${createHash('sha256').update(shape.join(' ')).digest('hex')}.jpg`);
}

function photoOf(ticket: PrintTicket, paths: { sourcePath: string; targetPath: string }) {
  const pixels = (hundredthMm: number) => Math.round((hundredthMm * printDpi) / 2540);
  return {
    ...paths,
    widthPx: pixels(ticket.media.x_dimension),
    heightPx: pixels(ticket.media.y_dimension),
    fit: ticket.fit,
    colour: ticket.color_mode,
    dpi: printDpi,
  };
}
