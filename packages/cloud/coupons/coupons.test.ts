/** Coupons as accounts have them: codes, limits, discounts in orders; on both databases. */
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';

const photo = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 });
const pdf = makePdf({ pages: 3, widthMm: 210, heightMm: 297 });

describe.each(databases)('coupons on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let admin: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account({ openingMinor: 100_000 });
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());

  const campaign = async (more: object = {}) => {
    const reply = await admin.call('POST', '/api/admin/coupon-campaigns', {
      name: 'Spring',
      amount: 5,
      ...more,
    });
    expect(reply.status).toBe(201);
    return reply.body;
  };
  const redeem = (code: string, by = account) => by.call('POST', '/api/user/coupons/redeem', { code });
  const grant = async (more: object) => {
    const reply = await admin.call('POST', '/api/admin/coupons', { phone: account.phone, ...more });
    expect(reply.status).toBe(201);
    return reply.body;
  };
  const listed = async (query = '') => (await account.call('GET', `/api/user/coupons${query}`)).body;

  async function itemsOf() {
    const { photo_id } = (await account.upload('/api/photos/upload', photo)).body;
    const { document_id } = (await account.upload('/api/documents/upload', pdf)).body;
    return [
      { photo_id, size: '4x6', paper_type: 'glossy', quantity: 10 },
      { document_id, size: 'A4', paper_type: 'plain', quantity: 7 },
    ];
  }

  it('a code is redeemed in any writing, once', async () => {
    const { code } = await campaign();
    expect(code).toMatch(/^[A-Z2-9]{12}$/);
    const first = await redeem(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
    expect(first).toMatchObject({ status: 201, body: { kind: 'amount', amount: 5, status: 'unused' } });
    expect(await redeem(code)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/already/) },
    });
    expect((await listed()).items).toMatchObject([{ coupon_id: first.body.coupon_id, note: 'Spring' }]);
    expect((await admin.call('GET', '/api/admin/coupon-campaigns')).body.items[0].redeemed).toBe(1);
  });

  it('terms that make no sense are refused', async () => {
    const past = new Date(Date.now() - 1000).toISOString();
    for (const [more, status, sentence] of [
      [{ expires_at: past }, 422, /^expires_at: must be in the future/],
      [{ amount: 1e12 }, 400, /^amount: must be an amount of at most 1000000/],
      [{ amount: 1e-9 }, 400, /^amount: must be an amount above 0/],
      [{ min_amount: 1e12 }, 400, /^min_amount: must be an amount of at most/],
    ] as const) {
      const reply = await admin.call('POST', '/api/admin/coupon-campaigns', {
        name: 'Spring',
        amount: 5,
        ...more,
      });
      expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(sentence) } });
    }
  });

  it('staff may type the phone of an account as people do', async () => {
    const db = cloud.deps.database.query;
    const phone = '+8613812345678';
    await db.updateTable('accounts').set({ phone }).where('id', '=', account.accountId).execute();
    expect((await grant({ phone: '138 1234-5678', amount: 1 })).phone).toBe(phone);
    const adjusted = { phone: '13812345678', amount: 1, note: 'Goodwill' };
    expect((await admin.call('POST', '/api/admin/balance', adjusted)).status).toBe(200);
    await account.call('POST', '/api/orders', { items: await itemsOf() });
    const found = await admin.call('GET', '/api/admin/orders?phone=138%201234%205678');
    expect(found.body.total).toBe(1);
  });

  it('an unknown code is not found, one that is over says why; guesses are counted, the rest is not', async () => {
    const ended = await campaign({ expires_at: new Date(Date.now() + 1000).toISOString() });
    const stopped = await campaign();
    await admin.call('DELETE', `/api/admin/coupon-campaigns/${stopped.campaign_id}`);
    cloud.clock.offsetMs += 2000;
    for (let i = 0; i < 25; i += 1) {
      expect(await redeem(ended.code)).toMatchObject({
        status: 422,
        body: { error: expect.stringMatching(/expired/) },
      });
    }
    expect((await redeem(stopped.code)).body.error).toMatch(/no longer/);
    for (let i = 0; i < 20; i += 1) expect((await redeem(`nothing ${i}`)).status).toBe(404);
    expect(await redeem('nothing else')).toMatchObject({
      status: 429,
      body: { retry_after_seconds: expect.any(Number) },
    });
    const outsider = await cloud.account();
    expect((await redeem('nothing', outsider)).status).toBe(404);
  });

  it('of 50 accounts at once exactly as many get one as there are', async () => {
    const { code } = await campaign({ max_total: 7 });
    const accounts = await Promise.all(Array.from({ length: 50 }, () => cloud.account({ openingMinor: 0 })));
    const replies = await Promise.all(accounts.map((each) => redeem(code, each)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(7);
    expect(replies.filter((reply) => reply.status === 422)).toHaveLength(43);
    const { total } = await cloud.deps.database.query
      .selectFrom('coupons')
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(7);
    expect((await admin.call('GET', '/api/admin/coupon-campaigns')).body.items[0].redeemed).toBe(7);
  });

  it('one account that redeems many times at once gets what the campaign allows it', async () => {
    const { code } = await campaign({ max_per_account: 2, max_total: 100 });
    const replies = await Promise.all(Array.from({ length: 12 }, () => redeem(code)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(2);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(10);
    expect((await listed()).total).toBe(2);
    expect((await admin.call('GET', '/api/admin/coupon-campaigns')).body.items[0].redeemed).toBe(2);
  });

  it('a repeat with the same Idempotency-Key gets the same coupon', async () => {
    const { code } = await campaign();
    const key = { 'idempotency-key': 'r' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => account.call('POST', '/api/user/coupons/redeem', { code }, key)),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.coupon_id)).size).toBe(1);
  });

  it('are listed by scope and status', async () => {
    await grant({ amount: 1, scope: 'photo' });
    await grant({ amount: 2, scope: 'document', expires_in_days: 1 });
    const used = await grant({ amount: 3 });
    const items = await itemsOf();
    const order = await account.call('POST', '/api/orders', { items, coupon_id: used.coupon_id });
    cloud.clock.offsetMs += 2 * 24 * 3600 * 1000;
    const amounts = async (query: string) =>
      (await listed(query)).items.map((each: { amount: number }) => each.amount);
    expect(await amounts('')).toEqual([3, 2, 1]);
    expect(await amounts('?scope=photo')).toEqual([3, 1]);
    expect(await amounts('?scope=all')).toEqual([3]);
    expect(await amounts('?status=used')).toEqual([3]);
    expect(await amounts('?status=expired')).toEqual([2]);
    expect(await amounts('?status=unused')).toEqual([1]);
    expect((await listed('?status=used')).items[0].order_id).toBe(order.body.order_id);
    expect((await account.call('GET', '/api/user/coupons?status=lost')).status).toBe(400);
  });

  it('that are available say what they take off, best first, and the others why not', async () => {
    await grant({ amount: 5, min_amount: 20 });
    await grant({ percent: 10, cap: 8 });
    await grant({ free_shipping: true });
    await grant({ amount: 50, min_amount: 500, note: 'large' });
    const { body } = await account.call('GET', '/api/user/coupons/available?amount=30&scope=photo');
    expect(body.items.map((each: { discount: number }) => each.discount)).toEqual([5, 3, 0]);
    expect(body.unavailable).toMatchObject([
      { note: 'large', why_not: expect.stringMatching(/at least 500/) },
    ]);
    const best = (await account.call('GET', '/api/user/coupons/available?amount=200')).body.items;
    expect(best.map((each: { discount: number }) => each.discount)).toEqual([8, 5, 0]);
    const unknown = (await account.call('GET', '/api/user/coupons/available')).body;
    expect(unknown.items).toHaveLength(4);
    expect(unknown.items[0].discount).toBeNull();
    expect((await account.call('GET', '/api/user/coupons/available?amount=0.001')).status).toBe(400);
  });

  it('take off what they are good for, and copies are paid back without it', async () => {
    const { coupon_id } = await grant({ percent: 25, scope: 'photo' });
    const items = await itemsOf();
    const order = await account.call('POST', '/api/orders', { items, coupon_id });
    expect(order.body).toMatchObject({
      subtotal: 22.5,
      discount: 3,
      shipping: 0,
      total: 19.5,
      items: [
        { amount: 12, discount: 3 },
        { amount: 10.5, discount: 0 },
      ],
    });
    expect((await account.call('POST', '/api/orders', { items, coupon_id })).status).toBe(409);
    const { order_id } = order.body;
    await account.call('POST', '/api/payment/balance', { order_id });
    await account.call('PUT', `/api/orders/${order_id}/cancel`);
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(1000);
    expect((await account.call('POST', '/api/orders', { items, coupon_id })).status).toBe(201);
  });

  it.each([
    [{ amount: 5, scope: 'document' }, /document prints/],
    [{ amount: 5, min_amount: 100 }, /at least 100/],
    [{ free_shipping: true }, /shipping fee/],
    [{ amount: 5, valid_from: '2999-01-01T00:00:00Z' }, /good from/],
  ])('%o is refused with its reason', async (terms, sentence) => {
    const { coupon_id } = await grant(terms);
    const [item] = await itemsOf();
    const body = { items: [item], coupon_id };
    for (const path of ['/api/orders', '/api/orders/quote']) {
      const reply = await account.call('POST', path, body);
      expect(reply).toMatchObject({ status: 422, body: { error: expect.stringMatching(sentence) } });
    }
  });

  it("of somebody else aren't there", async () => {
    const { coupon_id } = await grant({ amount: 5 });
    const outsider = await cloud.account();
    const { photo_id } = (await outsider.upload('/api/photos/upload', photo)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 10 }];
    expect((await outsider.call('POST', '/api/orders', { items, coupon_id })).status).toBe(404);
    expect((await outsider.call('GET', '/api/user/coupons')).body.total).toBe(0);
  });

  it.each([
    [{ name: 'x' }, 'amount: must be given'],
    [{ name: 'x', amount: 1, percent: 5 }, 'amount: must be given'],
    [{ name: 'x', percent: 101 }, 'percent: must be a whole number from 1 to 100'],
    [{ name: 'x', amount: 0.001 }, 'amount: must be an amount'],
    [{ name: 'x', amount: 1, cap: 2 }, 'cap: must not be given'],
    [{ name: 'x', amount: 1, code: '!!!!' }, 'code: must be 4 to 40 letters'],
    [
      { name: 'x', amount: 1, valid_from: '2030-01-02T00:00:00Z', expires_at: '2030-01-01T00:00:00Z' },
      'valid_from: must be before',
    ],
  ])('no campaign is made of %o', async (terms, sentence) => {
    const reply = await admin.call('POST', '/api/admin/coupon-campaigns', terms);
    expect(reply).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } });
    expect((await account.call('POST', '/api/admin/coupon-campaigns', terms)).status).toBe(403);
  });

  it('two campaigns never share a code', async () => {
    await campaign({ code: 'Spring 2026' });
    const again = { name: 'x', amount: 1, code: 'SPRING-2026' };
    expect((await admin.call('POST', '/api/admin/coupon-campaigns', again)).status).toBe(409);
  });
});
