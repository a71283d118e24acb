/** The photo preparer over the imaging pool. Owns nothing but the translation; pixels never enter this process. */
import { availableParallelism } from 'node:os';
import type { ImagingPool } from '@platen/imaging/imaging-pool';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { type PhotoPreparer, PreparationRefused } from '../ports/photo-preparer.ts';

/** As many pictures at once as there are processors, for a shop's machine at most four: each may take 200 MB. */
const mostChildren = () => Math.min(4, availableParallelism());

/** Starts the pool with the first picture: an idle agent pays nothing for it. */
export function createPoolPreparer(): PhotoPreparer {
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
        // A deadline says as much about this machine's load as about the picture: that one is tried again.
        if (error instanceof ImagingRefusal && error.reason !== 'took_too_long')
          throw new PreparationRefused(error.message);
        throw error;
      }
    },
    async close() {
      await (await starting)?.close();
    },
  };
}
