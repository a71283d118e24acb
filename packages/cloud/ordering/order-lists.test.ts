/** What finds one order's matters among many: by date, by order, with the names of files; and what a visitor sees of prices. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';

const hourMs = 3_600_000;
const photo = await makeJpeg({
  widthPx: 900,
  heightPx: 600,
  seed: 4,
});

describe.each(databases)('lists on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account({ openingMinor: 10_000 });
  });
  afterEach(() => cloud.close());

  const orderOf = async (documentId: string) => {
    const items = [{ document_id: documentId, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const made = await account.call('POST', '/api/orders', { items });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const uploaded = async (name: string): Promise<string> =>
    (await account.upload('/api/photos/upload', photo, name)).body.photo_id;
  const numbers = async (query: string) =>
    (await account.call('GET', `/api/orders?${query}`)).body.items.map(
      (order: { order_no: string }) => order.order_no,
    );
  const now = () => Date.now() + cloud.clock.offsetMs;
  const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());

  it('show orders and movements of money of a while, the first moment in it and the last not', async () => {
    const id = await uploaded('a.jpg');
    const first = await orderOf(id);
    cloud.clock.offsetMs += 5 * hourMs;
    const second = await orderOf(id);
    await account.call('POST', '/api/payment/balance', { order_id: second.order_id });
    const between = now() - hourMs;
    expect(await numbers('')).toEqual([second.order_no, first.order_no]);
    expect(await numbers(`from=${at(between)}`)).toEqual([second.order_no]);
    expect(await numbers(`to=${at(between)}`)).toEqual([first.order_no]);
    const made = Date.parse(first.created_at);
    expect(await numbers(`from=${at(made)}&to=${at(made + 1)}`)).toEqual([first.order_no]);
    expect(await numbers(`from=${at(made + 1)}&to=${at(between)}`)).toEqual([]);
    expect(await numbers(`to=${at(made)}`)).toEqual([]);
    const ledger = async (query: string) =>
      (await account.call('GET', `/api/user/balance/transactions?${query}`)).body;
    expect((await ledger(`from=${at(between)}`)).items.map((row: { cause: string }) => row.cause)).toEqual([
      'payment',
    ]);
    expect(await ledger(`from=${at(now() + hourMs)}`)).toMatchObject({ items: [], total: 0 });
    const refused = await account.call('GET', '/api/orders?from=yesterday');
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^from: .*RFC 3339/) },
    });
  });

  it('name the file of each item until it is deleted', async () => {
    const id = await uploaded('beach <b>.jpg');
    const made = await orderOf(id);
    const named = { filename: 'beach <b>.jpg', file_kind: 'photo' };
    expect(made.items).toMatchObject([named]);
    expect((await account.call('GET', `/api/orders/${made.order_id}`)).body.items).toMatchObject([named]);
    await account.call('PUT', `/api/orders/${made.order_id}/cancel`);
    expect((await account.call('DELETE', `/api/documents/${id}`)).status).toBe(200);
    expect((await account.call('GET', '/api/orders')).body.items[0].items).toMatchObject([
      { document_id: id, filename: null, file_kind: null },
    ]);
  });

  it('find the after-sales and the review of one order, and nobody else’s', async () => {
    const id = await uploaded('a.jpg');
    const order = await orderOf(id);
    const other = await cloud.account();
    for (const path of ['/api/user/after-sales', '/api/order-reviews']) {
      for (const who of [account, other]) {
        const found = await who.call('GET', `${path}?order_id=${order.order_id}`);
        expect(found).toMatchObject({ status: 200, body: { items: [], total: 0 } });
      }
      expect((await account.call('GET', `${path}?order_id=x`)).status).toBe(400);
    }
  });

  it('show prices to visitors without a key, the same as to accounts', async () => {
    const response = await fetch(`${cloud.url}/api/prices/catalogue`);
    expect(response.status).toBe(200);
    const seen = (await response.json()) as Record<string, unknown>;
    const prices = (await account.call('GET', '/api/prices')).body;
    expect(seen).toMatchObject({ currency: prices.currency, prices: prices.items });
    expect(seen.sizes).toEqual((await account.call('GET', '/api/print-options')).body.sizes);
    const again = { headers: { 'if-none-match': response.headers.get('etag')! } };
    expect((await fetch(`${cloud.url}/api/prices/catalogue`, again)).status).toBe(304);
    // The interface keeps its letter: the price list itself asks for a key.
    expect((await fetch(`${cloud.url}/api/prices`)).status).toBe(401);
  });

  it('show the keys of an account to admins, never what they are, and to nobody else', async () => {
    const made = await account.call('POST', '/api/user/api-keys', { name: 'laptop' });
    const path = `/api/admin/accounts/${account.accountId}/api-keys`;
    const admin = await cloud.account({ role: 'admin' });
    const seen = await admin.call('GET', path);
    expect(seen.body.items[0]).toMatchObject({ name: 'laptop', status: 'active' });
    expect(JSON.stringify(seen.body)).not.toContain(made.body.api_key);
    expect((await account.call('GET', path)).status).toBe(403);
    const nobody = '/api/admin/accounts/0198a000-0000-7000-8000-000000000000/api-keys';
    expect((await admin.call('GET', nobody)).status).toBe(404);
  });

  it('put pickup points near a place first, over the date line too, those without a place last', async () => {
    const admin = await cloud.account({ role: 'admin' });
    const places: Array<[string, number | null, number | null]> = [
      ['Beijing', 39.9042, 116.4074],
      ['Unmeasured', null, null],
      ['Shanghai', 31.2304, 121.4737],
    ];
    for (const [name, latitude, longitude] of places) {
      const point = {
        shop_id: cloud.shopId,
        region_id: '110101',
        name,
        address: name,
        latitude,
        longitude,
        hours: [],
      };
      const created = await admin.call('POST', '/api/admin/pickup-points', point);
      expect(created.status, JSON.stringify(created.body)).toBe(201);
    }
    const near = async (query: string) => await account.call('GET', `/api/shipping/pickup-points?${query}`);
    const { body } = await near('latitude=31.2&longitude=121.5');
    const names = body.items.map((point: { name: string }) => point.name);
    expect(names.slice(0, 2)).toEqual(['Shanghai', 'Beijing']);
    expect(names.indexOf('Unmeasured')).toBeGreaterThan(1);
    expect(body.items[0].distance_km).toBeGreaterThan(1);
    expect(body.items[0].distance_km).toBeLessThan(10);
    expect(body.items[names.indexOf('Unmeasured')].distance_km).toBeNull();
    expect((await near('latitude=91&longitude=0')).body.error).toMatch(
      /^latitude: must be a number from -90/,
    );
    expect((await near('latitude=1')).status).toBe(400);
  });
});
