import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventFeed, type EventFeed, type LiveEvent } from './event-feed.ts';
import { createLiveClient, maxQueuedBytes } from './live-client.ts';
import { createTestSink } from './testing/live-listener.ts';

const text = 'x'.repeat(2000);
const pageSize = 20;

/** A log of which every second entry is for the client. */
function openLog() {
  const log: LiveEvent[] = [];
  const isForClient = ({ seq }: LiveEvent) => seq % 2 === 0;
  let isDown = false;
  const reads: number[] = [];
  return {
    log,
    reads,
    isForClient,
    setDown: (down: boolean) => {
      isDown = down;
    },
    append(count: number): LiveEvent[] {
      const added = Array.from({ length: count }, (_, at) => {
        const seq = log.length + 1 + at;
        return { seq, json: JSON.stringify({ seq, text }) };
      });
      log.push(...added);
      return added;
    },
    async read(after: number) {
      reads.push(after);
      if (isDown) throw new Error('the database is away');
      const page = log.slice(after, after + pageSize);
      return { events: page.filter(isForClient), upTo: page.at(-1)?.seq ?? after };
    },
    newest: () => log.length,
  };
}

function connect(log: ReturnType<typeof openLog>, after: number) {
  const sink = createTestSink();
  const feeds: EventFeed[] = [];
  const client = createLiveClient({ sink, feeds, now: () => 0, onClose() {} });
  const feed = createEventFeed({ ...log, after, now: () => 0, onError() {} }, client.pump);
  feeds.push(feed);
  client.pump();
  return { sink, feed, client };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a client is told where it is, then of each event once, in order, those before it came left out', async () => {
  const log = openLog();
  log.append(5);
  const { sink, feed } = connect(log, log.newest());
  expect(sink.drain()).toMatchObject([
    { event: 'snapshot', data: { topic: 'events', sequence: 5, items: [] } },
  ]);
  feed.tell({ before: 5, events: log.append(2).filter(log.isForClient), upTo: 7 });
  const told = sink.drain();
  expect(told.map(({ event, id, data }) => [event, id, data.seq])).toEqual([['event', '6', 6]]);
  expect(log.reads, 'what is told need not be read').toEqual([]);
});

test('what came while it was away is read in pages', async () => {
  const log = openLog();
  log.append(100);
  const { sink } = connect(log, 10);
  const told = [];
  for (let i = 0; i < 50; i += 1) {
    await turn();
    told.push(...sink.drain());
  }
  expect(told.slice(1).map(({ data }) => data.seq)).toEqual(evens(11, 100));
});

const evens = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((seq) => seq % 2 === 0);

test('nothing is skipped and nothing comes twice, however slowly it is read and whatever fails meanwhile', async () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 60 }), isTold: fc.boolean() }),
    fc.record({ drain: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ turns: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ isDown: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const log = openLog();
      const { sink, feed, client } = connect(log, 0);
      const told: number[] = [];
      const drain = (writes?: number) =>
        told.push(...sink.drain(writes).flatMap(({ event, data }) => (event === 'event' ? [data.seq] : [])));
      for (const one of steps) {
        if ('append' in one) {
          const before = log.newest();
          const added = log.append(one.append);
          if (one.isTold) feed.tell({ before, events: added.filter(log.isForClient), upTo: log.newest() });
        }
        if ('drain' in one) drain(one.drain);
        if ('isDown' in one) log.setDown(one.isDown);
        for (let i = 0; 'turns' in one && i < one.turns; i += 1) await turn();
        expect(sink.queuedBytes()).toBeLessThanOrEqual(maxQueuedBytes);
      }
      log.setDown(false);
      for (let quiet = 0; quiet < 3; quiet += 1) {
        const before = told.length;
        client.pump();
        await turn();
        drain();
        if (told.length > before) quiet = 0;
      }
      expect(told).toEqual(evens(1, log.newest()));
    }),
    { numRuns: 200 },
  );
});
