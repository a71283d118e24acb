/** The shape of the tables of after-sales requests; db/schema.ts joins them. */
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

export interface AfterSalesTables {
  after_sales: AfterSalesTable;
  after_sales_items: AfterSalesItemTable;
  after_sales_photos: AfterSalesPhotoTable;
}
