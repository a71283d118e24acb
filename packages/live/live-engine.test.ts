import { type LiveItem, liveBeat, liveChange, liveSnapshot } from '@platen/contracts/live-stream';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxQueuedBytes } from './live-client.ts';
import { createLiveEngine, type LiveSettings, readLiveAfter } from './live-engine.ts';
import { createReader, createTestSink, type TestSink } from './testing/live-listener.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-05T08:00:00Z') }));
afterEach(() => void vi.useRealTimers());

type State = Record<string, LiveItem[]>;

/** An engine over a state that the test changes; every state that was read is kept. */
function openEngine(settings: Partial<LiveSettings> = {}) {
  const host = { state: { queue: [], printers: [] } as State, reads: [] as string[][], isDown: false };
  const states: Record<string, string[]> = { queue: [], printers: [] };
  const errors: unknown[] = [];
  const engine = createLiveEngine({
    now: Date.now,
    onError: (error) => void errors.push(error),
    async read(_audience, topics) {
      host.reads.push([...topics]);
      if (host.isDown) throw new Error('the database is away');
      const read = new Map(topics.map((topic) => [topic, structuredClone(host.state[topic] ?? [])]));
      for (const [topic, items] of read) states[topic]?.push(textOf(items));
      return read;
    },
    ...settings,
  });
  const listen = (sink: TestSink, { topics = ['queue'], after = '', account = 'a', key = 'shop' } = {}) =>
    engine.listen({ sink, account, audience: { key, topics, after: readLiveAfter(after) } });
  return { engine, host, states, errors, listen };
}

const textOf = (items: Iterable<LiveItem>): string =>
  JSON.stringify([...items].toSorted((a, b) => (a.id < b.id ? -1 : 1)));

const settled = () => vi.advanceTimersByTimeAsync(1000);

test('a client gets a snapshot, then what changed, in shapes that the contract has', async () => {
  const { host, engine, listen } = openEngine();
  host.state.queue = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1, as_of: '2026-01-05T07:00:00.000Z' },
  ];
  const sink = createTestSink();
  listen(sink);
  await settled();
  const [first] = sink.drain();
  expect(liveSnapshot.parse(first!.data).items).toEqual(host.state.queue);
  host.state.queue = [
    { id: 'b', n: 1, as_of: '2026-01-05T08:00:00.000Z' },
    { id: 'c', n: 1 },
  ];
  engine.wake('shop', ['queue']);
  await settled();
  const [second, ...others] = sink.drain();
  expect(others).toEqual([]);
  expect(liveChange.parse(second!.data)).toMatchObject({
    set: [{ id: 'c', n: 1 }],
    gone: ['a'],
    seen: [{ id: 'b', as_of: '2026-01-05T08:00:00.000Z' }],
    more: false,
  });
  engine.wake('shop');
  await settled();
  expect(sink.drain(), 'nothing has changed').toEqual([]);
});

test('a thousand listeners cost one reading, a thousand wakes a few', async () => {
  const { host, engine, listen } = openEngine({ maxListenersOfAccount: 1000 });
  host.state.queue = [{ id: 'a', n: 0 }];
  const sinks = Array.from({ length: 1000 }, () => createTestSink());
  for (const sink of sinks) listen(sink);
  await settled();
  expect(host.reads).toEqual([['queue']]);
  for (let n = 1; n <= 1000; n += 1) {
    host.state.queue = [{ id: 'a', n }];
    engine.wake('shop', ['queue']);
    if (n % 250 === 0) await vi.advanceTimersByTimeAsync(50);
  }
  await settled();
  expect(host.reads.length).toBeLessThanOrEqual(5);
  const newest = sinks.map((sink) => sink.drain().at(-1)!.data.set);
  expect(new Set(newest.map((set) => JSON.stringify(set)))).toEqual(new Set(['[{"id":"a","n":1000}]']));
});

test('the first wake after a quiet time reads at once', async () => {
  const { host, engine, listen } = openEngine();
  const sink = createTestSink();
  listen(sink);
  await settled();
  sink.drain();
  host.state.queue = [{ id: 'a' }];
  engine.wake('shop');
  await vi.advanceTimersByTimeAsync(0);
  expect(sink.drain().map(({ data }) => data.set)).toEqual([[{ id: 'a' }]]);
});

test('only topics that somebody listens to are read, and nothing of another audience', async () => {
  const { host, engine, listen } = openEngine();
  listen(createTestSink(), { topics: ['printers'] });
  await settled();
  engine.wake('shop', ['queue']);
  engine.wake('other');
  await settled();
  expect(host.reads).toEqual([['printers']]);
});

