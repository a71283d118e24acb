/** The shape of the table of migration 11. */

export interface PrinterRequestTable {
  /** Also the id of its message in the outbox. */
  id: string;
  agent_id: string;
  account_id: string;
  /** JSON: PrinterAct of contracts/printer-requests.ts. */
  wanted: string;
  /** JSON: PrinterAnswer; null until the agent has answered. */
  answer: string | null;
  created_at: number;
  answered_at: number | null;
}

export interface PrintersSchema {
  printer_requests: PrinterRequestTable;
}
