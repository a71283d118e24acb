/**
 * The shape of every table, for Kysely. Owns column names and types; the migrations create exactly this.
 * Times are milliseconds since 1970 (`…_at`), money is integer minor units, flags are 0 or 1, JSON is text: the same on
 * SQLite and PostgreSQL.
 */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type {
  JobState,
  OrderStatus,
  PaymentStatus,
  RefundState,
  RefundStatus,
} from '@platen/contracts/states';
import type { AccountsSchema } from './schema-accounts.ts';
import type { AddressesSchema } from './schema-addresses.ts';
import type { AftersalesSchema } from './schema-aftersales.ts';
import type { CouponKind, CouponScope, OrdersSchema } from './schema-orders.ts';
import type { PaymentsSchema } from './schema-payments.ts';
import type { PhotosSchema } from './schema-photos.ts';
import type { PreordersSchema } from './schema-preorders.ts';
import type { PrintRulesSchema } from './schema-print-rules.ts';
import type { PrintersSchema } from './schema-printers.ts';
import type { RegionsSchema } from './schema-regions.ts';
import type { SchedulesSchema } from './schema-schedules.ts';
import type { ServiceSchema } from './schema-service.ts';

export type Role = 'customer' | 'operator' | 'admin';

/** BCP 47; what messages and pages are written in. */
export type Language = 'zh-CN' | 'en';

export interface AccountTable {
  id: string;
  phone: string;
  nickname: string;
  role: Role;
  shop_id: string | null;
  created_at: number;
  /** null: not chosen. */
  language: Language | null;
  disabled_at: number | null;
}

/** What an account keeps of uploads, and may keep. */
export interface AccountStorageTable {
  account_id: string;
  stored_bytes: number;
  /** null: what the service gives everybody. */
  quota_bytes: number | null;
}

export interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  key_hash: string;
  key_hint: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** Within a minute. */
  last_used_at: number | null;
}

export interface BalanceTable {
  account_id: string;
  amount_minor: number;
  currency: string;
}

export interface LedgerTable {
  id: string;
  account_id: string;
  amount_minor: number;
  balance_after_minor: number;
  currency: string;
  cause: string;
  cause_id: string;
  note: string;
  created_at: number;
}

export interface DocumentTable {
  id: string;
  account_id: string;
  kind: 'document' | 'photo';
  filename: string;
  content_type: string;
  bytes: number;
  sha256: string;
  pages: number;
  width_px: number | null;
  height_px: number | null;
  colour_space: string | null;
  created_at: number;
  deleted_at: number | null;
  /** The photo that this one is a restoration of. */
  restored_from: string | null;
  /** JSON: documents/document-details.ts. */
  details: string;
}

export interface SizeTable {
  code: string;
  name: string;
  name_zh: string;
  media_size: string;
  x_dimension: number;
  y_dimension: number;
  made_for: 'photo' | 'document';
  borderless: number;
  position: number;
  enabled: number;
}

export interface PaperTypeTable {
  code: string;
  name: string;
  name_zh: string;
  media_type: string;
  finish: string;
  weight_gsm: number;
  position: number;
  enabled: number;
}

/** The price of one printed page from `min_pages` pages of an item on. */
export interface PriceTable {
  size_code: string;
  paper_code: string;
  color_mode: 'color' | 'monochrome';
  sides: 'one-sided' | 'two-sided';
  min_pages: number;
  unit_minor: number;
}

export interface CouponTable {
  id: string;
  account_id: string;
  kind: CouponKind;
  value: number;
  cap_minor: number | null;
  min_amount_minor: number;
  scope: CouponScope;
  valid_from: number | null;
  expires_at: number | null;
  order_id: string | null;
  campaign_id: string | null;
  note: string;
  created_at: number;
}

export interface ShopTable {
  id: string;
  name: string;
  created_at: number;
  /** Upper case, unique: what a customer is given to find this shop. */
  referral_code: string | null;
  phone: string | null;
  region_id: string | null;
  address: string | null;
}

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
  /** As contracts/page-ranges.ts writes them; null: all pages. */
  page_ranges: string | null;
  fit: 'fill' | 'fit';
  color_mode: 'color' | 'monochrome';
  sides: PrintTicket['sides'];
  /** JSON: ItemLayout of orders/item-layout-rules.ts; null: none was asked for. */
  layout: string | null;
  unit_minor: number;
  amount_minor: number;
  discount_minor: number;
  refunded_minor: number;
}

export interface OrderEventTable {
  id: string;
  order_id: string;
  event: string;
  from_status: string | null;
  to_status: string | null;
  detail: string;
  created_at: number;
}

