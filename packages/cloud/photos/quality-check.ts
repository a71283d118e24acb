/**
 * Judging a photo for a size: its pixels are measured once, by the imaging pool, and kept; after that a size is
 * arithmetic, and an answer that was given before is given from memory.
 */
import { AppError } from '@platen/contracts/app-error';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { MEASURES_VERSION, type PhotoMeasures } from '@platen/imaging/measures-version';
import { judgeQuality } from '@platen/imaging/quality-rules';
import type { Context } from '../context.ts';
import type { DocumentTable, SizeTable } from '../db/database-schema.ts';
import { findDocument } from '../documents/document-store.ts';
import { findSize } from '../prices/price-rules.ts';
import { readCatalogue } from '../prices/price-store.ts';
import { findOfferedPrinter } from '../printers/printer-offer.ts';
import { findMeasures, putMeasures } from './measures-store.ts';
import { qualityPrinterOf } from './quality-printer-rules.ts';
import { type QualityAnswer, type QualityQuestion, qualityView } from './quality-view.ts';

/** Answers given before, by photo and paper: the same object again costs no arithmetic and no JSON. */
const answers = new Map<string, QualityAnswer>();
const mostAnswers = 5000;
const measuring = new Map<string, Promise<PhotoMeasures>>();
const mostMeasuring = 200;
const deadlineMs = 20_000;

interface Wanted {
  photo_id: string;
  size: string;
  fit?: 'fill' | 'fit' | undefined;
  printer_id?: string | undefined;
}

/**
 * Throws not_found for a photo that isn't the caller's and for a printer that isn't offered, unprocessable for a size that
 * isn't.
 */
export async function checkPhotoQuality(context: Context, wanted: Wanted): Promise<QualityAnswer> {
  const { database, caller } = context;
  const photo = await findDocument(database.query, {
    id: wanted.photo_id,
    accountId: caller!.accountId,
    kind: 'photo',
  });
  if (!photo) throw new AppError('not_found', 'No such photo.');
  const size = await getSize(context, wanted.size);
  const fit = wanted.fit ?? (size.made_for === 'photo' ? 'fill' : 'fit');
  const printer = await findPrinter(context, wanted.printer_id, size);
  const question = { photoId: photo.id, size: size.code, fit, printer };
  const key = JSON.stringify([question, size.x_dimension, size.y_dimension, size.borderless]);
  const known = answers.get(key);
  if (known) return known;
  const answer = await judge(context, question, { photo, size });
  if (answers.size >= mostAnswers) answers.clear();
  answers.set(key, answer);
  return answer;
}

async function getSize({ database }: Context, code: string): Promise<SizeTable> {
  const catalogue = await readCatalogue(database.query);
  const size = findSize(catalogue, code);
  if (size) return size;
  const known = catalogue.sizes.map((each) => each.code).join(', ');
  throw new AppError('unprocessable', `size: "${code}" is not offered; sizes are ${known}.`);
}

async function findPrinter(
  context: Context,
  id: string | undefined,
  { x_dimension: xHmm, y_dimension: yHmm }: SizeTable,
): Promise<QualityQuestion['printer']> {
  if (id === undefined) return undefined;
  const report = await findOfferedPrinter(context, id);
  if (!report) {
    throw new AppError(
      'not_found',
      'printer_id: no such printer; get_printer_status lists those that there are.',
    );
  }
  return { id: report.printer_id, facts: qualityPrinterOf(report, { xHmm, yHmm }) };
}

async function judge(
  context: Context,
  question: QualityQuestion,
  { photo, size }: { photo: DocumentTable; size: SizeTable },
): Promise<QualityAnswer> {
  const measures = await findOrMeasure(context, photo);
  const quality = judgeQuality(measures, {
    widthMm: size.x_dimension / 100,
    heightMm: size.y_dimension / 100,
    fit: question.fit,
    isBorderless: size.borderless === 1,
    printer: question.printer?.facts,
  });
  return qualityView(question, measures, quality);
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
