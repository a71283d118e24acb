/** The shape of the tables of messages to agents that they have not acknowledged; db/schema.ts joins them. */

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

export interface OutboxTables {
  outbox: OutboxTable;
}
