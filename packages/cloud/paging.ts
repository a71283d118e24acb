/** Paging of lists in SQL. Owns how a page and its total are read. */
import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './db/database-schema.ts';

export interface PageWanted {
  page: number;
  page_size: number;
}

/** One page, newest id first, and how many rows there are in all. `rows` must be narrowed to one account or shop. */
export async function readPage<T extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, T, Row>,
  { page, page_size }: PageWanted,
): Promise<{ rows: Row[]; total: number }> {
  const counted = await rows
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await rows
    .orderBy('id' as never, 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { rows: found, total: Number((counted as { total: number }).total) };
}
