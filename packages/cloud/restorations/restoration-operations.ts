/** Restorations of the caller's own photos: start, look at, wait for, correct, cancel, list. */
import { AppError } from '@platen/contracts/app-error';
import { id, listOf, paging, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { picturesOfUploads } from '../documents/document-pictures.ts';
import { uploadInput } from '../documents/document-upload.ts';
import { shownPicture } from '../files/thumbnail-making.ts';
import { defineOperation, type ShownPicture } from '../operation/operation.ts';
import { chooseRegions } from './restoration-choice.ts';
import { refuseOtherOptions } from './restoration-choice-rules.ts';
import { findCrop } from './restoration-crops.ts';
import { listRestorationFiles } from './restoration-file-store.ts';
import { choicesInput, optionsInput } from './restoration-input.ts';
import { cancelRestoration, taskOf } from './restoration-moves.ts';
import { completeOptions, refuseOptions } from './restoration-rules.ts';
import { startRestoration, startWithMask } from './restoration-start.ts';
import { findRestoration, pageRestorations } from './restoration-store.ts';
import type { RestorationTable } from './restoration-tables.ts';
import { restorationShape, viewRestoration, viewRestorations } from './restoration-view.ts';
import { maxWaitSeconds, waitForRestoration } from './restoration-wait.ts';

const restoration_id = id('From restoration_preview');

async function getRestoration(context: Context, restorationId: string): Promise<RestorationTable> {
  const wanted = { id: restorationId, accountId: context.caller.accountId };
  const row = await findRestoration(context.database.query, wanted);
  if (!row) throw new AppError('not_found', 'No such restoration.');
  return row;
}

const startInput = z.strictObject({
  photo_id: id('From upload_photo'),
  ...optionsInput,
  ...choicesInput,
});

type StartInput = z.output<typeof startInput>;

/** A version of another, with what was said of its doubtful regions. */
async function choose(context: Context, input: StartInput) {
  const { photo_id, preview_only: _preview, mask, based_on, accept = [], refuse = [], ...asked } = input;
  if (mask !== undefined) {
    throw new AppError('unprocessable', 'mask: says itself what is repaired; leave out accept and refuse.');
  }
  if (based_on === undefined) {
    throw new AppError(
      'unprocessable',
      'based_on: name the restoration whose regions are accepted or refused.',
    );
  }
  const row = await getRestoration(context, based_on);
  if (row.photo_id !== photo_id) throw otherPhoto();
  const own = taskOf(row).options;
  const usual = completeOptions({ strength: 100, mode: 'auto', colour: 'keep', steps: {} });
  const refusal = refuseOtherOptions(completeOptions(asked), { own, usual });
  if (refusal) throw new AppError('unprocessable', refusal);
  return await chooseRegions(context, row, { accept, refuse });
}

const otherPhoto = () => new AppError('unprocessable', 'based_on: is a restoration of another photo.');

async function start(context: Context, input: StartInput) {
  const { accept, refuse, ...wish } = input;
  if (accept !== undefined || refuse !== undefined) return await choose(context, input);
  const { photo_id: photoId, preview_only: previewOnly, mask, based_on, ...asked } = wish;
  const refusal = refuseOptions(asked, { hasMask: mask !== undefined });
  if (refusal) throw new AppError('unprocessable', refusal);
  const wanted = { photoId, previewOnly, options: completeOptions(asked) };
  if (mask === undefined) {
    if (based_on === undefined) return await startRestoration(context, wanted);
    throw new AppError(
      'unprocessable',
      'based_on: names what is corrected or chosen from; send mask, accept or refuse with it.',
    );
  }
  const parent = based_on === undefined ? undefined : await getCorrected(context, based_on);
  if (parent && parent.photo_id !== photoId) throw otherPhoto();
  return await startWithMask(context, { ...wanted, parent }, { source: { content: mask }, field: 'mask' });
}

/** One whose mask may be corrected. */
async function getCorrected(context: Context, restorationId: string): Promise<RestorationTable> {
  const row = await getRestoration(context, restorationId);
  if (row.state === 'queued' || row.state === 'processing') {
    throw new AppError('conflict', `The restoration is ${row.state}, so its mask is not final.`, {
      hint: 'Wait until it is completed, or cancel it.',
    });
  }
  return row;
}

const maskInput = z.strictObject({
  restoration_id,
  file_url: uploadInput.shape.file_url,
  content: uploadInput.shape.content,
});

async function correctMask(context: Context, input: z.output<typeof maskInput>) {
  const { restoration_id: restorationId, ...source } = input;
  const parent = await getCorrected(context, restorationId);
  const { options } = taskOf(parent);
  // Whoever paints a mask wants it used.
  const steps = { ...options.steps, defects: true };
  const previewOnly = parent.preview_only === 1;
  const wanted = { photoId: parent.photo_id, previewOnly, options: { ...options, steps }, parent };
  return await startWithMask(context, wanted, { source, field: 'file' });
}

/** Somebody may begin or give it up at this very moment: then its new state decides. */
const maxTries = 10;

async function cancel(context: Context, restorationId: string) {
  const { database, now } = context;
  for (let tries = 1; tries <= maxTries; tries++) {
    const restoration = await getRestoration(context, restorationId);
    if (restoration.state === 'cancelled') return await viewRestoration(context, database.query, restoration);
    const cancelled = await database.transaction((tx) =>
      cancelRestoration(database, tx, { restoration, now: now() }),
    );
    if (cancelled) continue;
  }
  throw new AppError('conflict', 'The restoration changes at this moment; try again.');
}

/** With the whole photo before and after, as many as are shown beside one answer; each of the others has its address. */
const maxShownRegions = 3;

/** The first regions that nobody has said anything of, before and after; what is offered and left only before. */
async function picturesOfRegions(
  context: Context,
  { restoration_id: restorationId, regions }: z.output<typeof restorationShape>,
): Promise<ShownPicture[]> {
  const undecided = regions?.filter(({ choice }) => choice === 'undecided') ?? [];
  const wanted = undecided.slice(0, maxShownRegions).flatMap(({ region_id: regionId, after_url: afterUrl }) =>
    (afterUrl === null ? (['before'] as const) : (['before', 'after'] as const)).map((side) => ({
      restorationId,
      regionId,
      side,
    })),
  );
  const shown = await Promise.all(
    wanted.map(async (crop) => {
      const found = await findCrop(context, crop);
      return found ? [{ title: `region ${crop.regionId} ${crop.side}`, thumbnail: found.find }] : [];
    }),
  );
  return shown.flat();
}

/** Before and after, as far as they exist: until it is completed, the photo itself is what there was before. */
async function picturesOfRestoration(
  context: Context,
  restoration: z.output<typeof restorationShape>,
): Promise<ShownPicture[]> {
  const { restoration_id, photo_id, result_photo_id } = restoration;
  const files = await listRestorationFiles(context.database.query, [restoration_id]);
  const show = (title: string, kind: 'before' | 'after'): ShownPicture[] =>
    files.filter((file) => file.kind === kind).map(({ sha256 }) => shownPicture(context, { title, sha256 }));
  const before = show('before', 'before');
  const after = show('after', result_photo_id === photo_id ? 'before' : 'after');
  if (before.length > 0) return [...before, ...after, ...(await picturesOfRegions(context, restoration))];
  return [...(await picturesOfUploads(context, [{ id: photo_id, title: 'before' }])), ...after];
}

export const restorationOperations = [
  defineOperation({
    name: 'restoration_preview',
    title: 'Restore a photo',
    summary:
      'Restores an old or damaged photo: dust, scratches, folds, grain, fading, tints. The photo stays; the result is a new one. Answers at once with restoration_id: get_restoration with wait_seconds until completed. Show before and after; order result_photo_id only when the person likes it (nothing_needed: it is good as it is). Doubtful and offered regions: ask, then call again with based_on, accept, refuse. If more that belongs there is gone, lower strength or send a mask.',
    rest: { method: 'POST', path: '/api/photos/{photo_id}/restore' },
    tool: { group: 'restorations' },
    access: 'customer',
    effect: 'create',
    input: startInput,
    example: { colour: 'keep' },
    output: restorationShape,
    run: start,
  }),
  defineOperation({
    name: 'get_restoration',
    title: 'Look at a restoration',
    summary:
      'Returns a restoration: status and progress. Once completed: what was found and done, before_preview_url and after_preview_url to show, regions (accept or refuse those not is_sure), and result_photo_id for create_order.',
    rest: { method: 'GET', path: '/api/restorations/{restoration_id}' },
    tool: { group: 'restorations' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      restoration_id,
      wait_seconds: wholeNumber(0, maxWaitSeconds)
        .default(0)
        .describe('Wait so long for its end; 0: answer at once'),
      after_revision: wholeNumber(0, 1_000_000_000)
        .optional()
        .describe('With wait_seconds: answer as soon as revision is greater'),
    }),
    example: { wait_seconds: 5 },
    output: restorationShape,
    pictures: picturesOfRestoration,
    async run(context, { restoration_id: restorationId, wait_seconds, after_revision }) {
      const row = await waitForRestoration(context, {
        id: restorationId,
        accountId: context.caller.accountId,
        waitSeconds: wait_seconds,
        afterRevision: after_revision,
      });
      if (!row) throw new AppError('not_found', 'No such restoration.');
      return await viewRestoration(context, context.database.query, row);
    },
  }),
  defineOperation({
    name: 'correct_restoration_mask',
    title: 'Correct the mask of a restoration',
    summary:
      'Sends back a corrected mask of a restoration that has ended: a PNG of the same size as mask_url (the upright photo), black and white, white where the photo is to be repaired. As a part named "file", as content in base64, or as file_url. Starts a new version of the restoration with the same options and answers it; the earlier one and its result stay.',
    rest: { method: 'POST', path: '/api/restorations/{restoration_id}/mask' },
    access: 'customer',
    effect: 'create',
    takesFile: true,
    input: maskInput,
    output: restorationShape,
    run: correctMask,
  }),
  defineOperation({
    name: 'choose_restoration_regions',
    title: 'Accept or refuse doubtful regions',
    summary:
      'Says of doubtful regions of a completed restoration whether they are damage. What the picture has already is only noted: a repaired one that is accepted, an offered one that is refused. Else a new version of the restoration starts, at no cost: the same settings and the same mask, without the refused ones and with the offered ones that are accepted; the earlier version and its result stay. What was said before holds until something else is said. Answers the version with these choices.',
    rest: { method: 'POST', path: '/api/restorations/{restoration_id}/choices' },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({ restoration_id, ...choicesInput }),
    example: { accept: [254], refuse: [253] },
    output: restorationShape,
    async run(context, { restoration_id: restorationId, accept = [], refuse = [] }) {
      return await chooseRegions(context, await getRestoration(context, restorationId), { accept, refuse });
    },
  }),
  defineOperation({
    name: 'cancel_restoration',
    title: 'Cancel a restoration',
    summary:
      'Ends a restoration that waits or is worked on; nothing comes of it. Cancelling it again changes nothing; one that is completed or failed is refused.',
    rest: { method: 'PUT', path: '/api/restorations/{restoration_id}/cancel' },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({ restoration_id }),
    output: restorationShape,
    run: (context, { restoration_id: restorationId }) => cancel(context, restorationId),
  }),
  defineOperation({
    name: 'list_restorations',
    title: 'List restorations',
    summary: 'Lists the restorations of this account, newest first; of one photo where photo_id is given.',
    rest: { method: 'GET', path: '/api/restorations' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      ...paging,
      photo_id: id('Only restorations of this photo').optional(),
    }),
    output: listOf(restorationShape),
    async run(context, { photo_id: photoId, ...wanted }) {
      const { query } = context.database;
      const mine = { accountId: context.caller.accountId, photoId };
      const { rows, total } = await pageRestorations(query, mine, wanted);
      return { items: await viewRestorations(context, query, rows), ...wanted, total };
    },
  }),
];
