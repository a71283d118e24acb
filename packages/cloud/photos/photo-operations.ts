/** Photos of the caller's own account: upload, look at. They share the store of documents and can be ordered alike. */
import { AppError } from '@platen/contracts/app-error';
import { id, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { DocumentTable } from '../db/database-schema.ts';
import { findDocument } from '../documents/document-store.ts';
import { receiveUpload, uploadInput } from '../documents/document-upload.ts';
import { defineOperation } from '../operation.ts';

const photoShape = z.object({
  photo_id: z.uuid().describe('Also accepted as document_id or photo_id of an order item'),
  filename: z.string(),
  content_type: z.string(),
  bytes: z.int(),
  sha256: z.string().describe('SHA-256 of the bytes, hex'),
  width_px: z.int().describe('Upright, after EXIF orientation'),
  height_px: z.int(),
  colour_space: z.string(),
  created_at: time,
});

const shapeOf = (row: DocumentTable) => ({
  photo_id: row.id,
  filename: row.filename,
  content_type: row.content_type,
  bytes: row.bytes,
  sha256: row.sha256,
  width_px: row.width_px ?? 0,
  height_px: row.height_px ?? 0,
  colour_space: row.colour_space ?? 'unknown',
  created_at: toTime(row.created_at),
});

export const photoOperations = [
  defineOperation({
    name: 'upload_photo',
    title: 'Upload a photo',
    summary:
      'Uploads one picture (JPEG, PNG, TIFF, WebP) to print. Over REST as multipart/form-data with a part named "file"; as a tool with the bytes in content (base64). Returns photo_id, which create_order accepts in its items, and the size in pixels. A picture that can\'t be decoded is refused with the reason.',
    rest: { method: 'POST', path: '/api/photos/upload' },
    tool: true,
    access: 'customer',
    effect: 'create',
    takesFile: true,
    input: uploadInput,
    output: photoShape,
    run: (context, input) => receiveUpload(context, input, { kind: 'photo', answer: shapeOf }),
  }),
  defineOperation({
    name: 'get_photo',
    title: 'Look at a photo',
    summary:
      'Returns one uploaded photo: type, bytes, size in pixels, colour space (photo_id from upload_photo).',
    rest: { method: 'GET', path: '/api/photos/{photo_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ photo_id: id('From upload_photo') }),
    output: photoShape,
    async run(context, { photo_id }) {
      const row = await findDocument(context.database.query, {
        id: photo_id,
        accountId: context.caller!.accountId,
        kind: 'photo',
      });
      if (!row) throw new AppError('not_found', 'No such photo.');
      return shapeOf(row);
    },
  }),
];
