/** The shape of the tables of reviews of orders; db/schema.ts joins them. */

export interface OrderReviewTable {
  id: string;
  order_id: string;
  account_id: string;
  shop_id: string;
  /** Ratings are 1 to 5. */
  rating_print: number;
  rating_shipping: number | null;
  rating_service: number | null;
  comment: string;
  reply: string | null;
  replied_at: number | null;
  reply_read_at: number | null;
  created_at: number;
}

export interface OrderReviewTables {
  order_reviews: OrderReviewTable;
}
