/** Reviews over REST on both databases: one for an order, in a batch each by itself, read marks, nobody else's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount, TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';

describe.each(databases)('reviews on $name', ({ open }) => {
  let bench: PrintedOrderBench;
  let cloud: TestCloud;
  let customer: TestAccount;
  let operator: TestAccount;
  beforeEach(async () => {
    bench = await openPrintedOrderBench(await open());
    ({ cloud, customer, operator } = bench);
  });
  afterEach(() => cloud.close());

  const review = (order_id: string, more: object = {}) =>
    customer.call('POST', '/api/order-reviews', { order_id, rating_print: 5, ...more });
  const get = (id: string) => customer.call('GET', `/api/order-reviews/${id}`);

  it('are written once, when there is something to judge', async () => {
    const { order_id, order_no } = await bench.paid([1]);
    expect((await review(order_id)).body.error).toMatch(
      /^order_id: The order is paid; it can be reviewed once/,
    );
    await bench.finishJobs(order_id);
    for (const rating_print of [0, 6, 4.5, '5', null]) {
      const refused = await review(order_id, { rating_print });
      expect(refused).toMatchObject({
        status: 400,
        body: { error: 'rating_print: must be a whole number from 1 to 5' },
      });
    }
    const shipping = await review(order_id, { rating_shipping: 3 });
    expect(shipping).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^rating_shipping: /) },
    });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => review(order_id, { rating_service: 4, comment: 'Fine' })),
    );
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9);
    const [won] = replies.filter((reply) => reply.status === 201);
    expect(won!.body).toMatchObject({
      order_no,
      rating_print: 5,
      rating_shipping: null,
      rating_service: 4,
      reply: null,
    });
    expect((await get(won!.body.review_id)).body).toEqual(won!.body);
  });

  it('rate shipping where the order was shipped', async () => {
    const { order_id } = await bench.printed([1]);
    const shipped = { status: 'shipped', delivery_method: 'shipping' } as const;
    await cloud.deps.database.query.updateTable('orders').set(shipped).where('id', '=', order_id).execute();
    expect(await review(order_id, { rating_shipping: 3 })).toMatchObject({
      status: 201,
      body: { rating_shipping: 3 },
    });
  });

  it('of several orders are each taken or refused by themselves', async () => {
    const [first, second] = [await bench.printed([1]), await bench.printed([1])];
    const unpaid = await bench.paid([1]);
    const other = await cloud.account();
    const strange = crypto.randomUUID();
    const items = [first, unpaid, second, first, { order_id: strange }].map(({ order_id }) => ({
      order_id,
      rating_print: 3,
    }));
    const key = { 'idempotency-key': 'reviews' };
    const sent = () => customer.call('POST', '/api/order-reviews/batch', { items }, key);
    const { status, body } = await sent();
    expect(status).toBe(201);
    expect(body).toMatchObject({ submitted: 2, refused: 3 });
    expect(body.items.map((item: { ok: boolean }) => item.ok)).toEqual([true, false, true, false, false]);
    expect(body.items[1].error).toMatch(/^order_id: The order is paid/);
    expect(body.items[3].error).toMatch(/^order_id: The order was reviewed already/);
    expect(body.items[4]).toMatchObject({
      order_id: strange,
      review: null,
      error: 'order_id: no such order.',
    });
    expect((await sent()).body).toEqual(body);
    const wrong = { items: [{ order_id: strange, rating_print: 3 }, { order_id: strange }] };
    expect((await other.call('POST', '/api/order-reviews/batch', wrong)).body.error).toMatch(
      /^items\[1\]\.rating_print: is missing/,
    );
    const theirs = await other.call('POST', '/api/order-reviews/batch', { items: items.slice(0, 1) });
    expect(theirs.body).toMatchObject({ submitted: 0, items: [{ error: 'order_id: no such order.' }] });
    const list = await customer.call('GET', '/api/order-reviews?limit=1&page=2');
    expect(list.body).toMatchObject({
      page: 2,
      page_size: 1,
      total: 2,
      items: [{ order_id: first.order_id }],
    });
  });

  it('are replied to by the shop, and the reply is marked as read', async () => {
    const { order_id, order_no } = await bench.printed([1]);
    const { review_id } = (await review(order_id)).body;
    const read = () => customer.call('PUT', `/api/order-reviews/${review_id}/read`);
    expect((await read()).body).toMatchObject({ reply: null, reply_read: true });
    const waiting = () => operator.call('GET', '/api/shop/order-reviews?replied=false');
    expect((await waiting()).body).toMatchObject({ total: 1, items: [{ review_id, order_no }] });
    const reply = (text: string, account = operator) =>
      account.call('POST', `/api/shop/order-reviews/${review_id}/reply`, { reply: text });
    expect((await reply('Thanks', customer)).status).toBe(403);
    expect((await reply('Thanks')).body).toMatchObject({ reply: 'Thanks', reply_read: false });
    expect((await waiting()).body.total).toBe(0);
    expect((await read()).body.reply_read).toBe(true);
    expect((await reply('Thank you')).body.reply_read).toBe(false);
    expect((await get(review_id)).body).toMatchObject({ reply: 'Thank you', reply_read: false });
    const audit = await cloud.deps.database.query.selectFrom('audit_log').selectAll().execute();
    expect(audit.map((row) => row.action)).toEqual(['reply_to_order_review', 'reply_to_order_review']);
  });

  it('stay with whom they belong to', async () => {
    const { order_id } = await bench.printed([1]);
    const other = await cloud.account();
    const stolen = await other.call('POST', '/api/order-reviews', { order_id, rating_print: 1 });
    expect(stolen.status).toBe(404);
    const { review_id } = (await review(order_id)).body;
    expect((await other.call('GET', `/api/order-reviews/${review_id}`)).status).toBe(404);
    expect((await other.call('PUT', `/api/order-reviews/${review_id}/read`)).status).toBe(404);
    expect((await other.call('GET', '/api/order-reviews')).body.total).toBe(0);
    const elsewhere = await cloud.account({ role: 'operator' });
    const db = cloud.deps.database.query;
    const moved = { shop_id: crypto.randomUUID() };
    await db.updateTable('accounts').set(moved).where('id', '=', elsewhere.accountId).execute();
    const path = `/api/shop/order-reviews/${review_id}/reply`;
    expect((await elsewhere.call('POST', path, { reply: 'x' })).status).toBe(404);
    expect((await elsewhere.call('GET', '/api/shop/order-reviews')).body.total).toBe(0);
  });
});