test('who comes back is told what has changed since, or begins anew where that is not known', async () => {
  const { host, engine, listen } = openEngine();
  host.state.queue = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  const first = createTestSink();
  listen(first);
  await settled();
  const { run, sequence } = first.drain()[0]!.data;
  first.close();
  host.state.queue = [{ id: 'b', n: 2 }];
  engine.wake('shop');
  await settled();
  const back = createTestSink();
  listen(back, { after: `queue:${run}.${sequence}` });
  await settled();
  expect(back.drain()[0]!.data).toMatchObject({ run, set: [{ id: 'b', n: 2 }], gone: ['a'] });
  for (const after of [`queue:other.${sequence}`, `queue:${run}.${sequence + 100}`, 'nonsense', '']) {
    const anew = createTestSink();
    listen(anew, { after });
    await settled();
    expect(anew.drain()[0], after).toMatchObject({ event: 'snapshot', data: { items: [{ id: 'b', n: 2 }] } });
  }
});

test('what nobody listened to is read before it is shown, and forgotten after a while', async () => {
  const { host, engine, listen } = openEngine();
  host.state.queue = [{ id: 'a', n: 1 }];
  const first = createTestSink();
  listen(first);
  await settled();
  const { run } = first.drain()[0]!.data;
  first.close();
  host.state.queue = [{ id: 'a', n: 2 }];
  const second = createTestSink();
  listen(second);
  await settled();
  expect(second.drain()[0]!.data.items, 'though nothing woke it').toEqual([{ id: 'a', n: 2 }]);
  second.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(engine.size).toBe(0);
  const third = createTestSink();
  listen(third);
  await settled();
  expect(third.drain()[0]!.data.run).not.toBe(run);
});

test('a reading that fails is tried again; meanwhile the beat names what is old', async () => {
  const { host, engine, errors, listen } = openEngine();
  const sink = createTestSink();
  listen(sink);
  await settled();
  sink.drain();
  host.isDown = true;
  host.state.queue = [{ id: 'a' }];
  engine.wake('shop');
  await vi.advanceTimersByTimeAsync(10_000);
  const beats = sink.drain().filter(({ event }) => event === 'beat');
  expect(beats.map(({ data }) => liveBeat.parse(data).behind)).toEqual([['queue']]);
  expect(errors.length).toBeGreaterThan(1);
  host.isDown = false;
  await vi.advanceTimersByTimeAsync(20_000);
  const told = sink.drain();
  expect(told.find(({ event }) => event === 'change')?.data.set).toEqual([{ id: 'a' }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sink.drain().at(-1)).toMatchObject({ event: 'beat', data: { behind: [] } });
});

test('what a signal that got lost would have told is seen some beats later', async () => {
  const { host, listen } = openEngine();
  const sink = createTestSink();
  listen(sink);
  await settled();
  sink.drain();
  host.state.queue = [{ id: 'a' }];
  await vi.advanceTimersByTimeAsync(31_000);
  expect(sink.drain().filter(({ event }) => event === 'change')).toHaveLength(1);
});

test('a client that reads nothing has little queued, is told the newest once it reads, and is let go after minutes', async () => {
  const { host, engine, listen } = openEngine();
  const [stalled, other] = [createTestSink(), createTestSink()];
  host.state.queue = rowsOf(100, 0);
  const listening = listen(stalled);
  listen(other);
  await settled();
  for (let n = 1; n <= 200; n += 1) {
    host.state.queue = rowsOf(100, n);
    engine.wake('shop');
    await vi.advanceTimersByTimeAsync(100);
    other.drain();
  }
  expect(stalled.queuedBytes()).toBeLessThanOrEqual(maxQueuedBytes);
  const reader = createReader();
  for (const told of stalled.drain()) reader.hear(told);
  expect(textOf(reader.shown.get('queue')!.items.values())).toBe(textOf(host.state.queue));
  host.state.queue = rowsOf(100, -1);
  engine.wake('shop');
  for (let minute = 0; minute < 4; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    other.drain();
  }
  expect(stalled.isDestroyed()).toBe(true);
  expect(listening.isOver).toBe(true);
  expect(other.isDestroyed(), 'who reads stays').toBe(false);
  expect(engine.size).toBe(1);
});

const rowsOf = (count: number, n: number): LiveItem[] =>
  Array.from({ length: count }, (_, at) => ({ id: `job-${at}`, n, text: 'x'.repeat(1000) }));

test('a stream that is ended says why, and nothing more', async () => {
  const { host, engine, listen } = openEngine();
  const sink = createTestSink();
  const listening = listen(sink);
  await settled();
  listening.end('revoked');
  host.state.queue = [{ id: 'a' }];
  engine.wake('shop');
  await settled();
  expect(sink.drain().at(-1)).toMatchObject({ event: 'end', data: { reason: 'revoked' } });
  expect(sink.isEnded()).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sink.isDestroyed(), 'also when the client keeps its end open').toBe(true);
  expect(engine.size).toBe(0);
});

