/** Decisions about reviews of orders: when an order can be reviewed, and for what. Pure; refusals are sentences. */
import type { OrderTable } from '../orders/order-tables.ts';

/** From then on the customer has the prints in hand, or can have. */
const reviewable = ['ready_for_pickup', 'shipped', 'completed'] as const;

export interface Ratings {
  rating_print: number;
  rating_shipping?: number | undefined;
  rating_service?: number | undefined;
}

/** Why this order can't be reviewed like this; `field` names the rating that is at fault, where it is one. */
export function refuseReview(
  order: Pick<OrderTable, 'status' | 'delivery_method'>,
  ratings: Pick<Ratings, 'rating_shipping'>,
): { field: 'order_id' | 'rating_shipping'; sentence: string } | undefined {
  if (!reviewable.some((status) => status === order.status)) {
    const status = order.status.replaceAll('_', ' ');
    return {
      field: 'order_id',
      sentence: `The order is ${status}; it can be reviewed once it is ready for pickup or shipped.`,
    };
  }
  if (ratings.rating_shipping !== undefined && order.delivery_method === 'pickup') {
    return {
      field: 'rating_shipping',
      sentence: 'The order was picked up, so there is no shipping to rate.',
    };
  }
  return undefined;
}
