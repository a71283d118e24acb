/** The shape of the tables of what agents say of printers, and what they are asked of them and of their queues; db/schema.ts joins them. */

export interface PrinterTable {
  id: string;
  agent_id: string;
  report: string;
  as_of: number | null;
  received_at: number;
}

export interface PrinterRequestTable {
  /** Also the id of its message in the outbox. */
  id: string;
  agent_id: string;
  account_id: string;
  /** JSON: PrinterAct of contracts/printer-requests.ts, or QueueAct of contracts/queue-requests.ts. */
  wanted: string;
  /** JSON: PrinterAnswer; null until the agent has answered. */
  answer: string | null;
  created_at: number;
  answered_at: number | null;
}

export interface PrinterTables {
  printers: PrinterTable;
  printer_requests: PrinterRequestTable;
}
