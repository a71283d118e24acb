/** The SQL of the outbox: messages to agents that stay until they are acknowledged. */
import type { Query, Tx } from '../db/database.ts';
import type { OutboxTable } from './outbox-tables.ts';

export async function insertOutbox(tx: Tx, rows: OutboxTable[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('outbox').values(rows).execute();
}

/** Whether the agent has not yet acknowledged a message of this type about this subject. */
export async function hasOutbox(
  tx: Tx,
  { agentId, subjectId, type }: { agentId: string; subjectId: string; type: OutboxTable['type'] },
): Promise<boolean> {
  const row = await tx
    .selectFrom('outbox')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('subject_id', '=', subjectId)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The oldest unacknowledged messages of an agent. */
export async function listOutbox(db: Query | Tx, agentId: string, limit: number): Promise<OutboxTable[]> {
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Acknowledged, or taken back before it was sent. */
export async function deleteOutbox(
  db: Query | Tx,
  { ids, agentId }: { ids: string[]; agentId: string },
): Promise<void> {
  await db.deleteFrom('outbox').where('id', 'in', ids).where('agent_id', '=', agentId).execute();
}

/** Takes back what the agent has not acknowledged of this type about this subject. True when there was something. */
export async function deleteOutboxOf(
  tx: Tx,
  { agentId, subjectId, type }: { agentId: string; subjectId: string; type: OutboxTable['type'] },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where('agent_id', '=', agentId)
    .where('subject_id', '=', subjectId)
    .where('type', '=', type)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOutboxOfAgent(tx: Tx, agentId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('agent_id', '=', agentId).execute();
}

export async function deleteOutboxOfSubject(tx: Tx, subjectId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('subject_id', '=', subjectId).execute();
}

/** Messages of a type that the agent hasn't acknowledged; about one subject where it is named. */
export async function listOutboxOfType(
  db: Query | Tx,
  { agentId, type, subjectId }: { agentId: string; type: OutboxTable['type']; subjectId?: string },
): Promise<Pick<OutboxTable, 'id' | 'subject_id'>[]> {
  let rows = db
    .selectFrom('outbox')
    .select(['id', 'subject_id'])
    .where('agent_id', '=', agentId)
    .where('type', '=', type);
  if (subjectId) rows = rows.where('subject_id', '=', subjectId);
  return await rows.execute();
}
