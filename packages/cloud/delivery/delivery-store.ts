/**
 * Everything that says where and for how much can be delivered, read once and kept in memory. Owns the revision by which every
 * process notices a change: each write to coverage, carriers, rates, pickup points and their settings turns it in its own
 * transaction, and each answer asks for it (one row by its key) before it uses what is kept.
 */
import type { Database, Query, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import type {
  CarrierRateTable,
  CarrierTable,
  CoverageRuleTable,
  PickupPointTable,
} from './delivery-tables.ts';
import { defaultShippingSettings, type ShippingSettings } from './shipping-rules.ts';

const revisionName = 'delivery_revision';
const settingsName = 'shipping';

/** A snapshot; never changed once it was read, so answers made of it may be kept with it. */
export interface DeliveryBook {
  rules: readonly CoverageRuleTable[];
  /** In the order in which they are offered; those that are switched off too. */
  carriers: readonly CarrierTable[];
  rates: readonly CarrierRateTable[];
  pickupPoints: readonly PickupPointTable[];
  settings: ShippingSettings;
}

const kept = new WeakMap<Database, { revision: string; book: DeliveryBook }>();

/** The snapshot of now. Must not be called inside a transaction. */
export async function readDeliveryBook(database: Database): Promise<DeliveryBook> {
  const revision = (await readSetting(database.query, revisionName)) ?? '';
  const known = kept.get(database);
  if (known?.revision === revision) return known.book;
  // Read after the revision: what changes in between is read again by the next call, never missed.
  const book = await readBook(database.query);
  kept.set(database, { revision, book });
  return book;
}

async function readBook(db: Query): Promise<DeliveryBook> {
  return {
    rules: await db.selectFrom('coverage_rules').selectAll().orderBy('region_id').orderBy('id').execute(),
    carriers: await db.selectFrom('carriers').selectAll().orderBy('position').orderBy('id').execute(),
    rates: await db.selectFrom('carrier_rates').selectAll().orderBy('region_id').execute(),
    pickupPoints: await db
      .selectFrom('pickup_points')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute(),
    settings: await readShippingSettings(db),
  };
}

/** Every store function that changes something of the snapshot calls it. */
export async function updateDeliveryRevision(tx: Tx): Promise<void> {
  await saveSetting(tx, revisionName, newId());
}

export async function readShippingSettings(db: Query | Tx): Promise<ShippingSettings> {
  const value = await readSetting(db, settingsName);
  return { ...defaultShippingSettings, ...(value === undefined ? {} : JSON.parse(value)) };
}

export async function upsertShippingSettings(tx: Tx, settings: ShippingSettings): Promise<void> {
  await saveSetting(tx, settingsName, JSON.stringify(settings));
  await updateDeliveryRevision(tx);
}

async function readSetting(db: Query | Tx, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

async function saveSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
