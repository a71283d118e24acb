/**
 * Asking an agent to change its queue: jobs held, released, moved, put in another place, printers paused and resumed. The agent decides
 * whether it can be done, and answers; until then the request is pending, also while the agent is away.
 */
import { type PersonHold, personHold, type QueueAct } from '@platen/contracts/queue-requests';
import type { Database, Tx } from '../db/database.ts';
import { insertQueueRequest } from './printer-request-store.ts';

/** Stores it and wakes whoever holds the agent's socket. Gives the id under which findPrinterRequest has the answer. */
export async function postQueueAct(
  database: Pick<Database, 'signal'>,
  tx: Tx,
  asked: { agentId: string; accountId: string; by: string; wanted: QueueAct; now: number },
): Promise<string> {
  const { id } = await insertQueueRequest(tx, asked);
  await database.signal(tx, 'platen_outbox', asked.agentId);
  return id;
}

/** Who holds a job and since when, as a release has to name it; undefined while nobody does. */
export const readHold = (held: string | null): PersonHold | undefined =>
  held === null ? undefined : personHold.parse(JSON.parse(held));
