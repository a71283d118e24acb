/**
 * Live topics for whoever listens: reads the newest state when it is woken, and hands each client what it lacks. Owns when is read and
 * who hears; what topics are, and where their state comes from, its host knows.
 *
 * INVARIANTS
 * 1. The state of an audience is read once, however many listen, at most every `pauseMs`; the first wake reads at once, and one that
 *    comes while is read leads to another reading.
 * 2. Nobody is shown what was read before the last wake that nobody listened to.
 */
import { randomBytes } from 'node:crypto';
import { type LiveEndReason, type LiveItem, liveBeatSeconds } from '@platen/contracts/live-stream';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import { createLiveClient, type LiveClient, type LiveFeed, type LiveSink } from './live-client.ts';
import { liveFrame } from './live-frame.ts';
import { createLiveTopic, type LiveMark, type LivePlace, type LiveTopic } from './live-topic.ts';

export interface LiveSettings {
  /** The newest state of these topics for one audience, each topic's items in their order. */
  read(audience: string, topics: readonly string[]): Promise<ReadonlyMap<string, readonly LiveItem[]>>;
  now: () => number;
  /** A reading failed; it is tried again. */
  onError: (error: unknown, audience: string) => void;
  pauseMs?: number;
  beatMs?: number;
  /** What may change without a wake (time passes, a signal got lost) is seen after so many beats. */
  beatsBetweenReadings?: number;
  /** Who reads nothing for so long is let go. */
  patienceMs?: number;
  /** How long the state of an audience is kept that nobody listens to, for those who come back. */
  keptMs?: number;
  maxListeners?: number;
  maxListenersOfAccount?: number;
}

export interface LiveListener {
  sink: LiveSink;
  /** Who listens, for the bound and for `end`. */
  account: string;
  /** Topics of one audience; undefined: none but `feeds`. */
  audience?: { key: string; topics: readonly string[]; after: ReadonlyMap<string, LiveMark> };
  /** What comes from elsewhere, for this client alone. It is given a function that it calls when it has something. */
  feeds?: readonly ((pump: () => void) => LiveFeed)[];
}

/** A client that listens, as its host knows it. */
export interface Listening {
  end(reason: LiveEndReason): void;
  readonly isOver: boolean;
}

export interface LiveEngine {
  /** Something may have changed: of one audience or all, in these topics or all. */
  wake(audience?: string, topics?: readonly string[]): void;
  /** Why nobody else may listen now, in a sentence; undefined when one may. */
  refuseListener(account: string): string | undefined;
  listen(listener: LiveListener): Listening;
  /** The audiences of which somebody hears this topic. */
  listListened(topic: string): string[];
  /** Ends every stream: this process stops. */
  close(): void;
  /** How many listen. */
  readonly size: number;
}

interface KeptTopic {
  topic: LiveTopic;
  listeners: number;
  /** A wake came that was not read for. */
  isDirty: boolean;
  /** Nothing was read yet, or nobody listened when it last changed. */
  isOld: boolean;
  isBehind: boolean;
}

interface Audience {
  key: string;
  run: string;
  topics: Map<string, KeptTopic>;
  clients: Set<LiveClient>;
  timer: NodeJS.Timeout | undefined;
  isReading: boolean;
  failures: number;
  readAtMs: number;
  /** How long the last reading took. */
  tookMs: number;
  idleSinceMs: number | undefined;
}

const defaults = {
  pauseMs: 100,
  beatMs: liveBeatSeconds * 1000,
  beatsBetweenReadings: 3,
  patienceMs: 180_000,
  keptMs: 60_000,
  maxListeners: 5000,
  maxListenersOfAccount: 100,
};

