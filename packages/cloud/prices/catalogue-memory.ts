/**
 * The catalogue in this process's memory: orders are priced and prices are shown without a query. Owns when it is read anew.
 *
 * INVARIANTS
 * 1. A change that any process committed is heard as `platen_catalogue` and the next question reads it.
 * 2. A signal that got lost costs at most `freshMs`: then the version is compared.
 * 3. While nothing changed it is the same object, so that answers made of it can be kept beside it.
 */
import type { Deps } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Catalogue } from './price-rules.ts';
import { readCatalogue, readCatalogueVersion } from './price-store.ts';

const freshMs = 30_000;
const mostRounds = 5;

interface Memory {
  catalogue: Catalogue | undefined;
  checkedAt: number;
  /** Counts the changes that were heard of; what was read under an older count is read again. */
  changes: number;
  /** The count that `catalogue` was read under. */
  readAt: number;
  reading: Promise<Catalogue> | undefined;
}

const memories = new WeakMap<Database, Memory>();

function memoryOf(database: Database): Memory {
  const known = memories.get(database);
  if (known) return known;
  const memory: Memory = { catalogue: undefined, checkedAt: 0, changes: 0, readAt: 0, reading: undefined };
  memories.set(database, memory);
  database.listen('platen_catalogue', () => {
    memory.changes += 1;
  });
  return memory;
}

/** The catalogue, at most 30 seconds behind. Must not be called inside a transaction: it may query. */
export async function currentCatalogue({
  database,
  now,
}: Pick<Deps, 'database' | 'now'>): Promise<Catalogue> {
  const memory = memoryOf(database);
  const age = now() - memory.checkedAt;
  if (memory.catalogue && memory.readAt === memory.changes && age >= 0 && age < freshMs)
    return memory.catalogue;
  memory.reading ??= read(database, memory, now).finally(() => {
    memory.reading = undefined;
  });
  return await memory.reading;
}

/** This process changed it and committed: the next question here must not have to wait for the signal. */
export function forgetCatalogue(database: Database): void {
  memoryOf(database).changes += 1;
}

async function read(database: Database, memory: Memory, now: () => number): Promise<Catalogue> {
  for (let round = 1; ; round += 1) {
    const { changes, catalogue: known } = memory;
    const checkedAt = now();
    const isSame = known && known.version === (await readCatalogueVersion(database.query));
    const catalogue = isSame ? known : await readCatalogue(database.query);
    Object.assign(memory, { catalogue, checkedAt, readAt: changes });
    // Once more when something changed while it was read. Changes come from people, so rounds are few.
    if (memory.changes === changes || round >= mostRounds) return catalogue;
  }
}
