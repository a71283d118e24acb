/** The shape of the tables of shops, their rules, and the agents in them; db/schema.ts joins them. */
import type { AgentDisk, ShopRules } from '@platen/contracts/agent-protocol';

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

export interface AgentTable {
  id: string;
  shop_id: string;
  name: string;
  public_key: string;
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

/** A process of this cloud that holds connections of agents: it lives while its beat goes on. */
export interface CloudProcessTable {
  id: string;
  beat: number;
}

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

export interface ShopTables {
  shops: ShopTable;
  agents: AgentTable;
  enrolments: EnrolmentTable;
  cloud_processes: CloudProcessTable;
  print_rules: PrintRulesTable;
  agent_disks: AgentDiskTable;
  agent_resyncs: AgentResyncTable;
}
