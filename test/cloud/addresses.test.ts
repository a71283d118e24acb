/** Saved addresses over REST, on both databases: one default at any time, regions and phones in order, nobody else's. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { databases } from '../fixtures/databases.ts';

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
  beforeAll(async () => {
    cloud = await startTestCloud(await open());
  });
  beforeEach(async () => {
    account = await cloud.account();
  });
  afterAll(() => cloud.close());

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
    [
      'a district of another city',
      { district: '朝阳区' },
      422,
      /^district: "朝阳区" is not in 深圳市 \(city\)\./,
    ],
    [
      'a city of another province',
      { province: '浙江省', city: '北京市', district: '西湖区' },
      422,
      /^city: "北京市" is not in 浙江省 \(province\)\./,
    ],
    [
      'a city of another province by their short names',
      { province: '浙江', city: '北京', district: '' },
      422,
      /^city: "北京" is not in 浙江 \(province\)\./,
    ],
    [
      'a city of another province in Latin letters',
      { province: 'Zhejiang', city: 'Beijing', district: 'Xihu District' },
      422,
      /^city: "Beijing" is not in Zhejiang \(province\)\./,
    ],
    [
      'a district without a province that is of another city',
      { province: '', city: '北京市', district: '西湖区' },
      422,
      /^district: "西湖区" is not in 北京市 \(city\)\./,
    ],
    [
      'a district of another county-level city',
      { province: '浙江省', city: '义乌市', district: '西湖区' },
      422,
      /^district: "西湖区" is not in 义乌市 \(city\)\./,
    ],
    [
      'a city of Taiwan in Hong Kong',
      { country: 'HK', phone: '+85291234567', province: '香港', city: '台北市', district: '' },
      422,
      /^city: "台北市" is not in Hong Kong \(country\)\./,
    ],
    [
      'a district of Hong Kong Island in Kowloon',
      { country: 'HK', phone: '+85291234567', province: '香港', city: '九龍', district: '灣仔區' },
      422,
      /^district: "灣仔區" is not in 九龍 \(city\)\./,
    ],
    [
      'a postcode of another province',
      { postcode: '100000' },
      422,
      /^postcode: "100000" is of 北京市, not of 广东省 \(province\)\./,
    ],
    [
      'a postcode of another state',
      {
        country: 'US',
        phone: '+14155550132',
        province: 'California',
        city: 'San Francisco',
        district: '',
        postcode: '10001',
      },
      422,
      /^postcode: "10001" is not in CA \(province\)\./,
    ],
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

  it.each([
    ['北京市', '北京市', '朝阳区', '110105'],
    ['北京市', '市辖区', '朝阳区', '110105'],
    ['重庆市', '县', '城口县', '500229'],
    ['湖北省', '省直辖县级行政区划', '仙桃市', '429004'],
    ['浙江', '杭州', '西湖', '330106'],
    ['浙江省', '', '西湖区', '330106'],
    ['', '杭州市', '', '330100'],
    ['浙江省', '杭州市', '下城区', '330105'],
    ['浙江省', '温州市', '龙港镇', '330383'],
    ['安徽省', '巢湖市', '无为县', '340281'],
    ['安徽省', '巢湖市', '庐江县', '340124'],
    ['新疆维吾尔自治区', '伊犁哈萨克自治州', '塔城市', '654201'],
    ['浙江省杭州市', '杭州市', '西湖区', '330106'],
    ['广东省', '东莞市', '东城区', '441900'],
  ])('take %j, %j, %j', async (province, city, district, region_id) => {
    expect((await create({ province, city, district })).body).toMatchObject({ region_id });
  });

  it('refuse a change that contradicts what stays', async () => {
    const { body } = await create();
    const changed = await account.call('PUT', `/api/addresses/${body.address_id}`, { province: '浙江省' });
    expect(changed).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/^city: "深圳市" is not in 浙江省 \(province\)\./) },
    });
    expect((await list()).items).toMatchObject([{ province: '广东省', city: '深圳市' }]);
  });

  it.each([
    ['浙江省北京市西湖区文三路478号 张三 13800138000', '北京市', '110000'],
    ['浙江省杭州市西湖区文三路478号 北京市 张三 13800138000', '北京市', '110000'],
    ['浙江省宁波市西湖区文三路478号 张三 13800138000', '西湖区', '330106'],
    ['浙江省杭州市西湖区文三路478号 100000 张三 13800138000', '100000', undefined],
    ['Xihu District, Beijing, Zhejiang, China', 'Beijing', undefined],
    ['Ann Lee, 1 Market St, San Francisco, CA 10001, USA', '10001', undefined],
  ])('say what contradicts in %j', async (text, part, region) => {
    const { body } = await account.call('POST', '/api/addresses/parse', { text });
    expect(body.contradiction).toContain(`"${part}" is not there`);
    expect(body.confidence).toBeLessThan(0.6);
    if (region) expect(body.candidates).toContainEqual(expect.objectContaining({ region_id: region }));
  });

  it.each([
    '浙江省杭州市西湖区北京市第一建筑公司 李雷 13800138000',
    '广东省东莞市东城区东城大道1号 王芳 13800138000',
    '上海市南京东路1号 王芳 13800138000',
  ])('see no contradiction in %j', async (text) => {
    const { body } = await account.call('POST', '/api/addresses/parse', { text });
    expect(body).not.toHaveProperty('contradiction');
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
    const { name, phone, country, province, city, district, detail, postcode } = parsed.body;
    const { confidence, candidates, missing, region_id } = parsed.body;
    const fields = { name, phone, country, province, city, district, detail, postcode };
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

  it('say what a text has besides an address, and what it lacks', async () => {
    const text =
      '你好，订单号202501234567 天翔科技有限公司\n请放门口\n13800138000/13900139000 浙江省杭州市西湖区文三路90号';
    const { body } = await account.call('POST', '/api/addresses/parse', { text });
    expect(body).toMatchObject({
      name: '',
      phone: '13800138000',
      other_phones: ['13900139000'],
      company: '天翔科技有限公司',
      wish: '请放门口',
      missing: ['name'],
      records: [],
    });
    expect(body.detail).toContain('文三路90号');
    expect(body.detail).not.toContain('门口');
    const [left] = body.leftover as [{ text: string; start: number; end: number }];
    expect(text.slice(left.start, left.end)).toBe('你好，订单号202501234567');
  });

  it('read a list of addresses one by one', async () => {
    const text =
      '收件人：李四\n电话：13900139000\n地址：北京市海淀区中关村大街1号\n\n收件人：王五\n电话：13700137000\n地址：上海市徐汇区漕溪北路8号';
    const { body } = await account.call('POST', '/api/addresses/parse', { text });
    expect(body.records).toMatchObject([
      { name: '李四', phone: '13900139000', region_id: '110108', detail: '中关村大街1号' },
      { name: '王五', phone: '13700137000', region_id: '310104', detail: '漕溪北路8号' },
    ]);
    expect(body).toMatchObject({ name: '李四', region_id: '110108', candidates: [] });
  });

  it('doubt a country that the text is not of', async () => {
    const { body } = await account.call('POST', '/api/addresses/parse', {
      text: 'Ann Smith, 10 Church Lane, Leeds LS1 4DY, United Kingdom',
      country: 'CN',
    });
    expect(body.contradiction).toBe('The text reads as an address in GB, not in CN.');
    expect(body.confidence).toBeLessThan(0.6);
    expect(body.candidates[0]).toMatchObject({
      country: 'GB',
      name: 'Ann Smith',
      city: 'Leeds',
      postcode: 'LS1 4DY',
    });
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
