/** The SQL of carriers and their rates. */
import type { Query, Tx } from '../db/database.ts';
import { updateDeliveryRevision } from './delivery-store.ts';
import type { CarrierRateTable, CarrierTable } from './delivery-tables.ts';

/** All carriers, those that are switched off too, in the order in which they are offered. */
export async function listCarriers(db: Query | Tx): Promise<CarrierTable[]> {
  return await db.selectFrom('carriers').selectAll().orderBy('position').orderBy('id').execute();
}

export async function findCarrier(db: Query | Tx, id: string): Promise<CarrierTable | undefined> {
  return await db.selectFrom('carriers').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertCarrier(tx: Tx, row: CarrierTable): Promise<void> {
  await tx.insertInto('carriers').values(row).execute();
  await updateDeliveryRevision(tx);
}

/** The carrier as it is now; undefined when there is none. */
export async function updateCarrier(
  tx: Tx,
  { id, change }: { id: string; change: Partial<CarrierTable> },
): Promise<CarrierTable | undefined> {
  await updateDeliveryRevision(tx);
  return await tx.updateTable('carriers').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

/** True when an order names it, finished or not. */
export async function isCarrierNamed(tx: Tx, id: string): Promise<boolean> {
  const named = tx.selectFrom('orders').select('id').where('carrier_id', '=', id);
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}

/** Removes the carrier and its rates. False when there is none. */
export async function deleteCarrier(tx: Tx, id: string): Promise<boolean> {
  await updateDeliveryRevision(tx);
  await tx.deleteFrom('carrier_rates').where('carrier_id', '=', id).execute();
  const { numDeletedRows } = await tx.deleteFrom('carriers').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function listCarrierRates(db: Query | Tx, carrierId: string): Promise<CarrierRateTable[]> {
  return await db
    .selectFrom('carrier_rates')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .orderBy('region_id')
    .execute();
}

/** Sets the carrier's rate of a region, whether it had one or not. */
export async function upsertCarrierRate(tx: Tx, row: CarrierRateTable): Promise<CarrierRateTable> {
  const { first_fee_minor, step_fee_minor, updated_at } = row;
  await updateDeliveryRevision(tx);
  return await tx
    .insertInto('carrier_rates')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['carrier_id', 'region_id'])
        .doUpdateSet({ first_fee_minor, step_fee_minor, updated_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCarrierRate(
  tx: Tx,
  { carrierId, regionId }: { carrierId: string; regionId: string },
): Promise<CarrierRateTable | undefined> {
  await updateDeliveryRevision(tx);
  return await tx
    .deleteFrom('carrier_rates')
    .where('carrier_id', '=', carrierId)
    .where('region_id', '=', regionId)
    .returningAll()
    .executeTakeFirst();
}
