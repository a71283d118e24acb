/** The SQL of what agents last said of their printers. */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import type { Query, Tx } from '../db/database.ts';
import type { PrinterTable } from '../db/database-schema.ts';

/** Keeps reports; with `complete` the agent's other printers are forgotten. */
export async function storePrinterReports(
  tx: Tx,
  said: { agentId: string; printers: readonly PrinterReport[]; complete: boolean; now: number },
): Promise<void> {
  const { agentId, printers, now } = said;
  const ids = printers.map((printer) => printer.printer_id);
  let old = tx.deleteFrom('printers').where('agent_id', '=', agentId);
  if (!said.complete) old = old.where('id', 'in', ids);
  if (said.complete || ids.length > 0) await old.execute();
  if (printers.length === 0) return;
  const rows = printers.map((printer) => ({
    id: printer.printer_id,
    agent_id: agentId,
    report: JSON.stringify(printer),
    as_of: printer.as_of === null ? null : Date.parse(printer.as_of),
    received_at: now,
  }));
  await tx.insertInto('printers').values(rows).execute();
}

/** The agent was shut out: nothing will ever be heard of its printers again. */
export async function deletePrintersOfAgent(tx: Tx, agentId: string): Promise<void> {
  await tx.deleteFrom('printers').where('agent_id', '=', agentId).execute();
}

export async function listPrinters(db: Query): Promise<PrinterTable[]> {
  return await db.selectFrom('printers').selectAll().orderBy('agent_id').orderBy('id').execute();
}
