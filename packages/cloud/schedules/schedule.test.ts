/** The auto-print schedule: whose jobs it counts, and how old it says that it is. */
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { newId } from '../ids.ts';
import { insertAgent } from '../shops/shop-store.ts';

const photo = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });

describe.each(databases)('the schedule on $name', ({ open }) => {
  let cloud: TestCloud;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
  });
  afterEach(() => cloud.close());

  const schedule = async (by: TestAccount) => {
    const reply = await by.call('GET', '/api/orders/auto-print-schedule');
    expect(reply.status).toBe(200);
    return reply.body;
  };

  async function paidOrder(account: TestAccount): Promise<void> {
    const { photo_id } = (await account.upload('/api/photos/upload', photo)).body;
    const items = [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const { order_id } = (await account.call('POST', '/api/orders', { items })).body;
    await account.call('POST', '/api/payment/balance', { order_id });
  }

  it('counts the jobs of the account, of the shop, of all', async () => {
    const account = await cloud.account();
    const other = await cloud.account();
    await paidOrder(account);
    await paidOrder(other);
    await paidOrder(other);
    const none = { printing: 0, held: 0, unknown: 0 };
    expect(await schedule(account)).toMatchObject({
      mode: 'immediate',
      next_run: null,
      windows: [],
      last_printed_at: null,
      of: 'account',
      jobs: { waiting: 1, ...none },
    });
    const operator = await cloud.account({ role: 'operator' });
    expect(await schedule(operator)).toMatchObject({ of: 'shop', jobs: { waiting: 3 } });
    const admin = await cloud.account({ role: 'admin' });
    expect(await schedule(admin)).toMatchObject({ of: 'all', jobs: { waiting: 3 } });
    const db = cloud.deps.database.query;
    const [job] = await db.selectFrom('print_jobs').select('id').execute();
    const printed = { state: 'printed', reported_at: 1_700_000_000_000 } as const;
    await db.updateTable('print_jobs').set(printed).where('id', '=', job!.id).execute();
    expect(await schedule(admin)).toMatchObject({
      last_printed_at: '2023-11-14T22:13:20.000Z',
      jobs: { waiting: 2 },
    });
  });

  it('says how old what it knows of the shop is', async () => {
    const account = await cloud.account();
    const agents = async () => (await schedule(account)).shops[0].agents;
    const agent = {
      id: newId(),
      shop_id: cloud.shopId,
      name: 'A',
      public_key: 'k',
      image_work: 0,
      last_seq: 0,
      created_at: 1,
      last_seen_at: null,
      revoked_at: null,
    };
    expect(await agents()).toEqual([]);
    await insertAgent(cloud.deps.database.query, agent);
    const never = { state: 'never_seen', as_of: null, age_seconds: null, schedule: null };
    expect(await agents()).toEqual([never]);
    const seenAt = cloud.deps.now() - 10_000;
    await cloud.deps.database.query
      .updateTable('agents')
      .set({ last_seen_at: seenAt, link_id: 'l' })
      .execute();
    const as_of = new Date(seenAt).toISOString();
    expect(await agents()).toMatchObject([{ state: 'live', as_of }]);
    cloud.clock.offsetMs += 3600_000;
    const [away] = await agents();
    expect(away).toMatchObject({ state: 'last_known', as_of });
    expect(away.age_seconds).toBeGreaterThanOrEqual(3610);
  });
});
