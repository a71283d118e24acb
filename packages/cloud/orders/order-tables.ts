/** The shape of the tables of orders, their items and their history; db/schema.ts joins them. */
import type { OrderStatus, RefundStatus } from '@platen/contracts/states';

export type DeliveryMethod = 'pickup' | 'shipping' | 'express';

export interface OrderTable {
  id: string;
  order_no: string;
  account_id: string;
  shop_id: string;
  status: OrderStatus;
  refund_status: RefundStatus;
  delivery_method: DeliveryMethod;
  pickup_point_id: string | null;
  carrier_id: string | null;
  /** JSON of orders/delivery-rules.ts `DeliverySnapshot`: where it goes, as it was when the order was made. */
  delivery: string | null;
  weight_g: number | null;
  tracking_no: string | null;
  /** When it last got printed, ready, shipped or completed. */
  finished_at: number | null;
  shipped_at: number | null;
  completed_at: number | null;
  coupon_id: string | null;
  note: string;
  currency: string;
  subtotal_minor: number;
  /** All that a coupon takes off; `shipping_discount_minor` of it is off the shipping fee. */
  discount_minor: number;
  shipping_minor: number;
  shipping_discount_minor: number;
  /** subtotal - discount + shipping. */
  total_minor: number;
  refunded_minor: number;
  cancel_requested_at: number | null;
  created_at: number;
  updated_at: number;
  paid_at: number | null;
  /** Until when it can be paid; said to the customer when it was made, so a later setting doesn't change it. */
  expires_at: number | null;
}

export interface OrderItemTable {
  id: string;
  order_id: string;
  position: number;
  document_id: string;
  size_code: string;
  paper_code: string;
  quantity: number;
  /** Printed pages of one copy. */
  pages: number;
  /** JSON: ItemChoices of contracts/print-choices.ts. */
  choices: string;
  unit_minor: number;
  amount_minor: number;
  discount_minor: number;
  refunded_minor: number;
}

export interface OrderTables {
  orders: OrderTable;
  order_items: OrderItemTable;
}
