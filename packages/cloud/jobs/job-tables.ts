/** The shape of the tables of print jobs and their history; db/schema.ts joins them. */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { JobState } from '@platen/contracts/states';

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

export interface JobTables {
  print_jobs: PrintJobTable;
}
