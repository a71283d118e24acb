/** Documents of the caller's own account: upload, list, look at, delete. Photos are uploads too and can be listed with them. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { deleteUpload } from './document-deletion.ts';
import { findDocument, listDocuments } from './document-store.ts';
import { receiveUpload, uploadInput } from './document-upload.ts';
import { documentShape, documentView } from './document-view.ts';

export const documentOperations = [
  defineOperation({
    name: 'upload_document',
    title: 'Upload a document',
    summary:
      'Uploads one PDF or picture (JPEG, PNG, TIFF, WebP, HEIC, AVIF, GIF, BMP) to print. The file comes as one of: file_url, a public address it is fetched from; content, its bytes in base64; a file part of a multipart/form-data request (over REST named "file", as a tool named by file_path). Returns document_id for create_order, the number of pages and the size in pixels. A file that could not be printed is refused with the reason.',
    rest: { method: 'POST', path: '/api/documents/upload' },
    tool: true,
    access: 'customer',
    effect: 'create',
    takesFile: true,
    input: uploadInput,
    output: documentShape,
    run: (context, input) =>
      receiveUpload(context, input, { kind: 'document', answer: (row) => documentView(context, row) }),
  }),
  defineOperation({
    name: 'list_documents',
    title: 'List documents',
    summary:
      'Lists what this account has uploaded, newest first: documents by default, with kind "photo" photos, with "all" both. Returns document_id (for photos too: it is their photo_id), type, pages, size in pixels and a thumbnail_url of each. Deleted uploads are not in it.',
    rest: { method: 'GET', path: '/api/documents' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      kind: z
        .enum(['document', 'photo', 'all'])
        .default('document')
        .describe('Which uploads; default document'),
      ...paging,
    }),
    output: listOf(documentShape),
    async run(context, { kind, ...wanted }) {
      const mine = { accountId: context.caller!.accountId, kind: kind === 'all' ? undefined : kind };
      const { rows, total } = await listDocuments(context.database.query, mine, wanted);
      return { items: rows.map((row) => documentView(context, row)), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_document_info',
    title: 'Look at a document',
    summary:
      'Returns one upload: type, bytes, pages and their sizes, size in pixels, when it was taken, thumbnail_url and download_url (document_id from upload_document or list_documents; a photo_id is good as well).',
    rest: { method: 'GET', path: '/api/documents/{document_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ document_id: id('From upload_document or list_documents') }),
    output: documentShape,
    async run(context, { document_id }) {
      const row = await findDocument(context.database.query, {
        id: document_id,
        accountId: context.caller!.accountId,
      });
      if (!row) throw new AppError('not_found', 'No such document.');
      return documentView(context, row);
    },
  }),
  defineOperation({
    name: 'delete_document',
    title: 'Delete a document',
    summary:
      'Deletes one upload for good (document_id from upload_document or list_documents). Refused while an unfinished order prints it: the refusal names the order. Orders that are finished keep what they need to be printed again.',
    rest: { method: 'DELETE', path: '/api/documents/{document_id}' },
    tool: true,
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ document_id: id('From upload_document or list_documents') }),
    output: z.object({ document_id: z.uuid(), deleted_at: time }),
    async run(context, { document_id }) {
      const deleted = await deleteUpload(context, { id: document_id, kind: undefined });
      return { document_id, deleted_at: toTime(deleted.deletedAt) };
    },
  }),
];
