/** A share as those see it who were given its code: what is asked for, submitting, and what became of it. */
import { AppError } from '@platen/contracts/app-error';
import { wantedChoices } from '@platen/contracts/print-choices';
import { id, line, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { getAccount } from '../accounts/account-store.ts';
import { picturesOfUploads } from '../documents/document-pictures.ts';
import { defineOperation } from '../operation/operation.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import { specFields } from './pre-order-settings.ts';
import { countTaken, findSubmission, pageSubmissions } from './pre-order-submission-store.ts';
import { getShared, submitPhotos } from './pre-order-submit.ts';
import {
  preOrderShareShape,
  preOrderShareView,
  shownPhotosOf,
  submissionShape,
  viewSubmissions,
} from './pre-order-view.ts';

const shareCode = line(1, 40).describe('As given out, e.g. 7KQM-2XWP-9DTA-41RZ');
const photoIdsError = 'must be a list of 1 to 100 ids, each once';
const photoId = id('From upload_photo or upload_document');

const photoIds = z
  .array(photoId, { error: photoIdsError })
  .min(1, { error: photoIdsError })
  .max(100, { error: photoIdsError })
  .refine((ids) => new Set(ids).size === ids.length, { error: photoIdsError })
  .describe('What is submitted, each upload once');

export const shareOperations = [
  defineOperation({
    name: 'get_share_info',
    title: 'Look at a share',
    summary:
      'Returns what the pre-order behind a given share code asks for: title, whether it takes photos now (state), how they are printed, password, deadline, room left. Use it before submit_share_photos.',
    rest: { method: 'GET', path: '/api/share/{share_code}' },
    tool: { group: 'shares' },
    access: 'public',
    effect: 'read',
    input: z.strictObject({ share_code: shareCode }),
    output: preOrderShareShape,
    async run(context, { share_code }) {
      const shared = await getShared(context, share_code);
      const db = context.database.query;
      const { all: taken } = await countTaken(db, { preOrderId: shared.id, accountId: undefined });
      const { nickname } = await getAccount(db, shared.account_id);
      const catalogue = await currentCatalogue(context);
      return preOrderShareView(shared, { now: context.now(), taken, nickname, catalogue });
    },
  }),
  defineOperation({
    name: 'submit_share_photos',
    title: 'Submit photos to a share',
    summary:
      "Submits own photos (uploads) to somebody's pre-order by its share code. Where get_share_info says spec_mode per_submission, choose size and paper_type (in specs for single photos); where fixed, leave them out. Nothing is charged. Returns submission_id, pending until the owner decides.",
    rest: { method: 'POST', path: '/api/share/{share_code}/submit' },
    tool: { group: 'shares', longAnswer: { see: 'get_submission_status' } },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      share_code: shareCode,
      photo_ids: photoIds,
      password: z
        .string({ error: 'must be a text' })
        .max(100, { error: 'must be a text of at most 100 characters' })
        .optional()
        .describe('When get_share_info says needs_password'),
      ...specFields,
      specs: z
        .array(z.strictObject({ photo_id: photoId, ...specFields, crop: wantedChoices.crop }), {
          error: 'must be a list of at most 100 entries',
        })
        .max(100, { error: 'must be a list of at most 100 entries' })
        .refine((specs) => new Set(specs.map((spec) => spec.photo_id)).size === specs.length, {
          error: 'must name each photo_id once',
        })
        .default([])
        .describe('For single photos; crop where the owner has fixed the rest, too'),
      submitter_name: line(0, 60).default('').describe('Who sends them, for the owner'),
      note: line(0, 500).default('').describe('For the owner'),
    }),
    output: submissionShape,
    run: (context, input) =>
      submitPhotos(
        context,
        input,
        async (tx, submission) => (await viewSubmissions(context, tx, [submission]))[0]!,
      ),
  }),
  defineOperation({
    name: 'get_submission_status',
    title: 'Look at a submission',
    summary:
      "Returns whether photos submitted to a share were accepted: pending, approved, rejected with the owner's reason, or cancelled. For its submitter and the pre-order's owner.",
    rest: { method: 'GET', path: '/api/share/{share_code}/submissions/{submission_id}' },
    tool: { group: 'shares', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      share_code: shareCode,
      submission_id: id('From submit_share_photos, list_my_submissions or get_pre_order'),
    }),
    output: submissionShape,
    pictures: (context, output) => picturesOfUploads(context, shownPhotosOf(output)),
    async run(context, { share_code, submission_id }) {
      const shared = await getShared(context, share_code);
      const submission = await findSubmission(context.database.query, submission_id);
      const mayLook = [shared.account_id, submission?.account_id].includes(context.caller.accountId);
      if (!submission || submission.pre_order_id !== shared.id || !mayLook) {
        throw new AppError('not_found', 'No such submission.');
      }
      return (await viewSubmissions(context, context.database.query, [submission]))[0]!;
    },
  }),
  defineOperation({
    name: 'list_my_submissions',
    title: 'List my submissions',
    summary: 'Lists what this account has submitted to a share, newest first, with what became of it.',
    rest: { method: 'GET', path: '/api/share/{share_code}/my-submissions' },
    tool: { group: 'shares', longAnswer: { see: 'get_submission_status' } },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ share_code: shareCode, ...paging }),
    output: listOf(submissionShape),
    async run(context, { share_code, ...wanted }) {
      const shared = await getShared(context, share_code);
      const db = context.database.query;
      const mine = { preOrderId: shared.id, accountId: context.caller.accountId };
      const { rows, total } = await pageSubmissions(db, mine, wanted);
      return { items: await viewSubmissions(context, db, rows), ...wanted, total };
    },
  }),
];
