/** Restorations of the caller's own photos: start, look at, list. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { DocumentTable } from '../db/database-schema.ts';
import type { RestorationTable } from '../db/schema-photos.ts';
import { lockDocument } from '../documents/document-store.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { createRestoration } from './restoration-moves.ts';
import { mostOpen, mostOpenPerAccount, mostPixels } from './restoration-rules.ts';
import {
  countOpenRestorations,
  countWaitingBefore,
  findRestoration,
  findSameRestoration,
  listRestorations,
} from './restoration-store.ts';
import { restorationShape, restorationView, stepsShape } from './restoration-view.ts';

async function refuseTooMany(tx: Tx, accountId: string): Promise<void> {
  const { own, all } = await countOpenRestorations(tx, accountId);
  if (own < mostOpenPerAccount && all < mostOpen) return;
  const sentence =
    own >= mostOpenPerAccount
      ? `${own} restorations of this account wait already.`
      : 'Too many restorations wait at this moment.';
  throw new AppError('rate_limited', sentence, { retryAfterSeconds: 30 });
}

function rowOf(photo: DocumentTable, options: string, now: number): RestorationTable {
  return {
    id: newId(),
    account_id: photo.account_id,
    photo_id: photo.id,
    source_sha256: photo.sha256,
    source_bytes: photo.bytes,
    options,
    state: 'queued',
    executor: null,
    lease_until: null,
    attempts: 0,
    progress: 0,
    message: '',
    result_photo_id: null,
    report: null,
    created_at: now,
    updated_at: now,
    finished_at: null,
  };
}

/** A new restoration, or the one there is with the same options: its result would be the same to the byte. */
async function start(context: Context, photoId: string, options: string): Promise<unknown> {
  const accountId = context.caller!.accountId;
  return await context.atomically(async (tx) => {
    const photo = await lockDocument(tx, { id: photoId, accountId, kind: 'photo' });
    if (!photo) throw new AppError('not_found', 'No such photo.');
    if ((photo.width_px ?? 0) * (photo.height_px ?? 0) > mostPixels) {
      throw new AppError(
        'unprocessable',
        'The photo has too many pixels to be restored; 40 megapixels at most.',
      );
    }
    const same = await findSameRestoration(tx, { photoId, options });
    if (same) return restorationView(context, same);
    await refuseTooMany(tx, accountId);
    const row = rowOf(photo, options, context.now());
    await createRestoration(tx, row);
    await context.database.signal(tx, 'platen_restoration', row.id);
    return restorationView(context, row);
  });
}

async function view(context: Context, row: RestorationTable) {
  const waiting = row.state === 'queued' ? await countWaitingBefore(context.database.query, row) : null;
  return restorationView(context, row, waiting);
}

export const restorationOperations = [
  defineOperation({
    name: 'restoration_preview',
    title: 'Restore a photo',
    summary:
      'Restores an old or damaged photo (photo_id from upload_photo): upright, grain removed, faded tones and tints corrected. In mode auto a step runs only where the photo needs it, so a good photo is left as it is. The photo itself is never changed: the result becomes a new photo. Answers at once with restoration_id and status queued; ask get_restoration until it is completed (seconds, rarely minutes) for before and after previews and result_photo_id. The same photo with the same options answers the restoration there is.',
    rest: { method: 'POST', path: '/api/photos/{photo_id}/restore' },
    tool: true,
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      photo_id: id('From upload_photo'),
      strength: wholeNumber(1, 100)
        .default(100)
        .describe('How much of each correction is applied, in percent'),
      mode: z
        .enum(['auto', 'force'])
        .default('auto')
        .describe('auto: only steps the photo needs; force: every step that is on'),
      steps: stepsShape.prefault({}).describe('Steps that may run; all by default'),
    }),
    output: restorationShape,
    run: (context, { photo_id, ...options }) => start(context, photo_id, JSON.stringify(options)) as never,
  }),
  defineOperation({
    name: 'get_restoration',
    title: 'Look at a restoration',
    summary:
      'Returns a restoration (restoration_id from restoration_preview): status, progress and how old they are; once completed the steps that ran, before_preview_url and after_preview_url, and result_photo_id for create_order or create_restore_share.',
    rest: { method: 'GET', path: '/api/restorations/{restoration_id}' },
    tool: true,
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ restoration_id: id('From restoration_preview') }),
    output: restorationShape,
    async run(context, { restoration_id }) {
      const wanted = { id: restoration_id, accountId: context.caller!.accountId };
      const row = await findRestoration(context.database.query, wanted);
      if (!row) throw new AppError('not_found', 'No such restoration.');
      return await view(context, row);
    },
  }),
  defineOperation({
    name: 'list_restorations',
    title: 'List restorations',
    summary: 'Lists the restorations of this account, newest first.',
    rest: { method: 'GET', path: '/api/restorations' },
    tool: false,
    access: 'customer',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(restorationShape),
    async run(context, wanted) {
      const { rows, total } = await listRestorations(
        context.database.query,
        context.caller!.accountId,
        wanted,
      );
      return { items: rows.map((row) => restorationView(context, row)), ...wanted, total };
    },
  }),
];
