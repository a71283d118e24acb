/** The SQL of what agents last said of their printers. */
import type { PrinterChange, PrinterReport } from '@platen/contracts/agent-protocol';
import type { Query, Tx } from '../db/database.ts';
import { abilityFields } from './printer-ability-store.ts';
import type { PrinterTable } from './printer-tables.ts';

/** What reports have changed. */
export interface ToldPrinters {
  /** The agent's printers can make other things now. */
  canOther: boolean;
  /** Whose state, reasons or reachability are others than before, or that are new. */
  moved: PrinterReport[];
}

/** Keeps reports; with `complete` the agent's other printers are forgotten. */
export async function upsertPrinterReports(
  tx: Tx,
  said: { agentId: string; printers: readonly PrinterReport[]; complete: boolean; now: number },
): Promise<ToldPrinters> {
  const { agentId, printers, now } = said;
  const ids = printers.map((printer) => printer.printer_id);
  const before = await listReportsOfAgent(tx, { agentId, ids: said.complete ? undefined : ids });
  let old = tx.deleteFrom('printers').where('agent_id', '=', agentId);
  if (!said.complete) old = old.where('id', 'in', ids);
  if (said.complete || ids.length > 0) await old.execute();
  const was = new Map(before.map((report) => [report.printer_id, stateMark(report)]));
  const told = {
    canOther: abilityMark(before) !== abilityMark(printers),
    moved: printers.filter((report) => was.get(report.printer_id) !== stateMark(report)),
  };
  if (printers.length === 0) return told;
  const rows = printers.map((printer) => ({
    id: printer.printer_id,
    agent_id: agentId,
    report: JSON.stringify(printer),
    as_of: printer.as_of === null ? null : Date.parse(printer.as_of),
    received_at: now,
  }));
  await tx.insertInto('printers').values(rows).execute();
  return told;
}

async function listReportsOfAgent(
  tx: Tx,
  { agentId, ids }: { agentId: string; ids: string[] | undefined },
): Promise<PrinterReport[]> {
  if (ids?.length === 0) return [];
  let rows = tx.selectFrom('printers').select('report').where('agent_id', '=', agentId);
  if (ids) rows = rows.where('id', 'in', ids);
  return (await rows.execute()).map(({ report }) => JSON.parse(report) as PrinterReport);
}

/** Equal for printers that can make the same. */
const abilityMark = (printers: readonly PrinterReport[]): string =>
  JSON.stringify(
    printers
      .toSorted((a, b) => (a.printer_id < b.printer_id ? -1 : 1))
      .map((report) => [report.printer_id, abilityFields.map((field) => report[field] ?? null)]),
  );

/**
 * Differences to what the agent told of its printers before; of one that it never told nothing is kept.
 */
export async function updatePrinterReports(
  tx: Tx,
  said: { agentId: string; changes: readonly PrinterChange[]; now: number },
): Promise<ToldPrinters> {
  const { agentId, now } = said;
  const told: ToldPrinters = { canOther: false, moved: [] };
  for (const { as_of, printer_id, ...fields } of said.changes) {
    const change = { as_of: as_of === null ? null : Date.parse(as_of), received_at: now };
    const row = { agent_id: agentId, id: printer_id };
    if (Object.keys(fields).length === 0) {
      await updatePrinter(tx, row, change);
      continue;
    }
    const stored = await tx
      .selectFrom('printers')
      .select('report')
      .where('agent_id', '=', agentId)
      .where('id', '=', printer_id)
      .executeTakeFirst();
    if (!stored) continue;
    const before = JSON.parse(stored.report) as PrinterReport;
    const report = { ...before, ...fields, as_of };
    told.canOther ||= abilityMark([before]) !== abilityMark([report]);
    if (stateMark(before) !== stateMark(report)) told.moved.push(report);
    await updatePrinter(tx, row, { ...change, report: JSON.stringify(report) });
  }
  return told;
}

/** Equal for what people are told of a printer as the same. */
const stateMark = ({ state, state_reasons, reachable }: PrinterReport): string =>
  JSON.stringify([state, reachable, ...state_reasons.toSorted()]);

async function updatePrinter(
  tx: Tx,
  { agent_id, id }: { agent_id: string; id: string },
  change: Partial<PrinterTable>,
): Promise<void> {
  await tx
    .updateTable('printers')
    .set(change)
    .where('agent_id', '=', agent_id)
    .where('id', '=', id)
    .execute();
}

/** The agent was shut out: nothing will ever be heard of its printers again. */
export async function deletePrintersOfAgent(tx: Tx, agentId: string): Promise<void> {
  await tx.deleteFrom('printers').where('agent_id', '=', agentId).execute();
}

export async function listPrinters(db: Query): Promise<PrinterTable[]> {
  return await db.selectFrom('printers').selectAll().orderBy('agent_id').orderBy('id').execute();
}

/** What each agent that knows this printer said of it. */
export async function listPrintersById(db: Query, printerId: string): Promise<PrinterTable[]> {
  return await db
    .selectFrom('printers')
    .selectAll()
    .where('id', '=', printerId)
    .orderBy('agent_id')
    .execute();
}

/** What these agents said of their printers. */
export async function listPrintersOfAgents(db: Query, agentIds: readonly string[]): Promise<PrinterTable[]> {
  if (agentIds.length === 0) return [];
  return await db
    .selectFrom('printers')
    .selectAll()
    .where('agent_id', 'in', agentIds)
    .orderBy('agent_id')
    .orderBy('id')
    .execute();
}
