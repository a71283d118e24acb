/** Every operation that takes a shop: one that is not there, or not the caller's, is not found; and what staff see of machines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { newId } from '../ids.ts';
import { operations } from '../operations.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';

/** What an operation wants beside the shop before it looks at it. */
const moreOf: Record<string, object> = {
  act_on_shop_floor: { act: 'pause', printer: null },
  create_pickup_point: { name: 'Corner', region_id: '110105', address: 'Street 1', hours: [] },
  update_shop_contact: { phone: '1' },
  update_shop: { name: 'x' },
  set_account_role: { role: 'operator' },
  update_print_rules: { version: 0 },
  update_shop_schedule: { version: 0, plan: { mode: 'immediate' } },
};

const takingShops = operations.filter(({ input }) => 'shop_id' in input.shape);

describe('a shop that is not there', () => {
  let cloud: TestCloud;
  let admin: TestAccount;
  let operator: TestAccount;
  let customer: TestAccount;
  let foreignShopId: string;
  beforeAll(async () => {
    cloud = await startTestCloud();
    admin = await cloud.account({ role: 'admin' });
    operator = await cloud.account({ role: 'operator' });
    customer = await cloud.account();
    foreignShopId = (await admin.call('POST', '/api/admin/shops', { name: 'Another' })).body.shop_id;
  });
  afterAll(() => cloud.close());

  const ask = (account: TestAccount, operation: (typeof operations)[number], shopId: string) => {
    const { name } = operation;
    const rest = operation.rest!;
    const path = rest.path.replace('{shop_id}', shopId).replace('{account_id}', customer.accountId);
    const inPath = rest.path.includes('{shop_id}');
    if (rest.method === 'GET') return account.call('GET', inPath ? path : `${path}?shop_id=${shopId}`);
    return account.call(rest.method, path, { ...moreOf[name], ...(!inPath && { shop_id: shopId }) });
  };

  it('is known to several operations', () => {
    expect(takingShops.length).toBeGreaterThan(12);
  });

  it.each(takingShops.map((operation) => [operation.name, operation] as const))(
    'is 404 in %s',
    async (_name, operation) => {
      const unknown = await ask(admin, operation, newId());
      expect([unknown.status, unknown.body.error]).toEqual([404, expect.stringMatching(/no such shop/i)]);
      if (operation.access !== 'operator') return;
      const foreign = await ask(operator, operation, foreignShopId);
      expect([foreign.status, foreign.body.error]).toEqual([404, expect.stringMatching(/no such shop/i)]);
    },
  );

  it('leaves a lone admin with one shop in peace, and asks which is meant where there are two', async () => {
    expect((await admin.call('GET', '/api/shop/print-rules')).status).toBe(400);
    await admin.call('DELETE', `/api/admin/shops/${foreignShopId}`);
    const rules = await admin.call('GET', '/api/shop/print-rules');
    expect(rules).toMatchObject({ status: 200, body: { shop_id: cloud.shopId } });
  });

  it('names no machine of the shop to customers', async () => {
    const agent = await enrolRawAgent(cloud, admin, 'build-box-17.shop.lan');
    await agent.connect();
    const paths = ['/api/printer/status', '/api/print-queue/status', '/api/orders/auto-print-schedule'];
    for (const path of paths) {
      const seen = await customer.call('GET', path);
      expect(seen.status).toBe(200);
      expect(JSON.stringify(seen.body)).not.toContain('build-box');
      expect(JSON.stringify((await operator.call('GET', path)).body)).toContain('build-box-17.shop.lan');
    }
  });
});
