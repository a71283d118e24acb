/** The shape of the tables of print schedules of shops, their edits, and what agents say of theirs; db/schema.ts joins them. */

export interface ScheduleTable {
  shop_id: string;
  version: number;
  edit_id: string;
  /** A ScheduleDocument. */
  document: string;
  updated_at: number;
}

export interface ScheduleEditTable {
  id: string;
  edit_id: string;
  shop_id: string;
  version: number;
  document: string;
  /** lost: made at the same time as the one that holds, or held then. */
  state: 'holds' | 'replaced' | 'lost';
  /** The agent whose console it came from. */
  agent_id: string | null;
  taken_at: number;
}

export interface ScheduleReportTable {
  agent_id: string;
  shop_id: string;
  /** A ScheduleReport with all rules. */
  report: string;
  version: number;
  received_at: number;
}

export interface ScheduleTables {
  schedules: ScheduleTable;
  schedule_edits: ScheduleEditTable;
  schedule_reports: ScheduleReportTable;
}
