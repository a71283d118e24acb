/**
 * Uploads that go on where a broken connection left them: announce, send (resumable-upload-routes.ts), finish. What is sent is examined
 * and kept as any other upload.
 */
import { AppError } from '@platen/contracts/app-error';
import { id, line, time, toTime, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { fileTooLarge } from '../ports/files.ts';
import type { ResumableUploadTable } from './document-tables.ts';
import { recordUpload } from './document-upload.ts';
import { documentShape, documentView } from './document-view.ts';
import {
  deleteResumableUpload,
  findResumableUpload,
  insertResumableUpload,
  sumResumableUploads,
} from './resumable-upload-store.ts';
import { checkQuota } from './storage-quota.ts';

/** A whole album that was dropped onto a page waits its turn in the page, not here. */
const maxOpen = 100;
const openForMs = 24 * 3_600_000;

const uploadShape = z.object({
  upload_id: z.uuid(),
  kind: z.enum(['document', 'photo']),
  filename: z.string(),
  bytes: z.int().describe('Of the whole file'),
  offset: z.int().describe('So many bytes have come: send what follows'),
  expires_at: time.describe('When it is forgotten unless it was finished before'),
});

const uploadId = id('From create_upload');

/** Of this account. Throws not_found when it is over or another one's. */
export async function getResumableUpload(
  db: Query | Tx,
  wanted: { id: string; accountId: string; now: number },
): Promise<ResumableUploadTable> {
  const row = await findResumableUpload(db, wanted);
  if (!row || row.expires_at <= wanted.now) {
    throw new AppError('not_found', 'No such upload, or it is over. Begin it anew.');
  }
  return row;
}

/** How far it is. */
export async function viewResumableUpload({ files }: Pick<Deps, 'files'>, row: ResumableUploadTable) {
  return {
    upload_id: row.id,
    kind: row.kind,
    filename: row.filename,
    bytes: row.bytes,
    offset: await files.partial(row.id).size(),
    expires_at: toTime(row.expires_at),
  };
}

export const resumableUploadOperations = [
  defineOperation({
    name: 'create_upload',
    title: 'Begin a resumable upload',
    summary:
      'Announces a file that is sent by PATCH to /api/uploads/{upload_id}, in one request or, where connections break, in several: each goes on behind the bytes that have come. Then finish_upload makes a document or photo of it.',
    rest: { method: 'POST', path: '/api/uploads' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      kind: z.enum(['document', 'photo']).describe('What it becomes'),
      filename: line(0, 255).default('').describe('For lists; the type is told by content'),
      bytes: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('Of the whole file'),
    }),
    output: uploadShape,
    async run(context, { kind, filename, bytes }) {
      const { caller, now, maxUploadBytes, files } = context;
      if (bytes > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
      return await context.atomically(async (tx) => {
        const open = await sumResumableUploads(tx, caller.accountId);
        if (open.uploads >= maxOpen) {
          throw new AppError(
            'conflict',
            `At most ${maxOpen} uploads may be under way. Finish or delete some.`,
          );
        }
        const comingBytes = open.bytes + bytes;
        await checkQuota(tx, context, { accountId: caller.accountId, comingBytes });
        const row: ResumableUploadTable = {
          id: newId(),
          account_id: caller.accountId,
          kind,
          filename,
          bytes,
          created_at: now(),
          expires_at: now() + openForMs,
        };
        await insertResumableUpload(tx, row);
        return await viewResumableUpload({ files }, row);
      });
    },
  }),
  defineOperation({
    name: 'get_upload',
    title: 'Look at a resumable upload',
    summary: 'Returns how many bytes of an upload have come: where to go on after a broken connection.',
    rest: { method: 'GET', path: '/api/uploads/{upload_id}' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ upload_id: uploadId }),
    output: uploadShape,
    async run(context, { upload_id }) {
      const { database, caller, now } = context;
      const wanted = { id: upload_id, accountId: caller.accountId, now: now() };
      return await viewResumableUpload(context, await getResumableUpload(database.query, wanted));
    },
  }),
  defineOperation({
    name: 'delete_upload',
    title: 'Give up a resumable upload',
    summary: 'Forgets an upload that is under way, and the bytes that have come of it.',
    rest: { method: 'DELETE', path: '/api/uploads/{upload_id}' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ upload_id: uploadId }),
    output: z.object({ upload_id: z.uuid() }),
    async run({ database, caller, now, files }, { upload_id }) {
      const row = await getResumableUpload(database.query, {
        id: upload_id,
        accountId: caller.accountId,
        now: now(),
      });
      await deleteResumableUpload(database.query, row.id);
      await files.partial(row.id).remove();
      return { upload_id };
    },
  }),
  defineOperation({
    name: 'finish_upload',
    title: 'Finish a resumable upload',
    summary:
      "Makes a document or photo of an upload of which all bytes have come, and returns it; what can't be printed is refused with the reason, and the upload is over.",
    rest: { method: 'POST', path: '/api/uploads/{upload_id}/finish' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({ upload_id: uploadId }),
    output: documentShape,
    async run(context, { upload_id }) {
      const { database, caller, now, files } = context;
      const wanted = { id: upload_id, accountId: caller.accountId, now: now() };
      const upload = await getResumableUpload(database.query, wanted);
      const partial = files.partial(upload.id);
      const offset = await partial.size();
      if (offset !== upload.bytes) {
        throw new AppError(
          'conflict',
          `${offset} of ${upload.bytes} bytes have come. Send the others first.`,
        );
      }
      const { kind, filename } = upload;
      try {
        const document = await recordUpload(context, await partial.stage(), {
          kind,
          filename,
          async alsoWrite(tx) {
            if (await deleteResumableUpload(tx, upload.id)) return;
            throw new AppError('conflict', 'The upload was finished or deleted meanwhile.');
          },
          answer: (row) => documentView(context, row),
        });
        await partial.remove();
        return document;
      } catch (error) {
        // What can't be printed won't be by another try.
        if (error instanceof AppError && error.code === 'unprocessable') {
          await deleteResumableUpload(database.query, upload.id);
          await partial.remove();
        }
        throw error;
      }
    },
  }),
];
