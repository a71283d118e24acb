/**
 * What was measured of a photo: its pixels are looked at once, by the imaging pool, and the numbers kept under its bytes. Owns that
 * a photo is never measured twice at a time; judges nothing.
 */
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { measuresVersion, type PhotoMeasures } from '@platen/imaging/quality/measures-version';
import type { Context } from '../context.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import { createSingleFlight } from '../single-flight.ts';
import { findMeasures, upsertMeasures } from './measures-store.ts';

type MeasuringContext = Pick<Context, 'database' | 'files' | 'imaging' | 'now'>;

const deadlineMs = 20_000;
const makeOnce = createSingleFlight<PhotoMeasures>({
  max: 200,
  tooMany: 'Too many photos are being looked at at this moment.',
});

/** Throws rate_limited when too many photos are being looked at, unprocessable for one that can't be decoded. */
export async function getMeasures(
  context: MeasuringContext,
  { sha256 }: Pick<DocumentTable, 'sha256'>,
): Promise<PhotoMeasures> {
  const kept = await findMeasures(context.database.query, { sha256, version: measuresVersion });
  if (kept) return JSON.parse(kept.measures) as PhotoMeasures;
  return await makeOnce(sha256, () => measure(context, sha256));
}

async function measure(
  { database, files, imaging, now }: MeasuringContext,
  sha256: string,
): Promise<PhotoMeasures> {
  try {
    const measures = await files.withLocal(sha256, (path) => imaging.measurePhoto(path, { deadlineMs }));
    await upsertMeasures(database.query, {
      sha256,
      version: measuresVersion,
      measures: JSON.stringify(measures),
      created_at: now(),
    });
    return measures;
  } catch (error) {
    if (error instanceof ImagingRefusal) throw pictureRefusal(error);
    throw error;
  }
}
