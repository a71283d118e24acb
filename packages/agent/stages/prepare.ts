/**
 * Stage prepare: preparing -> ready. A document becomes the print-ready file of the printer that the job is expected to go to;
 * none goes as it is. Owns which jobs share a file and what is left of one that failed. Which printer it is in the end is decided
 * by the submit stage: a job whose file is another printer's comes back here first.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { JobReason } from '@platen/contracts/agent-protocol';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import type { JobMoves } from '../jobs/job-moves.ts';
import { isWordToPrint } from '../jobs/job-retry.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import { createPersonActStore } from '../jobs/person-act-store.ts';
import { keepFileUnder, syncFile } from '../machine/agent-folder.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { OnBoundary } from '../machine/boundary.ts';
import {
  type PhotoPreparer,
  PreparationInterrupted,
  PreparationRefused,
  type PreparedSheet,
} from '../ports/photo-preparer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { printFormatOf } from '../printers/printer-rules.ts';
import type { PlannedSheet, SheetChoice, SheetPlanner } from '../sheets/sheet-planner.ts';
import { refuseSheet } from '../sheets/sheet-quality-rules.ts';
import type { SheetStore } from '../sheets/sheet-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import { createWaker, type Stage } from './stage.ts';

export interface PrepareStageDeps {
  spool: Spool;
  jobs: JobStore;
  moves: JobMoves;
  registry: PrinterRegistry;
  preparer: PhotoPreparer;
  planner: SheetPlanner;
  sheets: SheetStore;
  /** The printers that the submit stage wants jobs for, by job. Gone with a restart: then they are chosen anew. */
  wanted: Map<string, SheetChoice>;
  sourcesDir: string;
  preparedDir: string;
  /** False while the disk has no room. */
  hasRoom: () => boolean;
  onBoundary: OnBoundary;
  log: AgentLog;
}

/** One for each core: more would only take each other's memory. */
const maxAtOnce = Math.max(1, availableParallelism());
const maxTries = 3;
const maxCached = 5000;

