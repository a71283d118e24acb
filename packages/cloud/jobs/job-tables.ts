/** The shape of the tables of print jobs and their history; db/schema.ts joins them. */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { JobState } from '@platen/contracts/states';

export type JobSettlement = 'reprinted' | 'refunded' | 'dropped';

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
  /** What became of copies that did not come out: another job's, paid back, or given up, for nothing was paid for them. */
  settlement: JobSettlement | null;
  reprint_of: string | null;
  /** 1: the shop's own copies, on top of what was paid. */
  unpaid: number;
  printer_id: string | null;
  /** Place in the queue of its agent, as that said last: lower ones go first; null until then. */
  rank: number | null;
  /** The printer that a person chose for it, by its number in the agent's list; null: any. */
  for_entry: number | null;
  /** JSON of personHold (contracts/queue-requests.ts) while a person holds it. */
  held: string | null;
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
