/** Deleting uploads of the caller's own account. */
import { id, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { deleteUpload } from './document-deletion.ts';

export const documentDeletionOperations = [
  defineOperation({
    name: 'delete_document',
    title: 'Delete a document',
    summary: 'Removes an uploaded file for good. Refused while an unfinished order prints it.',
    rest: { method: 'DELETE', path: '/api/documents/{document_id}' },
    tool: { group: 'documents' },
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

export const photoDeletionOperations = [
  defineOperation({
    name: 'delete_photo',
    title: 'Delete a photo',
    summary:
      'Deletes a photo for good. Refused while an unfinished order prints it or a restoration works on it.',
    rest: { method: 'DELETE', path: '/api/photos/{photo_id}' },
    tool: { group: 'photos' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ photo_id: id('From upload_photo, or list_documents with kind photo') }),
    output: z.object({ photo_id: z.uuid(), deleted_at: time }),
    async run(context, { photo_id }) {
      const deleted = await deleteUpload(context, { id: photo_id, kind: 'photo' });
      return { photo_id, deleted_at: toTime(deleted.deletedAt) };
    },
  }),
];
