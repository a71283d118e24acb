/**
 * The live stream of this browser: one connection, however many of its tabs are open (six streams to one origin over HTTP/1.1 would hang
 * the page). Owns which tab holds it and what the others are told; where a browser can't lock (a page that came over plain http from
 * elsewhere), each tab has its own.
 *
 * INVARIANTS
 * 1. The tab that holds the lock reads; the others hear everything that it hears, and the newest state of a topic when they come.
 * 2. When that tab goes, another one has the lock at once and goes on from where it was.
 */

import { newKey } from '../new-key.ts';
import { type LiveLink, readLive, type StreamMessage, silenceMs } from './live-reader.ts';
import { createLiveTopics, type TopicState } from './live-topics.ts';

export interface LiveSource {
  /** Of the lock and the channel: the source and whose session it is. */
  name: string;
  /** Where the event log stood before anything was read that its events may change; undefined: it begins where it stands when it is opened. */
  after?: string | undefined;
  /** Where topics are read; `places` as live-stream.ts says, empty for the first time. `eventId`: of the last entry of the event log. */
  url(wanted: { topics: readonly string[]; places: string; eventId: string | undefined }): string;
}

export interface LiveState {
  link: LiveLink;
  /** Since when nothing was heard, by this browser's clock; undefined before the first word. */
  heardAtMs: number | undefined;
}

export interface Live {
  /** Wants a topic for as long as the answer isn't called. `onChange`: its state is another one, or the link. */
  want(topic: string, onChange: () => void): () => void;
  topic(topic: string): TopicState | undefined;
  /** When the host last said that this topic is as it was told, by this browser's clock; undefined before the first word. */
  freshAtMs(topic: string): number | undefined;
  /** How far the host's clock is ahead of this browser's; 0 before its first beat. */
  aheadMs(): number;
  state(): LiveState;
  /** Hears entries of the event log, once the topic `events` is wanted; `lost`: some are missing, everything may be other than it was. */
  onEvent(hear: (entry: { type: string; subject_id: string } | 'lost') => void): () => void;
  close(): void;
}

type Said =
  | { kind: 'want'; tab: string; topics: readonly string[] }
  | { kind: 'bye'; tab: string }
  | { kind: 'ask' }
  | { kind: 'message'; message: StreamMessage }
  | { kind: 'for'; tab: string; message: StreamMessage }
  | { kind: 'link'; link: LiveLink }
  | { kind: 'lost' };

/** What of a message is looked at here. */
interface Told {
  topic?: string;
  sequence?: number;
  as_of?: string;
  behind?: readonly string[];
}

/** Timers of a tab in the background run once a minute. */
const wantForgottenMs = 150_000;
const sayAgainMs = 30_000;

