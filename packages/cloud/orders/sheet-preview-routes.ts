/**
 * GET /api/photos/{photo_id}/sheet: a JPEG of the sheet that an item of these choices will be. Owns how choices stand in an address; what
 * may be chosen is what orders take.
 */
import { AppError } from '@platen/contracts/app-error';
import { wantedChoices } from '@platen/contracts/print-choices';
import { idPhotoSizeNames } from '@platen/contracts/print-layout';
import { line } from '@platen/contracts/shapes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { findDocument } from '../documents/document-store.ts';
import { tagAnswer, tagOf } from '../http/entity-tag.ts';
import type { Authenticate } from '../http/rest.ts';
import { filePolicy } from '../http/security-headers.ts';
import { createSheetPreviews, type WantedSheet } from './sheet-preview.ts';

const keptSeconds = 600;
const cropError = { error: 'must be left,top,width,height as shares from 0 to 1' };

const query = z.strictObject({
  size: line(1, 40),
  fit: wantedChoices.fit,
  color_mode: wantedChoices.color_mode,
  crop: z
    .string(cropError)
    .regex(/^(\d(\.\d{1,9})?,){3}\d(\.\d{1,9})?$/, cropError)
    .optional(),
  border: wantedChoices.border,
  photo_size: z.enum(idPhotoSizeNames).optional(),
  slip: z.enum(['true', 'false']).optional(),
});

function readWanted(given: unknown): WantedSheet {
  const read = query.safeParse(given);
  if (!read.success) throw malformed(read.error);
  const { crop, photo_size, slip, ...wanted } = read.data;
  return {
    ...wanted,
    crop: crop === undefined ? undefined : readCrop(crop),
    layout: photo_size && { kind: 'id_photo', photo_size },
    slip: slip === 'true',
  };
}

function readCrop(text: string): WantedSheet['crop'] {
  const [left, top, width, height] = text.split(',').map(Number);
  const read = wantedChoices.crop.safeParse({ left, top, width, height });
  if (!read.success) throw malformed(read.error, 'crop');
  return read.data;
}

function malformed({ issues: [issue] }: z.ZodError, field?: string): AppError {
  const name = [field, ...(issue?.path ?? [])].filter((part) => part !== undefined).join('.');
  return new AppError('malformed', `${name}: ${issue?.message}`);
}

/** Mounts the route. */
export function addSheetPreviewRoute(
  http: FastifyInstance,
  { deps, authenticate }: { deps: Deps; authenticate: Authenticate },
): void {
  const makeSheet = createSheetPreviews(deps);
  http.get<{ Params: { photo_id: string } }>('/api/photos/:photo_id/sheet', async (request, reply) => {
    const { accountId } = await authenticate(request.headers.authorization, request);
    const wanted = readWanted(request.query);
    const { photo_id: id } = request.params;
    const isId = z.uuid().safeParse(id).success;
    const photo = isId
      ? await findDocument(deps.database.query, { id, accountId, kind: 'photo' })
      : undefined;
    if (!photo) throw new AppError('not_found', 'No such photo.');
    const jpeg = await makeSheet(photo, wanted);
    reply
      .header('Content-Security-Policy', filePolicy)
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .header('Cache-Control', `private, max-age=${keptSeconds}`);
    if (tagAnswer(request, reply, tagOf(jpeg.toString('base64')))) return await reply.send();
    return await reply.type('image/jpeg').send(jpeg);
  });
}
