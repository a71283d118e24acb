/** What admins read over all shops: the numbers of a day, every price, who has a campaign's coupons, the story of an order. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';

const photo = await makeJpeg({ widthPx: 600, heightPx: 400, seed: 3 });

describe.each(databases)('what admins read on $name', ({ open }) => {
  let cloud: TestCloud;
  let customer: TestAccount;
  let admin: TestAccount;
  beforeAll(async () => {
    cloud = await startTestCloud(await open());
    customer = await cloud.account({ openingMinor: 100_000 });
    admin = await cloud.account({ role: 'admin' });
  });
  afterAll(() => cloud?.close());

  const read = async (path: string, by = admin) => {
    const reply = await by.call('GET', path);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body;
  };
  async function order(quantity: number, more: object = {}) {
    const { photo_id } = (await customer.upload('/api/photos/upload', photo)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity }];
    return (await customer.call('POST', '/api/orders', { items, ...more })).body;
  }

  it('the numbers of a day are those that began since, and money counts once it is there', async () => {
    const since = new Date(Date.now() - 1).toISOString();
    const before = await read(`/api/admin/overview?since=${since}`);
    const paid = await order(2);
    const unpaid = await order(1);
    const cancelled = await order(5);
    await customer.call('POST', '/api/payment/balance', { order_id: paid.order_id });
    await customer.call('PUT', `/api/orders/${cancelled.order_id}/cancel`);
    const after = await read(`/api/admin/overview?since=${since}`);
    expect(before.orders.count).toBe(0);
    expect(after.orders).toEqual({ count: 2, total: Math.round((paid.total + unpaid.total) * 100) / 100 });
    expect(after.payments).toEqual({ count: 1, amount: paid.total });
    expect(after).toMatchObject({ refunds: { count: 0, amount: 0 }, copies_printed: 0, currency: 'CNY' });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await read(`/api/admin/overview?since=${later}`)).orders.count).toBe(0);
    const old = await admin.call('GET', '/api/admin/overview?since=2020-01-01T00:00:00Z');
    expect(old).toMatchObject({ status: 422, body: { error: expect.stringContaining('since') } });
    expect((await customer.call('GET', '/api/admin/overview')).status).toBe(403);
  });

  it('every price is listed, also where nothing can be ordered by it', async () => {
    const size = {
      name: 'Card',
      media_size: 'custom_card_50x80mm',
      width_mm: 50,
      height_mm: 80,
      made_for: 'photo',
    };
    await admin.call('POST', '/api/admin/sizes', { ...size, code: 'card', enabled: false });
    const price = { size: 'card', paper_type: 'glossy', color_mode: 'monochrome' };
    const breaks = [
      { min_pages: 1, price: 0.3 },
      { min_pages: 50, price: 0.25 },
    ];
    expect((await admin.call('PUT', '/api/admin/prices', { ...price, breaks })).status).toBe(200);
    const all = await read('/api/admin/prices');
    expect(all.items).toContainEqual({ ...price, sides: 'one-sided', breaks });
    expect((await read('/api/prices')).items.some((row: { size: string }) => row.size === 'card')).toBe(
      false,
    );
    const twoSided = all.items.filter((row: { sides: string }) => row.sides !== 'one-sided');
    expect(new Set(twoSided.map((row: { sides: string }) => row.sides))).toEqual(
      new Set(['two-sided-long-edge']),
    );
    // What is listed can be given back as it is.
    for (const row of all.items) expect((await admin.call('PUT', '/api/admin/prices', row)).status).toBe(200);
    expect(await read('/api/admin/prices')).toEqual(all);
  });

  it("a campaign's coupons say who has them and what they were used for", async () => {
    const campaign = (await admin.call('POST', '/api/admin/coupon-campaigns', { name: 'Tea', amount: 1 }))
      .body;
    const other = (await admin.call('POST', '/api/admin/coupon-campaigns', { name: 'Other', amount: 1 }))
      .body;
    const coupon = (await customer.call('POST', '/api/user/coupons/redeem', { code: campaign.code })).body;
    const path = `/api/admin/coupon-campaigns/${campaign.campaign_id}/coupons`;
    expect(await read(path)).toMatchObject({
      total: 1,
      items: [
        {
          coupon_id: coupon.coupon_id,
          phone: customer.phone,
          status: 'unused',
          order_id: null,
          order_no: null,
        },
      ],
    });
    const { order_id, order_no } = await order(1, { coupon_id: coupon.coupon_id });
    const used = { coupon_id: coupon.coupon_id, status: 'used', order_id, order_no };
    expect((await read(path)).items).toMatchObject([used]);
    expect((await read('/api/user/coupons', customer)).items).toMatchObject([used]);
    expect((await read(`/api/admin/coupon-campaigns/${other.campaign_id}/coupons`)).total).toBe(0);
    const missing = '/api/admin/coupon-campaigns/00000000-0000-4000-8000-000000000000/coupons';
    expect((await admin.call('GET', missing)).status).toBe(404);
    expect((await customer.call('GET', path)).status).toBe(403);
  });

  it("an order's story has its jobs, and its money for admins alone; a stranger's shop sees nothing", async () => {
    const { order_id } = await order(1);
    await customer.call('POST', '/api/payment/balance', { order_id });
    const staff = await cloud.account({ role: 'operator' });
    const typesOf = async (by: TestAccount) =>
      (await read(`/api/shop/orders/${order_id}/events`, by)).events.map(
        (each: { type: string }) => each.type,
      );
    const seen = await typesOf(admin);
    expect(seen).toEqual(
      expect.arrayContaining(['order.created', 'payment.created', 'order.paid', 'job.queued']),
    );
    const staffSees = await typesOf(staff);
    expect(staffSees).toContain('job.queued');
    expect(staffSees.filter((type: string) => type.startsWith('payment.'))).toEqual([]);
    const elsewhere = (await admin.call('POST', '/api/admin/shops', { name: 'Elsewhere' })).body;
    await admin.call('PUT', `/api/admin/accounts/${staff.accountId}/role`, {
      role: 'operator',
      shop_id: elsewhere.shop_id,
    });
    expect((await staff.call('GET', `/api/shop/orders/${order_id}/events`)).status).toBe(404);
  });

  it('refunds and after-sales requests are narrowed to an order', async () => {
    const one = await order(1);
    const another = await order(1);
    for (const { order_id } of [one, another]) {
      await customer.call('POST', '/api/payment/balance', { order_id });
      await customer.call('PUT', `/api/orders/${order_id}/cancel`);
    }
    const refunds = await read(`/api/admin/refunds?order_id=${one.order_id}`);
    expect(refunds.items).toMatchObject([{ order_id: one.order_id, order_no: one.order_no }]);
    expect(refunds.total).toBe(1);
    expect((await read(`/api/shop/after-sales?order_id=${one.order_id}`)).total).toBe(0);
  });
});
