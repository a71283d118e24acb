/** The SQL of the event log. */
import type { EventType } from '@platen/contracts/event-types';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { EventTable } from './event-tables.ts';

/** A statement has room for so many rows on both databases. */
const maxRowsOfStatement = 500;

/** Numbers rows and writes them. The row that is locked here is the last of the transaction. */
export async function insertEvents(tx: Tx, rows: ReadonlyArray<Omit<EventTable, 'seq'>>): Promise<void> {
  const { last } = await tx
    .updateTable('event_sequence')
    .set((e) => ({ last: e('last', '+', rows.length) }))
    .where('id', '=', 1)
    .returning('last')
    .executeTakeFirstOrThrow();
  const first = last - rows.length + 1;
  for (let from = 0; from < rows.length; from += maxRowsOfStatement) {
    const some = rows.slice(from, from + maxRowsOfStatement);
    await tx
      .insertInto('events')
      .values(some.map((row, index) => ({ ...row, seq: first + from + index })))
      .execute();
  }
}

/** The newest `limit` of one thing, oldest first. */
export async function listEventsOf(
  db: Query | Tx,
  { subjectId, limit }: { subjectId: string; limit: number },
): Promise<EventTable[]> {
  const newest = await db
    .selectFrom('events')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return newest.reverse();
}

/** The newest `limit` of several things, oldest first: one timeline of what belongs together. */
export async function listEventsOfAll(
  db: Query,
  { subjectIds, limit }: { subjectIds: readonly string[]; limit: number },
): Promise<EventTable[]> {
  if (subjectIds.length === 0) return [];
  const newest = await db
    .selectFrom('events')
    .selectAll()
    .where('subject_id', 'in', subjectIds)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return newest.reverse();
}

/** The log's newest number, and the highest that is not kept any more. */
export async function getSequence(db: Query): Promise<{ last: number; removed: number }> {
  return await db
    .selectFrom('event_sequence')
    .select(['last', 'removed'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
}

/** What comes behind a number, oldest first. */
export async function listEventsAfter(db: Query, after: number, limit: number): Promise<EventTable[]> {
  return await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export interface EventFilter {
  /** Of which columns one must have its value; undefined: all events. */
  whose: ReadonlyArray<{ column: 'account_id' | 'guest_id' | 'shop_id'; value: string }> | undefined;
  /** Types that everybody may see. */
  publicTypes: readonly EventType[];
  types: readonly EventType[];
}

/** A piece of the log for one reader. */
export interface EventPage {
  /** Oldest first. */
  events: EventTable[];
  /** Everything up to here was looked at: where the next piece begins. */
  upTo: number;
  /** There was no more when it was read. */
  isEnd: boolean;
}

/** Events that one statement looks at. */
const lookedAtOnce = 250;

/**
 * The next events that concern a reader, and of those the ones of the wanted types, `limit` at most and perhaps none: whoever waits for what is rare
 * goes on behind `upTo`, for a statement that looked for it would walk through all there is. Nothing newer than the log's last number when
 * it began: a page is read by several statements, and of what is committed meanwhile one would see more than another.
 */
export async function readEventPage(
  db: Query,
  filter: EventFilter,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> {
  const { last } = await getSequence(db);
  const looked = Math.max(limit, lookedAtOnce);
  const found = await listConcerning(db, filter, { after, upTo: last, limit: looked });
  const types = new Set(filter.types);
  const wanted = found.filter(({ type }) => types.has(type));
  const events = wanted.slice(0, limit);
  if (events.length < wanted.length) return { events, upTo: events.at(-1)!.seq, isEnd: false };
  const isEnd = found.length < looked;
  return { events, upTo: isEnd ? Math.max(last, after) : found.at(-1)!.seq, isEnd };
}

/**
 * What concerns somebody between two numbers, oldest first. Read once by each index that can find it, for a condition of several would make the
 * database walk through everybody's.
 */
async function listConcerning(
  db: Query,
  { whose, publicTypes, types }: EventFilter,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<EventTable[]> {
  const rows = () =>
    db
      .selectFrom('events')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq')
      .limit(limit);
  if (!whose) return await rows().execute();
  const found = await Promise.all(
    whose.map(({ column, value }) => rows().where(column, '=', value).execute()),
  );
  if (publicTypes.some((type) => types.includes(type))) {
    found.push(await rows().where('account_id', 'is', null).where('shop_id', 'is', null).execute());
  }
  const bySeq = new Map(found.flat().map((row) => [row.seq, row]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq).slice(0, limit);
}

/** Removes a bounded number of those that are in no history and older than `before`; how many. */
export async function deleteOldEvents(
  tx: Tx,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const removed = await tx
    .deleteFrom('events')
    .where(
      'seq',
      'in',
      tx
        .selectFrom('events')
        .select('seq')
        // Written out: it is the condition of their index.
        .where('is_history', '=', sql.lit(0))
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .returning('seq')
    .execute();
  const highest = Math.max(0, ...removed.map((row) => row.seq));
  if (highest > 0) {
    await tx
      .updateTable('event_sequence')
      .set({ removed: highest })
      .where('id', '=', 1)
      .where('removed', '<', highest)
      .execute();
  }
  return removed.length;
}
