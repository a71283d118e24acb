/** The SQL of shops, their agents and enrolment codes. */
import type { Query, Tx } from '../db/database.ts';
import type { AgentTable, EnrolmentTable, ShopTable } from '../db/database-schema.ts';

export async function insertShop(db: Query | Tx, row: ShopTable): Promise<void> {
  await db.insertInto('shops').values(row).execute();
}

export async function listShops(db: Query | Tx): Promise<ShopTable[]> {
  return await db.selectFrom('shops').selectAll().orderBy('id').execute();
}

export async function findShop(db: Query | Tx, id: string): Promise<ShopTable | undefined> {
  return await db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertAgent(db: Query | Tx, row: AgentTable): Promise<void> {
  await db.insertInto('agents').values(row).execute();
}

export async function findAgent(db: Query | Tx, id: string): Promise<AgentTable | undefined> {
  return await db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAgentByKey(db: Query | Tx, publicKey: string): Promise<AgentTable | undefined> {
  return await db.selectFrom('agents').selectAll().where('public_key', '=', publicKey).executeTakeFirst();
}

export async function listAgents(db: Query | Tx, shopId?: string): Promise<AgentTable[]> {
  let rows = db.selectFrom('agents').selectAll().where('revoked_at', 'is', null);
  if (shopId) rows = rows.where('shop_id', '=', shopId);
  return await rows.orderBy('id').execute();
}

/** The agent that gets a shop's next job: the one heard from last. */
export async function findAgentForJobs(db: Query | Tx, shopId: string): Promise<AgentTable | undefined> {
  return await db
    .selectFrom('agents')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('revoked_at', 'is', null)
    .orderBy((e) => e.fn.coalesce('last_seen_at', e.val(0)), 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function touchAgent(db: Query | Tx, id: string, now: number): Promise<void> {
  await db.updateTable('agents').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Takes the agent's row for this transaction: its messages are applied one after the other, whoever holds its socket. */
export async function advanceAgentSeq(
  tx: Tx,
  { id, seq, now }: { id: string; seq: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agents')
    .set({ last_seq: seq, last_seen_at: now })
    .where('id', '=', id)
    .where('last_seq', '<', seq)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertEnrolment(db: Query | Tx, row: EnrolmentTable): Promise<void> {
  await db.insertInto('enrolments').values(row).execute();
}

/** Removes codes that nobody used in time. */
export async function deleteExpiredEnrolments(db: Query | Tx, now: number): Promise<void> {
  await db.deleteFrom('enrolments').where('agent_id', 'is', null).where('expires_at', '<', now).execute();
}

export async function findEnrolment(db: Query | Tx, codeHash: string): Promise<EnrolmentTable | undefined> {
  return await db.selectFrom('enrolments').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

/** Uses the code up. False when another agent did so first. */
export async function useEnrolment(tx: Tx, code: { codeHash: string; agentId: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolments')
    .set({ agent_id: code.agentId })
    .where('code_hash', '=', code.codeHash)
    .where('agent_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What the agent said it can do beside printing. */
export async function setAgentFeatures(
  db: Query | Tx,
  { id, features }: { id: string; features: readonly string[] },
): Promise<void> {
  await db
    .updateTable('agents')
    .set({ features: features.join(',') })
    .where('id', '=', id)
    .execute();
}

/** Marks the agent for image work, or takes the mark away; the agent, undefined when there is none. */
export async function setImageWork(
  tx: Tx,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<AgentTable | undefined> {
  return await tx
    .updateTable('agents')
    .set({ image_work: isOn ? 1 : 0 })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Agents that an admin marked for image work and that can do it, whether they are online or not. */
export async function listImageAgents(db: Query | Tx): Promise<AgentTable[]> {
  const marked = await db
    .selectFrom('agents')
    .selectAll()
    .where('image_work', '=', 1)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  return marked.filter((agent) => agent.features.split(',').includes('restore'));
}
