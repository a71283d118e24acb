/** A client of a stream for tests: it reads as fast as it is told to, and keeps what it was told as a page does. */
import type { LiveItem } from '@platen/contracts/live-stream';
import type { LiveSink } from '../live-client.ts';

export interface Told {
  event: string;
  id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what a stream said; each test says what it expects of it.
  data: any;
}

/** Frames of a text; comments and fields that nobody knows are passed over. */
export function readFrames(text: string): Told[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const fields = frame.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
      const textOf = (name: string) => fields.find(([, field]) => field === name)?.[2];
      return {
        event: textOf('event') ?? '',
        id: textOf('id'),
        data: JSON.parse(textOf('data') ?? 'null'),
      };
    });
}

export interface ListenerState {
  items: Map<string, LiveItem>;
  run: string;
  sequence: number;
}

/** Puts messages together as live-stream.ts says: a part with `more` shows nothing yet. */
export function createReader() {
  const shown = new Map<string, ListenerState>();
  const coming = new Map<string, ListenerState>();
  const faults: string[] = [];
  return {
    shown,
    faults,
    /** The topic that shows something new now. */
    hear({ event, data }: Told): string | undefined {
      if (event !== 'snapshot' && event !== 'change') return undefined;
      const { topic, run, sequence, more } = data;
      const before = coming.get(topic) ?? shown.get(topic);
      if (event === 'change' && before === undefined) faults.push(`${topic} began with a change`);
      if (before && before.run === run && sequence < before.sequence)
        faults.push(`${topic} went back from ${before.sequence} to ${sequence}`);
      const items = new Map(event === 'change' ? before?.items : undefined);
      for (const item of data.items ?? data.set) items.set(item.id, item);
      for (const id of data.gone ?? []) items.delete(id);
      for (const { id, as_of } of data.seen ?? []) {
        if (items.has(id)) items.set(id, { ...items.get(id)!, as_of });
        else faults.push(`${topic}: ${id} was seen and isn't there`);
      }
      const state = { items, run, sequence };
      if (more) {
        coming.set(topic, state);
        return undefined;
      }
      coming.delete(topic);
      shown.set(topic, state);
      return topic;
    },
  };
}

export interface TestSink extends LiveSink {
  /** Bytes that were written and have not left. */
  queuedBytes(): number;
  /** So many writes leave, and what they said is read. */
  drain(writes?: number): Told[];
  isEnded(): boolean;
  isDestroyed(): boolean;
  close(): void;
}

/** A connection whose other end reads only when `drain` is called. */
export function createTestSink(): TestSink {
  const waiting: { chunk: Buffer; flushed: (error?: Error | null) => void }[] = [];
  const closing: (() => void)[] = [];
  let isEnded = false;
  let isDestroyed = false;
  const close = () => {
    for (const hear of closing.splice(0)) hear();
  };
  return {
    write: (chunk, flushed) => void waiting.push({ chunk, flushed }),
    end() {
      isEnded = true;
    },
    destroy() {
      isDestroyed = true;
      close();
    },
    once: (_event, hear) => void closing.push(hear),
    on() {},
    queuedBytes: () => waiting.reduce((sum, { chunk }) => sum + chunk.length, 0),
    drain(writes = Number.POSITIVE_INFINITY) {
      const told: Told[] = [];
      for (let left = writes; left > 0 && waiting.length > 0; left -= 1) {
        const { chunk, flushed } = waiting.shift()!;
        told.push(...readFrames(chunk.toString()));
        flushed();
      }
      return told;
    },
    isEnded: () => isEnded,
    isDestroyed: () => isDestroyed,
    close,
  };
}
