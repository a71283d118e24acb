/** The shape of the tables of the sandbox's own books; db/schema.ts joins them. */

/** What the sandbox was asked to collect. Only its adapter reads and writes these three tables. */
export interface SandboxIntentTable {
  id: string;
  sandbox: string;
  /** The shop's own id of the payment. */
  reference: string;
  amount_minor: number;
  currency: string;
  description: string;
  return_url: string;
  status: 'pending' | 'succeeded' | 'failed' | 'expired';
  created_at: number;
  expires_at: number;
}

export interface SandboxRefundTable {
  /** The shop's own id of the refund. */
  id: string;
  intent_id: string;
  amount_minor: number;
  status: 'pending' | 'succeeded';
  created_at: number;
}

/** A webhook to be posted; `due_at` null: delivered, or given up. */
export interface SandboxEventTable {
  id: string;
  sandbox: string;
  refund_id: string | null;
  body: string;
  tries: number;
  due_at: number | null;
  delivered_at: number | null;
  created_at: number;
}

export interface SandboxTables {
  sandbox_intents: SandboxIntentTable;
  sandbox_refunds: SandboxRefundTable;
  sandbox_events: SandboxEventTable;
}
