/** The catalogue cached in this process: orders are priced and prices are shown without a query. */
import type { Deps } from '../context.ts';
import type { Database } from '../db/database.ts';
import { createVersionedCache } from '../db/versioned-cache.ts';
import type { Catalogue } from './price-rules.ts';
import { readCatalogue, readCatalogueVersion } from './price-store.ts';

const cache = createVersionedCache<Catalogue>({
  signal: 'platen_catalogue',
  readVersion: readCatalogueVersion,
  read: readCatalogue,
});

/** The catalogue, at most 30 seconds behind. Must not be called inside a transaction: it may query. */
export const currentCatalogue = (deps: Pick<Deps, 'database' | 'now'>): Promise<Catalogue> =>
  cache.current(deps);

/** This process changed it and committed: the next question here must not have to wait for the signal. */
export const forgetCatalogue = (database: Database): void => cache.forget(database);
