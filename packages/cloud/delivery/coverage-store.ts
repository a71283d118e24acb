/** The SQL of coverage rules. */
import type { Query, Tx } from '../db/database.ts';
import { updateDeliveryRevision } from './delivery-store.ts';
import type { CoverageRuleTable, DeliveryService } from './delivery-tables.ts';

/** The rules of these regions (a path, for coverageAt), of one service or both. */
export async function listCoverageRules(
  db: Query | Tx,
  { regionIds, service }: { regionIds: readonly string[]; service?: DeliveryService | undefined },
): Promise<CoverageRuleTable[]> {
  if (regionIds.length === 0) return [];
  let rows = db.selectFrom('coverage_rules').selectAll().where('region_id', 'in', regionIds);
  if (service) rows = rows.where('service', '=', service);
  return await rows.orderBy('id').execute();
}

export async function insertCoverageRule(tx: Tx, row: CoverageRuleTable): Promise<void> {
  await tx.insertInto('coverage_rules').values(row).execute();
  await updateDeliveryRevision(tx);
}

export async function findCoverageRule(db: Query | Tx, id: string): Promise<CoverageRuleTable | undefined> {
  return await db.selectFrom('coverage_rules').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes a rule that is there, and gives it back as it is now. */
export async function updateCoverageRule(
  tx: Tx,
  { id, change }: { id: string; change: Partial<CoverageRuleTable> },
): Promise<CoverageRuleTable> {
  await updateDeliveryRevision(tx);
  return await tx
    .updateTable('coverage_rules')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCoverageRule(tx: Tx, id: string): Promise<CoverageRuleTable | undefined> {
  await updateDeliveryRevision(tx);
  return await tx.deleteFrom('coverage_rules').where('id', '=', id).returningAll().executeTakeFirst();
}
