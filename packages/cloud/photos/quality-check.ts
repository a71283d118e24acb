/**
 * Judging a photo for a size: its pixels are measured once, by the imaging pool, and kept; after that a size is
 * arithmetic, and an answer that was given before is given from memory.
 */
import { AppError } from '@platen/contracts/app-error';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { MEASURES_VERSION, type PhotoMeasures } from '@platen/imaging/measures-version';
import type { Context } from '../context.ts';
import type { DocumentTable, SizeTable } from '../db/database-schema.ts';
import { readDetails } from '../documents/document-details.ts';
import { findDocument } from '../documents/document-store.ts';
import { findSize } from '../prices/price-rules.ts';
import { readCatalogue } from '../prices/price-store.ts';
import { findMeasures, putMeasures } from './measures-store.ts';
import { judgeQuality } from './quality-rules.ts';
import { qualityView } from './quality-view.ts';

type Answer = ReturnType<typeof qualityView>;

/** Answers given before, by photo and paper: the same object again costs no arithmetic and no JSON. */
const answers = new Map<string, Answer>();
const mostAnswers = 5000;
const measuring = new Map<string, Promise<PhotoMeasures>>();
const mostMeasuring = 200;
const deadlineMs = 20_000;

/** Throws not_found for a photo that isn't the caller's, unprocessable for a size that isn't offered. */
export async function checkPhotoQuality(
  context: Context,
  wanted: { photo_id: string; size: string; fit?: 'fill' | 'fit' | undefined },
): Promise<Answer> {
  const { database, caller } = context;
  const photo = await findDocument(database.query, {
    id: wanted.photo_id,
    accountId: caller!.accountId,
    kind: 'photo',
  });
  if (!photo) throw new AppError('not_found', 'No such photo.');
  const catalogue = await readCatalogue(database.query);
  const size = findSize(catalogue, wanted.size);
  if (!size) {
    const known = catalogue.sizes.map((each) => each.code).join(', ');
    throw new AppError('unprocessable', `size: "${wanted.size}" is not offered; sizes are ${known}.`);
  }
  const fit = wanted.fit ?? (size.made_for === 'photo' ? 'fill' : 'fit');
  const key = [photo.id, size.code, size.x_dimension, size.y_dimension, fit].join(' ');
  const known = answers.get(key);
  if (known) return known;
  const answer = await judge(context, photo, { size, fit });
  if (answers.size >= mostAnswers) answers.clear();
  answers.set(key, answer);
  return answer;
}

async function judge(
  context: Context,
  photo: DocumentTable,
  { size, fit }: { size: SizeTable; fit: 'fill' | 'fit' },
): Promise<Answer> {
  const measures = await findOrMeasure(context, photo);
  const details = readDetails(photo);
  const quality = judgeQuality(
    {
      widthPx: measures.widthPx,
      heightPx: measures.heightPx,
      colourSpace: photo.colour_space ?? 'srgb',
      hasProfile: details.icc_profile !== undefined,
      hasAlpha: details.has_alpha ?? false,
      measures,
    },
    { widthMm: size.x_dimension / 100, heightMm: size.y_dimension / 100, fit },
  );
  return qualityView({ photoId: photo.id, size: size.code, fit }, quality);
}

async function findOrMeasure(context: Context, { sha256 }: DocumentTable): Promise<PhotoMeasures> {
  const kept = await findMeasures(context.database.query, { sha256, version: MEASURES_VERSION });
  if (kept) return JSON.parse(kept.measures) as PhotoMeasures;
  let promise = measuring.get(sha256);
  if (!promise) {
    if (measuring.size >= mostMeasuring) {
      throw new AppError('rate_limited', 'Too many photos are being looked at at this moment.', {
        retryAfterSeconds: 5,
      });
    }
    promise = measure(context, sha256).finally(() => measuring.delete(sha256));
    measuring.set(sha256, promise);
  }
  return await promise;
}

async function measure({ database, files, imaging, now }: Context, sha256: string): Promise<PhotoMeasures> {
  try {
    const measures = await files.withLocal(sha256, (path) => imaging.measurePhoto(path, { deadlineMs }));
    await putMeasures(database.query, {
      sha256,
      version: MEASURES_VERSION,
      measures: JSON.stringify(measures),
      created_at: now(),
    });
    return measures;
  } catch (error) {
    if (error instanceof ImagingRefusal) throw new AppError('unprocessable', error.message);
    throw error;
  }
}
