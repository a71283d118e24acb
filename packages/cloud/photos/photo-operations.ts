/** Photos of the caller's own account: upload, list, look at, judge, delete. They can be ordered as documents are. */
import { AppError } from '@platen/contracts/app-error';
import { idPhotoSizeNames } from '@platen/contracts/print-layout';
import { id, line, listOf, paging, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { deleteUpload } from '../documents/document-deletion.ts';
import { findDocument, listDocuments } from '../documents/document-store.ts';
import { receiveUpload, uploadInput } from '../documents/document-upload.ts';
import { photoShape, photoView } from '../documents/document-view.ts';
import { defineOperation } from '../operation.ts';
import { checkPhotoQuality } from './quality-check.ts';
import { qualityShape } from './quality-view.ts';

export const photoOperations = [
  defineOperation({
    name: 'upload_photo',
    title: 'Upload a photo',
    summary:
      'Uploads one picture (JPEG, PNG, TIFF, WebP, HEIC, AVIF, GIF, BMP; of an animation the first picture) to print. The file comes as one of: file_url, a public address it is fetched from; content, its bytes in base64; a file part of a multipart/form-data request (over REST named "file", as a tool named by file_path). Returns photo_id, which create_order accepts in its items, and the size in pixels. A picture that can\'t be decoded is refused with the reason.',
    rest: { method: 'POST', path: '/api/photos/upload' },
    tool: true,
    access: 'customer',
    effect: 'create',
    takesFile: true,
    input: uploadInput,
    output: photoShape,
    run: (context, input) =>
      receiveUpload(context, input, { kind: 'photo', answer: (row) => photoView(context, row) }),
  }),
  defineOperation({
    name: 'get_photo',
    title: 'Look at a photo',
    summary:
      'Returns one photo: type, bytes, size in pixels, colour space, when it was taken, thumbnail_url and download_url (photo_id from upload_photo, or from list_documents with kind "photo").',
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
      return photoView(context, row);
    },
  }),
  defineOperation({
    name: 'list_photos',
    title: 'List photos',
    summary: 'Lists the photos of this account, newest first, those that were restored or claimed too.',
    rest: { method: 'GET', path: '/api/photos' },
    tool: false,
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(photoShape),
    async run(context, wanted) {
      const mine = { accountId: context.caller!.accountId, kind: 'photo' } as const;
      const { rows, total } = await listDocuments(context.database.query, mine, wanted);
      return { items: rows.map((row) => photoView(context, row)), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'delete_photo',
    title: 'Delete a photo',
    summary:
      'Deletes one photo for good (photo_id from upload_photo). Refused while an unfinished order prints it or a restoration works on it: the refusal names which. Orders that are finished keep what they need to be printed again.',
    rest: { method: 'DELETE', path: '/api/photos/{photo_id}' },
    tool: true,
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ photo_id: id('From upload_photo') }),
    output: z.object({ photo_id: z.uuid(), deleted_at: time }),
    async run(context, { photo_id }) {
      const deleted = await deleteUpload(context, { id: photo_id, kind: 'photo' });
      return { photo_id, deleted_at: toTime(deleted.deletedAt) };
    },
  }),
  defineOperation({
    name: 'check_photo_quality',
    title: 'Check how a photo will print',
    summary:
      'Judges how well a photo (photo_id from upload_photo) will look in a size (codes from get_print_options or get_print_prices), before it is ordered: verdict good, acceptable, poor or unprintable, the part that is printed, what the trim may take and a suggested crop, the resolution on paper, and named findings (resolution, sharpness, noise, exposure, tint, compression, colours, faces at the edge, damaged data), each with its number, threshold, severity, one sentence and advice in English and Chinese. With printer_id it counts with the true margins, borderless sizes and resolution of that printer. The first check of a photo takes a second or so, every other size is answered at once.',
    rest: { method: 'GET', path: '/api/photos/{photo_id}/quality-check' },
    tool: true,
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({
      photo_id: id('From upload_photo'),
      size: line(1, 40).describe('Print size, e.g. 4x6; a code from get_print_options'),
      fit: z
        .enum(['fill', 'fit'])
        .optional()
        .describe(
          'fill crops to cover the sheet, fit leaves white borders; default as create_order: fill for photo sizes',
        ),
      photo_size: z
        .enum(idPhotoSizeNames)
        .optional()
        .describe(
          'Of ID photos on the sheet (photo_size of an id_photo layout): judges one of them, cut by the head as create_order cuts it without crop',
        ),
      printer_id: line(1, 200)
        .optional()
        .describe(
          'A printer of get_printer_status: judges what this one makes of it; left out: any printer that can print the size',
        ),
    }),
    output: qualityShape,
    run: checkPhotoQuality,
  }),
];
