/** Judging a photo for a size: arithmetic on what was measured of it, and an answer that was given before is given from memory. */
import { AppError } from '@platen/contracts/app-error';
import type { IdPhotoSize } from '@platen/contracts/print-layout';
import { judgeQuality } from '@platen/imaging/quality/quality-rules';
import type { Context } from '../context.ts';
import { findDocument } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { findSize } from '../prices/price-rules.ts';
import { readCatalogue } from '../prices/price-store.ts';
import type { SizeTable } from '../prices/price-tables.ts';
import { findOfferedPrinter } from '../printers/printer-offer.ts';
import { idPhotoRule } from './id-photo-rules.ts';
import { getMeasures } from './photo-measuring.ts';
import { qualityPrinterOf } from './quality-printer-rules.ts';
import { type QualityAnswer, type QualityQuestion, qualityView } from './quality-view.ts';

/** Answers given before, by photo and paper: the same object again costs no arithmetic and no JSON. */
const answers = new Map<string, QualityAnswer>();
const maxAnswers = 5000;

interface Wanted {
  photo_id: string;
  size: string;
  fit?: 'fill' | 'fit' | undefined;
  photo_size?: IdPhotoSize | undefined;
  printer_id?: string | undefined;
}

/**
 * Throws not_found for a photo that isn't the caller's and for a printer that isn't offered, unprocessable for a size that
 * isn't.
 */
export async function judgePhotoQuality(context: Context, wanted: Wanted): Promise<QualityAnswer> {
  const { database, caller } = context;
  const photo = await findDocument(database.query, {
    id: wanted.photo_id,
    accountId: caller.accountId,
    kind: 'photo',
  });
  if (!photo) throw new AppError('not_found', 'No such photo.');
  const size = await getSize(context, wanted.size);
  const idPhoto = wanted.photo_size;
  if (idPhoto && wanted.fit === 'fit')
    throw new AppError('unprocessable', 'fit: ID photos fill their size; leave fit out.');
  const fit = idPhoto ? 'fill' : (wanted.fit ?? (size.made_for === 'photo' ? 'fill' : 'fit'));
  const printer = await findPrinter(context, wanted.printer_id, size);
  const question = { photoId: photo.id, size: size.code, fit, idPhoto, printer };
  const key = JSON.stringify([question, size.x_dimension, size.y_dimension, size.borderless]);
  const known = answers.get(key);
  if (known) return known;
  const answer = await judge(context, question, { photo, size });
  if (answers.size >= maxAnswers) answers.clear();
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
  const measures = await getMeasures(context, photo);
  const { idPhoto, fit } = question;
  const printer = question.printer?.facts;
  const paper = { widthMm: size.x_dimension / 100, heightMm: size.y_dimension / 100 };
  const rule = idPhoto && idPhotoRule(idPhoto);
  const quality = judgeQuality(measures, {
    ...(rule ? { widthMm: rule.widthMm, heightMm: rule.heightMm } : paper),
    fit,
    isBorderless: size.borderless === 1,
    printer,
    idPhoto: rule,
  });
  return qualityView(question, measures, quality);
}
