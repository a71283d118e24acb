/** The SQL of coverage rules. */
import type { Query, Tx } from '../db/database.ts';
import type { CoverageRuleTable, DeliveryService } from '../db/schema-regions.ts';

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

export async function listAllCoverageRules(db: Query | Tx): Promise<CoverageRuleTable[]> {
  return await db.selectFrom('coverage_rules').selectAll().orderBy('region_id').orderBy('id').execute();
}

export async function insertCoverageRule(tx: Tx, row: CoverageRuleTable): Promise<void> {
  await tx.insertInto('coverage_rules').values(row).execute();
}

/** The rule as it is now; undefined when there is none. */
export async function updateCoverageRule(
  tx: Tx,
  { id, change }: { id: string; change: Partial<CoverageRuleTable> },
): Promise<CoverageRuleTable | undefined> {
  return await tx
    .updateTable('coverage_rules')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteCoverageRule(tx: Tx, id: string): Promise<CoverageRuleTable | undefined> {
  return await tx.deleteFrom('coverage_rules').where('id', '=', id).returningAll().executeTakeFirst();
}
