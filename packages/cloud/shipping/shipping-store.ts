/** The SQL of carriers, their rates, and the settings of shipping. */
import type { Query, Tx } from '../db/database.ts';
import type { CarrierRateTable, CarrierTable } from '../db/schema-regions.ts';
import { defaultShippingSettings, type ShippingSettings } from './shipping-rules.ts';

/** All carriers, those that are switched off too, in the order in which they are offered. */
export async function listCarriers(db: Query | Tx): Promise<CarrierTable[]> {
  return await db.selectFrom('carriers').selectAll().orderBy('position').orderBy('id').execute();
}

export async function findCarrier(db: Query | Tx, id: string): Promise<CarrierTable | undefined> {
  return await db.selectFrom('carriers').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertCarrier(tx: Tx, row: CarrierTable): Promise<void> {
  await tx.insertInto('carriers').values(row).execute();
}

/** The carrier as it is now; undefined when there is none. */
export async function updateCarrier(
  tx: Tx,
  { id, change }: { id: string; change: Partial<CarrierTable> },
): Promise<CarrierTable | undefined> {
  return await tx.updateTable('carriers').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Removes the carrier and its rates. */
export async function deleteCarrier(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('carrier_rates').where('carrier_id', '=', id).execute();
  await tx.deleteFrom('carriers').where('id', '=', id).execute();
}

export async function listCarrierRates(db: Query | Tx, carrierId: string): Promise<CarrierRateTable[]> {
  return await db
    .selectFrom('carrier_rates')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .orderBy('region_id')
    .execute();
}

export async function listAllCarrierRates(db: Query | Tx): Promise<CarrierRateTable[]> {
  return await db.selectFrom('carrier_rates').selectAll().orderBy('region_id').execute();
}

/** Sets the carrier's rate of a region, whether it had one or not. */
export async function putCarrierRate(tx: Tx, row: CarrierRateTable): Promise<CarrierRateTable> {
  const { first_fee_minor, step_fee_minor, updated_at } = row;
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
  return await tx
    .deleteFrom('carrier_rates')
    .where('carrier_id', '=', carrierId)
    .where('region_id', '=', regionId)
    .returningAll()
    .executeTakeFirst();
}

const settingName = 'shipping';

export async function readShippingSettings(db: Query | Tx): Promise<ShippingSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', settingName)
    .executeTakeFirst();
  return { ...defaultShippingSettings, ...(row ? JSON.parse(row.value) : {}) };
}

export async function saveShippingSettings(tx: Tx, settings: ShippingSettings): Promise<void> {
  const value = JSON.stringify(settings);
  await tx
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
