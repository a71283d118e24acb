/** The shape of the tables of payments, refunds and their history; db/schema.ts joins them. */
import type { PaymentStatus, RefundState } from '@platen/contracts/states';

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

export interface PaymentTables {
  payments: PaymentTable;
  refunds: RefundTable;
}
