/** Which printers a customer may name: those that get_printer_status shows and nobody switched off. */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import type { Context } from '../context.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { listAgents } from '../shops/shop-store.ts';
import { listPrintersById } from './printer-store.ts';

/** The printer's last report; of several agents that know it, of one that is online. Undefined when nobody offers it. */
export async function findOfferedPrinter(
  { database, now }: Context,
  printerId: string,
): Promise<PrinterReport | undefined> {
  const rows = await listPrintersById(database.query, printerId);
  if (rows.length === 0) return undefined;
  const agents = await listAgents(database.query);
  const isOnline = (agentId: string) => {
    const agent = agents.find(({ id }) => id === agentId);
    return agent !== undefined && isAgentOnline(agent, now());
  };
  const reports = rows
    .toSorted((a, b) => Number(isOnline(b.agent_id)) - Number(isOnline(a.agent_id)))
    .map(({ report }) => JSON.parse(report) as PrinterReport);
  return reports.find(({ enabled }) => enabled !== false);
}
