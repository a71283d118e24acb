/** Documents of the caller's own account: upload, list, look at. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { DocumentTable } from '../db/database-schema.ts';
import { defineOperation } from '../operation.ts';
import { findDocument, listDocuments } from './document-store.ts';
import { receiveUpload, uploadInput } from './document-upload.ts';

const documentShape = z.object({
  document_id: z.uuid(),
  filename: z.string(),
  content_type: z.string().describe('Told by content: application/pdf, image/jpeg …'),
  bytes: z.int(),
  sha256: z.string().describe('SHA-256 of the bytes, hex'),
  pages: z.int().describe('Pages of a PDF; 1 for a picture'),
  width_px: z.int().nullable().describe('Upright, after EXIF orientation; null for a PDF'),
  height_px: z.int().nullable(),
  created_at: time,
});

const shapeOf = (row: DocumentTable) => ({
  document_id: row.id,
  filename: row.filename,
  content_type: row.content_type,
  bytes: row.bytes,
  sha256: row.sha256,
  pages: row.pages,
  width_px: row.width_px,
  height_px: row.height_px,
  created_at: toTime(row.created_at),
});

export const documentOperations = [
  defineOperation({
    name: 'upload_document',
    title: 'Upload a document',
    summary:
      'Uploads one PDF or picture (JPEG, PNG, TIFF, WebP) to print. Over REST as multipart/form-data with a part named "file"; as a tool with the bytes in content (base64). Returns document_id for create_order, the number of pages and the size in pixels. A file that could not be printed is refused with the reason.',
    rest: { method: 'POST', path: '/api/documents/upload' },
    tool: true,
    access: 'customer',
    effect: 'create',
    takesFile: true,
    input: uploadInput,
    output: documentShape,
    run: (context, input) => receiveUpload(context, input, { kind: 'document', answer: shapeOf }),
  }),
  defineOperation({
    name: 'list_documents',
    title: 'List documents',
    summary: 'Lists the documents this account has uploaded, newest first.',
    rest: { method: 'GET', path: '/api/documents' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(documentShape),
    async run(context, wanted) {
      const mine = { accountId: context.caller!.accountId, kind: 'document' } as const;
      const { rows, total } = await listDocuments(context.database.query, mine, wanted);
      return { items: rows.map(shapeOf), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_document_info',
    title: 'Look at a document',
    summary:
      'Returns one uploaded document: type, bytes, pages, size in pixels (document_id from upload_document).',
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
        kind: 'document',
      });
      if (!row) throw new AppError('not_found', 'No such document.');
      return shapeOf(row);
    },
  }),
];
