/** The event log on both databases: nothing skipped, nothing twice, nothing of what never happened, and in the order of commits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@platen/cloud/db/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import type { Database, Tx } from '../db/database.ts';
import { readHistory, recordEvent } from './event-log.ts';
import { getSequence, listEventsAfter, readEventPage } from './event-store.ts';
import { sweepEvents } from './event-sweep.ts';
import type { EventTable } from './event-tables.ts';
import { endFollowing, followEvents } from './event-tail.ts';

const dayMs = 24 * 3_600_000;

function note(
  tx: Tx,
  { subject = 'o', detail = '', now = 1 }: { subject?: string; detail?: string; now?: number },
) {
  recordEvent(tx, {
    type: 'order.decided',
    subjectId: subject,
    accountId: 'a',
    shopId: 's',
    data: { from: null, to: null, detail },
    now,
  });
}

/** Not in any history: it is removed when it is old. */
function noteAgent(tx: Tx, now: number): void {
  recordEvent(tx, {
    type: 'agent.online',
    subjectId: 'agent',
    accountId: null,
    shopId: 's',
    data: { name: 'Counter', because: '' },
    now,
  });
}

const detailOf = ({ data }: Pick<EventTable, 'data'>): string => JSON.parse(data).detail;

describe.each(databases)('the event log on $name', ({ name, open }) => {
  let empty: EmptyDatabase;
  let database: Database;
  /** Processes of one cloud: SQLite has one. */
  let processes: Database[];
  beforeEach(async () => {
    empty = await open();
    database = empty.database;
    processes =
      name === 'SQLite'
        ? [database]
        : [database, await openDatabase(empty.url), await openDatabase(empty.url)];
  });
  afterEach(async () => {
    for (const other of processes) endFollowing(other);
    for (const other of processes.slice(1)) await other.close();
    await empty.drop();
  });

  const all = () => listEventsAfter(database.query, 0, 10_000);

  it('numbers what commits 1, 2, 3 … and knows nothing of what did not', async () => {
    const works = Array.from({ length: 60 }, (_, index) => async () => {
      const at = processes[index % processes.length]!;
      await at
        .transaction(async (tx) => {
          note(tx, { detail: `${index}a` });
          // Some commit late, so that those that began after them are there first.
          if (index % 7 === 0) await sleep(5);
          note(tx, { detail: `${index}b` });
          if (index % 5 === 0) throw new Error('no');
        })
        .catch(() => {});
    });
    await Promise.all(works.map((work) => work()));
    const events = await all();
    const kept = 60 - 12;
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: kept * 2 }, (_, index) => index + 1));
    // The two of one transaction stand side by side.
    for (let index = 0; index < events.length; index += 2)
      expect(detailOf(events[index + 1]!)).toBe(detailOf(events[index]!).replace('a', 'b'));
    expect(await getSequence(database.query)).toEqual({ last: kept * 2, removed: 0 });
  });

  it('shows a reader that goes on from the last number every event once, while many write', async () => {
    const total = 120;
    let isWriting = true;
    const seen: EventTable[] = [];
    const reader = (async () => {
      const from = processes.at(-1)!;
      for (let round = 0; round < 5000; round += 1) {
        const isLast = !isWriting;
        const page = await listEventsAfter(from.query, seen.at(-1)?.seq ?? 0, 3);
        seen.push(...page);
        if (page.length === 0 && isLast) return;
        await sleep(0);
      }
    })();
    await Promise.all(
      Array.from({ length: total }, async (_, index) => {
        await processes[index % processes.length]!.transaction(async (tx) => {
          note(tx, { detail: String(index) });
          if (index % 11 === 0) await sleep(3);
        });
      }),
    );
    isWriting = false;
    await reader;
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(new Set(seen.map(detailOf)).size).toBe(total);
  });

  it('skips nothing for a reader who finds what concerns them by several indexes', async () => {
    const filter = {
      whose: [
        { column: 'account_id', value: 'a' },
        { column: 'guest_id', value: 'a' },
        { column: 'shop_id', value: 's' },
      ],
      publicTypes: [],
      types: ['order.decided'],
    } as const;
    const total = 600;
    let isWriting = true;
    const read = async (from: Database) => {
      const seen: number[] = [];
      let after = 0;
      for (let round = 0; round < 20_000; round += 1) {
        const isLast = !isWriting;
        const { events, upTo } = await readEventPage(from.query, filter, { after, limit: 50 });
        seen.push(...events.map(({ seq }) => seq));
        after = upTo;
        if (events.length === 0 && isLast) break;
      }
      return seen;
    };
    const readers = [...processes, ...processes].map(read);
    const owners = [
      { accountId: 'a', shopId: null },
      { accountId: 'b', shopId: 's' },
      { accountId: 'b', guestId: 'a', shopId: null },
    ];
    await Promise.all(
      Array.from({ length: total }, async (_, index) => {
        await processes[index % processes.length]!.transaction(async (tx) =>
          recordEvent(tx, {
            type: 'order.decided',
            subjectId: 'o',
            ...owners[index % owners.length]!,
            data: { from: null, to: null, detail: '' },
            now: 1,
          }),
        );
      }),
    );
    isWriting = false;
    for (const seen of await Promise.all(readers))
      expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  it('keeps the order of one thing, whoever changed it', async () => {
    await database.transaction(async (tx) => {
      await tx.insertInto('settings').values({ name: 'thing', value: '0' }).execute();
    });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        processes[index % processes.length]!.transaction(async (tx) => {
          const { value } = await tx
            .updateTable('settings')
            .set((e) => ({ value: e.ref('value') }))
            .where('name', '=', 'thing')
            .returning('value')
            .executeTakeFirstOrThrow();
          const next = String(Number(value) + 1);
          await tx.updateTable('settings').set({ value: next }).where('name', '=', 'thing').execute();
          note(tx, { subject: 'thing', detail: next });
        }),
      ),
    );
    const history = await readHistory<'order.decided'>(database.query, 'thing');
    expect(history.map(({ data }) => Number(data.detail))).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it('shows a transaction what it noted itself, and nobody else', async () => {
    await database.transaction(async (tx) => note(tx, { detail: 'first' }));
    const outside = processes.at(-1)!.query;
    await database.transaction(async (tx) => {
      note(tx, { detail: 'second' });
      note(tx, { subject: 'other' });
      const details = (await readHistory<'order.decided'>(tx, 'o')).map(({ data }) => data.detail);
      expect(details).toEqual(['first', 'second']);
      if (name === 'SQLite') return;
      expect(await readHistory(outside, 'o')).toHaveLength(1);
    });
    expect(await readHistory(outside, 'o')).toHaveLength(2);
    expect(await readHistory(outside, 'o', 1)).toMatchObject([
      { event: 'decided', data: { detail: 'second' } },
    ]);
  });

  it('refuses what is noted when the transaction is over', async () => {
    const tx = await database.transaction(async (open) => open);
    expect(() => note(tx, {})).toThrow(/no transaction|there is none/);
    expect(await all()).toEqual([]);
  });

  it('tells who follows what every process commits, once and in order', async () => {
    const follower = processes.at(-1)!;
    const told: number[] = [];
    const stop = await followEvents(follower, (events) => told.push(...events.map(({ seq }) => seq)));
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        processes[index % processes.length]!.transaction(async (tx) => note(tx, { detail: String(index) })),
      ),
    );
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(40);
    expect(told).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    stop();
    await database.transaction(async (tx) => note(tx, {}));
    const late: number[] = [];
    const stopLate = await followEvents(follower, (events) => late.push(...events.map(({ seq }) => seq)));
    await database.transaction(async (tx) => note(tx, {}));
    await expect.poll(() => late, { timeout: 10_000 }).toEqual([42]);
    expect(told).toHaveLength(40);
    stopLate();
  });

  it('tells everybody who follows when it is over, and who comes later', async () => {
    let ends = 0;
    const hear = (_: unknown, isOver: boolean) => {
      if (isOver) ends += 1;
    };
    await followEvents(database, hear);
    await followEvents(database, hear);
    endFollowing(database);
    await followEvents(database, hear);
    expect(ends).toBe(3);
  });

  it('forgets what is old and in no history, and says up to where', async () => {
    const now = 100 * dayMs;
    await database.transaction(async (tx) => note(tx, { now: now - 60 * dayMs }));
    for (let index = 0; index < 3; index += 1)
      await database.transaction(async (tx) => noteAgent(tx, now - (40 - index * 9) * dayMs));
    const sweep = () => sweepEvents({ database, now: () => now, log: () => {}, eventLifeMs: 30 * dayMs });
    expect(await sweep()).toBe(2);
    expect((await all()).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'order.decided'],
      [4, 'agent.online'],
    ]);
    expect(await getSequence(database.query)).toEqual({ last: 4, removed: 3 });
    expect(await sweep()).toBe(0);
    await database.transaction(async (tx) => noteAgent(tx, now));
    expect((await all()).at(-1)!.seq).toBe(5);
  });

  it('takes many events of one transaction', async () => {
    await database.transaction(async (tx) => {
      for (let index = 0; index < 2300; index += 1) note(tx, { detail: String(index) });
    });
    const events = await all();
    expect(events).toHaveLength(2300);
    expect(events.every(({ seq, data }) => detailOf({ data }) === String(seq - 1))).toBe(true);
  });
});
