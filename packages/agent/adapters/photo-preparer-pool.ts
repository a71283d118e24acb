/**
 * Photo preparer and restorer over one imaging pool: prints go before everything else. Owns nothing but the translation;
 * pixels never enter this process.
 */
import { availableParallelism } from 'node:os';
import type { ImagingPool } from '@platen/imaging/imaging-pool';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { type PhotoPreparer, PreparationRefused } from '../ports/photo-preparer.ts';
import type { PhotoRestorer } from '../ports/photo-restorer.ts';

/** As many pictures at once as there are processors, for a shop's machine at most four: each may take 200 MB. */
const mostChildren = () => Math.min(4, availableParallelism());

/** A photo of 40 megapixels with all steps takes some 40 seconds on a slow machine. */
const restoreDeadlineMs = 180_000;

/** A deadline says as much about this machine's load as about the picture: that one is tried again. */
function refusalOf(error: unknown): unknown {
  const isFinal = error instanceof ImagingRefusal && error.reason !== 'took_too_long';
  return isFinal ? new PreparationRefused(error.message) : error;
}

/** Starts the pool with the first picture: an idle agent pays nothing for it. */
export function createPoolPreparer(): PhotoPreparer & PhotoRestorer {
  let starting: Promise<ImagingPool> | undefined;
  const start = async () =>
    (await import('@platen/imaging/imaging-pool')).createImagingPool({ size: mostChildren() });

  return {
    async preparePhoto(order, { signal }) {
      starting ??= start();
      const pool = await starting;
      try {
        await pool.preparePhoto(order, { signal });
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async restorePhoto(order, options) {
      starting ??= start();
      const pool = await starting;
      const taskOptions = { ...options, priority: 'low', deadlineMs: restoreDeadlineMs } as const;
      try {
        const { report } = await pool.restorePhoto(order, taskOptions);
        return { applied: report.applied, noise_sigma: report.noise.sigma, change: report.change };
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async close() {
      await (await starting)?.close();
    },
  };
}