test('the process stops: everybody hears it, nobody else may listen', async () => {
  const { engine, listen } = openEngine();
  const sinks = [createTestSink(), createTestSink()];
  for (const sink of sinks) listen(sink);
  await settled();
  engine.close();
  for (const sink of sinks) expect(sink.drain().at(-1)!.data.reason).toBe('closing');
  expect(engine.refuseListener('a')).toBe('This service is stopping.');
});

test('an account, and all of them, have so many streams', async () => {
  const { engine, listen } = openEngine({ maxListeners: 3, maxListenersOfAccount: 2 });
  const sinks = [createTestSink(), createTestSink()];
  for (const sink of sinks) listen(sink);
  expect(engine.refuseListener('a')).toMatch(/listens on 2 pages/);
  expect(engine.refuseListener('b')).toBeUndefined();
  listen(createTestSink(), { account: 'b' });
  expect(engine.refuseListener('c')).toMatch(/Too many/);
  sinks[0]!.close();
  expect(engine.refuseListener('a')).toBeUndefined();
});

type Step =
  | { step: 'change'; topic: 'queue' | 'printers'; ids: number[]; n: number; onlyAge: boolean }
  | { step: 'time'; ms: number }
  | { step: 'read'; client: number; writes: number }
  | { step: 'leave'; client: number }
  | { step: 'come'; comesBack: boolean };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        step: fc.constant('change' as const),
        topic: fc.constantFrom('queue' as const, 'printers' as const),
        ids: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 25 }),
        n: fc.integer({ min: 0, max: 5 }),
        onlyAge: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ step: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 15_000 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        step: fc.constant('read' as const),
        client: fc.nat(5),
        writes: fc.integer({ min: 1, max: 6 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('leave' as const), client: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('come' as const), comesBack: fc.boolean() }) },
  ),
  { maxLength: 60 },
);

/** Large enough that a state of many items comes in several parts. */
const itemOf = (at: number, n: number, age: number): LiveItem => ({
  id: `item-${at}`,
  n,
  as_of: new Date(Date.parse('2026-01-05T08:00:00Z') + age).toISOString(),
  text: `${n}`.repeat(3000),
});

test('whatever changes and however slowly clients read, each shows states that were, in their order, and in the end the newest', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { engine, host, states, listen } = openEngine();
      const clients: { sink: TestSink; reader: ReturnType<typeof createReader>; at: Map<string, number> }[] =
        [];
      const marks: string[] = [];
      const come = (comesBack: boolean) => {
        const sink = createTestSink();
        const reader = createReader();
        const last = comesBack ? clients.at(-1)?.reader : undefined;
        // A page that comes back has what it showed.
        for (const [topic, state] of last?.shown ?? []) reader.shown.set(topic, state);
        const after = [...reader.shown].map(([topic, { run, sequence }]) => `${topic}:${run}.${sequence}`);
        marks.push(...after);
        listen(sink, { topics: ['queue', 'printers'], after: after.join(',') });
        clients.push({ sink, reader, at: new Map() });
      };
      const read = ({ sink, reader, at }: (typeof clients)[number], writes?: number) => {
        for (const told of sink.drain(writes)) {
          const topic = reader.hear(told);
          if (topic === undefined) continue;
          const shown = textOf(reader.shown.get(topic)!.items.values());
          const found = states[topic]!.indexOf(shown, at.get(topic) ?? 0);
          expect(found, `${topic} shows what never was, or what was before`).toBeGreaterThanOrEqual(0);
          at.set(topic, found);
        }
      };
      come(false);
      let age = 0;
      for (const one of all) {
        if (one.step === 'come' && clients.length < 6) come(one.comesBack);
        if (one.step === 'time') await vi.advanceTimersByTimeAsync(one.ms);
        if (one.step === 'read' && clients[one.client]) read(clients[one.client]!, one.writes);
        if (one.step === 'leave') clients[one.client]?.sink.close();
        if (one.step === 'change') {
          age += 1;
          const now = host.state[one.topic]!;
          host.state[one.topic] = one.onlyAge
            ? now.map((item, at) => (at % 2 ? item : { ...item, as_of: itemOf(0, 0, age).as_of }))
            : one.ids.map((at) => itemOf(at, one.n, age));
          engine.wake('shop', [one.topic]);
        }
        for (const { sink } of clients) expect(sink.queuedBytes()).toBeLessThanOrEqual(maxQueuedBytes);
      }
      come(true);
      for (let round = 0; round < 4; round += 1) {
        await settled();
        for (const client of clients) read(client);
      }
      const { reader } = clients.at(-1)!;
      for (const topic of ['queue', 'printers']) {
        expect(textOf(reader.shown.get(topic)!.items.values())).toBe(textOf(host.state[topic]!));
      }
      for (const one of clients) expect(one.reader.faults).toEqual([]);
      const left = clients.filter(({ sink }) => !sink.isDestroyed());
      expect(left.length).toBeGreaterThan(0);
      engine.close();
    }),
    { numRuns: 300 },
  );
});
