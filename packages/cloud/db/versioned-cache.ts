/**
 * What every process keeps in its memory of rows that seldom change, and answers from without a query. Owns when it is read anew.
 *
 * INVARIANTS
 * 1. A change that any process committed is heard by its signal and the next question reads it.
 * 2. A signal that got lost costs at most `freshMs`: then the version is compared.
 * 3. While nothing changed it is the same object, so that answers made of it can be kept beside it.
 */
import type { Database, Query, Signal } from './database.ts';

const freshMs = 30_000;
const maxRounds = 5;

interface Kept<T> {
  value: T | undefined;
  checkedAt: number;
  /** Counts the changes that were heard of; what was read under an older count is read again. */
  changes: number;
  /** The count that `value` was read under. */
  readAt: number;
  reading: Promise<T> | undefined;
}

interface Asked {
  database: Database;
  now: () => number;
}

export interface VersionedCache<T> {
  /** What is kept, at most 30 seconds behind. Must not be called inside a transaction: it may query. */
  current(asked: Asked): Promise<T>;
  /** This process changed it and committed: the next question here must not have to wait for the signal. */
  forget(database: Database): void;
}

/** `read` is given the version that was there before it reads: rows that are newer than it are read once more, rows that are older never stay. */
export function createVersionedCache<T extends { version: string }>({
  signal,
  readVersion,
  read,
}: {
  signal: Signal;
  readVersion(db: Query): Promise<string>;
  read(db: Query, version: string): Promise<T>;
}): VersionedCache<T> {
  const memories = new WeakMap<Database, Kept<T>>();

  const keptOf = (database: Database): Kept<T> => {
    const known = memories.get(database);
    if (known) return known;
    const kept: Kept<T> = { value: undefined, checkedAt: 0, changes: 0, readAt: 0, reading: undefined };
    memories.set(database, kept);
    database.listen(signal, () => {
      kept.changes += 1;
    });
    return kept;
  };

  const readAnew = async (kept: Kept<T>, { database: { query }, now }: Asked): Promise<T> => {
    for (let round = 1; ; round += 1) {
      const { changes, value: known } = kept;
      const checkedAt = now();
      const version = await readVersion(query);
      const value = known?.version === version ? known : await read(query, version);
      Object.assign(kept, { value, checkedAt, readAt: changes });
      // Once more when something changed while it was read. Changes are seldom, so rounds are few.
      if (kept.changes === changes || round >= maxRounds) return value;
    }
  };

  return {
    async current(asked) {
      const kept = keptOf(asked.database);
      const age = asked.now() - kept.checkedAt;
      if (kept.value && kept.readAt === kept.changes && age >= 0 && age < freshMs) return kept.value;
      kept.reading ??= readAnew(kept, asked).finally(() => {
        kept.reading = undefined;
      });
      return await kept.reading;
    },
    forget(database) {
      keptOf(database).changes += 1;
    },
  };
}
