/**
 * What can be done to an order now, and why not: asked of the rules that decide when it is done. Pure: clock, jobs and what
 * other features know of the order are handed in.
 */
import { refuseAfterSales } from '../aftersales/after-sales-rules.ts';
import { refuseCancel, refuseReceipt } from '../orders/order-rules.ts';
import type { OrderTable } from '../orders/order-tables.ts';
import { isExpired } from '../payments/payment-rules.ts';
import { refuseReview } from '../reviews/order-review-rules.ts';

/** What other features know of an order. */
export interface OrderFacts {
  isReviewed: boolean;
  hasOpenRequest: boolean;
}

/** Of an order that nothing has come of yet. */
export const noFacts: OrderFacts = { isReviewed: false, hasOpenRequest: false };

type Jobs = Parameters<typeof refuseCancel>[1];

/** Every action with whether it is allowed, and why not. */
export function actionsOf(
  order: OrderTable,
  { jobs, facts, now }: { jobs: Jobs; facts: OrderFacts; now: number },
) {
  const waiting =
    order.cancel_requested_at !== null ? 'The shop was asked to cancel; its answer is awaited.' : undefined;
  const refusals = {
    pay: refusePaying(order, now),
    cancel: waiting ?? refuseCancel(order, jobs),
    confirm_receipt: refuseReceipt(order),
    after_sales: facts.hasOpenRequest
      ? 'A request about this order is open already.'
      : refuseAfterSales(order, now),
    review: facts.isReviewed ? 'The order was reviewed already.' : refuseReview(order, {})?.sentence,
  };
  return Object.entries(refusals).map(([action, refusal]) => ({
    action,
    allowed: refusal === undefined,
    why_not: refusal ?? null,
  }));
}

function refusePaying(order: OrderTable, now: number): string | undefined {
  if (order.status !== 'pending_payment') return 'Nothing is to be paid.';
  return isExpired(order, now) ? 'The order was not paid in time.' : undefined;
}
