/**
 * Paging of lists in SQL. Owns how a page and its total are read, at a cost that doesn't grow with the list.
 *
 * The total of a short list is counted each time. A long one is counted once and then only what came after; what was changed or
 * removed of it since shows with the next count, which comes a minute later, or so much later that counting takes a
 * thousandth of the time.
 */
import type { SelectQueryBuilder } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

export interface PageWanted {
  page: number;
  page_size: number;
}

/** A list of more rows than this is a long one. */
const longFrom = 1000;
const countEveryMs = 60_000;
/** Totals of long lists that a process remembers, each by its filter; the one asked for longest ago goes first. */
const maxCached = 1000;

interface Counted {
  total: number;
  /** The newest row that was counted has this in the column by which the list is sorted. */
  newest: string | number;
  until: number;
}

const cached = new WeakMap<Query, Map<string, Counted>>();

/**
 * One page, newest first, and how many rows there are in all. An index must hold the rows in that order: by id, which sorts by
 * time, or by `created_at` where a list is narrowed by it.
 */
export async function readPage<T extends keyof Schema, Row>(
  db: Query,
  rows: SelectQueryBuilder<Schema, T, Row>,
  { page, page_size }: PageWanted,
  sortedBy: 'id' | 'created_at' = 'id',
): Promise<{ rows: Row[]; total: number }> {
  const offset = (page - 1) * page_size;
  const sorted = sortedBy === 'id' ? rows : rows.orderBy('created_at' as never, 'desc');
  const found = await sorted
    .orderBy('id' as never, 'desc')
    .limit(page_size)
    .offset(offset)
    .execute();
  const isLastPage = found.length < page_size && (found.length > 0 || page === 1);
  return { rows: found, total: isLastPage ? offset + found.length : await countRows(db, rows, sortedBy) };
}

async function countRows<T extends keyof Schema, Row>(
  db: Query,
  rows: SelectQueryBuilder<Schema, T, Row>,
  sortedBy: 'id' | 'created_at',
): Promise<number> {
  const known = cached.get(db) ?? new Map<string, Counted>();
  cached.set(db, known);
  const { sql, parameters } = rows.compile();
  const filter = JSON.stringify([sql, parameters]);
  const now = performance.now();
  const last = known.get(filter);
  known.delete(filter);
  if (last && now < last.until) {
    known.set(filter, last);
    const newer = await count(rows.where(sortedBy as never, '>', last.newest as never), sortedBy);
    return last.total + newer.total;
  }
  const { total, newest } = await count(rows, sortedBy);
  if (total > longFrom) {
    const until = now + Math.max(countEveryMs, 1000 * (performance.now() - now));
    if (known.size >= maxCached) known.delete(known.keys().next().value!);
    known.set(filter, { total, newest, until });
  }
  return total;
}

async function count<T extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, T, Row>,
  sortedBy: 'id' | 'created_at',
): Promise<{ total: number; newest: string | number }> {
  const counted = (await rows
    .clearSelect()
    .select((e) => [e.fn.countAll().as('total'), e.fn.max(sortedBy as never).as('newest')])
    .executeTakeFirstOrThrow()) as { total: number | string; newest: string | number };
  return { total: Number(counted.total), newest: counted.newest };
}
