/** After-sales over REST on both databases: who may ask for what, that money is exact, that reprints close by themselves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount, TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { insertShop } from '../shops/shop-store.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';
import { isUploadInAfterSales } from './after-sales-store.ts';

const dayMs = 24 * 3_600_000;

describe.each(databases)('after-sales on $name', ({ open }) => {
  let bench: PrintedOrderBench;
  let cloud: TestCloud;
  let customer: TestAccount;
  let operator: TestAccount;
  beforeEach(async () => {
    bench = await openPrintedOrderBench(await open());
    ({ cloud, customer, operator } = bench);
  });
  afterEach(() => cloud.close());

  const ask = (order_id: string, more: object = {}, account = customer) =>
    account.call('POST', '/api/after-sales', { order_id, type: 'refund', reason: 'Stripes', ...more });
  const decide = (id: string, more: object, account = operator) =>
    account.call('POST', `/api/shop/after-sales/${id}/decide`, { decision: 'approve', ...more });
  const look = (id: string) => customer.call('GET', `/api/user/after-sales/${id}`);

  it('are for orders that were printed, for 30 days', async () => {
    const order = await bench.paid([1]);
    expect((await ask(order.order_id)).body.error).toMatch(/^The order is paid; after-sales are for orders/);
    await bench.finishJobs(order.order_id);
    cloud.clock.offsetMs = 31 * dayMs;
    expect((await ask(order.order_id)).body.error).toMatch(/^More than 30 days have passed/);
    cloud.clock.offsetMs = 29 * dayMs;
    expect(await ask(order.order_id)).toMatchObject({
      status: 201,
      body: { status: 'requested', items: [{ position: 1, copies: 1 }], can_withdraw: true },
    });
  });

  it('pay the price of the copies back, once, however often it is approved', async () => {
    const order = await bench.printed([3, 2]);
    const before = await bench.balance();
    const asked = await ask(order.order_id, { items: [{ position: 1, copies: 2 }] });
    const { after_sales_id } = asked.body;
    const replies = await Promise.all(Array.from({ length: 10 }, () => decide(after_sales_id, {})));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9);
    const listed = await operator.call('GET', '/api/shop/after-sales');
    expect(listed.body.items).toMatchObject([{ after_sales_id, order_no: order.order_no }]);
    expect((await look(after_sales_id)).body).toMatchObject({
      order_no: order.order_no,
      status: 'refunded',
      resolution: 'refunded',
      refunded: 2.4,
      items: [{ copies: 2, refunded: 2.4 }],
      history: [{ status: 'requested' }, { status: 'approved' }, { status: 'refunded', detail: '2.40 CNY' }],
    });
    expect(await bench.balance()).toBeCloseTo(before + 2.4, 6);
    const paid = await customer.call('GET', `/api/payment/status/${order.order_id}`);
    expect(paid.body).toMatchObject({ refund_status: 'partial', refunded: 2.4, refunds: [{ amount: 2.4 }] });
  });

  it('never pay back more than is left of what was paid', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const coupon = await admin.call('POST', '/api/admin/coupons', { phone: customer.phone, amount: 1 });
    const { order_id } = await bench.printed([3], { coupon_id: coupon.body.coupon_id });
    const before = await bench.balance();
    // 2.60 for 3 copies: 0.87, 0.87 and what is left of it, 0.86.
    for (const wanted of [0.87, 0.87, 0.86]) {
      const { after_sales_id } = (await ask(order_id, { items: [{ position: 1, copies: 1 }] })).body;
      expect((await decide(after_sales_id, { amount: 2.61 })).status).toBe(422);
      expect((await decide(after_sales_id, { amount: 0.001 })).status).toBe(400);
      expect((await decide(after_sales_id, {})).body.refunded).toBe(wanted);
    }
    expect(await bench.balance()).toBeCloseTo(before + 2.6, 6);
    expect((await ask(order_id)).body.error).toBe('Everything in this order was paid back already.');
    const named = await ask(order_id, { items: [{ position: 1 }] });
    expect(named).toMatchObject({
      status: 422,
      body: { error: 'items[0].position: was paid back already.' },
    });
    expect((await customer.call('GET', `/api/orders/${order_id}`)).body.refund_status).toBe('full');
  });

  it('pay a part back, spread over the items to the cent', async () => {
    const { order_id } = await bench.printed([1, 1, 1]);
    const { after_sales_id } = (await ask(order_id)).body;
    expect((await decide(after_sales_id, { amount: 1 })).body).toMatchObject({
      refunded: 1,
      items: [{ refunded: 0.34 }, { refunded: 0.33 }, { refunded: 0.33 }],
    });
  });

  it('print anew and close when the new copies are printed', async () => {
    const { order_id } = await bench.printed([3, 1]);
    const asked = await ask(order_id, { type: 'reprint', items: [{ position: 1, copies: 2 }] });
    const { after_sales_id } = asked.body;
    const before = await bench.jobsOf(order_id);
    const decided = await decide(after_sales_id, { note: 'Sorry' });
    expect(decided.body).toMatchObject({ status: 'reprinting', decision_note: 'Sorry', resolution: null });
    const [added, ...more] = (await bench.jobsOf(order_id)).slice(before.length);
    expect(more).toEqual([]);
    expect(added).toMatchObject({ copies: 2, reprint_of: before[0]!.id, state: 'queued' });
    expect(JSON.parse(added!.ticket)).toMatchObject({ job_id: added!.id, copies: 2, item_position: 1 });
    const close = await operator.call('POST', `/api/shop/after-sales/${after_sales_id}/close`, {});
    expect(close.body.error).toMatch(/closes by itself/);
    await bench.finishJobs(order_id);
    expect((await look(after_sales_id)).body).toMatchObject({
      status: 'closed',
      resolution: 'reprinted',
      refunded: 0,
    });
    const order = await customer.call('GET', `/api/orders/${order_id}`);
    expect(order.body).toMatchObject({ status: 'ready_for_pickup', refund_status: 'none' });
    const tracked = await customer.call('GET', `/api/orders/${order_id}/tracking`);
    expect(tracked.body).toMatchObject({ copies: 4, copies_printed: 4 });
  });

  it('follow a reprint that the printer gave up on to the job that replaced it, or to the money', async () => {
    const { order_id } = await bench.printed([2]);
    const first = (await ask(order_id, { type: 'reprint' })).body.after_sales_id;
    await decide(first, {});
    await bench.finishJobs(order_id, 'failed');
    expect((await look(first)).body.status).toBe('reprinting');
    const failed = (await bench.jobsOf(order_id)).at(-1)!;
    await operator.call('POST', `/api/shop/jobs/${failed.id}/decide`, { decision: 'reprint' });
    expect((await look(first)).body.status).toBe('reprinting');
    await bench.finishJobs(order_id);
    expect((await look(first)).body).toMatchObject({ status: 'closed', resolution: 'reprinted' });

    const before = await bench.balance();
    const second = (await ask(order_id, { type: 'reprint', items: [{ position: 1, copies: 1 }] })).body;
    await decide(second.after_sales_id, {});
    await bench.finishJobs(order_id, 'failed');
    const lost = (await bench.jobsOf(order_id)).at(-1)!;
    await operator.call('POST', `/api/shop/jobs/${lost.id}/decide`, { decision: 'refund' });
    expect((await look(second.after_sales_id)).body).toMatchObject({
      status: 'closed',
      resolution: 'refunded',
    });
    expect(await bench.balance()).toBeCloseTo(before + 1.2, 6);
  });

  it('have one open request for an order', async () => {
    const { order_id } = await bench.printed([1]);
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(order_id)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.find((reply) => reply.status === 409)!.body.error).toMatch(/is open already/);
    const { after_sales_id } = replies.find((reply) => reply.status === 201)!.body;
    const withdraw = () => customer.call('PUT', `/api/user/after-sales/${after_sales_id}/withdraw`);
    expect((await withdraw()).body).toMatchObject({ status: 'closed', resolution: 'withdrawn' });
    expect((await withdraw()).status).toBe(409);
    expect((await decide(after_sales_id, {})).status).toBe(409);
    expect((await ask(order_id)).status).toBe(201);
  });

  it('can be refused with a reason, or settled by hand', async () => {
    const { order_id } = await bench.printed([1]);
    const { after_sales_id } = (await ask(order_id)).body;
    expect((await decide(after_sales_id, { decision: 'reject' })).body.error).toMatch(/^note: must say why/);
    const refused = await decide(after_sales_id, { decision: 'reject', note: 'It is as ordered' });
    expect(refused.body).toMatchObject({ status: 'rejected', resolution: 'rejected' });
    expect((await look(after_sales_id)).body.decision_note).toBe('It is as ordered');

    const other = (await ask(order_id, { type: 'other', description: 'Where is my umbrella?' })).body;
    const close = () => operator.call('POST', `/api/shop/after-sales/${other.after_sales_id}/close`, {});
    expect((await close()).body.error).toBe('The request is not decided yet.');
    expect((await decide(other.after_sales_id, {})).body.status).toBe('approved');
    expect((await close()).body).toMatchObject({ status: 'closed', resolution: 'settled' });
    const audit = await cloud.deps.database.query.selectFrom('audit_log').selectAll().execute();
    expect(audit.map((row) => [row.action, row.account_id])).toEqual([
      ['decide_after_sales', operator.accountId],
      ['decide_after_sales', operator.accountId],
      ['close_after_sales', operator.accountId],
    ]);
  });

  it("refuse copies that aren't there, and photos and orders of others", async () => {
    const { order_id } = await bench.printed([2]);
    const items = (...list: object[]) => ask(order_id, { items: list });
    expect((await items({ position: 2 })).body.error).toBe(
      'items[0].position: the order has positions 1 to 1.',
    );
    expect((await items({ position: 1, copies: 3 })).body.error).toBe('items[0].copies: at most 2, not 3.');
    expect((await items({ position: 1 }, { position: 1 })).status).toBe(400);
    const other = await cloud.account();
    const { items: ordered } = (await customer.call('GET', `/api/orders/${order_id}`)).body;
    const photo = ordered[0].document_id;
    expect((await ask(order_id, {}, other)).status).toBe(404);
    const mine = await bench.printed([1]);
    expect((await ask(mine.order_id, { photo_ids: [crypto.randomUUID()] })).status).toBe(404);
    const db = cloud.deps.database.query;
    expect(await isUploadInAfterSales(db, photo)).toBe(false);
    const asked = await ask(mine.order_id, { photo_ids: [photo] });
    expect(asked.body.photos).toMatchObject([{ photo_id: photo }]);
    const fileOf = async (account: TestAccount) => {
      const headers = { authorization: `Bearer ${account.apiKey}` };
      const file = await fetch(asked.body.photos[0].file_url, { headers });
      await file.arrayBuffer();
      return file.status;
    };
    expect([await fileOf(customer), await fileOf(operator), await fileOf(other)]).toEqual([200, 200, 404]);
    expect(await isUploadInAfterSales(db, photo)).toBe(true);
    expect(await isUploadInAfterSales(db, mine.items[0].document_id)).toBe(true);
  });

  it("show and change nothing of somebody else's", async () => {
    const { order_id } = await bench.printed([1]);
    const { after_sales_id } = (await ask(order_id)).body;
    const other = await cloud.account();
    expect((await other.call('GET', `/api/user/after-sales/${after_sales_id}`)).status).toBe(404);
    expect((await other.call('PUT', `/api/user/after-sales/${after_sales_id}/withdraw`)).status).toBe(404);
    expect((await other.call('GET', '/api/user/after-sales')).body.total).toBe(0);
    expect((await customer.call('GET', '/api/user/after-sales?status=requested')).body.total).toBe(1);
    expect((await decide(after_sales_id, {}, customer)).status).toBe(403);
    const elsewhere = await cloud.account({ role: 'operator' });
    const shopId = crypto.randomUUID();
    const db = cloud.deps.database.query;
    await insertShop(db, { id: shopId, name: 'Elsewhere', created_at: 0 });
    await db.updateTable('accounts').set({ shop_id: shopId }).where('id', '=', elsewhere.accountId).execute();
    expect((await decide(after_sales_id, {}, elsewhere)).status).toBe(404);
    expect((await elsewhere.call('GET', `/api/shop/after-sales/${after_sales_id}`)).status).toBe(404);
    expect((await elsewhere.call('GET', '/api/shop/after-sales')).body.total).toBe(0);
    expect((await operator.call('GET', '/api/shop/after-sales')).body.total).toBe(1);
    expect((await operator.call('GET', `/api/shop/after-sales/${after_sales_id}`)).status).toBe(200);
  });
});
