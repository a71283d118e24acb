/** Saved addresses over REST, on both databases: one default at any time, regions and phones in order, nobody else's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from './fixtures/cloud.ts';
import { databases } from './fixtures/databases.ts';

const address = {
  name: '张三',
  phone: '138 0013 8000',
  country: 'CN',
  province: '广东',
  city: '深圳市',
  district: '南山',
  detail: '科苑路6号',
};
const absent = '01890000-0000-7000-8000-000000000000';

describe.each(databases)('addresses on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  const create = async (more: object = {}) =>
    await account.call('POST', '/api/addresses', { ...address, ...more });
  const list = async () => (await account.call('GET', '/api/addresses?page_size=100')).body;
  const defaults = async () =>
    (await list()).items.filter((item: { is_default: boolean }) => item.is_default);

  it('are kept with official names, the region and lines for a label', async () => {
    const { status, body } = await create({ postcode: '518057' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      phone: '13800138000',
      province: '广东省',
      city: '深圳市',
      district: '南山区',
      region_id: '440305',
      is_default: true,
      missing: [],
      label: ['518057', '广东省深圳市南山区科苑路6号', '张三', '13800138000'],
    });
    const abroad = await create({
      name: 'Ann Lee',
      phone: '(415) 555-0132',
      country: 'USA',
      province: 'California',
      city: 'San Francisco',
      district: '',
      detail: '1355 Market St',
    });
    expect(abroad.body).toMatchObject({
      phone: '+14155550132',
      country: 'US',
      province: 'CA',
      region_id: 'US-CA',
      is_default: false,
      missing: ['postcode'],
      label: ['Ann Lee', '1355 Market St', 'San Francisco, CA', 'UNITED STATES', '+14155550132'],
    });
    expect((await list()).items.map((item: { name: string }) => item.name)).toEqual(['Ann Lee', '张三']);
  });

  it.each([
    ['a phone that cannot be dialled', { phone: '12345' }, 400, /^phone: must be a phone number in CN/],
    ['two phones', { phone: '13800138000/13900139000' }, 400, /^phone: /],
    ['an unknown country', { country: 'Atlantis' }, 400, /^country: must be/],
    [
      'a province that is none',
      { province: '火星省', city: '', district: '' },
      422,
      /^province: "火星省" is no place in China/,
    ],
    ['a district of another city', { district: '朝阳区' }, 422, /^district: "朝阳区" is no place in 深圳市/],
    [
      'a state that is none',
      { country: 'US', province: 'ZZ', phone: '+14155550132' },
      422,
      /^province: "ZZ" is no state of US/,
    ],
    ['a postcode of the wrong form', { postcode: '51805' }, 422, /^postcode: "51805"/],
    ['no detail', { detail: '  ' }, 400, /^detail: must be a text of 1 to 300/],
    ['a field that is none', { street: 'x' }, 400, /unknown field: street/],
  ])('refuse %s', async (_, change, status, sentence) => {
    const refused = await create(change);
    expect(refused).toMatchObject({ status, body: { error: expect.stringMatching(sentence) } });
    expect((await list()).total).toBe(0);
  });

  it('keep abolished districts under their successors, and development zones as they are', async () => {
    expect((await create({ province: '北京', city: '北京市', district: '崇文区' })).body).toMatchObject({
      city: '北京市',
      district: '东城区',
      region_id: '110101',
    });
    expect((await create({ province: '陕西省', city: '西安市', district: '高新区' })).body).toMatchObject({
      district: '高新区',
      region_id: '610100',
    });
    expect(
      (await create({ province: 'Guangdong', city: 'Shenzhen', district: 'Nanshan District' })).body,
    ).toMatchObject({
      province: '广东省',
      city: '深圳市',
      region_id: '440305',
    });
  });

  it('have one default, whoever adds at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create({ name: `人${at}`, is_default: at % 2 === 0 })),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await defaults()).toHaveLength(1);
    const ids = made.map(({ body }) => body.address_id as string);
    await Promise.all([
      ...ids.slice(0, 4).map((id) => account.call('PUT', `/api/addresses/${id}`, { is_default: true })),
      ...ids.slice(4).map((id) => account.call('DELETE', `/api/addresses/${id}`)),
    ]);
    expect(await defaults()).toHaveLength(1);
    expect((await list()).total).toBe(4);
  });

  it('make the newest other one the default when the default goes', async () => {
    const [first, second, third] = [await create(), await create(), await create()].map(
      ({ body }) => body.address_id,
    );
    const gone = await account.call('DELETE', `/api/addresses/${first}`);
    expect(gone).toMatchObject({ status: 200, body: { address_id: first, new_default_id: third } });
    expect((await account.call('DELETE', `/api/addresses/${second}`)).body.new_default_id).toBeNull();
    expect(await defaults()).toMatchObject([{ address_id: third }]);
    expect((await account.call('DELETE', `/api/addresses/${third}`)).body.new_default_id).toBeNull();
    expect((await create()).body.is_default).toBe(true);
  });

  it('change field by field, and the default only for another', async () => {
    const { address_id } = (await create()).body;
    const changed = await account.call('PUT', `/api/addresses/${address_id}`, {
      district: '福田区',
      detail: '深南大道1号',
    });
    expect(changed.body).toMatchObject({
      name: '张三',
      district: '福田区',
      region_id: '440304',
      detail: '深南大道1号',
    });
    const refused = await account.call('PUT', `/api/addresses/${address_id}`, { is_default: false });
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^is_default: /) } });
    expect((await account.call('PUT', `/api/addresses/${absent}`, {})).status).toBe(404);
  });

  it('are at most 100, also when two come at once', async () => {
    const { accountId } = account;
    await create();
    const [row] = await cloud.deps.database.query
      .selectFrom('addresses')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    const more = Array.from({ length: 98 }, (_, at) => ({ ...row!, id: `0-${at}`, is_default: 0 }));
    await cloud.deps.database.query.insertInto('addresses').values(more).execute();
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await list()).total).toBe(100);
  });

  it("are nobody else's business", async () => {
    const { address_id } = (await create()).body;
    const other = await cloud.account();
    expect((await other.call('GET', '/api/addresses')).body.items).toEqual([]);
    expect((await other.call('PUT', `/api/addresses/${address_id}`, { name: 'x' })).status).toBe(404);
    expect((await other.call('DELETE', `/api/addresses/${address_id}`)).status).toBe(404);
    expect((await list()).total).toBe(1);
  });

  it('are created once for one key', async () => {
    const headers = { 'idempotency-key': 'one' };
    const made = await Promise.all(
      [1, 2, 3].map(() => account.call('POST', '/api/addresses', address, headers)),
    );
    expect(new Set(made.map(({ body }) => body.address_id)).size).toBe(1);
    expect((await list()).total).toBe(1);
  });

  it('come from text as create_address takes them', async () => {
    const parsed = await account.call('POST', '/api/addresses/parse', {
      text: '收货人：李雷\n手机：138-0013-8000\n地址：浙江省杭州市西湖区文三路478号',
      country: '中国',
    });
    expect(parsed).toMatchObject({
      status: 200,
      body: { name: '李雷', region_id: '330106', detail: '文三路478号', missing: [] },
    });
    const { confidence, candidates, missing, region_id, ...fields } = parsed.body;
    expect(confidence).toBeGreaterThan(0.8);
    expect((await account.call('POST', '/api/addresses', fields)).body).toMatchObject({ region_id, missing });
    expect(candidates).toEqual([]);
    for (const text of ['', 'x'.repeat(2001), 7]) {
      const refused = await account.call('POST', '/api/addresses/parse', { text, country: 'CN' });
      expect(refused).toMatchObject({
        status: 400,
        body: { error: 'text: must be a text of 1 to 2000 characters' },
      });
    }
  });

  it('show every meaning of an ambiguous text', async () => {
    const { body } = await account.call('POST', '/api/addresses/parse', {
      text: '鼓楼区中山路1号 张三 13800138000',
    });
    const districts = [body, ...body.candidates].map(({ region_id }) => region_id);
    expect(new Set(districts).size).toBe(districts.length);
    expect(districts.length).toBeGreaterThan(2);
    expect(body.confidence).toBeLessThan(0.7);
  });
});
