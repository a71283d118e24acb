/** Photos of the caller's own account: upload, list, look at. They can be ordered as documents are. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging } from '@platen/contracts/shapes';
import { pictureFormats } from '@platen/imaging/decode/file-type';
import { z } from 'zod';
import { picturesOfUploads } from '../documents/document-pictures.ts';
import { findDocument, pageDocuments } from '../documents/document-store.ts';
import { receiveUpload, uploadInput } from '../documents/document-upload.ts';
import { photoShape, photoView } from '../documents/document-view.ts';
import { defineOperation } from '../operation/operation.ts';

export const photoOperations = [
  defineOperation({
    name: 'upload_photo',
    title: 'Upload a photo',
    summary: `Uploads one photo or other picture (${pictureFormats}; of an animation the first) to print, by one of file_url, content and file_path. Returns photo_id and pixels; what can't be decoded is refused with the reason.`,
    rest: { method: 'POST', path: '/api/photos/upload' },
    tool: { group: 'photos', core: true, answer: 'described' },
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
      'Returns one photo: type, pixels, colour space, when it was taken, thumbnail_url and download_url.',
    rest: { method: 'GET', path: '/api/photos/{photo_id}' },
    tool: { group: 'photos' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ photo_id: id('From upload_photo, or list_documents with kind photo') }),
    output: photoShape,
    pictures: (context, output) =>
      picturesOfUploads(context, [{ id: output.photo_id, title: output.filename }]),
    async run(context, { photo_id }) {
      const row = await findDocument(context.database.query, {
        id: photo_id,
        accountId: context.caller.accountId,
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
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(photoShape),
    async run(context, wanted) {
      const mine = { accountId: context.caller.accountId, kind: 'photo' } as const;
      const { rows, total } = await pageDocuments(context.database.query, mine, wanted);
      return { items: rows.map((row) => photoView(context, row)), ...wanted, total };
    },
  }),
];