export interface PaymentTable {
  id: string;
  /** Null: a top-up of the balance. */
  order_id: string | null;
  account_id: string;
  /** `balance`, or the name of a payment provider. */
  method: string;
  status: PaymentStatus;
  amount_minor: number;
  currency: string;
  provider_ref: string | null;
  checkout_url: string | null;
  expires_at: number | null;
  /** When the provider is to be asked next; null: it isn't. */
  check_at: number | null;
  checked_at: number | null;
  checks: number;
  /** What the provider took, whether or not the payment counted; 0 for the balance. */
  captured_minor: number;
  /** Why it failed, in a sentence. */
  failure: string;
  created_at: number;
  settled_at: number | null;
}

export interface RefundTable {
  id: string;
  payment_id: string;
  /** Null: of a top-up. */
  order_id: string | null;
  cause: string;
  status: RefundState;
  amount_minor: number;
  currency: string;
  /** `balance`, or the name of the payment provider that pays it back. */
  destination: string;
  reason: string;
  failure: string;
  tries: number;
  /** When the provider is to be told next; null: it isn't. */
  try_at: number | null;
  created_at: number;
  settled_at: number | null;
}

export interface PrintJobTable {
  id: string;
  order_id: string;
  item_id: string;
  shop_id: string;
  agent_id: string | null;
  state: JobState;
  reason: JobReason;
  message: string;
  copies: number;
  copies_printed: number;
  submitted: number;
  settlement: 'reprinted' | 'refunded' | null;
  reprint_of: string | null;
  printer_id: string | null;
  ticket: string;
  /** Whose order it is of. */
  account_id: string;
  created_at: number;
  updated_at: number;
  reported_at: number | null;
}

export interface JobEventTable {
  id: string;
  job_id: string;
  from_state: string | null;
  to_state: string;
  reason: string;
  message: string;
  actor: string;
  created_at: number;
}

export interface AgentTable {
  id: string;
  shop_id: string;
  name: string;
  public_key: string;
  /** What this agent said it understands beyond protocol 1, separated by spaces. */
  features: string;
  last_seq: number;
  created_at: number;
  last_seen_at: number | null;
  revoked_at: number | null;
  /** 1: may be given image work of photos that nobody ordered. */
  image_work: number;
  /** Its connection; null: it has none. Which one counts is decided by hub/hub-presence.ts. */
  link_id: string | null;
  /** The process of this cloud that holds the connection. */
  link_process: string | null;
  /** When its last connection ended; null: it has one, or never had. */
  unlinked_at: number | null;
  unlinked_because: LinkEnd | null;
}

/** How a connection ended: the agent said goodbye, or it didn't. */
export type LinkEnd = 'stopped' | 'lost';

export interface EnrolmentTable {
  code_hash: string;
  shop_id: string;
  created_at: number;
  expires_at: number;
  agent_id: string | null;
}

export interface OutboxTable {
  id: string;
  agent_id: string;
  type:
    | 'job'
    | 'cancel'
    | 'decide'
    | 'lost'
    | 'restore'
    | 'restore-cancel'
    | 'schedule'
    | 'backlog'
    | 'printer';
  /** For `restore` the restoration's id, for `schedule` the edit's, for `backlog` the backlog's, for `printer` the request's. */
  job_id: string;
  body: string;
  created_at: number;
}

export interface PrinterTable {
  id: string;
  agent_id: string;
  report: string;
  as_of: number | null;
  received_at: number;
}

export interface IdempotencyTable {
  account_id: string;
  key: string;
  operation: string;
  input_hash: string;
  output: string;
  created_at: number;
}

export interface Schema
  extends AccountsSchema,
    AddressesSchema,
    AftersalesSchema,
    OrdersSchema,
    PaymentsSchema,
    PhotosSchema,
    PreordersSchema,
    PrintersSchema,
    PrintRulesSchema,
    RegionsSchema,
    SchedulesSchema,
    ServiceSchema {
  accounts: AccountTable;
  account_storage: AccountStorageTable;
  api_keys: ApiKeyTable;
  balances: BalanceTable;
  ledger: LedgerTable;
  documents: DocumentTable;
  sizes: SizeTable;
  paper_types: PaperTypeTable;
  prices: PriceTable;
  coupons: CouponTable;
  shops: ShopTable;
  orders: OrderTable;
  order_items: OrderItemTable;
  order_events: OrderEventTable;
  payments: PaymentTable;
  refunds: RefundTable;
  print_jobs: PrintJobTable;
  job_events: JobEventTable;
  agents: AgentTable;
  enrolments: EnrolmentTable;
  outbox: OutboxTable;
  printers: PrinterTable;
  idempotency: IdempotencyTable;
}
