/**
 * What the printers of each shop can make, in this process's memory: prices, options and orders look there, without a query. Owns when
 * it is read anew. It is what was last known of them, whether they answer now or not, and whatever is loaded.
 *
 * INVARIANTS
 * 1. A change that any process committed is heard as `platen_abilities` and the next question reads it.
 * 2. A signal that got lost costs at most `freshMs`: then the version is compared.
 * 3. While nothing changed it is the same object, so that answers made of it can be kept beside it.
 */
import type { MediaSubstitute } from '@platen/contracts/media-substitute';
import type { PrinterAbilities } from '@platen/contracts/printer-ability-rules';
import type { Deps } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { listSubstitutes } from '../shops/print-rules-store.ts';
import { listShops } from '../shops/shop-store.ts';
import { listAbilities, readAbilitiesVersion, writeAbilitiesVersion } from './printer-ability-store.ts';

const freshMs = 30_000;
const maxRounds = 5;

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

interface Memory {
  abilities: Abilities | undefined;
  checkedAt: number;
  /** Counts the changes that were heard of; what was read under an older count is read again. */
  changes: number;
  /** The count that `abilities` was read under. */
  readAt: number;
  reading: Promise<Abilities> | undefined;
}

const memories = new WeakMap<Database, Memory>();

function memoryOf(database: Database): Memory {
  const known = memories.get(database);
  if (known) return known;
  const memory: Memory = { abilities: undefined, checkedAt: 0, changes: 0, readAt: 0, reading: undefined };
  memories.set(database, memory);
  database.listen('platen_abilities', () => {
    memory.changes += 1;
  });
  return memory;
}

/** What the shops can make, at most 30 seconds behind. Must not be called inside a transaction: it may query. */
export async function currentAbilities({
  database,
  now,
}: Pick<Deps, 'database' | 'now'>): Promise<Abilities> {
  const memory = memoryOf(database);
  const age = now() - memory.checkedAt;
  if (memory.abilities && memory.readAt === memory.changes && age >= 0 && age < freshMs)
    return memory.abilities;
  memory.reading ??= read(database, memory, now).finally(() => {
    memory.reading = undefined;
  });
  return await memory.reading;
}

/** To be called in the transaction of whatever changes it. */
export async function changeAbilities(
  database: Pick<Database, 'signal'>,
  tx: Tx,
  subject: string,
): Promise<void> {
  await writeAbilitiesVersion(tx, newId());
  await database.signal(tx, 'platen_abilities', subject);
}

async function read(database: Database, memory: Memory, now: () => number): Promise<Abilities> {
  for (let round = 1; ; round += 1) {
    const { changes, abilities: known } = memory;
    const checkedAt = now();
    // The version first: rows that are newer than it are read once more, rows that are older never stay.
    const version = await readAbilitiesVersion(database.query);
    const isSame = known?.version === version;
    const abilities = isSame ? known : { version, shops: await readShops(database) };
    Object.assign(memory, { abilities, checkedAt, readAt: changes });
    // Once more when something changed while it was read. Changes come from printers and people, so rounds are few.
    if (memory.changes === changes || round >= maxRounds) return abilities;
  }
}

async function readShops({ query }: Database): Promise<Map<string, ShopAbilities>> {
  const printers = await listAbilities(query);
  const substitutes = await listSubstitutes(query);
  const shops = await listShops(query);
  return new Map(
    shops.map(({ id }) => [id, { printers: printers.get(id) ?? [], substitutes: substitutes.get(id) ?? [] }]),
  );
}