export function createLive(source: LiveSource): Live {
  const tab = newKey();
  const topics = createLiveTopics();
  const listeners = new Map<string, Set<() => void>>();
  const hearers = new Set<(entry: { type: string; subject_id: string } | 'lost') => void>();
  const others = new Map<string, { topics: readonly string[]; atMs: number }>();
  const channel =
    'BroadcastChannel' in globalThis ? new BroadcastChannel(`platen-live ${source.name}`) : undefined;
  const closing = new AbortController();
  let state: LiveState = { link: 'connecting', heardAtMs: undefined };
  /** Of each topic, when it last came or a beat did not call it behind. */
  const fresh = new Map<string, number>();
  let aheadMs = 0;
  let eventId = source.after;
  let reader: ReturnType<typeof readLive> | undefined;
  let isLeader = false;
  let reading = '';
  let planned: ReturnType<typeof setTimeout> | undefined;

  const mine = () => [...listeners.keys()];
  /** Components that go a moment after the stream was closed say that they want nothing any more: nobody is left to hear it. */
  const say = (said: Said) => {
    if (!closing.signal.aborted) channel?.postMessage(said);
  };
  const sayWants = () => say({ kind: 'want', tab, topics: mine() });

  function tellAll(): void {
    for (const set of listeners.values()) for (const listener of set) listener();
  }

  function setState(next: LiveState): void {
    const isOther = next.link !== state.link;
    state = next;
    if (isOther) tellAll();
  }

  function hear(message: StreamMessage): void {
    setState({ link: 'live', heardAtMs: Date.now() });
    if (message.event === 'event') {
      eventId = message.id ?? eventId;
      const entry = JSON.parse(message.data) as { type: string; subject_id: string };
      for (const hearer of hearers) hearer(entry);
      return;
    }
    const data = JSON.parse(message.data) as Told;
    if (data.topic !== undefined) fresh.set(data.topic, Date.now());
    if (message.event === 'beat') {
      // What the host can't read at the moment stays as old as it is.
      for (const topic of fresh.keys()) if (!data.behind?.includes(topic)) fresh.set(topic, Date.now());
      if (data.as_of !== undefined) aheadMs = Date.parse(data.as_of) - Date.now();
    }
    // The first word of the log says from where on it will be told.
    if (message.event === 'snapshot' && data.topic === 'events') eventId ??= String(data.sequence);
    const changed = topics.apply(message.event, data);
    for (const listener of (changed && listeners.get(changed)) || []) listener();
  }

  function lose(): void {
    topics.forget();
    eventId = undefined;
    for (const hearer of hearers) hearer('lost');
  }

  const wantedOfAll = (): string[] => {
    const now = Date.now();
    for (const [id, { atMs }] of others) if (now - atMs > wantForgottenMs) others.delete(id);
    return [...new Set([...mine(), ...[...others.values()].flatMap((each) => each.topics)])].sort();
  };

  /** The leader reads what all tabs want; another set of topics is another connection, that goes on where this one was. */
  function plan(): void {
    if (!isLeader || closing.signal.aborted) return;
    clearTimeout(planned);
    planned = setTimeout(() => {
      const wanted = wantedOfAll();
      if (wanted.join() === reading) return;
      reading = wanted.join();
      reader?.stop();
      reader = undefined;
      if (wanted.length === 0) return;
      reader = readLive({
        url: () => source.url({ topics: wanted, places: topics.places(wanted), eventId }),
        hear(message) {
          hear(message);
          say({ kind: 'message', message });
        },
        onLink(link) {
          setState({ ...state, link });
          say({ kind: 'link', link });
        },
        onLost() {
          lose();
          say({ kind: 'lost' });
        },
      });
    }, 20);
  }

  function lead(): void {
    isLeader = true;
    say({ kind: 'ask' });
    plan();
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'ask') return sayWants();
    if (data.kind === 'message' && !isLeader) return hear(data.message);
    if (data.kind === 'for' && data.tab === tab && !isLeader) return hear(data.message);
    if (data.kind === 'link' && !isLeader) return setState({ ...state, link: data.link });
    if (data.kind === 'lost' && !isLeader) return lose();
    if (data.kind === 'bye') others.delete(data.tab);
    if (data.kind === 'want') {
      const before = others.get(data.tab)?.topics ?? [];
      others.set(data.tab, { topics: data.topics, atMs: Date.now() });
      if (isLeader) for (const topic of data.topics) if (!before.includes(topic)) introduce(data.tab, topic);
    }
    plan();
  });

  /** A tab that came later begins with what is known here. */
  function introduce(to: string, topic: string): void {
    say({ kind: 'link', link: state.link });
    const snapshot = topics.snapshotOf(topic);
    if (!snapshot) return;
    say({
      kind: 'for',
      tab: to,
      message: { event: 'snapshot', id: undefined, data: JSON.stringify(snapshot) },
    });
  }

  const goodbye = () => say({ kind: 'bye', tab });
  const online = () => reader?.again();
  const again = setInterval(sayWants, sayAgainMs);
  addEventListener('pagehide', goodbye);
  addEventListener('online', online);
  if (channel && navigator.locks) {
    navigator.locks
      .request(`platen-live ${source.name}`, { signal: closing.signal }, () => {
        lead();
        return new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));
      })
      .catch(() => {});
  } else {
    lead();
  }

  return {
    want(topic, onChange) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(onChange));
      if (set.size === 1) {
        sayWants();
        plan();
      }
      return () => {
        set.delete(onChange);
        if (set.size > 0) return;
        listeners.delete(topic);
        sayWants();
        plan();
      };
    },
    topic: topics.get,
    freshAtMs: (topic) => fresh.get(topic),
    aheadMs: () => aheadMs,
    state: () => state,
    onEvent(hearer) {
      hearers.add(hearer);
      return () => hearers.delete(hearer);
    },
    close() {
      goodbye();
      closing.abort();
      clearInterval(again);
      clearTimeout(planned);
      removeEventListener('pagehide', goodbye);
      removeEventListener('online', online);
      reader?.stop();
      channel?.close();
    },
  };
}

/**
 * True when nothing was heard for three beats, or of this topic nothing but that the host can't read it: what is shown may be another by
 * now. `freshAtMs` is undefined for a topic that hasn't come yet.
 */
export const isStale = (
  { link, heardAtMs }: LiveState,
  { freshAtMs, nowMs }: { freshAtMs: number | undefined; nowMs: number },
): boolean =>
  link === 'ended' ||
  heardAtMs === undefined ||
  nowMs - heardAtMs > silenceMs ||
  (freshAtMs !== undefined && nowMs - freshAtMs > silenceMs);