export function createPrepareStage(deps: PrepareStageDeps): Stage {
  const { jobs, log, onBoundary } = deps;
  const active = new Map<string, Promise<void>>();
  /** Print-ready files being made: a second job of the same picture waits for the first. */
  const making = new Set<string>();
  const tries = new Map<string, number>();
  const acts = createPersonActStore(deps.spool);
  /** Pixels per inch of the sheets that were made since the start, by path: jobs of the same picture share one. */
  const ppiOf = new Map<string, number>();
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;

  const look = () => {
    if (!deps.hasRoom()) return;
    for (const job of jobs.list('preparing', maxAtOnce * 20)) {
      if (active.size >= maxAtOnce) return;
      if (active.has(job.id)) continue;
      const choice = deps.wanted.get(job.id) ?? deps.planner.expect(job, deps.registry.list());
      const sheet = deps.planner.planFor(job.ticket, choice);
      const { path } = sheet;
      if (making.has(path)) continue;
      making.add(path);
      const preparing = prepareOne(job, sheet)
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

  const prepareOne = async (job: Job, sheet: PlannedSheet): Promise<void> => {
    const { path } = sheet;
    onBoundary('prepare:started');
    const { document } = job.ticket;
    const format = printFormatOf(document.content_type);
    if (!format) throw new PreparationRefused(`Nobody here prints ${document.content_type}.`);
    const sourcePath = join(deps.sourcesDir, document.sha256);
    if (!existsSync(sourcePath)) return lostSource(job, deps);
    if (!existsSync(path)) {
      const partPath = join(deps.preparedDir, `${partMark}${basename(path)}`);
      try {
        const isPdf = format === 'application/pdf';
        const onProcessEnd = (ends: number) => {
          log('warn', 'prepare.process-ended', { jobId: job.id, ends });
          if (!isStopped()) removeParts(partPath, deps);
        };
        const made = await make(sheet, { sourcePath, targetPath: partPath, isPdf, onProcessEnd });
        if (made) rememberPpi(path, made.effectivePpi);
      } catch (error) {
        if (!isStopped()) removeParts(partPath, deps);
        throw error;
      }
      if (isStopped()) return;
      await syncFile(partPath);
      await keepFileUnder(partPath, path);
    }
    if (isStopped()) return;
    onBoundary('prepare:done');
    deps.spool.unsynced(() => {
      deps.jobs.setPrepared(job.id, path);
      deps.sheets.addPrepared(job.id, path);
      moveOn(job, path);
    });
    tries.delete(job.id);
    deps.wanted.delete(job.id);
  };

  const rememberPpi = (path: string, ppi: number) => {
    if (ppiOf.size >= maxCached) ppiOf.clear();
    ppiOf.set(path, ppi);
  };

  /** To the printers; or to a person, once, when the sheet isn't worth its paper. */
  const moveOn = ({ id: jobId, ticket }: Job, path: string): void => {
    const effectivePpi = ppiOf.get(path);
    const refusal = effectivePpi === undefined ? undefined : refuseSheet(ticket, { effectivePpi });
    if (refusal === undefined || wasReleased(jobId)) {
      deps.moves.move({ jobId, from: 'preparing', to: 'ready' });
      return;
    }
    const step = { jobId, from: 'preparing', to: 'held' } as const;
    deps.moves.move(step, { reason: 'quality-too-low', message: refusal });
  };
  const wasReleased = (subject: string) =>
    acts
      .list({ subject, limit: 100 })
      .some(({ act, detail, outcome }) => outcome === 'done' && isWordToPrint(act, detail));

  const make = async (
    { recipe, pages: count }: PlannedSheet,
    { sourcePath, targetPath, isPdf, onProcessEnd }: Making,
  ): Promise<PreparedSheet | undefined> => {
    const { signal } = stopping;
    if (!('sheet' in recipe)) {
      const order = { ...recipe, sourcePath, targetPath };
      const { renderedBecause } = await deps.preparer.preparePages(order, {
        signal,
        pages: count,
        onProcessEnd,
      });
      if (renderedBecause) log('info', 'prepare.rendered', { path: basename(targetPath), renderedBecause });
      return undefined;
    }
    const { output, pages, picture, ...how } = recipe;
    const options = { ...how, sourcePath, targetPath };
    if (!isPdf) {
      const photo = { ...options, ...picture, output, pages };
      return await deps.preparer.preparePhoto(photo, { signal, pages: count, onProcessEnd });
    }
    if (output.format === 'image/jpeg') throw new Error('pages are no JPEG');
    await deps.preparer.preparePages({ ...options, output, pages }, { signal, pages: count, onProcessEnd });
    return undefined;
  };

  const failed = async (job: Job, error: unknown): Promise<void> => {
    if (isStopped()) return;
    const count = (tries.get(job.id) ?? 0) + 1;
    tries.set(job.id, count);
    log('warn', 'prepare.failed', { jobId: job.id, error });
    const isDecided = error instanceof PreparationRefused || error instanceof PreparationInterrupted;
    if (!isDecided && count < maxTries) {
      // The slot stays taken meanwhile, so the same failure can't spin.
      await new Promise((resolve) => setTimeout(resolve, nextPauseMs('prepare', count - 1)).unref());
      return;
    }
    tries.delete(job.id);
    deps.wanted.delete(job.id);
    const step = { jobId: job.id, from: 'preparing', to: 'held' } as const;
    deps.moves.move(step, holdFor(error));
  };

  return {
    wake,
    async stop() {
      stopping.abort();
      await Promise.all(active.values());
    },
  };
}

interface Making {
  sourcePath: string;
  targetPath: string;
  isPdf: boolean;
  onProcessEnd: (ends: number) => void;
}

/** Only a refusal is said of the file; whatever else went wrong here may go well another time. */
function holdFor(error: unknown): { reason: JobReason; message: string } {
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof PreparationRefused) return { reason: 'document-unprintable', message };
  const reason = 'preparation-failed';
  if (error instanceof PreparationInterrupted) return { reason, message };
  const because = code ?? message;
  return {
    reason,
    message: `This machine could not make it ready for printing in ${maxTries} tries (${because}): see to that, then try again.`,
  };
}

/** The file was here and is gone: the job waits for it to be fetched again. */
function lostSource(job: Job, { moves }: PrepareStageDeps): void {
  const step = { jobId: job.id, from: 'preparing', to: 'held' } as const;
  moves.move(step, { reason: 'document-unavailable', message: 'The file of this job is fetched again.' });
}

/** In front of a file's name until it is whole. */
const partMark = '.part-';

/** What a child left that was killed over this file: pixels of a whole sheet may be 200 MB. */
function removeParts(partPath: string, { preparedDir }: PrepareStageDeps): void {
  for (const name of readdirSync(preparedDir))
    if (name.includes(basename(partPath))) rmSync(join(preparedDir, name), { force: true });
}
