/** Writing a review. Owns its checks; one review and many go the same way. */
import { AppError } from '@platen/contracts/app-error';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import { findOrder } from '../orders/order-store.ts';
import { type Ratings, refuseReview } from './order-review-rules.ts';
import { insertReview } from './order-review-store.ts';
import type { OrderReviewTable } from './order-review-tables.ts';

export interface WantedReview extends Ratings {
  order_id: string;
  comment: string;
}

/** Throws not_found, conflict (not finished, reviewed already), unprocessable (a rating that doesn't apply). Writes once. */
export async function submitReview(
  tx: Tx,
  wanted: WantedReview,
  { accountId, now }: { accountId: string; now: number },
): Promise<OrderReviewTable> {
  const order = await findOrder(tx, { id: wanted.order_id, accountId });
  if (!order) throw new AppError('not_found', 'order_id: no such order.');
  const refusal = refuseReview(order, wanted);
  if (refusal) {
    const code = refusal.field === 'order_id' ? 'conflict' : 'unprocessable';
    throw new AppError(code, `${refusal.field}: ${refusal.sentence}`);
  }
  const row: OrderReviewTable = {
    id: newId(),
    order_id: order.id,
    account_id: accountId,
    shop_id: order.shop_id,
    rating_print: wanted.rating_print,
    rating_shipping: wanted.rating_shipping ?? null,
    rating_service: wanted.rating_service ?? null,
    comment: wanted.comment,
    reply: null,
    replied_at: null,
    reply_read_at: null,
    created_at: now,
  };
  if (await insertReview(tx, row)) {
    recordReviewEvent(tx, { type: 'review.created', row, now });
    return row;
  }
  throw new AppError('conflict', 'order_id: The order was reviewed already.', {
    hint: 'See list_my_order_reviews.',
  });
}

/** The customer and the shop hear of a review, and of its reply. */
export function recordReviewEvent(
  tx: Tx,
  { type, row, now }: { type: 'review.created' | 'review.replied'; row: OrderReviewTable; now: number },
): void {
  recordEvent(tx, {
    type,
    subjectId: row.id,
    accountId: row.account_id,
    shopId: row.shop_id,
    data: { order_id: row.order_id },
    now,
  });
}
