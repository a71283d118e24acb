/**
 * Image work for print, for restorations and for calibration over one imaging pool: prints go before everything else. Owns
 * nothing but the translation; pixels never enter this process.
 */
import { availableParallelism } from 'node:os';
import type { ImagingPool } from '@platen/imaging/imaging-pool';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { type PhotoPreparer, PreparationRefused } from '../ports/photo-preparer.ts';
import type { PhotoRestorer } from '../ports/photo-restorer.ts';
import type { SheetTools } from '../ports/sheet-tools.ts';

/** As many pictures at once as there are processors, for a shop's machine at most four: each may take 200 MB. */
const mostChildren = () => Math.min(4, availableParallelism());

/** A photo of 40 megapixels with all steps takes some 40 seconds on a slow machine. */
const restoreDeadlineMs = 180_000;
/** A3 in colour at 600 dpi takes 9 s on one core here; a slow machine, a large photo and a raster together may need this long. */
const photoDeadlineMs = 90_000;
const pageDeadlineMs = 45_000;
const longestDeadlineMs = 3_600_000;

/** A deadline says as much about this machine's load as about the picture: that one is tried again. */
function refusalOf(error: unknown): unknown {
  const isFinal = error instanceof ImagingRefusal && error.reason !== 'took_too_long';
  return isFinal ? new PreparationRefused(error.message) : error;
}

/** Starts the pool with the first picture: an idle agent pays nothing for it. */
export function createPoolPreparer(): PhotoPreparer & PhotoRestorer & SheetTools {
  let starting: Promise<ImagingPool> | undefined;
  const start = async () =>
    (await import('@platen/imaging/imaging-pool')).createImagingPool({ size: mostChildren() });
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
    async preparePhoto(order, { signal }) {
      return await ask((pool) => pool.preparePhoto(order, { signal, deadlineMs: photoDeadlineMs }));
    },
    async preparePages(order, { signal, pages }) {
      const deadlineMs = Math.min(longestDeadlineMs, pageDeadlineMs * (pages + 1));
      await ask((pool) => pool.preparePages(order, { signal, deadlineMs }));
    },
    async restorePhoto(order, options) {
      const taskOptions = { ...options, priority: 'low', deadlineMs: restoreDeadlineMs } as const;
      const { report } = await ask((pool) => pool.restorePhoto(order, taskOptions));
      return { applied: report.applied, noise_sigma: report.noise.sigma, change: report.change };
    },
    async makeCalibrationPage(order) {
      await ask((pool) => pool.calibrationPage(order));
    },
    inspectProfile: (path) => ask((pool) => pool.inspectProfile(path)),
    softProof: (order) => ask((pool) => pool.softProof(order)),
    async close() {
      await (await starting)?.close();
    },
  };
}
