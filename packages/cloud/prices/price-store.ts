/** The SQL of the catalogue: sizes, paper types, prices, and the version that changes with them. */
import { isFinal } from '@platen/contracts/state-machine';
import { orderMachine } from '@platen/contracts/states';
import type { Query, Tx } from '../db/database.ts';
import { readSettingVersion, writeSettingVersion } from '../db/setting-version.ts';
import { type Catalogue, catalogueOf } from './price-rules.ts';
import type { PaperTypeTable, PriceTable, SizeTable } from './price-tables.ts';

export type { Catalogue } from './price-rules.ts';

const versionSetting = 'catalogue_version';

/** Reads all of it. What is asked often takes it from memory: prices/catalogue-cache.ts. */
export async function readCatalogue(db: Query | Tx): Promise<Catalogue> {
  // The version first: rows that are newer than it are read once more, rows that are older never stay.
  const version = await readCatalogueVersion(db);
  const rows = {
    sizes: await db.selectFrom('sizes').selectAll().orderBy('position').orderBy('code').execute(),
    papers: await db.selectFrom('paper_types').selectAll().orderBy('position').orderBy('code').execute(),
    prices: await db.selectFrom('prices').selectAll().orderBy('min_pages').execute(),
  };
  return catalogueOf(rows, version);
}

export const readCatalogueVersion = (db: Query | Tx): Promise<string> =>
  readSettingVersion(db, versionSetting);

export const writeCatalogueVersion = (tx: Tx, version: string): Promise<void> =>
  writeSettingVersion(tx, versionSetting, version);

export async function insertSize(tx: Tx, row: SizeTable): Promise<void> {
  await tx.insertInto('sizes').values(row).execute();
}

/** The row as it is now; undefined when there is none. */
export async function updateSize(
  tx: Tx,
  code: string,
  changes: Partial<SizeTable>,
): Promise<SizeTable | undefined> {
  return await tx
    .updateTable('sizes')
    .set({ code, ...changes })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst();
}

/** Removes the size and its prices; false when there was none. */
export async function deleteSize(tx: Tx, code: string): Promise<boolean> {
  await tx.deleteFrom('prices').where('size_code', '=', code).execute();
  const { numDeletedRows } = await tx.deleteFrom('sizes').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertPaper(tx: Tx, row: PaperTypeTable): Promise<void> {
  await tx.insertInto('paper_types').values(row).execute();
}

export async function updatePaper(
  tx: Tx,
  code: string,
  changes: Partial<PaperTypeTable>,
): Promise<PaperTypeTable | undefined> {
  return await tx
    .updateTable('paper_types')
    .set({ code, ...changes })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePaper(tx: Tx, code: string): Promise<boolean> {
  await tx.deleteFrom('prices').where('paper_code', '=', code).execute();
  const { numDeletedRows } = await tx.deleteFrom('paper_types').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}

export type LadderName = Omit<PriceTable, 'min_pages' | 'unit_minor'>;

/** Puts these rows in the place of the ladder's; none at all removes it. */
export async function replaceLadder(tx: Tx, ladder: LadderName, rows: PriceTable[]): Promise<void> {
  await tx
    .deleteFrom('prices')
    .where('size_code', '=', ladder.size_code)
    .where('paper_code', '=', ladder.paper_code)
    .where('color_mode', '=', ladder.color_mode)
    .where('sides', '=', ladder.sides)
    .execute();
  if (rows.length > 0) await tx.insertInto('prices').values(rows).execute();
}

const unfinished = orderMachine.states.filter((state) => !isFinal(orderMachine, state));

/** How many unfinished orders have an item of this size or on this paper. */
export async function countUnfinishedUses(
  tx: Tx,
  { column, code }: { column: 'size_code' | 'paper_code'; code: string },
): Promise<number> {
  const { orders } = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .where(`order_items.${column}`, '=', code)
    .where('orders.status', 'in', unfinished)
    .select((e) => e.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return Number(orders);
}
