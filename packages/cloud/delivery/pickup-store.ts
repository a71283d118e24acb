/** The SQL of pickup points. */
import type { Query, Tx } from '../db/database.ts';
import { updateDeliveryRevision } from './delivery-store.ts';
import type { PickupPointTable } from './delivery-tables.ts';

/** Also when it is switched off: an order that named it still shows it. */
export async function findPickupPoint(db: Query | Tx, id: string): Promise<PickupPointTable | undefined> {
  return await db.selectFrom('pickup_points').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those that stand in exactly these regions and are open for orders, in the order in which they are offered. */
export async function listPickupPoints(
  db: Query | Tx,
  regionIds: readonly string[],
): Promise<PickupPointTable[]> {
  if (regionIds.length === 0) return [];
  return await db
    .selectFrom('pickup_points')
    .selectAll()
    .where('region_id', 'in', regionIds)
    .where('enabled', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Of one shop, or of all; those that are switched off too. */
export async function listPickupPointsOfShop(db: Query | Tx, shopId?: string): Promise<PickupPointTable[]> {
  let rows = db.selectFrom('pickup_points').selectAll();
  if (shopId !== undefined) rows = rows.where('shop_id', '=', shopId);
  return await rows.orderBy('position').orderBy('id').execute();
}

export async function insertPickupPoint(tx: Tx, row: PickupPointTable): Promise<void> {
  await tx.insertInto('pickup_points').values(row).execute();
  await updateDeliveryRevision(tx);
}

/** The pickup point as it is now; undefined when there is none. */
export async function updatePickupPoint(
  tx: Tx,
  { id, change }: { id: string; change: Partial<PickupPointTable> },
): Promise<PickupPointTable | undefined> {
  await updateDeliveryRevision(tx);
  return await tx
    .updateTable('pickup_points')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** True when an order names it, finished or not. */
export async function isPickupPointNamed(tx: Tx, id: string): Promise<boolean> {
  const named = tx.selectFrom('orders').select('id').where('pickup_point_id', '=', id);
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}

export async function deletePickupPoint(tx: Tx, id: string): Promise<PickupPointTable | undefined> {
  await updateDeliveryRevision(tx);
  return await tx.deleteFrom('pickup_points').where('id', '=', id).returningAll().executeTakeFirst();
}
