/** The only way in which the catalogue changes: audited, and heard by every process. */
import type { AuditedChange, AuditedContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import { forgetCatalogue } from './catalogue-cache.ts';
import { writeCatalogueVersion } from './price-store.ts';

/** Runs the change of an admin in one transaction with the new version and the signal. */
export async function changeCatalogue<T>(
  { database, change, now }: Pick<AuditedContext, 'database' | 'change' | 'now'>,
  work: (tx: Tx) => Promise<AuditedChange<T> & { target: string }>,
): Promise<T> {
  const output = await change(async (tx) => {
    // First: changes wait for each other here, and each reads what the one before it wrote.
    await writeCatalogueVersion(tx, newId());
    const changed = await work(tx);
    await database.signal(tx, 'platen_catalogue', changed.target);
    recordEvent(tx, {
      type: 'catalogue.changed',
      subjectId: changed.target,
      accountId: null,
      shopId: null,
      data: {},
      now: now(),
    });
    return changed;
  });
  forgetCatalogue(database);
  return output;
}
