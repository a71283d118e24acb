/**
 * Shutting an agent out. Owns what becomes of its jobs.
 *
 * INVARIANTS
 * 1. A job that the agent was never sent goes to another agent, or waits for one.
 * 2. A job that it was sent may still come out of its printer, and no report will come: it is unknown, a person decides.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Database, Tx } from '../db/database.ts';
import { loseJobs } from '../fulfilment/lost-job-moves.ts';
import { assignWaitingJobs } from '../jobs/job-moves.ts';
import { unassignQueuedJobs } from '../jobs/job-store.ts';
import { deleteOutboxOfAgent } from '../outbox/outbox-store.ts';
import { deletePapersOfAgent } from '../printers/paper-store.ts';
import { changeAbilities } from '../printers/printer-abilities-cache.ts';
import { deletePrintersOfAgent } from '../printers/printer-store.ts';
import { findAgent, listAgentsForJobs, updateAgentRevoked } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';

/** Counts of its jobs; undefined when it was revoked already. Throws not_found. */
export async function revokeAgent(
  database: Database,
  tx: Tx,
  { agentId, now }: { agentId: string; now: number },
): Promise<{ passed_on: number; unknown: number } | undefined> {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw new AppError('not_found', 'No such agent.');
  if (!(await updateAgentRevoked(tx, { id: agentId, now }))) return undefined;
  await database.signal(tx, 'platen_agent_revoked', agentId);
  await deletePrintersOfAgent(tx, agentId);
  await deletePapersOfAgent(tx, { agentId, now });
  await changeAbilities(database, tx, agentId);
  const passed_on = await passOnJobs(database, tx, { agent, now });
  const message =
    'An agent of the shop was revoked while it had this job. See whether it was printed, and decide.';
  return { passed_on, unknown: await loseJobs(tx, { agent, message, now }) };
}

async function passOnJobs(
  database: Database,
  tx: Tx,
  { agent, now }: { agent: AgentTable; now: number },
): Promise<number> {
  const freed = await unassignQueuedJobs(tx, agent.id);
  await deleteOutboxOfAgent(tx, agent.id);
  const [next] = await listAgentsForJobs(tx, agent.shop_id);
  if (!next || freed === 0) return freed;
  const toNext = { shopId: agent.shop_id, agentId: next.id, now };
  let after = await assignWaitingJobs(tx, toNext);
  while (after !== undefined) after = await assignWaitingJobs(tx, { ...toNext, after });
  await database.signal(tx, 'platen_outbox', next.id);
  return freed;
}
