/** The shape of the table of messages to agents that they have not acknowledged; db/schema.ts joins it. */

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
    | 'printer'
    | 'queue'
    | 'paper';
  /** What it is about: a job, a restoration, an edit of a schedule, a backlog, or a request to printers, papers or the queue. */
  subject_id: string;
  body: string;
  created_at: number;
}

export interface OutboxTables {
  outbox: OutboxTable;
}
