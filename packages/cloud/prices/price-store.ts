/** The SQL of the catalogue: sizes, paper types, prices. */
import type { Query, Tx } from '../db/database.ts';
import type { PaperTypeTable, PriceTable, SizeTable } from '../db/database-schema.ts';

/** All that can be ordered and what it costs; a few dozen rows, read together. */
export interface Catalogue {
  sizes: SizeTable[];
  papers: PaperTypeTable[];
  prices: PriceTable[];
}

export async function readCatalogue(db: Query | Tx): Promise<Catalogue> {
  return {
    sizes: await db.selectFrom('sizes').selectAll().orderBy('position').execute(),
    papers: await db.selectFrom('paper_types').selectAll().orderBy('position').execute(),
    prices: await db.selectFrom('prices').selectAll().orderBy('min_sheets').execute(),
  };
}
