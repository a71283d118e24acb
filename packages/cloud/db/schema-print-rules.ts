/** The shape of the tables of migration 13. */
import type { AgentDisk, ShopRules } from '@platen/contracts/agent-protocol';

/** A shop without a row has the defaults. */
export interface PrintRulesTable {
  shop_id: string;
  aborted_copies: ShopRules['aborted_copies'];
  reroute_after_minutes: number;
  /** JSON: MediaSubstitute[]. */
  substitutes: string;
  version: number;
  updated_at: number;
  /** An account's id. */
  updated_by: string;
}

export interface AgentDiskTable {
  agent_id: string;
  state: AgentDisk['state'];
  free_bytes: number;
  used_bytes: number;
  budget_bytes: number;
  as_of: number;
}

/** One finding that this cloud is older than what an agent knows: it was put back from a backup. */
export interface AgentResyncTable {
  id: string;
  agent_id: string;
  found_at: number;
  /** The newest message that this cloud had, and the newest that it had once acknowledged. */
  cloud_seq: number;
  agent_seq: number;
  jobs_applied: number;
  jobs_missing: number;
  /** JSON: ids of jobs that the agent knows and this cloud doesn't; the first hundred. */
  missing: string;
  seen_at: number | null;
  seen_by: string | null;
}

export interface PrintRulesSchema {
  print_rules: PrintRulesTable;
  agent_disks: AgentDiskTable;
  agent_resyncs: AgentResyncTable;
}