export function createLiveEngine(settings: LiveSettings): LiveEngine {
  const { read, now, onError } = settings;
  const limits = { ...defaults, ...settings };
  const audiences = new Map<string, Audience>();
  const clients = new Map<LiveClient, string>();
  let beats = 0;
  let isClosed = false;

  const beating = setInterval(beat, limits.beatMs);
  beating.unref();

  function audienceOf(key: string): Audience {
    const known = audiences.get(key);
    if (known) return known;
    const audience: Audience = {
      key,
      run: randomBytes(9).toString('base64url'),
      topics: new Map(),
      clients: new Set(),
      timer: undefined,
      isReading: false,
      failures: 0,
      readAtMs: Number.NEGATIVE_INFINITY,
      tookMs: 0,
      idleSinceMs: undefined,
    };
    audiences.set(key, audience);
    return audience;
  }

  /** Topics of which somebody lacks the newest state. */
  const dueTopics = ({ topics }: Audience): [string, KeptTopic][] =>
    [...topics].filter(([, { isDirty, listeners }]) => isDirty && listeners > 0);

  function soil(audience: Audience, wanted: readonly string[] | undefined): void {
    for (const [name, kept] of audience.topics) {
      if (wanted && !wanted.includes(name)) continue;
      kept.isDirty = true;
      kept.isOld ||= kept.listeners === 0;
    }
    schedule(audience);
  }

  function schedule(audience: Audience): void {
    if (isClosed || audience.isReading || audience.timer) return;
    if (dueTopics(audience).length === 0) return;
    // A state that is slow to read is read more rarely: nobody else would get a turn.
    const pauseMs = Math.max(limits.pauseMs, 2 * audience.tookMs);
    const waitMs = audience.readAtMs + pauseMs - now();
    if (waitMs <= 0) void readNow(audience);
    else readLater(audience, waitMs);
  }

  function readLater(audience: Audience, waitMs: number): void {
    audience.timer = setTimeout(() => {
      audience.timer = undefined;
      void readNow(audience);
    }, waitMs);
    audience.timer.unref();
  }

  async function readNow(audience: Audience): Promise<void> {
    const due = dueTopics(audience);
    if (due.length === 0) return;
    audience.isReading = true;
    audience.readAtMs = now();
    for (const [, kept] of due) kept.isDirty = false;
    try {
      const asOf = new Date(now()).toISOString();
      const states = await read(
        audience.key,
        due.map(([name]) => name),
      );
      for (const [name, kept] of due) {
        kept.topic.update(states.get(name) ?? [], asOf);
        kept.isOld = false;
        kept.isBehind = false;
      }
      audience.failures = 0;
    } catch (error) {
      for (const [, kept] of due) {
        kept.isDirty = true;
        kept.isBehind = true;
      }
      onError(error, audience.key);
      if (!isClosed) readLater(audience, nextPauseMs('liveReading', audience.failures));
      audience.failures += 1;
    }
    audience.isReading = false;
    audience.tookMs = now() - audience.readAtMs;
    for (const client of audience.clients) client.pump();
    schedule(audience);
  }

  function topicFeed(audience: Audience, name: string, mark: LiveMark | undefined): LiveFeed {
    const kept = audience.topics.get(name)!;
    let place: LivePlace | undefined;
    return {
      next() {
        if (kept.isOld) return undefined;
        place ??= kept.topic.placeOf(mark);
        const part = kept.topic.partAfter(place);
        if (!part) return undefined;
        place = part.place;
        return part.frame;
      },
    };
  }

  function join({ key, topics, after }: NonNullable<LiveListener['audience']>): LiveFeed[] {
    const audience = audienceOf(key);
    for (const name of topics) {
      const kept = audience.topics.get(name) ?? {
        topic: createLiveTopic(name, audience.run),
        listeners: 0,
        isDirty: true,
        isOld: true,
        isBehind: false,
      };
      audience.topics.set(name, kept);
      // While nobody listened, time passed that no wake tells of.
      if (kept.listeners === 0) kept.isDirty = kept.isOld = true;
      kept.listeners += 1;
    }
    return topics.map((name) => topicFeed(audience, name, after.get(name)));
  }

  function leave({ key, topics }: NonNullable<LiveListener['audience']>, client: LiveClient): void {
    const audience = audienceOf(key);
    for (const name of topics) audience.topics.get(name)!.listeners -= 1;
    audience.clients.delete(client);
    if (audience.clients.size === 0) audience.idleSinceMs = now();
  }

  function beat(): void {
    beats += 1;
    const isReading = beats % limits.beatsBetweenReadings === 0;
    const as_of = new Date(now()).toISOString();
    const plain = liveFrame('beat', { as_of, behind: [] });
    const frames = new Map<LiveClient, Buffer>();
    for (const audience of audiences.values()) {
      if (audience.clients.size === 0) {
        if (now() - (audience.idleSinceMs ?? 0) >= limits.keptMs) audiences.delete(audience.key);
        continue;
      }
      const behind = [...audience.topics].filter(([, { isBehind }]) => isBehind).map(([name]) => name);
      if (behind.length > 0) {
        const frame = liveFrame('beat', { as_of, behind });
        for (const client of audience.clients) frames.set(client, frame);
      }
      if (isReading) soil(audience, undefined);
      else schedule(audience);
    }
    for (const client of [...clients.keys()]) {
      if (!client.beat(frames.get(client) ?? plain, limits.patienceMs)) client.end('stalled');
    }
  }

  const countOf = (account: string): number => [...clients.values()].filter((one) => one === account).length;

  return {
    get size() {
      return clients.size;
    },
    wake(key, topics) {
      const woken = key === undefined ? [...audiences.values()] : [audiences.get(key)];
      for (const audience of woken) if (audience) soil(audience, topics);
    },
    listListened: (topic) =>
      [...audiences.values()]
        .filter(({ topics }) => (topics.get(topic)?.listeners ?? 0) > 0)
        .map(({ key }) => key),
    refuseListener(account) {
      if (isClosed) return 'This service is stopping.';
      if (clients.size >= limits.maxListeners) return 'Too many pages listen at this moment.';
      return countOf(account) >= limits.maxListenersOfAccount
        ? `This account listens on ${limits.maxListenersOfAccount} pages already: close one.`
        : undefined;
    },
    listen({ sink, account, audience: wanted, feeds: others = [] }) {
      const feeds: LiveFeed[] = wanted ? join(wanted) : [];
      const client = createLiveClient({
        sink,
        feeds,
        now,
        onClose() {
          clients.delete(client);
          if (wanted) leave(wanted, client);
        },
      });
      feeds.push(...others.map((open) => open(client.pump)));
      clients.set(client, account);
      if (wanted) {
        const audience = audienceOf(wanted.key);
        audience.clients.add(client);
        audience.idleSinceMs = undefined;
        schedule(audience);
      }
      client.pump();
      return client;
    },
    close() {
      isClosed = true;
      clearInterval(beating);
      for (const { timer } of audiences.values()) clearTimeout(timer);
      for (const client of [...clients.keys()]) client.end('closing');
    },
  };
}

/** `queue:RUN.12,printers:RUN.3` as where a client was; what can't be read is left out, and begins anew. */
export function readLiveAfter(text: string | undefined): Map<string, LiveMark> {
  const marks = (text ?? '').split(',').flatMap((one) => {
    const [, topic, run, sequence] = /^([a-z-]{1,40}):([\w-]{1,20})\.(\d{1,15})$/.exec(one) ?? [];
    if (topic === undefined || run === undefined) return [];
    return [[topic, { run, sequence: Number(sequence) }] as const];
  });
  return new Map(marks);
}
