/**
 * Deleting an upload: refused while something unfinished needs it. The row stays for finished orders; the bytes go when
 * nothing needs them (retention/file-sweep.ts).
 */
import { AppError } from '@platen/contracts/app-error';
import { isUploadInAfterSales } from '../aftersales/after-sales-store.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import {
  type DocumentKind,
  findOrderUsing,
  lockDocument,
  updateDeleted,
} from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { updateBytesCheckAt } from '../files/stored-file-store.ts';
import { isUploadSubmitted } from '../preorders/pre-order-submission-store.ts';
import { deleteFilesShowing } from '../restorations/restoration-file-store.ts';
import { findOpenRestorationOf } from '../restorations/restoration-store.ts';

/** A sentence why the upload can't go yet; undefined when this use doesn't stand in the way. */
type InUseCheck = (tx: Tx, documentId: string) => Promise<string | undefined>;

/** Every feature that keeps an upload from being deleted has its check here, and nowhere else. */
const inUseChecks: readonly InUseCheck[] = [
  async (tx, documentId) => {
    const orderNo = await findOrderUsing(tx, documentId);
    return (
      orderNo &&
      `Order ${orderNo} is not finished and prints it. Cancel the order, or wait until it is completed.`
    );
  },
  async (tx, documentId) => {
    const restoration = await findOpenRestorationOf(tx, documentId);
    return (
      restoration && `Restoration ${restoration.id} is working on it. Cancel it, or wait until it has ended.`
    );
  },
  async (tx, documentId) =>
    (await isUploadSubmitted(tx, documentId))
      ? 'It was submitted to a pre-order that has not ended. Ask its owner to cancel the submission.'
      : undefined,
  async (tx, documentId) =>
    (await isUploadInAfterSales(tx, documentId))
      ? 'An after-sales request that is not closed shows it. Withdraw the request, or wait until it is closed.'
      : undefined,
];

/** Throws not_found, or conflict naming what needs it. */
export async function deleteUpload(
  { database, caller, now }: Context,
  { id, kind }: { id: string; kind: DocumentKind | undefined },
): Promise<{ deletedAt: number }> {
  return await database.transaction(async (tx) => {
    const row = await lockDocument(tx, { id, accountId: caller.accountId, kind });
    if (!row) throw new AppError('not_found', `No such ${kind ?? 'document'}.`);
    const sentence = await findUse(tx, id);
    if (sentence) throw new AppError('conflict', `The ${row.kind} is in use. ${sentence}`);
    await removeUpload(tx, row, now());
    return { deletedAt: now() };
  });
}

/** The same for an upload whose owner has left. False: something still needs it, or it is gone already. */
export async function deleteLeftUpload(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const row = await lockDocument(tx, { id, accountId, kind: undefined });
    if (!row || (await findUse(tx, id))) return false;
    await removeUpload(tx, row, now());
    return true;
  });
}

/** Why it can't go yet. */
async function findUse(tx: Tx, id: string): Promise<string | undefined> {
  for (const check of inUseChecks) {
    const sentence = await check(tx, id);
    if (sentence) return sentence;
  }
  return undefined;
}

async function removeUpload(tx: Tx, row: DocumentTable, now: number): Promise<void> {
  await updateDeleted(tx, row, now);
  await updateBytesCheckAt(tx, { sha256: row.sha256, now });
  await deleteFilesShowing(tx, { photoId: row.id, now });
}
