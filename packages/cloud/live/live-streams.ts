/**
 * The open streams of this process: who listens to what. Owns that a stream ends when whoever opened it may no longer listen, that the event
 * log is followed once for all of them, and the head of their answers. What topics hold their features know.
 *
 * INVARIANTS
 * 1. A revoked key, an ended session, a disabled account or another role ends its streams with the commit, in every process.
 * 2. Each event of the log is read once in this process, however many listen (events/event-tail.ts).
 */
import { AppError } from '@platen/contracts/app-error';
import type { EventType } from '@platen/contracts/event-types';
import type { LiveItem } from '@platen/contracts/live-stream';
import { createEventFeed, type EventFeed } from '@platen/live/event-feed';
import type { LiveFeed } from '@platen/live/live-client';
import {
  createLiveEngine,
  type Listening,
  type LiveListener,
  type LiveSettings,
} from '@platen/live/live-engine';
import { liveHeaders } from '@platen/live/live-frame';
import type { FastifyReply } from 'fastify';
import { findCallerByKeyHash } from '../accounts/key-store.ts';
import { sessionLifeMs } from '../accounts/session-rules.ts';
import { findCallerByTokenHash, touchSession } from '../accounts/session-store.ts';
import type { Caller, Deps } from '../context.ts';
import { eventFilterOf, isEventSeen, viewEvent } from '../events/event-rules.ts';
import { getSequence, readEventPage } from '../events/event-store.ts';
import type { EventTable } from '../events/event-tables.ts';
import { followEvents } from '../events/event-tail.ts';
import { isStillCaller } from './caller-standing.ts';

/** A stream that goes on is a use of its session, and sees when that is over. */
const checkEveryMs = 60_000;
const checkedForMs = 5 * 60_000;
const eventsOfPage = 100;
const comeBackAfterSeconds = 10;

/** The event log for one caller. */
export interface WantedEvents {
  types: readonly EventType[];
  /** Undefined: from now on. */
  after: number | undefined;
}

export interface LiveStreams {
  /** Answers with a stream that stays open. Throws rate_limited when too many are. */
  open(
    reply: FastifyReply,
    wanted: { caller: Caller; audience?: LiveListener['audience']; events?: WantedEvents },
  ): Promise<void>;
  wake(audience?: string, topics?: readonly string[]): void;
  /** The audiences of which somebody hears this topic at this process. */
  listListened(topic: string): string[];
  /** Hears of what is new in the log, once somebody has opened a stream. */
  onEvents(hear: (events: readonly EventTable[]) => void): void;
  close(): void;
}

interface OpenStream {
  caller: Caller;
  listening: Listening;
  checkedAtMs: number;
}

interface Following {
  feed: EventFeed;
  caller: Caller;
  types: ReadonlySet<EventType>;
}

type StreamDeps = Pick<Deps, 'database' | 'now' | 'log'>;

export interface StreamParts {
  /** The state of topics; missing where there are none. */
  read(audience: string, topics: readonly string[]): Promise<ReadonlyMap<string, readonly LiveItem[]>>;
  /** Other pauses and bounds, for tests and benches. */
  settings?: Partial<LiveSettings>;
}

