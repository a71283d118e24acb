/**
 * What the printers of each shop can make, in this process's cache: prices, options and orders look there, without a query. It is what
 * was last known of them, whether they answer now or not, and whatever is loaded.
 */
import type { MediaSubstitute } from '@platen/contracts/media-substitute';
import type { PrinterAbilities } from '@platen/contracts/printer-ability-rules';
import type { Deps } from '../context.ts';
import type { Database, Query, Tx } from '../db/database.ts';
import { createVersionedCache } from '../db/versioned-cache.ts';
import { newId } from '../ids.ts';
import { listSubstitutes } from '../shops/print-rules-store.ts';
import { listShops } from '../shops/shop-store.ts';
import { listAbilities, readAbilitiesVersion, writeAbilitiesVersion } from './printer-ability-store.ts';

export interface ShopAbilities {
  /** Empty: its agents have told of none yet, and nothing is known against anything. */
  printers: readonly PrinterAbilities[];
  substitutes: readonly MediaSubstitute[];
}

export interface Abilities {
  version: string;
  /** Every shop. */
  shops: ReadonlyMap<string, ShopAbilities>;
}

const cache = createVersionedCache<Abilities>({
  signal: 'platen_abilities',
  readVersion: readAbilitiesVersion,
  read: async (db, version) => ({ version, shops: await readShops(db) }),
});

/** What the shops can make, at most 30 seconds behind. Must not be called inside a transaction: it may query. */
export const currentAbilities = (deps: Pick<Deps, 'database' | 'now'>): Promise<Abilities> =>
  cache.current(deps);

/** To be called in the transaction of whatever changes it. */
export async function changeAbilities(
  database: Pick<Database, 'signal'>,
  tx: Tx,
  subject: string,
): Promise<void> {
  await writeAbilitiesVersion(tx, newId());
  await database.signal(tx, 'platen_abilities', subject);
}

async function readShops(db: Query): Promise<Map<string, ShopAbilities>> {
  const printers = await listAbilities(db);
  const substitutes = await listSubstitutes(db);
  const shops = await listShops(db);
  return new Map(
    shops.map(({ id }) => [id, { printers: printers.get(id) ?? [], substitutes: substitutes.get(id) ?? [] }]),
  );
}
