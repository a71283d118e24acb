/** The shape of the service's own tables (migration 2). */

export interface SettingTable {
  name: string;
  value: string;
}

/** A threshold that an admin has changed; the others are in limits/limit-rules.ts. */
export interface RateLimitTable {
  name: string;
  most: number;
  window_seconds: number;
  updated_at: number;
}

export interface LimitMarkTable {
  name: string;
  subject: string;
  /** When everything that was taken so far will have been given back. */
  full_until: number;
}

export interface AuditTable {
  id: string;
  account_id: string;
  action: string;
  target: string;
  detail: string;
  created_at: number;
  /** The key or the session that was used. */
  key_id: string | null;
  session_id: string | null;
}

/** A process of this cloud that holds connections of agents: it lives while its beat goes on. */
export interface CloudProcessTable {
  id: string;
  beat: number;
}

export interface ServiceSchema {
  cloud_processes: CloudProcessTable;
  settings: SettingTable;
  rate_limits: RateLimitTable;
  limit_marks: LimitMarkTable;
  audit_log: AuditTable;
}
