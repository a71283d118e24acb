/** Submissions as the owner of their pre-order sees them: list, review one by one or many at once, cancel. */
import { AppError } from '@platen/contracts/app-error';
import { id, line, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { cancelSubmission, lockForReview, reviewSubmission } from './pre-order-review.ts';
import { findPreOrder } from './pre-order-store.ts';
import { listSubmissionsIn, pageSubmissions } from './pre-order-submission-store.ts';
import { submissionShape, submissionStatus, viewSubmissions } from './pre-order-view.ts';

const preOrderId = id('From list_pre_orders');
const submissionId = id('From get_pre_order (its submitters: from submit_share_photos)');
const idsError = 'must be a list of 1 to 1000 ids, each once';

const reviewFields = {
  approved: z.boolean({ error: 'must be true or false' }).describe('false: rejected'),
  reject_reason: line(0, 300).default('').describe('Told to the submitter; only with approved false'),
};

/** Throws malformed for a reason to reject what is approved. */
function checkReason({ approved, reject_reason }: { approved: boolean; reject_reason: string }): void {
  if (!approved || reject_reason === '') return;
  throw new AppError('malformed', 'reject_reason: must be left out when approved is true.');
}

export const submissionOperations = [
  defineOperation({
    name: 'list_submissions',
    title: 'Submissions to a pre-order',
    summary:
      "Lists what was submitted to one of this account's pre-orders, newest first, all or those in one status.",
    rest: { method: 'GET', path: '/api/user/pre-orders/{pre_order_id}/submissions' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      pre_order_id: preOrderId,
      status: submissionStatus.optional().describe('Only those in this state'),
      ...paging,
    }),
    output: listOf(submissionShape),
    async run(context, { pre_order_id, status, ...wanted }) {
      const { database, caller } = context;
      const db = database.query;
      const preOrder = await findPreOrder(db, pre_order_id);
      if (preOrder?.account_id !== caller.accountId) throw new AppError('not_found', 'No such pre-order.');
      const { rows, total } = await pageSubmissions(db, { preOrderId: pre_order_id, status }, wanted);
      return { items: await viewSubmissions(context, db, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'review_submission',
    title: 'Review a submission',
    summary:
      "Approves or rejects a pending submission to one of this account's pre-orders, once. A rejected one frees its place.",
    rest: { method: 'POST', path: '/api/user/pre-orders/{pre_order_id}/submissions/{submission_id}/review' },
    tool: { group: 'pre-orders', longAnswer: { see: 'get_submission_status' } },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({ pre_order_id: preOrderId, submission_id: submissionId, ...reviewFields }),
    output: submissionShape,
    async run(context, input) {
      checkReason(input);
      const now = context.now();
      return await context.database.transaction(async (tx) => {
        const wanted = { id: input.pre_order_id, accountId: context.caller.accountId, now };
        const preOrder = await lockForReview(tx, wanted);
        const { submission_id: submissionId, approved, reject_reason: reason } = input;
        const submission = await reviewSubmission(tx, preOrder, { submissionId, approved, reason, now });
        return (await viewSubmissions(context, tx, [submission]))[0]!;
      });
    },
  }),
  defineOperation({
    name: 'review_submissions',
    title: 'Review many submissions',
    summary:
      'Approves or rejects the pending submissions named in submission_ids, or all pending ones when it is left out. Each is done or refused by itself; returns every one with its status, or why it was refused.',
    rest: { method: 'POST', path: '/api/user/pre-orders/{pre_order_id}/submissions/review' },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({
      pre_order_id: preOrderId,
      submission_ids: z
        .array(submissionId, { error: idsError })
        .min(1, { error: idsError })
        .max(1000, { error: idsError })
        .refine((ids) => new Set(ids).size === ids.length, { error: idsError })
        .optional()
        .describe('From list_submissions; default: all that are pending'),
      ...reviewFields,
    }),
    output: z.object({
      items: z.array(
        z.object({
          submission_id: z.uuid(),
          ok: z.boolean(),
          status: submissionStatus.nullable(),
          error: z.string().nullable(),
        }),
      ),
    }),
    async run({ database, caller, now: clock }, input) {
      checkReason(input);
      const now = clock();
      return await database.transaction(async (tx) => {
        const wanted = { id: input.pre_order_id, accountId: caller.accountId, now };
        const preOrder = await lockForReview(tx, wanted);
        const pending = { preOrderId: preOrder.id, status: 'pending' } as const;
        const ids =
          input.submission_ids ?? (await listSubmissionsIn(tx, pending)).map((submission) => submission.id);
        const items = [];
        for (const submissionId of ids) {
          const { approved, reject_reason: reason } = input;
          const review = reviewSubmission(tx, preOrder, { submissionId, approved, reason, now });
          items.push({ submission_id: submissionId, ...(await outcomeOf(review)) });
        }
        return { items };
      });
    },
  }),
  defineOperation({
    name: 'cancel_submission',
    title: 'Cancel a submission',
    summary:
      "Takes a submission out of a pre-order and frees its place, for good: the pre-order's owner a pending or approved one, its submitter a pending one of their own. Not once the pre-order was ordered.",
    rest: { method: 'PUT', path: '/api/user/pre-orders/{pre_order_id}/submissions/{submission_id}/cancel' },
    tool: { group: 'pre-orders', longAnswer: { see: 'get_submission_status' } },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({
      pre_order_id: id('From list_pre_orders; for submitters from the submission'),
      submission_id: submissionId,
    }),
    output: submissionShape,
    async run(context, { pre_order_id: preOrderId, submission_id: submissionId }) {
      const accountId = context.caller.accountId;
      return await context.database.transaction(async (tx) => {
        const wanted = { preOrderId, submissionId, accountId, now: context.now() };
        return (await viewSubmissions(context, tx, [await cancelSubmission(tx, wanted)]))[0]!;
      });
    },
  }),
];

/** The result of one of many; only refusals are caught, anything else ends the whole transaction. */
async function outcomeOf(review: ReturnType<typeof reviewSubmission>) {
  try {
    return { ok: true, status: (await review).status, error: null };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, status: null, error: error.sentence };
    throw error;
  }
}
