/** Orders that are sent: fee, address, carrier, tracking, receipt; on both databases. */
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { insertAddress } from '../addresses/address-store.ts';
import { listPickupPointsOfShop, updatePickupPoint } from '../delivery/pickup-store.ts';
import { listCarriers } from '../delivery/shipping-store.ts';
import { completeOldShipments } from '../fulfilment/order-sweep.ts';
import { newId } from '../ids.ts';

const pdf = makePdf({ pages: 4, widthMm: 210, heightMm: 297 });
const nowhere = '0192f000-0000-7000-8000-000000000000';
const dayMs = 24 * 3600 * 1000;

describe.each(databases)('delivery on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let operator: TestAccount;
  let item: Record<string, unknown>;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account({ openingMinor: 100_000 });
    operator = await cloud.account({ role: 'operator' });
    const { document_id } = (await account.upload('/api/documents/upload', pdf)).body;
    item = { document_id, size: 'A4', paper_type: 'plain', quantity: 10 };
  });
  afterEach(() => cloud.close());

  /** In Shanghai unless told: a rate of 8 yuan for the first kilogram, and express. */
  async function addressOf(more: { account?: TestAccount; region_id?: string | null } = {}): Promise<string> {
    const id = newId();
    const now = Date.now();
    await cloud.deps.database.transaction((tx) =>
      insertAddress(tx, {
        id,
        account_id: (more.account ?? account).accountId,
        name: '张三',
        phone: '+8613800000000',
        country: 'CN',
        province: '上海市',
        city: '上海市',
        district: '浦东新区',
        detail: '世纪大道 1 号',
        postcode: '200120',
        region_id: more.region_id === undefined ? '310115' : more.region_id,
        is_default: 0,
        created_at: now,
        updated_at: now,
      }),
    );
    return id;
  }

  const create = (more: object) => account.call('POST', '/api/orders', { items: [item], ...more });
  const carriers = () => listCarriers(cloud.deps.database.query);

  async function paidOrder(more: object) {
    const order = await create(more);
    expect(order.status, JSON.stringify(order.body)).toBe(201);
    const { order_id } = order.body;
    expect((await account.call('POST', '/api/payment/balance', { order_id })).status).toBe(200);
    return order.body;
  }

  /** As an agent's reports would leave it. */
  async function printed(orderId: string): Promise<void> {
    const db = cloud.deps.database.query;
    await db.updateTable('print_jobs').set({ state: 'printed' }).where('order_id', '=', orderId).execute();
    await db.updateTable('orders').set({ status: 'printed' }).where('id', '=', orderId).execute();
  }

  it('by a carrier costs what its table says, and the quote says the same', async () => {
    const body = { delivery_method: 'shipping', address_id: await addressOf() };
    const quote = await account.call('POST', '/api/orders/quote', { items: [item], ...body });
    expect(quote).toMatchObject({
      status: 200,
      body: { subtotal: 20, discount: 0, shipping: 8, total: 28, currency: 'CNY' },
    });
    // 40 sheets of 80 g/m2: 199.6 g, and the packaging.
    expect(quote.body.delivery).toMatchObject({ weight_g: 230, carrier: { code: 'zto' } });
    const order = await create(body);
    const { items: _items, ...amounts } = quote.body;
    expect(order.body).toMatchObject({ ...amounts, status: 'pending_payment' });
    expect(order.body.delivery.expected.earliest).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await account.call('GET', '/api/orders')).body.total).toBe(1);
  });

  it('takes the carrier that is asked for, heavier parcels at more, and none above its limit', async () => {
    const sf = (await carriers()).find((carrier) => carrier.code === 'sf')!;
    const body = {
      delivery_method: 'shipping',
      address_id: await addressOf(),
      shipping_carrier_id: sf.id,
    };
    expect((await create(body)).body).toMatchObject({ shipping: 18, delivery: { carrier: { code: 'sf' } } });
    const heavy = { ...item, quantity: 90, sides: 'two-sided-long-edge' };
    const reply = await account.call('POST', '/api/orders/quote', { ...body, items: [heavy] });
    expect(reply.body.delivery.weight_g).toBe(929);
    const heavier = await account.call('POST', '/api/orders/quote', {
      ...body,
      items: [{ ...item, quantity: 90 }],
    });
    expect(heavier.body).toMatchObject({ shipping: 26, delivery: { weight_g: 1827 } });
    const tooMuch = Array.from({ length: 5 }, () => ({ ...item, size: 'A3', quantity: 999 }));
    const refused = await account.call('POST', '/api/orders/quote', { ...body, items: tooMuch.slice(0, 2) });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('shipping_carrier_id: SF Express takes at most 50 kg') },
    });
    expect((await create({ ...body, shipping_carrier_id: nowhere })).status).toBe(422);
  });

  it('is free from the threshold on, after discounts', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const body = { delivery_method: 'shipping', address_id: await addressOf() };
    const items = [{ ...item, quantity: 80 }];
    const quote = (more: object) => account.call('POST', '/api/orders/quote', { items, ...body, ...more });
    expect((await quote({})).body).toMatchObject({ subtotal: 112, shipping: 0 });
    const coupon = { phone: account.phone, amount: 20 };
    const { coupon_id } = (await admin.call('POST', '/api/admin/coupons', coupon)).body;
    expect((await quote({ coupon_id })).body).toMatchObject({ subtotal: 112, discount: 20, total: 103 });
  });

  it('with a coupon for free shipping adds up, and all of it is paid back', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const free = { phone: account.phone, free_shipping: true, cap: 5 };
    const { coupon_id } = (await admin.call('POST', '/api/admin/coupons', free)).body;
    const body = { delivery_method: 'shipping', address_id: await addressOf(), coupon_id };
    const order = await paidOrder(body);
    expect(order).toMatchObject({ subtotal: 20, discount: 5, shipping: 8, shipping_discount: 5, total: 23 });
    expect(order.items[0].discount).toBe(0);
    const cancelled = await account.call('PUT', `/api/orders/${order.order_id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', refunded: 23, refund_status: 'full' });
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(1000);
    expect((await create(body)).status).toBe(201);
  });

  it('by express goes where the rules allow it, for their fee', async () => {
    const here = { delivery_method: 'express', address_id: await addressOf() };
    expect((await create(here)).body).toMatchObject({ shipping: 15, total: 35, delivery: { carrier: null } });
    const lhasa = { delivery_method: 'express', address_id: await addressOf({ region_id: '540102' }) };
    expect(await create(lhasa)).toMatchObject({
      status: 422,
      body: { error: 'address_id: Express delivery does not reach this address.' },
    });
    expect((await create({ ...lhasa, delivery_method: 'shipping' })).body.shipping).toBe(18);
  });

  it('goes to the default address when none is named', async () => {
    const mine = await addressOf();
    const db = cloud.deps.database.query;
    await db.updateTable('addresses').set({ is_default: 1 }).where('id', '=', mine).execute();
    const other = await addressOf({ account: operator });
    await db.updateTable('addresses').set({ is_default: 1, name: 'Other' }).where('id', '=', other).execute();
    for (const delivery_method of ['shipping', 'express'])
      expect((await create({ delivery_method })).body.delivery.address).toMatchObject({ name: '张三' });
  });

  it('to a city of which only a part is served needs the district', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const rule = { region_id: '310115', service: 'express', allow: false };
    expect((await admin.call('POST', '/api/admin/coverage-rules', rule)).status).toBe(201);
    const to = async (region_id: string) =>
      await create({ delivery_method: 'express', address_id: await addressOf({ region_id }) });
    expect(await to('310100')).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^address_id: Express delivery reaches only a part/) },
    });
    expect((await to('310115')).status).toBe(422);
    expect((await to('310101')).status).toBe(201);
  });

  it('adds the surcharge of a region to a carrier that asks nothing for itself, but not above its threshold', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const zto = (await carriers()).find((carrier) => carrier.code === 'zto')!;
    const rate = { first_fee: 0, step_fee: 0 };
    expect((await admin.call('PUT', `/api/admin/carriers/${zto.id}/rates/310115`, rate)).status).toBe(200);
    const rule = { region_id: '310115', service: 'standard', allow: true, eta_max_days: 2, fee: 3 };
    expect((await admin.call('POST', '/api/admin/coverage-rules', rule)).status).toBe(201);
    const body = { delivery_method: 'shipping', address_id: await addressOf() };
    expect((await create(body)).body.shipping).toBe(3);
    expect((await create({ ...body, items: [{ ...item, quantity: 90 }] })).body.shipping).toBe(0);
  });

  it('keeps its carrier and its pickup point from being deleted', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const sent = await create({ delivery_method: 'shipping', address_id: await addressOf() });
    const { carrier_id } = sent.body.delivery.carrier;
    const [point] = await listPickupPointsOfShop(cloud.deps.database.query, cloud.shopId);
    expect((await create({ pickup_point_id: point!.id })).status).toBe(201);
    for (const path of [`carriers/${carrier_id}`, `pickup-points/${point!.id}`]) {
      const reply = await admin.call('DELETE', `/api/admin/${path}`);
      expect(reply).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/^Orders name this/) },
      });
    }
  });

  it.each<[object, number, RegExp]>([
    [{ delivery_method: 'shipping' }, 400, /^address_id: is missing/],
    [{ delivery_method: 'express' }, 400, /^address_id: is missing/],
    [{ delivery_method: 'shipping', address_id: nowhere }, 404, /^address_id: no such address/],
    [{ delivery_method: 'pickup', address_id: nowhere }, 400, /^address_id: must not/],
    [{ shipping_carrier_id: nowhere }, 400, /^shipping_carrier_id: must not/],
    [{ delivery_method: 'express', pickup_point_id: nowhere }, 400, /^pickup_point_id: must not/],
    [{ pickup_point_id: nowhere }, 404, /^pickup_point_id: no such/],
    [{ delivery_method: 'drone' }, 400, /^delivery_method: must be one of/],
  ])('%o is refused, in a quote too', async (more, status, sentence) => {
    for (const path of ['/api/orders', '/api/orders/quote']) {
      const reply = await account.call('POST', path, { items: [item], ...more });
      expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(sentence) } });
    }
    expect((await account.call('GET', '/api/orders')).body.total).toBe(0);
  });

  it("does not go to an address of somebody else's, nor to one whose region is not known", async () => {
    const outsider = await cloud.account();
    const theirs = await addressOf({ account: outsider });
    expect((await create({ delivery_method: 'shipping', address_id: theirs })).status).toBe(404);
    const vague = await addressOf({ region_id: null });
    const reply = await create({ delivery_method: 'shipping', address_id: vague });
    expect(reply).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/region .* not known/) },
    });
    const abroad = await addressOf({ region_id: '710000' });
    expect((await create({ delivery_method: 'shipping', address_id: abroad })).status).toBe(422);
  });

  it('is collected at a pickup point of the shop that has it, unless it is closed', async () => {
    const [point] = await listPickupPointsOfShop(cloud.deps.database.query, cloud.shopId);
    const order = await create({ pickup_point_id: point!.id });
    expect(order.body.delivery.pickup_point).toMatchObject({ pickup_point_id: point!.id, name: point!.name });
    expect(order.body).toMatchObject({ delivery_method: 'pickup', shipping: 0 });
    const closed = { id: point!.id, change: { enabled: 0 } };
    await cloud.deps.database.transaction((tx) => updatePickupPoint(tx, closed));
    expect((await create({ pickup_point_id: point!.id })).status).toBe(422);
  });

  it('keeps the address as it was, tells its owner and its shop, and nobody else', async () => {
    const address_id = await addressOf();
    const { order_id, order_no } = await paidOrder({ delivery_method: 'shipping', address_id });
    const db = cloud.deps.database.query;
    await db.updateTable('addresses').set({ name: '李四', detail: '别处' }).execute();
    await db.deleteFrom('addresses').execute();
    const kept = { name: '张三', detail: '世纪大道 1 号' };
    expect((await account.call('GET', `/api/orders/${order_id}`)).body.delivery.address).toMatchObject(kept);
    const seen = await operator.call('GET', `/api/shop/orders/${order_id}`);
    expect(seen.body).toMatchObject({
      delivery: { address: kept },
      customer: { account_id: account.accountId, phone: account.phone },
    });
    await printed(order_id);
    await operator.call('POST', `/api/shop/orders/${order_id}/ship`, { tracking_no: 'ZTO-SECRET-1' });
    const text = await (await fetch(`${cloud.url}/api/orders/track/${order_no}`)).text();
    expect(JSON.parse(text)).toMatchObject({ status: 'shipped', delivery_method: 'shipping' });
    for (const secret of ['张三', '13800000000', '世纪大道', '浦东', account.phone, 'ZTO-SECRET-1', 'note'])
      expect(text).not.toContain(secret);
    const outsider = await cloud.account();
    for (const path of [`/api/orders/${order_id}`, `/api/orders/${order_id}/tracking`])
      expect((await outsider.call('GET', path)).status).toBe(404);
    expect((await outsider.call('PUT', `/api/orders/${order_id}/confirm-receipt`)).status).toBe(404);
    expect((await outsider.call('GET', `/api/shop/orders/${order_id}`)).status).toBe(403);
  });

  it('goes from the shop to the customer, who says that it is there', async () => {
    const { order_id } = await paidOrder({ delivery_method: 'shipping', address_id: await addressOf() });
    const ship = (body: object) => operator.call('POST', `/api/shop/orders/${order_id}/ship`, body);
    const confirm = () => account.call('PUT', `/api/orders/${order_id}/confirm-receipt`);
    expect((await ship({ tracking_no: '1' })).status).toBe(409);
    expect((await confirm()).status).toBe(409);
    await printed(order_id);
    expect((await operator.call('GET', '/api/shop/orders?status=printed')).body.total).toBe(1);
    expect((await operator.call('POST', `/api/shop/orders/${order_id}/hand-over`)).status).toBe(409);
    expect((await ship({})).body.error).toMatch(/^tracking_no: is missing/);
    const sf = (await carriers()).find((carrier) => carrier.code === 'sf')!;
    const shipped = await ship({ tracking_no: 'SF123', carrier_id: sf.id });
    expect(shipped.body).toMatchObject({
      status: 'shipped',
      delivery: { tracking_no: 'SF123', carrier: { code: 'sf' }, shipped_at: expect.any(String) },
    });
    expect((await ship({ tracking_no: 'SF124' })).status).toBe(409);
    const tracking = await account.call('GET', `/api/orders/${order_id}/tracking`);
    expect(tracking.body).toMatchObject({ status: 'shipped', carrier: 'SF Express', tracking_no: 'SF123' });
    expect(tracking.body.events.at(-1)).toMatchObject({ event: 'shipped', detail: 'SF Express SF123' });
    const replies = await Promise.all(Array.from({ length: 5 }, confirm));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect((await account.call('GET', `/api/orders/${order_id}`)).body).toMatchObject({
      status: 'completed',
      completed_at: expect.any(String),
    });
    const audit = await cloud.deps.database.query.selectFrom('audit_log').selectAll().execute();
    expect(audit).toMatchObject([{ action: 'ship_order', target: `order:${order_id}` }]);
  });

  it('is complete ten days later when nobody says so', async () => {
    const { order_id } = await paidOrder({ delivery_method: 'express', address_id: await addressOf() });
    await printed(order_id);
    expect((await operator.call('POST', `/api/shop/orders/${order_id}/ship`, {})).status).toBe(200);
    cloud.clock.offsetMs += 9 * dayMs;
    expect(await completeOldShipments(cloud.deps)).toBe(0);
    cloud.clock.offsetMs += 2 * dayMs;
    expect(await Promise.all([completeOldShipments(cloud.deps), completeOldShipments(cloud.deps)])).toContain(
      1,
    );
    expect((await account.call('GET', `/api/orders/${order_id}`)).body.status).toBe('completed');
    expect(await completeOldShipments(cloud.deps)).toBe(0);
  });

  it("is another shop's business elsewhere, and an admin's everywhere", async () => {
    const { order_id, order_no } = await paidOrder({});
    const shop = newId();
    const db = cloud.deps.database.query;
    await db
      .insertInto('shops')
      .values({ id: shop, name: 'Other', created_at: 1 } as never)
      .execute();
    await db.updateTable('accounts').set({ shop_id: shop }).where('id', '=', operator.accountId).execute();
    expect((await operator.call('GET', '/api/shop/orders')).body.total).toBe(0);
    expect((await operator.call('GET', `/api/shop/orders/${order_id}`)).status).toBe(404);
    for (const action of ['ship', 'complete', 'hand-over'])
      expect((await operator.call('POST', `/api/shop/orders/${order_id}/${action}`)).status).toBe(404);
    expect((await operator.call('GET', '/api/admin/orders')).status).toBe(403);
    const admin = await cloud.account({ role: 'admin' });
    const found = async (query: string) => (await admin.call('GET', `/api/admin/orders?${query}`)).body.total;
    expect(await found(`order_no=${order_no.toLowerCase()}`)).toBe(1);
    expect(await found(`phone=${encodeURIComponent(account.phone)}&status=paid`)).toBe(1);
    expect(await found('status=shipped')).toBe(0);
    expect(await found('phone=nobody')).toBe(0);
    expect((await admin.call('GET', '/api/admin/orders?order_no=x')).status).toBe(400);
  });
});
