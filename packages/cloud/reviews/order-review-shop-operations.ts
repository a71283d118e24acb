/** Reviews as the shop sees them: list and reply. A reply is written to the audit log. */

import { AppError } from '@platen/contracts/app-error';
import { id, lines, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { findReview, pageShopReviews, updateReply } from './order-review-store.ts';
import { recordReviewEvent } from './order-review-submit.ts';
import { reviewShape, viewReview, viewReviews } from './order-review-view.ts';

export const orderReviewShopOperations = [
  defineOperation({
    name: 'list_shop_order_reviews',
    title: 'Reviews of the shop',
    summary: "Lists reviews of the shop's orders, newest first, all or those with or without a reply.",
    rest: { method: 'GET', path: '/api/shop/order-reviews' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({
      replied: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe('false: those that wait for a reply'),
      ...paging,
    }),
    output: listOf(reviewShape),
    async run({ database, caller }, { replied, ...wanted }) {
      const ours = { shopId: shopOfStaff(caller), replied };
      const { rows, total } = await pageShopReviews(database.query, ours, wanted);
      return { items: await viewReviews(database.query, rows), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'reply_to_order_review',
    title: 'Reply to a review',
    summary:
      "Answers a review of one of the shop's orders; a reply that is there already is replaced and counts as unread again. Returns the review.",
    rest: { method: 'POST', path: '/api/shop/order-reviews/{review_id}/reply' },
    access: 'operator',
    effect: 'update',
    audit: 'order_review',
    input: z.strictObject({
      review_id: id('From the list of reviews'),
      reply: lines(1000)
        .min(1, { error: 'must be a text of 1 to 1000 characters' })
        .describe('To the customer'),
    }),
    output: reviewShape,
    async run({ caller, now, change }, { review_id, reply }) {
      const shopId = shopOfStaff(caller);
      return await change(async (tx) => {
        const found = await findReview(tx, review_id);
        if (!found || (shopId !== undefined && found.shop_id !== shopId)) {
          throw new AppError('not_found', 'No such review.');
        }
        const row = await updateReply(tx, { id: review_id, reply, now: now() });
        recordReviewEvent(tx, { type: 'review.replied', row, now: now() });
        return { output: await viewReview(tx, row), target: review_id, detail: { reply } };
      });
    },
  }),
];
