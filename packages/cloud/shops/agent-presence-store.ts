/** The SQL of who is connected: which connection of an agent counts, at which process of this cloud, and when it ended. */
import type { Query, Tx } from '../db/database.ts';
import type { AgentTable, LinkEnd } from './shop-tables.ts';

export interface LinkWanted {
  agentId: string;
  linkId: string;
  processId: string;
  now: number;
}

/** From now on this connection counts, whichever did before. The agent when none did. */
export async function linkAgent(
  tx: Tx,
  { agentId, linkId, processId, now }: LinkWanted,
): Promise<MovedAgent | undefined> {
  const before = await tx
    .selectFrom('agents')
    .select([...movedColumns, 'link_id'])
    .where('id', '=', agentId)
    .executeTakeFirst();
  const link = { link_id: linkId, link_process: processId, unlinked_at: null, unlinked_because: null };
  const row = { ...link, last_seen_at: now };
  await tx.updateTable('agents').set(row).where('id', '=', agentId).execute();
  return before?.link_id === null ? before : undefined;
}

const movedColumns = ['id', 'shop_id', 'name'] as const;

/** An agent that came or went. */
export type MovedAgent = Pick<AgentTable, (typeof movedColumns)[number]>;

/** The connection has ended. Undefined when another one has taken its place meanwhile: then nothing changes. */
export async function unlinkAgent(
  tx: Tx,
  { agentId, linkId, because, now }: { agentId: string; linkId: string; because: LinkEnd; now: number },
): Promise<MovedAgent | undefined> {
  return await tx
    .updateTable('agents')
    .set({ link_id: null, link_process: null, unlinked_at: now, unlinked_because: because })
    .where('id', '=', agentId)
    .where('link_id', '=', linkId)
    .returning(movedColumns)
    .executeTakeFirst();
}

/** A connection that somebody took for dead lives: it counts again, unless the agent has made another one. */
export async function relinkAgent(
  tx: Tx,
  { agentId, linkId, processId, now }: LinkWanted,
): Promise<MovedAgent | undefined> {
  const link = { link_id: linkId, link_process: processId, unlinked_at: null, unlinked_because: null };
  return await tx
    .updateTable('agents')
    .set({ ...link, last_seen_at: now })
    .where('id', '=', agentId)
    .where('link_id', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(movedColumns)
    .executeTakeFirst();
}

/** The connection that counts; undefined when there is none. */
export async function findLinkId(db: Query, agentId: string): Promise<string | undefined> {
  const row = await db.selectFrom('agents').select('link_id').where('id', '=', agentId).executeTakeFirst();
  return row?.link_id ?? undefined;
}

/** Notes a process before its first connection counts. False when it is noted already. */
export async function insertCloudProcess(tx: Tx, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('cloud_processes')
    .values({ id, beat: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** One more sign of life. False when the process isn't noted: another one took it for dead, or it has no connection yet. */
export async function updateCloudProcess(db: Query, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cloud_processes')
    .set((e) => ({ beat: e('beat', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function listCloudProcesses(db: Query): Promise<{ id: string; beat: number }[]> {
  return await db.selectFrom('cloud_processes').selectAll().execute();
}

export async function deleteCloudProcess(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('cloud_processes').where('id', '=', id).execute();
}

/** Ends what processes that are noted no longer left behind; the agents. When it really ended nobody knows: the last word counts. */
export async function unlinkAgentsOfNobody(tx: Tx): Promise<MovedAgent[]> {
  return await tx
    .updateTable('agents')
    .set((e) => ({
      link_id: null,
      link_process: null,
      unlinked_at: e.ref('last_seen_at'),
      unlinked_because: 'lost',
    }))
    .where('link_id', 'is not', null)
    .where('link_process', 'not in', (e) => e.selectFrom('cloud_processes').select('id'))
    .returning(movedColumns)
    .execute();
}
