/** Regions over HTTP: the tree with its ETag, lists, search, codes of the past, and routes that stand beside a parameter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';

let cloud: TestCloud;
let account: TestAccount;
beforeAll(async () => {
  cloud = await startTestCloud();
  account = await cloud.account();
});
afterAll(() => cloud.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  account.call('GET', `/api${path}`, undefined, headers);

interface Node {
  region_id: string;
  children?: Node[];
}

const count = (nodes: Node[]): number => nodes.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);

describe('the tree', () => {
  it('answers with every region once, and 304 to who has it', async () => {
    const first = await get('/regions/tree');
    expect(first.status).toBe(200);
    const { total } = (await get('/regions')).body;
    expect(count(first.body.items)).toBe(total);
    expect(first.body.items[0]).toMatchObject({ region_id: 'CN', level: 'country', name_en: 'China' });

    const etag = first.headers.get('etag')!;
    const again = await get('/regions/tree', { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect((await get('/regions/tree', { 'if-none-match': '"other"' })).headers.get('etag')).toBe(etag);
  });

  it('needs a key', async () => {
    expect((await fetch(`${cloud.url}/api/regions/tree`)).status).toBe(401);
  });
});

describe('the list', () => {
  it('begins with the higher levels and pages', async () => {
    const { body } = await get('/regions?page_size=100');
    const levels = body.items.map((item: { level: string }) => item.level);
    expect(levels.slice(0, 11)).toEqual([...Array(10).fill('country'), 'province']);
    const last = await get(`/regions?page_size=100&page=${Math.ceil(body.total / 100)}`);
    expect(last.body.items).toHaveLength(body.total % 100);
    expect((await get('/regions?page=9999')).body.items).toEqual([]);
  });

  it('narrows by level, parent and text together', async () => {
    const provinces = await get('/regions?level=province&parent_id=CN');
    expect(provinces.body.total).toBe(34);
    const found = await get('/regions?search=gulou&parent_id=320100');
    expect(found.body.items).toMatchObject([{ region_id: '320106', name_zh: '鼓楼区', parent_id: '320100' }]);
    const past = await get(`/regions?search=${encodeURIComponent('崇文区')}`);
    expect(past.body.items).toMatchObject([{ region_id: '110101' }]);
    expect((await get('/regions?search=cn')).body.items[0].region_id).toBe('CN');
    expect((await get('/regions?parent_id=nowhere')).status).toBe(404);
    expect((await get('/regions?level=village')).status).toBe(400);
  });
});

describe('one region', () => {
  it('comes with what is above it', async () => {
    expect((await get('/regions/110105')).body).toMatchObject({
      name_zh: '朝阳区',
      name_en: 'Chaoyang District',
      pinyin: 'chao yang qu',
      full_name_zh: '北京市朝阳区',
      full_name_en: 'Chaoyang District, Beijing, China',
      level: 'district',
      parent_id: '110100',
      path: [{ region_id: 'CN' }, { region_id: '110000' }, { region_id: '110100' }, { region_id: '110105' }],
      children_count: 0,
      successor_of: null,
    });
    expect((await get('/regions/us-ca')).body).toMatchObject({ region_id: 'US-CA', successor_of: null });
  });

  it('is the successor of an abolished code, and says what a divided one is now', async () => {
    expect((await get('/regions/110103')).body).toMatchObject({
      region_id: '110101',
      successor_of: '110103',
    });
    const divided = await get('/regions/130103');
    expect(divided.status).toBe(404);
    expect(divided.body.error).toBe(
      'No such region. 130103 was divided; it is now 长安区 (130102), 桥西区 (130104).',
    );
  });

  it('is refused alike on every route that takes one', async () => {
    const routes = ['', '/city-coverage', '/express-delivery', '/pickup-points'];
    for (const id of ['999999', '00000000-0000-7000-8000-000000000000', "1' or 1=1", '__proto__']) {
      for (const route of routes) {
        const reply = await get(`/regions/${encodeURIComponent(id)}${route}`);
        expect(reply.status, id + route).toBe(404);
        expect(reply.body.error).toBe('No such region. Take its id from list_regions.');
        expect(reply.headers.get('platen-error')).toBe('not_found');
      }
    }
  });
});
