/** How reviews of orders look on the wire. */
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Query, Tx } from '../db/database.ts';
import { listOrderNos } from '../orders/order-store.ts';
import type { OrderReviewTable } from './order-review-tables.ts';

export const reviewShape = z.object({
  review_id: z.uuid(),
  order_id: z.uuid(),
  order_no: z.string(),
  rating_print: z.int().describe('1 to 5'),
  rating_shipping: z.int().nullable(),
  rating_service: z.int().nullable(),
  comment: z.string(),
  reply: z.string().nullable().describe("The shop's answer"),
  replied_at: time.nullable(),
  reply_read: z.boolean().describe('False while there is a reply that was not marked as read'),
  created_at: time,
});

/** Reviews in the order given, each with its order's number: one read however many there are. */
export async function viewReviews(db: Query | Tx, rows: readonly OrderReviewTable[]) {
  const numbers = await listOrderNos(
    db,
    rows.map((row) => row.order_id),
  );
  return rows.map((row) => reviewView(row, numbers.get(row.order_id)!));
}

/** One of them. */
export async function viewReview(db: Query | Tx, row: OrderReviewTable) {
  const [view] = await viewReviews(db, [row]);
  return view!;
}

const reviewView = (row: OrderReviewTable, orderNo: string) => ({
  review_id: row.id,
  order_id: row.order_id,
  order_no: orderNo,
  rating_print: row.rating_print,
  rating_shipping: row.rating_shipping,
  rating_service: row.rating_service,
  comment: row.comment,
  reply: row.reply,
  replied_at: toTimeOrNull(row.replied_at),
  reply_read: row.reply === null || row.reply_read_at !== null,
  created_at: toTime(row.created_at),
});