export function createLiveStreams(deps: StreamDeps, { read, settings }: StreamParts): LiveStreams {
  const { database, now, log } = deps;
  const streams = new Set<OpenStream>();
  const followers = new Set<Following>();
  const hearers: ((events: readonly EventTable[]) => void)[] = [];
  let newest = 0;
  let tail: Promise<void> | undefined;
  const unread = (error: unknown) => log('warn', 'live.unread', { error });
  const engine = createLiveEngine({ read, now, onError: unread, ...settings });

  const checking = setInterval(() => {
    for (const stream of streams) {
      if (now() - stream.checkedAtMs >= checkedForMs) void check(stream);
    }
  }, checkEveryMs);
  checking.unref();

  database.listen('platen_key_revoked', (hash) => void endOfCredential(hash));
  database.listen('platen_account_changed', (accountId) => {
    for (const stream of streams) if (stream.caller.accountId === accountId) void check(stream);
  });

  /** Of a database that is away nobody knows whether somebody was shut out: it is asked again. */
  async function check(stream: OpenStream): Promise<void> {
    const { caller, listening } = stream;
    try {
      const at = now();
      if (!(await isStillCaller(database.query, caller, at))) return listening.end('revoked');
      stream.checkedAtMs = at;
      const { sessionId: id } = caller;
      if (id !== undefined)
        await touchSession(database.query, {
          id,
          now: at,
          before: at - checkEveryMs,
          expiresAt: at + sessionLifeMs,
        });
    } catch (error) {
      unread(error);
    }
  }

  async function endOfCredential(hash: string): Promise<void> {
    if (streams.size === 0) return;
    try {
      const { query } = database;
      const row = (await findCallerByTokenHash(query, hash)) ?? (await findCallerByKeyHash(query, hash));
      for (const stream of streams) {
        const { keyId, sessionId } = stream.caller;
        if (row && (keyId === row.id || sessionId === row.id)) stream.listening.end('revoked');
      }
    } catch (error) {
      unread(error);
      for (const stream of streams) void check(stream);
    }
  }

  function hear(events: readonly EventTable[]): void {
    const last = events.at(-1);
    if (!last) return;
    const before = newest;
    newest = Math.max(newest, last.seq);
    for (const { feed, caller, types } of followers) {
      const seen = events.filter((event) => types.has(event.type) && isEventSeen(caller, event));
      feed.tell({ before, events: seen.map((event) => lineOf(event, caller)), upTo: last.seq });
    }
    for (const hearer of hearers) hearer(events);
  }

  /** Followed from the first stream on. */
  function follow(): Promise<void> {
    tail ??= followEvents(database, (events, isOver) => {
      if (!isOver) hear(events);
    })
      .then(async () => {
        newest = Math.max(newest, (await getSequence(database.query)).last);
      })
      .catch((error: unknown) => {
        tail = undefined;
        throw error;
      });
    return tail;
  }

  function feedOf({ types, after }: WantedEvents, caller: Caller) {
    const filter = eventFilterOf(caller, types);
    return (pump: () => void): LiveFeed => {
      const feed = createEventFeed(
        {
          after: after ?? newest,
          newest: () => newest,
          now,
          onError: unread,
          async read(place) {
            const page = await readEventPage(database.query, filter, { after: place, limit: eventsOfPage });
            return { events: page.events.map((row) => lineOf(row, caller)), upTo: page.upTo };
          },
        },
        pump,
      );
      const following: Following = { feed, caller, types: new Set(filter.types) };
      followers.add(following);
      return {
        next: feed.next,
        close() {
          followers.delete(following);
          feed.close?.();
        },
      };
    };
  }

  return {
    wake: engine.wake,
    listListened: engine.listListened,
    onEvents: (hearer) => void hearers.push(hearer),
    async open(reply, { caller, audience, events }) {
      await follow();
      const refusal = engine.refuseListener(caller.accountId);
      if (refusal) throw new AppError('rate_limited', refusal, { retryAfterSeconds: comeBackAfterSeconds });
      reply.hijack();
      const { raw } = reply;
      // Whoever is gone already is not listened to by anybody.
      if (raw.closed) return;
      raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...liveHeaders });
      raw.flushHeaders();
      const listening = engine.listen({
        sink: raw,
        account: caller.accountId,
        ...(audience && { audience }),
        ...(events && { feeds: [feedOf(events, caller)] }),
      });
      const stream: OpenStream = { caller, listening, checkedAtMs: 0 };
      streams.add(stream);
      raw.once('close', () => streams.delete(stream));
      // What was revoked while it was being opened said so to nobody.
      await check(stream);
    },
    close() {
      clearInterval(checking);
      engine.close();
    },
  };
}

const lineOf = (event: EventTable, caller: Caller) => ({
  seq: event.seq,
  json: JSON.stringify(viewEvent(event, caller)),
});
