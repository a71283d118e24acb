/** Coverage, carriers and pickup points over HTTP: what a new installation offers, and that changes are seen at once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { listCoverageRules } from './coverage-store.ts';
import { findPickupPoint, listPickupPoints } from './pickup-store.ts';
import { findCarrier, listCarrierRates, listCarriers } from './shipping-store.ts';

describe.each(databases)('delivery on $name', ({ open }) => {
  let cloud: TestCloud;
  let customer: TestAccount;
  let admin: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    customer = await cloud.account();
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    customer.call('GET', `/api${path}`, undefined, headers);
  const change = async (method: string, path: string, body?: object) => {
    const reply = await admin.call(method, `/api/admin${path}`, body);
    expect(reply.status, reply.body?.error).toBe(method === 'POST' ? 201 : 200);
    return reply.body;
  };
  const audited = async () =>
    (await cloud.deps.database.query.selectFrom('audit_log').select(['action', 'target']).execute()).length;

  it('offers every way of delivery from the first start', async () => {
    const { body } = await get('/shipping/config');
    expect(body).toMatchObject({
      currency: 'CNY',
      free_shipping_from: 99,
      time_zone: 'Asia/Shanghai',
      standard_cut_off: '16:00',
      express_cut_off: '14:00',
      packaging_weight_g: 30,
    });
    expect(body.delivery_methods.map((it: { offered: boolean }) => it.offered)).toEqual([true, true, true]);
    const carriers = await get('/shipping/carriers');
    expect(carriers.body.items[0]).toMatchObject({ code: 'zto', carrier_id: body.default_carrier_id });
    const { query } = cloud.deps.database;
    const [first] = await listCarriers(query);
    expect(await findCarrier(query, first!.id)).toEqual(first);
    expect((await listCarrierRates(query, first!.id)).map((rate) => rate.region_id)).toEqual([
      '540000',
      '650000',
      'CN',
    ]);
    const rules = await listCoverageRules(query, { regionIds: ['CN', '310000'], service: 'express' });
    expect(rules.map((rule) => rule.region_id)).toEqual(['310000']);
    expect(await listCoverageRules(query, { regionIds: [] })).toEqual([]);
  });

  it('tells what is served, by province and where a city differs', async () => {
    const { body } = await get('/regions/coverage');
    const of = (id: string) => body.items.find((item: { region_id: string }) => item.region_id === id);
    expect(body.items).toHaveLength(31);
    expect(of('810000')).toBeUndefined();
    expect(of('650000').standard).toEqual({
      extent: 'all',
      terms: { eta_min_days: 4, eta_max_days: 8, cut_off: '16:00', fee: 0 },
    });
    expect(of('310000').express).toMatchObject({ extent: 'all', terms: { fee: 15 } });
    expect(of('440000').express).toEqual({ extent: 'part', terms: null });
    expect(of('440000').cities.map((city: { name_en: string }) => city.name_en)).toEqual([
      'Guangzhou',
      'Shenzhen',
    ]);
    expect(of('430000').cities).toEqual([]);
  });

  it('shows a change at once, in the answer and in its ETag, and writes it down', async () => {
    const before = await get('/regions/coverage');
    const etag = before.headers.get('etag')!;
    expect((await get('/regions/coverage', { 'if-none-match': etag })).status).toBe(304);
    const rule = { region_id: '440305', service: 'express', allow: false };
    const { rule_id } = await change('POST', '/coverage-rules', rule);
    const after = await get('/regions/coverage', { 'if-none-match': etag });
    expect(after.status).toBe(200);
    const shenzhen = await get('/regions/440300/city-coverage');
    const nanshan = shenzhen.body.items.find((item: { region_id: string }) => item.region_id === '440305');
    expect(nanshan).toMatchObject({ express: null, standard: { eta_min_days: 2 } });

    const again = await admin.call('POST', '/api/admin/coverage-rules', rule);
    expect(again.status).toBe(409);
    await change('PUT', `/coverage-rules/${rule_id}`, { allow: true, fee: 9.9, cut_off: '12:30' });
    expect((await get('/regions/440305/express-delivery')).body).toMatchObject({
      available: true,
      fee: 9.9,
      cut_off: '12:30',
    });
    const backwards = await admin.call('PUT', `/api/admin/coverage-rules/${rule_id}`, { eta_min_days: 9 });
    expect(backwards).toMatchObject({
      status: 400,
      body: { error: 'eta_max_days: must not be less than eta_min_days' },
    });
    await change('DELETE', `/coverage-rules/${rule_id}`);
    expect((await admin.call('DELETE', `/api/admin/coverage-rules/${rule_id}`)).status).toBe(404);
    expect((await get('/regions/coverage')).headers.get('etag')).toBe(etag);
    expect(await audited()).toBe(3);
  });

  it('says whether express goes to a place, why not, and when it arrives', async () => {
    const at = async (id: string) => (await get(`/regions/${id}/express-delivery`)).body;
    cloud.clock.offsetMs = Date.parse('2026-11-21T05:00:00Z') - Date.now();
    expect(await at('440305')).toMatchObject({
      available: true,
      why_not: null,
      fee: 15,
      currency: 'CNY',
      before_cut_off: true,
      earliest_date: '2026-11-21',
      latest_date: '2026-11-22',
    });
    cloud.clock.offsetMs = Date.parse('2026-11-21T06:30:00Z') - Date.now();
    expect(await at('310104')).toMatchObject({ before_cut_off: false, earliest_date: '2026-11-22' });
    expect(await at('440000')).toMatchObject({
      available: false,
      why_not: 'Express reaches only a part of Guangdong: ask for the city or district of the address.',
      fee: null,
      earliest_date: null,
    });
    expect(await at('650102')).toMatchObject({
      available: false,
      why_not: 'Express does not reach Tianshan District.',
    });
  });

  it('takes a city, a district of it, a municipality, and refuses a province', async () => {
    const ids = async (id: string) => (await get(`/regions/${id}/city-coverage`)).body;
    expect((await ids('440305')).city.region_id).toBe('440300');
    expect((await ids('110000')).city.region_id).toBe('110100');
    const dongguan = await ids('441900');
    expect(dongguan.items).toMatchObject([{ region_id: '441900', standard: { fee: 0 }, express: null }]);
    const province = await get('/regions/440000/city-coverage');
    expect(province.status).toBe(422);
    expect(province.body.error).toMatch(/^city_id: Guangdong is a province\./);
  });

  it('narrows carriers to a place, with the rate that counts there', async () => {
    const at = async (id: string) => (await get(`/shipping/carriers?region_id=${id}`)).body;
    const ürümqi = await at('650102');
    expect(ürümqi.items[0].rates).toEqual([
      expect.objectContaining({
        first_fee: 18,
        step_fee: 15,
        region: expect.objectContaining({ region_id: '650000' }),
      }),
    ]);
    expect(await at('810101')).toMatchObject({
      items: [],
      why_not: 'Nothing is shipped to Central and Western District.',
    });
    expect(await at('US-CA')).toMatchObject({ items: [] });
  });

  it('lets an admin make a carrier, give it rates, switch it off and remove it', async () => {
    const wanted = { code: 'local', name_zh: '同城', name_en: 'Local courier', position: 0, free_from: 50 };
    const { carrier_id } = await change('POST', '/carriers', wanted);
    expect((await admin.call('POST', '/api/admin/carriers', wanted)).status).toBe(409);
    await change('PUT', `/carriers/${carrier_id}/rates/310000`, { first_fee: 5, step_fee: 1 });
    const rate = await change('PUT', `/carriers/${carrier_id}/rates/310000`, { first_fee: 6, step_fee: 1 });
    expect(rate).toMatchObject({ first_fee: 6, region: { region_id: '310000' } });
    const firstOf = async (id: string) => (await get(`/shipping/carriers?region_id=${id}`)).body.items[0];
    expect(await firstOf('310104')).toMatchObject({
      code: 'local',
      free_from: 50,
      rates: [{ first_fee: 6 }],
    });
    expect(await firstOf('440305')).toMatchObject({ code: 'zto' });

    await change('PUT', `/carriers/${carrier_id}`, { enabled: false });
    expect(await firstOf('310104')).toMatchObject({ code: 'zto' });
    await change('DELETE', `/carriers/${carrier_id}/rates/310000`);
    const missing = await admin.call('DELETE', `/api/admin/carriers/${carrier_id}/rates/310000`);
    expect(missing.status).toBe(404);
    await change('DELETE', `/carriers/${carrier_id}`);
    const listed = await admin.call('GET', '/api/admin/carriers');
    expect(listed.body.items.map((item: { code: string }) => item.code)).toEqual(['zto', 'sf', 'ems']);
    expect(await audited()).toBe(6);
    const fine = await admin.call('POST', '/api/admin/carriers', { ...wanted, free_from: 0.001 });
    expect(fine).toMatchObject({ status: 400, body: { error: 'free_from: must be an amount in CNY' } });
  });

  it('finds pickup points in a region, below it, or in the nearest one above', async () => {
    const near = async (id: string) => (await get(`/regions/${id}/pickup-points`)).body;
    const first = await near('440305');
    expect(first).toMatchObject({ total: 1, found_in: { region_id: 'CN' }, items: [{ name: 'First shop' }] });
    expect(await near('DE')).toMatchObject({ total: 0, items: [], found_in: null });

    const { pickup_point_id } = await change('POST', '/pickup-points', {
      shop_id: cloud.shopId,
      region_id: '440304',
      name: 'Futian counter',
      address: 'Shennan Road 1',
      hours: [{ weekday: 'saturday', open: '10:00', close: '20:00' }],
      latitude: 22.541234,
      longitude: 114.057868,
    });
    cloud.clock.offsetMs = Date.parse('2026-11-21T04:00:00Z') - Date.now();
    const futian = await near('440305');
    expect(futian).toMatchObject({
      total: 1,
      found_in: { region_id: '440300' },
      items: [
        {
          pickup_point_id,
          shop: { shop_id: cloud.shopId, name: 'First shop' },
          region: { region_id: '440304', name_en: 'Futian District' },
          latitude: 22.541234,
          longitude: 114.057868,
          hours: [{ weekday: 'saturday', open: '10:00', close: '20:00' }],
          open_now: true,
        },
      ],
    });
    expect((await near('440000')).found_in.region_id).toBe('440000');
    cloud.clock.offsetMs += 8 * 3600 * 1000;
    expect((await near('440305')).items[0].open_now).toBe(false);

    await change('PUT', `/pickup-points/${pickup_point_id}`, { enabled: false });
    expect((await near('440305')).found_in.region_id).toBe('CN');
    const { query } = cloud.deps.database;
    expect(await listPickupPoints(query, ['440304'])).toEqual([]);
    expect(await findPickupPoint(query, pickup_point_id)).toMatchObject({ enabled: 0 });
    await change('DELETE', `/pickup-points/${pickup_point_id}`);
    expect(await findPickupPoint(query, pickup_point_id)).toBeUndefined();
  });

  it('refuses hours and places that mean nothing', async () => {
    const create = async (more: object) => {
      const body = { shop_id: cloud.shopId, region_id: 'CN', name: 'X', address: '', hours: [], ...more };
      const reply = await admin.call('POST', '/api/admin/pickup-points', body);
      return [reply.status, reply.body.error];
    };
    const span = (open: string, close: string) => ({ hours: [{ weekday: 'monday', open, close }] });
    expect(await create(span('18:00', '09:00'))).toEqual([400, 'hours[0]: must close after it opens']);
    expect((await create(span('9:00', '10:00')))[1]).toMatch(/^hours\[0\]\.open: must be a time of day/);
    expect((await create({ time_zone: 'Mars/Base' }))[1]).toMatch(/^time_zone: must be a time zone/);
    expect((await create({ latitude: 1 }))[1]).toMatch(/^latitude: must be given together/);
    expect((await create({ region_id: '123456' }))[0]).toBe(404);
    expect((await create({ shop_id: '0192f000-0000-7000-8000-000000000000' }))[0]).toBe(404);
    expect((await create(span('00:00', '24:00')))[0]).toBe(201);
  });

  it('keeps administration to admins and shows operators their own shop', async () => {
    const operator = await cloud.account({ role: 'operator' });
    for (const path of ['/coverage-rules', '/carriers', '/pickup-points', '/shipping-settings']) {
      for (const account of [customer, operator]) {
        expect((await account.call('GET', `/api/admin${path}`)).status, path).toBe(403);
      }
    }
    await cloud.deps.database.query
      .insertInto('shops')
      .values({ id: '0192f000-0000-7000-8000-000000000001', name: 'Other shop', created_at: 1 })
      .execute();
    const own = await operator.call('GET', '/api/shop/pickup-points');
    expect(own.body.items).toMatchObject([{ shop: { shop_id: cloud.shopId }, enabled: true }]);
    const codes = await operator.call('GET', '/api/shop/referral-codes');
    expect(codes.body.items).toMatchObject([{ shop_id: cloud.shopId }]);
    expect((await admin.call('GET', '/api/shop/referral-codes')).body.items).toHaveLength(2);
    expect((await customer.call('GET', '/api/shop/referral-codes')).status).toBe(403);
  });

  it('finds the shop behind a referral code, however it is typed, until the code changes', async () => {
    const [shop] = (await admin.call('GET', '/api/shop/referral-codes')).body.items;
    const code: string = shop.referral_code;
    const typed = encodeURIComponent(`${code.slice(0, 4).toLowerCase()}- ${code.slice(4)}`);
    const found = await get(`/agents/referral/${typed}`);
    expect(found.body).toMatchObject({
      referral_code: code,
      shop_id: cloud.shopId,
      name: 'First shop',
      phone: null,
      region: null,
      pickup_points: [{ name: 'First shop', open_now: expect.any(Boolean) }],
    });
    await change('PUT', `/shops/${cloud.shopId}/contact`, {
      referral_code: 'my-shop 1',
      phone: '021 5555',
      region_id: '310104',
      address: 'Road 1',
    });
    expect((await get(`/agents/referral/${code}`)).status).toBe(404);
    expect((await get('/agents/referral/MYSHOP1')).body).toMatchObject({
      phone: '021 5555',
      region: { name_zh: '徐汇区' },
      address: 'Road 1',
    });
    const none = await admin.call('PUT', `/api/admin/shops/${cloud.shopId}/contact`, {});
    expect(none.status).toBe(400);
    const fresh = await change('PUT', `/shops/${cloud.shopId}/contact`, { new_referral_code: true });
    expect(fresh.referral_code).toMatch(/^[A-Z2-9]{8}$/);
  });

  it('lets an admin change the settings of shipping', async () => {
    await change('PUT', '/shipping-settings', { time_zone: 'Europe/Berlin' });
    const settings = await change('PUT', '/shipping-settings', { packaging_weight_g: 55 });
    expect(settings).toEqual({ time_zone: 'Europe/Berlin', packaging_weight_g: 55 });
    expect((await get('/shipping/config')).body).toMatchObject({
      time_zone: 'Europe/Berlin',
      packaging_weight_g: 55,
    });
  });
});
