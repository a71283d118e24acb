/**
 * Writing events. Owns when they get their numbers.
 *
 * INVARIANTS
 * 1. An event is written in the transaction of the change, or not at all.
 * 2. Numbers are taken as the transaction's last act, by locking one row until it commits: whoever has read number n will never see a
 *    lower one appear, on both databases and with any number of processes. Nothing is locked after that row, so it never ends in a deadlock.
 * 3. What a transaction noted shows in the histories that it reads itself.
 */
import type { EventData, EventType } from '@platen/contracts/event-types';
import { eventTypes } from '@platen/contracts/event-types';
import { beforeCommit, type Query, type Tx } from '../db/database.ts';
import { insertEvents, listEventsOf } from './event-store.ts';
import type { EventTable } from './event-tables.ts';

export interface NewEvent<T extends EventType> {
  type: T;
  subjectId: string;
  accountId: string | null;
  guestId?: string | null;
  shopId: string | null;
  data: EventData<T>;
  now: number;
}

type UnnumberedEvent = Omit<EventTable, 'seq'>;

const noted = new WeakMap<object, UnnumberedEvent[]>();

/** Notes what has happened; it is in the log once the transaction has committed. Throws outside of a transaction. */
export function recordEvent<T extends EventType>(tx: Tx, event: NewEvent<T>): void {
  let rows = noted.get(tx);
  if (!rows) {
    const mine: UnnumberedEvent[] = [];
    beforeCommit(tx, async (signal) => {
      await insertEvents(tx, mine);
      await signal('platen_event', '');
    });
    noted.set(tx, mine);
    rows = mine;
  }
  rows.push({
    type: event.type,
    subject_id: event.subjectId,
    account_id: event.accountId,
    guest_id: event.guestId ?? null,
    shop_id: event.shopId,
    is_history: eventTypes[event.type].isHistory ? 1 : 0,
    data: JSON.stringify(event.data),
    created_at: event.now,
  });
}

/** A line of a history. */
export interface HistoryLine<T extends EventType> {
  type: T;
  /** The part of the type behind the dot. */
  event: string;
  data: EventData<T>;
  at: number;
}

/** What happened to one thing, oldest first: the newest `limit`; what this transaction has noted too. */
export async function readHistory<T extends EventType>(
  db: Query | Tx,
  subjectId: string,
  limit = 1000,
): Promise<Array<HistoryLine<T>>> {
  const stored = await listEventsOf(db, { subjectId, limit });
  const own = (noted.get(db) ?? []).filter((row) => row.subject_id === subjectId);
  return [...stored, ...own].slice(-limit).map((row) => ({
    type: row.type as T,
    event: row.type.slice(row.type.indexOf('.') + 1),
    data: JSON.parse(row.data) as EventData<T>,
    at: row.created_at,
  }));
}
