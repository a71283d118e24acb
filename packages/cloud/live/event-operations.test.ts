/** GET /api/events: who sees what, what waits, and what ends a wait. */
import { type EventType, type EventView, eventTypes } from '@platen/contracts/event-types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { recordEvent } from '../events/event-log.ts';
import { sweepEvents } from '../events/event-sweep.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';

type Caller = PrintedOrderBench['customer'];

describe.each(databases)('GET /api/events on $name', ({ open }) => {
  let bench: PrintedOrderBench;
  beforeEach(async () => {
    bench = await openPrintedOrderBench(await open());
  });
  afterEach(() => bench.cloud.close());

  const get = (caller: Caller, query = '') => caller.call('GET', `/api/events?${query}`);
  const eventsOf = async (caller: Caller, query = 'after=0&limit=500'): Promise<EventView[]> => {
    const { status, body } = await get(caller, query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.events;
  };

  it('tells an order from its making to its paper, each event in the shape of its type', async () => {
    const { order_id } = await bench.printed([2]);
    const events = await eventsOf(bench.customer);
    const mine = events.filter((event) => event.subject_id === order_id || event.data.order_id === order_id);
    expect(mine.map(({ type }) => type)).toEqual([
      'order.created',
      'order.paid',
      'job.queued',
      'payment.created',
      'job.printed',
      'order.printed',
      'order.ready_for_pickup',
    ]);
    for (const event of events) {
      const { data } = eventTypes[event.type as EventType];
      // Whose word it is is for staff.
      expect(data.partial().strict().safeParse(event.data).success, event.type).toBe(true);
      expect(event.data.actor).toBeUndefined();
    }
    const money = events.filter(({ type }) => type === 'balance.changed');
    expect(money.map(({ data }) => [data.amount, data.balance])).toEqual([
      [100, 100],
      [-2.4, 97.6],
    ]);
    // The order's own page tells the same.
    const { body } = await bench.customer.call('GET', `/api/orders/${order_id}/tracking`);
    expect(body.events.map(({ event }: { event: string }) => `order.${event}`)).toEqual(
      mine.filter(({ type }) => type.startsWith('order.')).map(({ type }) => type),
    );
  });

  it("shows nobody what is another one's", async () => {
    const { order_id } = await bench.printed([1]);
    const other = await bench.cloud.account();
    const foreign = await eventsOf(other);
    expect(foreign.map(({ type }) => type)).toEqual(['balance.changed']);
    expect(foreign[0]!.account_id).toBe(other.accountId);
    // Staff see the shop's, and no money of a customer's.
    const seen = await eventsOf(bench.operator);
    expect(seen.filter((event) => event.subject_id === order_id).length).toBeGreaterThan(3);
    expect(
      seen.some(
        ({ type, account_id }) => type.startsWith('payment.') && account_id !== bench.operator.accountId,
      ),
    ).toBe(false);
    expect(seen.find(({ type }) => type === 'job.printed')!.data.actor).toMatch(/^agent /);
    // Another shop's staff see none of it.
    const stranger = await bench.cloud.account({ role: 'operator' });
    const { query } = bench.cloud.deps.database;
    await query.insertInto('shops').values({ id: 'elsewhere', name: 'Elsewhere', created_at: 1 }).execute();
    await query
      .updateTable('accounts')
      .set({ shop_id: 'elsewhere' })
      .where('id', '=', stranger.accountId)
      .execute();
    expect((await eventsOf(stranger)).every(({ account_id }) => account_id === stranger.accountId)).toBe(
      true,
    );
    const admin = await bench.cloud.account({ role: 'admin' });
    const all = await eventsOf(admin);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    expect((await fetch(`${bench.cloud.url}/api/events?after=0`)).status).toBe(401);
  });

  it('takes types, pages, and says what it can not read', async () => {
    await bench.printed([1]);
    const { body: first } = await get(bench.customer, 'after=0&limit=2&types=order.*,job.printed');
    expect(first.events.map(({ type }: EventView) => type)).toEqual(['order.created', 'order.paid']);
    const { body: rest } = await get(bench.customer, `after=${first.sequence}&types=order.*,job.printed`);
    expect(rest.events.map(({ type }: EventView) => type)).toEqual([
      'job.printed',
      'order.printed',
      'order.ready_for_pickup',
    ]);
    const { body: none } = await get(bench.customer, `after=${rest.sequence}`);
    expect(none).toMatchObject({ events: [], sequence: rest.sequence });
    const { body: now } = await get(bench.customer);
    expect(now).toMatchObject({ events: [], sequence: rest.sequence });
    for (const [query, status] of [
      ['after=0&types=order.nothing', 400],
      ['after=0&types=', 400],
      ['after=-1', 400],
      ['after=0&wait_seconds=26', 400],
      ['after=0&limit=501', 400],
      ['after=999999', 409],
    ] as const)
      expect((await get(bench.customer, query)).status, query).toBe(status);
  });

  it("waits for what comes next, and is not woken by what is another one's", async () => {
    const other = await bench.cloud.account();
    const { sequence } = (await get(bench.customer)).body;
    let isAnswered = false;
    const waiting = get(bench.customer, `after=${sequence}&wait_seconds=25`).finally(() => {
      isAnswered = true;
    });
    // Another one's event is told to this process, and passed over.
    await other.call('POST', '/api/user/balance/topup', { amount: 5 });
    expect((await eventsOf(other)).at(-1)).toMatchObject({ type: 'payment.created' });
    expect(isAnswered).toBe(false);
    const { order_id } = await bench.paid([1]);
    const { body } = await waiting;
    expect(body.events[0]).toMatchObject({ type: 'order.created', subject_id: order_id });
    expect(body.sequence).toBeGreaterThanOrEqual(body.events.at(-1).sequence);
  });

  it('ends a wait when the key is revoked meanwhile: what happens then is not told', async () => {
    const { customer, cloud } = bench;
    const { body: key } = await customer.call('POST', '/api/keys', { name: 'dashboard' });
    const { sequence } = (await get(customer)).body;
    const waiting = fetch(`${cloud.url}/api/events?after=${sequence}&wait_seconds=25`, {
      headers: { authorization: `Bearer ${key.api_key ?? key.key}` },
    });
    await cloud.deps.database.query
      .updateTable('api_keys')
      .set({ revoked_at: Date.now() })
      .where('id', '=', key.key_id)
      .execute();
    await bench.paid([1]);
    expect((await waiting).status).toBe(401);
  });

  it('answers who waits when the cloud stops', async () => {
    const { sequence } = (await get(bench.customer)).body;
    const waiting = get(bench.customer, `after=${sequence}&wait_seconds=25`);
    // It is under way: another request that came later is answered.
    await get(bench.customer);
    const [{ status, body }] = await Promise.all([waiting, bench.cloud.close()]);
    expect(status).toBe(200);
    expect(body.events).toEqual([]);
    bench = await openPrintedOrderBench(await open());
  });

  it('refuses to go on from before what was removed', async () => {
    const { database, now } = bench.cloud.deps;
    const { body } = await get(bench.customer);
    await database.transaction(async (tx) =>
      recordEvent(tx, {
        type: 'agent.online',
        subjectId: 'x',
        accountId: null,
        shopId: bench.cloud.shopId,
        data: { name: '', because: '' },
        now: now() - 31 * 24 * 3_600_000,
      }),
    );
    await bench.paid([1]);
    expect((await eventsOf(bench.operator, `after=${body.sequence}`))[0]).toMatchObject({
      type: 'agent.online',
    });
    await sweepEvents(bench.cloud.deps);
    const refused = await get(bench.operator, `after=${body.sequence}`);
    expect(refused.status).toBe(409);
    const removed = Number(/up to (\d+)/.exec(refused.body.error)![1]);
    expect(
      (await eventsOf(bench.operator, `after=${removed}`)).some(({ type }) => type === 'order.created'),
    ).toBe(true);
  });
});
