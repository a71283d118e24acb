/** The shape of the tables of who did what; db/schema.ts joins them. */

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

export interface AuditTables {
  audit_log: AuditTable;
}
