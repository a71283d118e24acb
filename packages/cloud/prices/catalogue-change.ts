/** The only way in which the catalogue changes: audited, and heard by every process. */

import { recordAudit } from '../admin/audit-store.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { forgetCatalogue } from './catalogue-memory.ts';
import { writeCatalogueVersion } from './price-store.ts';

export interface CatalogueChange<T> {
  /** For the audit log: `size:4x6`. */
  target: string;
  detail: unknown;
  output: T;
}

/** Runs the change of an admin in one transaction with its audit row, the new version and the signal. */
export async function changeCatalogue<T>(
  context: Context,
  action: string,
  work: (tx: Tx) => Promise<CatalogueChange<T>>,
): Promise<T> {
  const { database } = context;
  const run = async (tx: Tx) => {
    // First: changes wait for each other here, and each reads what the one before it wrote.
    await writeCatalogueVersion(tx, newId());
    const { target, detail, output } = await work(tx);
    await recordAudit(tx, { caller: context.caller!, action, target, detail, now: context.now() });
    await database.signal(tx, 'platen_catalogue', target);
    return output;
  };
  const output = await context.atomically(run);
  forgetCatalogue(database);
  return output;
}
