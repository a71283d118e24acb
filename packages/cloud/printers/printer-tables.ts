/** The shape of the tables of what agents say of printers and papers, and what they are asked of them and of their queues; db/schema.ts joins them. */

export interface PrinterTable {
  id: string;
  agent_id: string;
  report: string;
  as_of: number | null;
  received_at: number;
}

export interface AgentPaperTable {
  agent_id: string;
  id: string;
  /** JSON: PaperReport of contracts/paper-report.ts. */
  report: string;
  told_at: number;
}

/** A colour profile that an agent fetches; gone with its answer to the request. */
export interface ProfileFileTable {
  request_id: string;
  agent_id: string;
  sha256: string;
  bytes: number;
}

export interface PrinterRequestTable {
  /** Also the id of its message in the outbox. */
  id: string;
  agent_id: string;
  account_id: string;
  /** JSON: PrinterAct of contracts/printer-requests.ts, QueueAct of queue-requests.ts, or PaperAct of paper-requests.ts. */
  wanted: string;
  /** JSON: PrinterAnswer; null until the agent has answered. */
  answer: string | null;
  created_at: number;
  answered_at: number | null;
}

export interface PrinterTables {
  printers: PrinterTable;
  agent_papers: AgentPaperTable;
  profile_files: ProfileFileTable;
  printer_requests: PrinterRequestTable;
}
