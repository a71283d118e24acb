/**
 * Image work for print, for restorations and for calibration over one imaging pool: prints go before everything else. Owns
 * nothing but the translation; nothing is decoded in this process. A photo that is the sheet already doesn't need the pool.
 */
import { availableParallelism } from 'node:os';
import { listedPausesMs } from '@platen/contracts/retry-pauses';
import { ImagingRefusal, isProvenAgainstFile } from '@platen/imaging/imaging-refusal';
import type { ImagingPool } from '@platen/imaging/pool/imaging-pool';
import { restoreEngine } from '@platen/imaging/restore/restore-engine';
import { keepSheetJpeg } from '@platen/imaging/sheet/sheet-jpeg';
import { type PhotoPreparer, PreparationInterrupted, PreparationRefused } from '../ports/photo-preparer.ts';
import type { PhotoRestorer } from '../ports/photo-restorer.ts';
import type { SheetTools } from '../ports/sheet-tools.ts';

/**
 * As many pictures at once as there are processors, for a shop's machine at most four: each may take 200 MB. Two at least: a
 * restoration never has the only one, so a print starts beside it.
 */
const maxChildren = () => Math.max(2, Math.min(4, availableParallelism()));

/** A photo of 40 megapixels with all steps takes some 60 seconds, on a slow machine three times that. */
const restoreDeadlineMs = 300_000;
/** A3 in colour at 600 dpi takes 9 s on one core here; a slow machine, a large photo and a raster together may need this long. */
const photoDeadlineMs = 90_000;
const pageDeadlineMs = 45_000;
const longestDeadlineMs = 3_600_000;

/** A deadline or a killed process says as much about this machine as about the picture. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ImagingRefusal)) return error;
  if (isProvenAgainstFile(error)) return new PreparationRefused(error.message);
  return error.reason === 'process_ended' ? new PreparationInterrupted(error.message) : error;
}

/** Starting an image process costs the next sheet a fifth of a second: between the orders of a shop's day it stays. */
const keepWarmMs = 300_000;

/**
 * Starts the pool with the first picture: an idle agent pays nothing for it. `pausesMs`: what lies between the tries of a task
 * whose process ended.
 */
export function createPoolPreparer({
  modelsDir,
  pausesMs = listedPausesMs.imageProcess,
}: {
  modelsDir?: string | undefined;
  pausesMs?: readonly number[];
} = {}): PhotoPreparer & PhotoRestorer & SheetTools {
  let starting: Promise<ImagingPool> | undefined;
  const start = async () =>
    (await import('@platen/imaging/pool/imaging-pool')).createImagingPool({
      size: maxChildren(),
      idleMs: keepWarmMs,
      modelsDir,
      pausesMs,
    });
  const ask = async <T>(work: (pool: ImagingPool) => Promise<T>): Promise<T> => {
    starting ??= start();
    const pool = await starting;
    try {
      return await work(pool);
    } catch (error) {
      throw refusalOf(error);
    }
  };

  return {
    async preparePhoto(order, { pages, ...options }) {
      if (await keepSheetJpeg(order)) return { effectivePpi: order.sheet.dpiX };
      const deadlineMs = Math.min(longestDeadlineMs, photoDeadlineMs * pages);
      return await ask((pool) => pool.preparePhoto(order, { ...options, deadlineMs }));
    },
    async preparePages(order, { pages, ...options }) {
      const deadlineMs = Math.min(longestDeadlineMs, pageDeadlineMs * (pages + 1));
      const made = await ask((pool) => pool.preparePages(order, { ...options, deadlineMs }));
      return { renderedBecause: made.renderedBecause };
    },
    async restorePhoto({ options, maskPath, regions, refused, is_print_damaged, ...paths }, taskOptions) {
      const { fromWire, maskFromWire, toWire } = await import('@platen/imaging/restore/restore-wire');
      const mask = maskFromWire({ maskPath, regions, refused, is_print_damaged });
      const work = { ...fromWire(options), ...paths, ...mask };
      const limits = { ...taskOptions, priority: 'background', deadlineMs: restoreDeadlineMs } as const;
      return toWire(await ask((pool) => pool.restorePhoto(work, limits)), restoreEngine);
    },
    calibrationPage: (order) => ask((pool) => pool.calibrationPage(order)),
    inspectProfile: (path) => ask((pool) => pool.inspectProfile(path)),
    softProof: (order) => ask((pool) => pool.softProof(order)),
    // Whoever looks on waits for what is printed.
    thumbnail: (order) => ask((pool) => pool.thumbnail(order, { priority: 'background' })),
    async close() {
      await (await starting)?.close();
    },
  };
}
