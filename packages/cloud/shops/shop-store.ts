/** The SQL of shops, their agents and enrolment codes. */
import type { Insertable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { AgentTable, EnrolmentTable, ShopTable } from './shop-tables.ts';

export async function insertShop(db: Query | Tx, row: Insertable<ShopTable>): Promise<void> {
  await db.insertInto('shops').values(row).execute();
}

export async function listShops(db: Query | Tx): Promise<ShopTable[]> {
  return await db.selectFrom('shops').selectAll().orderBy('id').execute();
}

export async function findShop(db: Query | Tx, id: string): Promise<ShopTable | undefined> {
  return await db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findShopByReferral(db: Query | Tx, code: string): Promise<ShopTable | undefined> {
  return await db.selectFrom('shops').selectAll().where('referral_code', '=', code).executeTakeFirst();
}

/** Changes what customers are told of a shop; undefined when there is no such shop. */
export async function updateShopContact(
  tx: Tx,
  { id, change }: { id: string; change: Partial<Omit<ShopTable, 'id' | 'created_at'>> },
): Promise<ShopTable | undefined> {
  return await tx.updateTable('shops').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

export async function pageShops(db: Query, wanted: PageWanted) {
  return await readPage(db, db.selectFrom('shops').selectAll(), wanted);
}

export async function renameShop(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('shops').set({ name }).where('id', '=', id).execute();
}

/** Takes the shop's row: nothing new can refer to it until the transaction ends. */
export async function lockShop(tx: Tx, id: string): Promise<ShopTable | undefined> {
  return await tx
    .updateTable('shops')
    .set((e) => ({ name: e.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Why the shop can't go, as the end of a sentence; undefined when it can. */
export async function findShopUse(tx: Tx, id: string): Promise<string | undefined> {
  const uses = { orders: 'has orders', agents: 'has agents', accounts: 'has operators' } as const;
  for (const table of ['orders', 'agents', 'accounts'] as const) {
    const row = await tx.selectFrom(table).select('id').where('shop_id', '=', id).limit(1).executeTakeFirst();
    if (row) return uses[table];
  }
  const other = await tx.selectFrom('shops').select('id').where('id', '!=', id).limit(1).executeTakeFirst();
  return other ? undefined : 'is the only one';
}

/** Removes the shop with its unused enrolment codes. */
export async function deleteShop(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('enrolments').where('shop_id', '=', id).execute();
  await tx.deleteFrom('print_rules').where('shop_id', '=', id).execute();
  await tx.deleteFrom('shops').where('id', '=', id).execute();
}

/** An agent that never was connected. */
export type NewAgent = Omit<AgentTable, 'link_id' | 'link_process' | 'unlinked_at' | 'unlinked_because'>;

export async function insertAgent(db: Query | Tx, agent: NewAgent): Promise<void> {
  const row = { ...agent, link_id: null, link_process: null, unlinked_at: null, unlinked_because: null };
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

/** Agents of a shop (of all shops without one): those that may connect, or those that were revoked. */
export async function pageAgents(
  db: Query,
  { shopId, revoked }: { shopId: string | undefined; revoked: boolean },
  wanted: PageWanted,
) {
  let rows = db
    .selectFrom('agents')
    .selectAll()
    .where('revoked_at', revoked ? 'is not' : 'is', null);
  if (shopId) rows = rows.where('shop_id', '=', shopId);
  return await readPage(db, rows, wanted);
}

export async function updateAgent(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AgentTable, 'name' | 'image_work'>>,
): Promise<AgentTable | undefined> {
  return await tx.updateTable('agents').set(changes).where('id', '=', id).returningAll().executeTakeFirst();
}

/** False when it was revoked before. Takes the agent's row until the transaction ends. */
export async function updateAgentRevoked(tx: Tx, { id, now }: { id: string; now: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agents')
    .set({ revoked_at: now, link_id: null, link_process: null, unlinked_at: now, unlinked_because: 'lost' })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Agents of a shop that may get jobs: one that is connected before one that isn't, then the one heard from last. */
export async function listAgentsForJobs(db: Query | Tx, shopId: string): Promise<Pick<AgentTable, 'id'>[]> {
  return await db
    .selectFrom('agents')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('revoked_at', 'is', null)
    .orderBy((e) => e.case().when('link_id', 'is', null).then(1).else(0).end())
    .orderBy((e) => e.fn.coalesce('last_seen_at', e.val(0)), 'desc')
    .orderBy('id')
    .execute();
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
    .where('revoked_at', 'is', null)
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
export async function spendEnrolment(tx: Tx, code: { codeHash: string; agentId: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolments')
    .set({ agent_id: code.agentId })
    .where('code_hash', '=', code.codeHash)
    .where('agent_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Agents that an admin marked for image work, whether they are online or not. */
export async function listImageAgents(db: Query | Tx): Promise<AgentTable[]> {
  return await db
    .selectFrom('agents')
    .selectAll()
    .where('image_work', '=', 1)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
}
