/** Regions over HTTP: the tree with its ETag, lists, search, codes of the past, and routes that stand beside a parameter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { countTokens } from '../../../test/fixtures/mcp/tokens.ts';
import { toolClient } from '../../../test/fixtures/mcp/tool-client.ts';

let cloud: TestCloud;
let account: TestAccount;
beforeAll(async () => {
  cloud = await startTestCloud();
  account = await cloud.account();
});
afterAll(() => cloud.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  account.call('GET', `/api${path}`, undefined, headers);

const totalOf = async (level: string): Promise<number> => (await get(`/regions?level=${level}`)).body.total;

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

  it('answers with what is below a region, down to a level, or as many whole levels as were asked for', async () => {
    const guangdong = (await get('/regions/tree?parent_id=440000&level=city')).body;
    expect(guangdong.items).toHaveLength(21);
    const shenzhen = guangdong.items.find((node: Node) => node.region_id === '440300');
    expect(shenzhen).toMatchObject({ name_zh: '深圳市', children_count: 9 });
    expect(shenzhen.children).toBeUndefined();
    expect(guangdong.deeper).toMatch(/children_count.*parent_id/);
    const below = (await get('/regions/tree?parent_id=440300')).body;
    expect(below.items).toHaveLength(9);
    expect(below.deeper).toBeUndefined();
    const [countries, provinces] = [await totalOf('country'), await totalOf('province')];
    const few = (await get(`/regions/tree?max_regions=${countries + 2}`)).body;
    expect(few.items.map((node: Node) => node.children)).toEqual(Array(countries).fill(undefined));
    const more = (await get(`/regions/tree?max_regions=${countries + provinces + 4}`)).body;
    expect(count(more.items)).toBe(countries + provinces);
    expect((await get('/regions/tree?parent_id=nowhere')).status).toBe(404);
    expect((await get('/regions/tree?level=street')).status).toBe(400);
  });

  it('is never long over MCP, wherever it is entered, and all of it can be reached', async () => {
    const client = toolClient(cloud.url, account.apiKey);
    const seen = new Set<string>();
    const visit = async (input: { parent_id?: string }): Promise<void> => {
      const answer = await client.call('get_region_tree', input);
      const tokens = countTokens(JSON.stringify(answer.body));
      expect(tokens, JSON.stringify(input)).toBeLessThanOrEqual(8000);
      expect(answer.notes).toEqual([]);
      const walk = async (nodes: Array<Node & { children_count?: number }>): Promise<void> => {
        for (const node of nodes) {
          seen.add(node.region_id);
          if (node.children) await walk(node.children);
          else if (node.children_count) await visit({ parent_id: node.region_id });
        }
      };
      await walk(answer.body.items);
    };
    await visit({});
    expect(seen.size).toBe((await get('/regions')).body.total);
    const asked = await client.call('get_region_tree', {
      parent_id: 'CN',
      level: 'district',
      max_regions: 99_999,
    });
    expect(countTokens(asked.text) / 1.3).toBeLessThanOrEqual(8000);
    expect(asked.notes[0]).toMatch(/list_regions has them all/);
  }, 60_000);

  it('needs a key', async () => {
    expect((await fetch(`${cloud.url}/api/regions/tree`)).status).toBe(401);
  });
});

describe('the list', () => {
  it('begins with the higher levels and pages', async () => {
    const { body } = await get('/regions?page_size=100');
    const levels = body.items.map((item: { level: string }) => item.level);
    const countries = await totalOf('country');
    expect(countries).toBeGreaterThan(0);
    expect(levels.slice(0, countries + 1)).toEqual([...Array(countries).fill('country'), 'province']);
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
