/** Reviews that the caller's own account writes of its orders. */
import { AppError } from '@platen/contracts/app-error';
import { id, lines, listOf, paging, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { defineOperation } from '../operation/operation.ts';
import { findReview, pageReviews, updateReplyRead } from './order-review-store.ts';
import { submitReview, type WantedReview } from './order-review-submit.ts';
import { reviewShape, viewReview, viewReviews } from './order-review-view.ts';

const reviewFields = {
  order_id: id('From list_orders: ready for pickup, shipped or completed, and not reviewed yet'),
  rating_print: wholeNumber(1, 5).describe('The prints, 5 is best'),
  rating_shipping: wholeNumber(1, 5).optional().describe('Only for orders that were delivered'),
  rating_service: wholeNumber(1, 5).optional().describe("The shop's service"),
  comment: lines(2000).default('').describe('In own words, for the shop'),
};

const reviewInput = z.strictObject({ review_id: id('From submit_order_review or list_my_order_reviews') });
const itemsError = 'must be a list of 1 to 50 reviews';

export const orderReviewOperations = [
  defineOperation({
    name: 'submit_order_review',
    title: 'Review an order',
    summary:
      'Rates an order of this account with 1 to 5 stars, once, when it is ready for pickup, shipped or completed. The shop may reply.',
    rest: { method: 'POST', path: '/api/order-reviews' },
    tool: { group: 'reviews', hints: { idempotent: true } },
    access: 'customer',
    effect: 'create',
    input: z.strictObject(reviewFields),
    example: { comment: '很好' },
    output: reviewShape,
    async run(context, input) {
      const caller = { accountId: context.caller.accountId, now: context.now() };
      return await context.atomically(async (tx) => viewReview(tx, await submitReview(tx, input, caller)));
    },
  }),
  defineOperation({
    name: 'batch_submit_order_reviews',
    title: 'Review several orders',
    summary:
      'Reviews up to 50 orders at once, each by itself as submit_order_review does. Returns a result for each: ok with the review, or the reason why not.',
    rest: { method: 'POST', path: '/api/order-reviews/batch' },
    tool: {
      group: 'reviews',
      fieldsAs: 'submit_order_review',
      longAnswer: { see: 'list_my_order_reviews' },
      hints: { idempotent: true },
    },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      items: z
        .array(z.strictObject(reviewFields), { error: itemsError })
        .min(1, { error: itemsError })
        .max(50, { error: itemsError })
        .describe('One review for each order'),
    }),
    output: z.object({
      items: z.array(
        z.object({
          order_id: z.uuid(),
          ok: z.boolean(),
          review: reviewShape.nullable(),
          error: z.string().nullable(),
        }),
      ),
      submitted: z.int(),
      refused: z.int(),
    }),
    async run(context, input) {
      const caller = { accountId: context.caller.accountId, now: context.now() };
      return await context.atomically(async (tx) => {
        const items = [];
        for (const wanted of input.items) items.push(await outcomeOf(tx, wanted, caller));
        const submitted = items.filter((item) => item.ok).length;
        return { items, submitted, refused: items.length - submitted };
      });
    },
  }),
  defineOperation({
    name: 'list_my_order_reviews',
    title: 'List my order reviews',
    summary: "Lists the reviews this account has written, newest first, with the shop's replies.",
    rest: { method: 'GET', path: '/api/order-reviews' },
    tool: { group: 'reviews' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      order_id: id('From list_orders: only its own').optional(),
      page: paging.page,
      limit: paging.page_size,
    }),
    output: listOf(reviewShape),
    async run(context, { order_id: orderId, page, limit }) {
      const wanted = { page, page_size: limit };
      const mine = { accountId: context.caller.accountId, orderId };
      const db = context.database.query;
      const { rows, total } = await pageReviews(db, mine, wanted);
      return { items: await viewReviews(db, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_order_review',
    title: 'Look at an order review',
    summary: "Returns one review of this account with the shop's reply.",
    rest: { method: 'GET', path: '/api/order-reviews/{review_id}' },
    tool: { group: 'reviews' },
    access: 'customer',
    effect: 'read',
    input: reviewInput,
    output: reviewShape,
    async run({ database, caller }, { review_id }) {
      const row = await findReview(database.query, review_id);
      if (row?.account_id !== caller.accountId) throw new AppError('not_found', 'No such review.');
      return await viewReview(database.query, row);
    },
  }),
  defineOperation({
    name: 'mark_order_review_read',
    title: "Mark a review's reply as read",
    summary:
      "Marks the shop's reply to a review as read. Without a reply nothing changes. Returns the review.",
    rest: { method: 'PUT', path: '/api/order-reviews/{review_id}/read' },
    tool: { group: 'reviews', hints: { destructive: false } },
    access: 'customer',
    effect: 'update',
    input: reviewInput,
    output: reviewShape,
    async run({ database, caller, now }, { review_id }) {
      return await database.transaction(async (tx) => {
        const row = await findReview(tx, review_id);
        if (row?.account_id !== caller.accountId) throw new AppError('not_found', 'No such review.');
        await updateReplyRead(tx, { id: review_id, now: now() });
        return await viewReview(tx, (await findReview(tx, review_id))!);
      });
    },
  }),
];

/** The result of one of many; only refusals are caught (they come before anything is written), a bug ends it all. */
async function outcomeOf(tx: Tx, wanted: WantedReview, caller: { accountId: string; now: number }) {
  const { order_id } = wanted;
  try {
    const review = await viewReview(tx, await submitReview(tx, wanted, caller));
    return { order_id, ok: true, review, error: null };
  } catch (error) {
    if (error instanceof AppError) return { order_id, ok: false, review: null, error: error.sentence };
    throw error;
  }
}
