/** The SQL of shops' print rules, agents' disks, and findings that this cloud is older than an agent. */
import { type AgentDisk, defaultShopRules, type ShopRules } from '@platen/contracts/agent-protocol';
import type { MediaSubstitute } from '@platen/contracts/media-substitute';
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { AgentDiskTable, AgentResyncTable, PrintRulesTable } from './shop-tables.ts';

export async function findPrintRules(db: Query | Tx, shopId: string): Promise<PrintRulesTable | undefined> {
  return await db.selectFrom('print_rules').selectAll().where('shop_id', '=', shopId).executeTakeFirst();
}

/** The rules that hold: the shop's own, or the defaults. */
export async function getShopRules(db: Query | Tx, shopId: string): Promise<ShopRules> {
  const row = await findPrintRules(db, shopId);
  if (!row) return defaultShopRules;
  const { version, aborted_copies, reroute_after_minutes } = row;
  return { version, aborted_copies, reroute_after_minutes, substitutes: readSubstitutes(row) };
}

export const readSubstitutes = ({ substitutes }: Pick<PrintRulesTable, 'substitutes'>): MediaSubstitute[] =>
  JSON.parse(substitutes) as MediaSubstitute[];

/** What every shop that has changed its rules lets stand in for what, by shop. */
export async function listSubstitutes(db: Query | Tx): Promise<Map<string, MediaSubstitute[]>> {
  const rows = await db.selectFrom('print_rules').select(['shop_id', 'substitutes']).execute();
  return new Map(rows.map((row) => [row.shop_id, readSubstitutes(row)]));
}

/** Conditional on the version that the caller has seen (0: none yet); false when somebody was faster. */
export async function upsertPrintRules(tx: Tx, row: PrintRulesTable, seenVersion: number): Promise<boolean> {
  if (seenVersion === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('print_rules')
      .values(row)
      .onConflict((conflict) => conflict.column('shop_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { shop_id, ...changes } = row;
  const { numUpdatedRows } = await tx
    .updateTable('print_rules')
    .set(changes)
    .where('shop_id', '=', shop_id)
    .where('version', '=', seenVersion)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function upsertAgentDisk(
  db: Query | Tx,
  { agentId, disk, now }: { agentId: string; disk: AgentDisk; now: number },
): Promise<void> {
  const row: AgentDiskTable = { agent_id: agentId, ...disk, as_of: now };
  await db
    .insertInto('agent_disks')
    .values(row)
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ ...disk, as_of: now }))
    .execute();
}

export async function listTroubledDisks(db: Query): Promise<AgentDiskTable[]> {
  return await db.selectFrom('agent_disks').selectAll().where('state', '<>', 'ok').execute();
}

/** The newest finding about this agent that nobody has seen to. */
export async function findOpenResync(tx: Query | Tx, agentId: string): Promise<AgentResyncTable | undefined> {
  return await tx
    .selectFrom('agent_resyncs')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('seen_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertResync(tx: Tx, row: AgentResyncTable): Promise<void> {
  await tx.insertInto('agent_resyncs').values(row).execute();
}

export async function updateResyncCounts(
  tx: Tx,
  id: string,
  counts: Pick<AgentResyncTable, 'jobs_applied' | 'jobs_missing' | 'missing'>,
): Promise<void> {
  await tx.updateTable('agent_resyncs').set(counts).where('id', '=', id).execute();
}

export async function pageResyncs(db: Query, wanted: PageWanted) {
  return await readPage(db, db.selectFrom('agent_resyncs').selectAll(), wanted);
}

export async function countOpenResyncs(db: Query): Promise<number> {
  const row = await db
    .selectFrom('agent_resyncs')
    .select((e) => e.fn.countAll().as('found'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.found);
}

/** Undefined when there is no such finding, or it was seen to before. */
export async function updateResyncSeen(
  tx: Tx,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<AgentResyncTable | undefined> {
  return await tx
    .updateTable('agent_resyncs')
    .set({ seen_at: now, seen_by: by })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
