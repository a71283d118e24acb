/** Documents of the caller's own account: upload, list, look at. Photos are uploads too and can be listed with them. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging } from '@platen/contracts/shapes';
import { pictureFormats } from '@platen/imaging/decode/file-type';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { picturesOfUploads } from './document-pictures.ts';
import { findDocument, pageDocuments } from './document-store.ts';
import { receiveUpload, uploadInput } from './document-upload.ts';
import { documentShape, documentView } from './document-view.ts';

export const documentOperations = [
  defineOperation({
    name: 'upload_document',
    title: 'Upload a document',
    summary: `Uploads one PDF or picture (${pictureFormats}) to print, by one of file_url, content and file_path. Returns document_id, pages and pixels; what can't be printed is refused with the reason.`,
    rest: { method: 'POST', path: '/api/documents/upload' },
    tool: { group: 'documents', core: true, answer: 'described' },
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
      'Lists the files this account has uploaded, newest first, with document_id (of a photo also its photo_id), type, pages, pixels and thumbnail_url.',
    rest: { method: 'GET', path: '/api/documents' },
    tool: { group: 'documents' },
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
    pictures: (context, output) =>
      picturesOfUploads(
        context,
        output.items.map((each) => ({ id: each.document_id, title: `${each.document_id} ${each.filename}` })),
      ),
    async run(context, { kind, ...wanted }) {
      const mine = { accountId: context.caller.accountId, kind: kind === 'all' ? undefined : kind };
      const { rows, total } = await pageDocuments(context.database.query, mine, wanted);
      return { items: rows.map((row) => documentView(context, row)), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_document_info',
    title: 'Look at a document',
    summary:
      'Returns one upload: type, pages and their sizes, pixels, thumbnail_url and download_url. Takes a photo_id too.',
    rest: { method: 'GET', path: '/api/documents/{document_id}' },
    tool: { group: 'documents' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ document_id: id('From upload_document or list_documents') }),
    output: documentShape,
    pictures: (context, output) =>
      picturesOfUploads(context, [{ id: output.document_id, title: output.filename }]),
    async run(context, { document_id }) {
      const row = await findDocument(context.database.query, {
        id: document_id,
        accountId: context.caller.accountId,
      });
      if (!row) throw new AppError('not_found', 'No such document.');
      return documentView(context, row);
    },
  }),
];
