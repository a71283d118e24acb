/**
 * Making planned contact sheets: photo after photo in the imaging pool, behind everything that somebody needs at once, then all
 * sheets kept in one transaction or none. Owns that order, how many requests are worked on, and that the work ends with whoever
 * asked for it. Must never hold a photo: they go from the file store to the sheet's file in a child process.
 */

import { AppError } from '@platen/contracts/app-error';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { captionInk } from '@platen/imaging/layout/sheet-cells';
import { type SheetFile, withSheetFile } from '@platen/imaging/sheet/sheet-file';
import type { Context } from '../context.ts';
import { readDetails, writeDetails } from '../documents/document-details.ts';
import { readDocumentFacts } from '../documents/document-examination.ts';
import { insertDocument } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { checkQuota } from '../documents/storage-quota.ts';
import { keepAllRecorded } from '../files/file-keeping.ts';
import { newId } from '../ids.ts';
import { takeAttempt } from '../limits/limit-moves.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import type { StagedFile } from '../ports/files.ts';
import type { PlacedPhoto, SheetsPlan } from './contact-sheet-plan.ts';
import { contactSheetsView } from './contact-sheet-view.ts';

/** Of one photo, and of one sheet that is encoded. */
const deadlineMs = 20_000;
/** A connection on which nothing moves for two minutes is closed. */
const maxMs = 100_000;
/** In this process: photos of several requests would only wait for each other. */
const maxAtOnce = 3;
const working = new Set<string>();

type Answer = ReturnType<typeof contactSheetsView>;

/** Throws rate_limited when there is no turn, unprocessable naming the photo that can't be shown or when it takes too long. */
export async function createContactSheets(context: Context, plan: SheetsPlan): Promise<Answer> {
  const { accountId } = context.caller;
  if (working.has(accountId) || working.size >= maxAtOnce) {
    const whose = working.has(accountId) ? 'this account' : 'others';
    const sentence = `Contact sheets of ${whose} are being made at this moment.`;
    throw new AppError('rate_limited', sentence, { retryAfterSeconds: 5 });
  }
  working.add(accountId);
  try {
    await takeAttempt(context, { name: 'contact_sheets', subject: accountId });
    return await makeAndKeep(context, plan);
  } finally {
    working.delete(accountId);
  }
}

interface Work {
  plan: SheetsPlan;
  /** Aborted when the client is gone. */
  gone: AbortSignal;
  /** The same, and when the time is up. */
  signal: AbortSignal;
}

async function makeAndKeep(context: Context, plan: SheetsPlan): Promise<Answer> {
  const gone = context.clientGone();
  const work = { plan, gone, signal: AbortSignal.any([gone, AbortSignal.timeout(maxMs)]) };
  const staged: StagedFile[] = [];
  try {
    for (const photos of plan.sheets) staged.push(await stageSheet(context, work, photos));
    const rows: DocumentTable[] = [];
    for (const [index, sheet] of staged.entries()) rows.push(await rowOf(context, plan, { sheet, index }));
    return await keepAllRecorded(context, staged, {
      atomically: context.atomically,
      work: async (tx) => {
        checkWanted(work);
        for (const row of rows) await insertDocument(tx, row);
        await checkQuota(tx, context, { accountId: context.caller.accountId });
        return contactSheetsView(context, plan, rows);
      },
    });
  } finally {
    for (const sheet of staged) await sheet.discard();
  }
}

async function stageSheet(context: Context, work: Work, photos: PlacedPhoto[]): Promise<StagedFile> {
  const { files, imaging } = context;
  const { background, places } = work.plan;
  const { widthPx, heightPx, dpi } = places;
  return await files.stageMade(async (targetPath) => {
    const sheet = { path: `${targetPath}.sheet.tif`, widthPx, heightPx };
    const make = async () => {
      for (const placed of photos) await putPhoto(context, work, { sheet, placed });
      checkWanted(work);
      const taskOptions = { signal: work.signal, deadlineMs, priority: 'low' } as const;
      await imaging.contactSheet({ sheet, targetPath, dpi }, taskOptions).catch((error) => {
        checkWanted(work);
        throw error;
      });
    };
    await withSheetFile(sheet, { background, work: make });
  });
}

/** Throws when nobody waits any more, or the time is up. */
function checkWanted({ gone, signal }: Work): void {
  if (gone.aborted) throw new AppError('malformed', 'The client has gone.');
  if (signal.aborted) {
    throw new AppError(
      'unprocessable',
      'photo_ids: the sheets take too long; ask for fewer photos at a time.',
    );
  }
}

async function putPhoto(
  { files, imaging }: Context,
  work: Work,
  { sheet, placed }: { sheet: SheetFile; placed: PlacedPhoto },
): Promise<void> {
  const { photo, index, caption, cell, place } = placed;
  const { background, captionDot } = work.plan;
  checkWanted(work);
  const ink = captionInk(cell, caption, captionDot);
  const taskOptions = { signal: work.signal, deadlineMs, priority: 'low' } as const;
  try {
    await files.withLocal(photo.sha256, (sourcePath) =>
      imaging.contactPicture({ sourcePath, sheet, background, place, ink }, taskOptions),
    );
  } catch (error) {
    checkWanted(work);
    const which = `photo_ids[${index}]: "${photo.filename}"`;
    if (error instanceof ImagingRefusal) throw pictureRefusal(error, `${which}: `);
    if (isFileGone(error)) throw new AppError('unprocessable', `${which}: its file is no longer there.`);
    throw error;
  }
}

/** Before the work, or between two looks at it. */
const isFileGone = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'not_found') ||
  (error as NodeJS.ErrnoException)?.code === 'ENOENT';

async function rowOf(
  context: Context,
  { grid, sheets }: SheetsPlan,
  { sheet, index }: { sheet: StagedFile; index: number },
): Promise<DocumentTable> {
  const facts = await readDocumentFacts(context, { path: sheet.path, kind: 'photo' });
  const { columns, rows } = grid;
  const photo_ids = sheets[index]!.map(({ photo }) => photo.id);
  const contact_sheet = { photo_ids, sheet: index + 1, sheets: sheets.length, columns, rows };
  return {
    id: newId(),
    account_id: context.caller.accountId,
    kind: 'photo',
    filename: `contact sheet ${index + 1} of ${sheets.length}.jpg`,
    bytes: sheet.bytes,
    sha256: sheet.sha256,
    created_at: context.now(),
    deleted_at: null,
    restored_from: null,
    ...facts,
    details: writeDetails({ ...readDetails(facts), contact_sheet }),
  };
}
