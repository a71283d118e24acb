/**
 * Sending something to an agent: a row in the outbox, in the transaction that makes it true, and a signal to whichever process holds the
 * agent's socket (hub/hub-outgoing.ts). Must never know what a message says.
 */
import type { Database, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { insertOutbox } from './outbox-store.ts';
import type { OutboxTable } from './outbox-tables.ts';

export interface OutboxMessage {
  /** Its own id; a new one unless it is named. */
  id?: string;
  agentId: string;
  type: OutboxTable['type'];
  subjectId: string;
  /** As JSON. */
  body: unknown;
  now: number;
}

/** Messages of a connection that is being greeted: it looks into its outbox by itself, nobody is signalled. */
export async function insertIntoOutbox(tx: Tx, messages: readonly OutboxMessage[]): Promise<void> {
  const rows = messages.map(
    ({ id = newId(), agentId, type, subjectId, body, now }): OutboxTable => ({
      id,
      agent_id: agentId,
      type,
      subject_id: subjectId,
      body: JSON.stringify(body),
      created_at: now,
    }),
  );
  await insertOutbox(tx, rows);
}

/** Messages to agents that may be connected: they go once `tx` has committed. */
export async function postToAgents(
  database: Pick<Database, 'signal'>,
  tx: Tx,
  messages: readonly OutboxMessage[],
): Promise<void> {
  await insertIntoOutbox(tx, messages);
  for (const agentId of new Set(messages.map((message) => message.agentId))) {
    await database.signal(tx, 'platen_outbox', agentId);
  }
}

/** One message. */
export const postToAgent = (
  database: Pick<Database, 'signal'>,
  tx: Tx,
  message: OutboxMessage,
): Promise<void> => postToAgents(database, tx, [message]);
