/**
 * Uploads that go on where a broken connection left them: announce, send (resumable-upload-routes.ts), finish. What is sent is examined
 * and kept as any other upload.
 */
import { AppError } from '@platen/contracts/app-error';
import { id, line, time, toTime, wholeNumber } from '@platen/contracts/shapes';
import { pictureFormats } from '@platen/imaging/decode/file-type';
import { z } from 'zod';
import { getStorage } from '../accounts/storage-store.ts';
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
  findMarkedUpload,
  findResumableUpload,
  insertResumableUpload,
  listResumableUploads,
  sumResumableUploads,
  updateUploadExpiry,
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
  mark: z.string().nullable().describe('As it was given to create_upload'),
  expires_at: time.describe('When it is forgotten unless it was finished before'),
});

const limitsShape = z.object({
  max_file_bytes: z.int().describe('The largest file that is taken'),
  formats: z.string().describe('What can be printed; the type is told by content'),
  stored_bytes: z.int().describe('What this account keeps of files'),
  quota_bytes: z.int().describe('What it may keep'),
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
    mark: row.mark,
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
      mark: line(1, 200)
        .optional()
        .describe(
          'By what the client knows this very file again, such as a hash. An upload under way that has it, and kind and bytes, is gone on with: it is returned instead of a new one',
        ),
    }),
    output: uploadShape,
    async run(context, { kind, filename, bytes, mark = null }) {
      const { caller, now, maxUploadBytes, files } = context;
      if (bytes > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
      return await context.atomically(async (tx) => {
        const known =
          mark !== null &&
          (await findMarkedUpload(tx, { accountId: caller.accountId, kind, bytes, mark, now: now() }));
        if (known) {
          const expires_at = now() + openForMs;
          await updateUploadExpiry(tx, { id: known.id, expires_at });
          return await viewResumableUpload({ files }, Object.assign(known, { expires_at }));
        }
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
          mark,
          created_at: now(),
          expires_at: now() + openForMs,
        };
        await insertResumableUpload(tx, row);
        return await viewResumableUpload({ files }, row);
      });
    },
  }),
  defineOperation({
    name: 'list_uploads',
    title: 'List resumable uploads',
    summary:
      'Lists the uploads of this account that are under way or were broken off, newest first, with how many bytes of each have come. They go on where they are, until they expire.',
    rest: { method: 'GET', path: '/api/uploads' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(uploadShape) }),
    async run(context) {
      const { database, caller, now } = context;
      const mine = { accountId: caller.accountId, now: now(), limit: maxOpen };
      const rows = await listResumableUploads(database.query, mine);
      return { items: await Promise.all(rows.map((row) => viewResumableUpload(context, row))) };
    },
  }),
  defineOperation({
    name: 'get_upload_limits',
    title: 'What may be uploaded',
    summary:
      'Returns how large a file may be, which formats are taken, and how much the account keeps and may keep: worth a look before large files are sent.',
    rest: { method: 'GET', path: '/api/uploads/limits' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: limitsShape,
    async run({ database, caller, maxUploadBytes, accountQuotaBytes }) {
      const { storedBytes, quotaBytes } = await getStorage(database.query, caller.accountId);
      return {
        max_file_bytes: maxUploadBytes,
        formats: `${pictureFormats}, PDF`,
        stored_bytes: storedBytes,
        quota_bytes: quotaBytes ?? accountQuotaBytes,
      };
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
