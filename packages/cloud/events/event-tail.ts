/**
 * What is new in the event log, for whoever waits in this process: read once for all of them, when a transaction that wrote events has
 * committed, here or in another process. Owns that reading; keeps nothing for anybody.
 *
 * INVARIANTS
 * 1. From the moment in which `followEvents` has resolved, every event is told once and in order: reading the log then and listening leaves no gap.
 * 2. While nobody listens nothing is read.
 */
import type { Database } from '../db/database.ts';
import { getSequence, listEventsAfter } from './event-store.ts';
import type { EventTable } from './event-tables.ts';

/** Told what is new, oldest first. `isOver`: nothing will follow, for this process stops. */
export type HearEvents = (events: readonly EventTable[], isOver: boolean) => void;

const pageSize = 500;
/** A signal of another process may be lost while its connection is made anew. */
const lookEveryMs = 5000;

interface Tail {
  follow(hear: HearEvents): Promise<() => void>;
  close(): void;
}

const tails = new WeakMap<Database, Tail>();

function tailOf(database: Database): Tail {
  const known = tails.get(database);
  if (known) return known;
  const tail = createTail(database);
  tails.set(database, tail);
  return tail;
}

/** Tells `hear` of everything that is committed from now on; the answer ends it. */
export const followEvents = (database: Database, hear: HearEvents): Promise<() => void> =>
  tailOf(database).follow(hear);

/** Everybody who follows is told that it is over. */
export const endFollowing = (database: Database): void => tailOf(database).close();

function createTail(database: Database): Tail {
  const listeners = new Set<{ hear: HearEvents }>();
  let last: Promise<number> | undefined;
  let isClosed = false;
  let isReading = false;
  let isWanted = false;
  let looking: NodeJS.Timeout | undefined;

  database.listen('platen_event', () => void read());

  async function read(): Promise<void> {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isWanted && last && !isClosed) {
        isWanted = false;
        const place = last;
        const events = await listEventsAfter(database.query, await place, pageSize);
        // Nobody listens any more; or somebody else does, from a place further on.
        if (last !== place) {
          isWanted = true;
          continue;
        }
        if (events.length === 0) continue;
        last = Promise.resolve(events.at(-1)!.seq);
        isWanted ||= events.length === pageSize;
        for (const { hear } of [...listeners]) hear(events, false);
      }
    } catch {
      // The database is away for a moment: the next look, or the next signal, reads what is missing.
    } finally {
      isReading = false;
    }
  }

  function begin(): Promise<number> {
    looking = setInterval(() => void read(), lookEveryMs);
    looking.unref();
    return getSequence(database.query).then((sequence) => sequence.last);
  }

  function stop(): void {
    clearInterval(looking);
    last = undefined;
  }

  return {
    async follow(hear) {
      if (isClosed) {
        hear([], true);
        return () => {};
      }
      const listener = { hear };
      listeners.add(listener);
      last ??= begin();
      try {
        await last;
      } catch (error) {
        listeners.delete(listener);
        stop();
        throw error;
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      isClosed = true;
      stop();
      for (const { hear } of [...listeners]) hear([], true);
      listeners.clear();
    },
  };
}
