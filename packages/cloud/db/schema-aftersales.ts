/** The shape of the tables of migration 10: after-sales requests and order reviews. */
import type { AfterSalesStatus } from '@platen/contracts/states';

export interface AfterSalesTable {
  id: string;
  order_id: string;
  account_id: string;
  shop_id: string;
  type: 'reprint' | 'refund' | 'other';
  status: AfterSalesStatus;
  /** How it ended; null while nothing is decided. */
  resolution: 'refunded' | 'reprinted' | 'settled' | 'rejected' | 'withdrawn' | null;
  reason: string;
  description: string;
  decision_note: string;
  created_at: number;
  updated_at: number;
  decided_at: number | null;
  closed_at: number | null;
}

/** Which copies it is about. */
export interface AfterSalesItemTable {
  after_sales_id: string;
  item_id: string;
  position: number;
  copies: number;
  refunded_minor: number;
  /** The print job that was made of it. */
  job_id: string | null;
}

/** Evidence: uploads of the customer. */
export interface AfterSalesPhotoTable {
  after_sales_id: string;
  position: number;
  document_id: string;
}

export interface AfterSalesEventTable {
  id: string;
  after_sales_id: string;
  from_status: AfterSalesStatus | null;
  to_status: AfterSalesStatus;
  actor: string;
  detail: string;
  created_at: number;
}

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

export interface AftersalesSchema {
  after_sales: AfterSalesTable;
  after_sales_items: AfterSalesItemTable;
  after_sales_photos: AfterSalesPhotoTable;
  after_sales_events: AfterSalesEventTable;
  order_reviews: OrderReviewTable;
}
