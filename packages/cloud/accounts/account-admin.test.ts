/** What admins do to accounts and limits, that operators see their shop alone, and that all of it is written down. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { newId } from '../ids.ts';

describe.each(databases)('admins on $name', ({ open }) => {
  let cloud: TestCloud;
  let admin: TestAccount;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    admin = await cloud.account({ role: 'admin' });
    account = await cloud.account();
  });
  afterEach(() => cloud.close());

  const roleOf = (of: TestAccount) => `/api/admin/accounts/${of.accountId}/role`;
  const audit = async (query: string) =>
    (await admin.call('GET', `/api/admin/audit-log?${query}`)).body.items as { action: string }[];

  it('find accounts', async () => {
    await account.call('PUT', '/api/auth/me', { nickname: '100%_Li' });
    const find = async (query: string) =>
      (await admin.call('GET', `/api/admin/accounts?${query}`)).body.items.map(
        (item: { account_id: string }) => item.account_id,
      );
    const only = [account.accountId];
    expect(await find(`search=${encodeURIComponent(account.phone)}`)).toEqual(only);
    expect(await find(`search=${encodeURIComponent('0%_l')}`)).toEqual(only);
    expect(await find(`search=${account.accountId}`)).toEqual(only);
    expect(await find('search=%25x')).toEqual([]);
    expect(await find('role=customer')).toEqual(only);
    expect(await find('disabled=true')).toEqual([]);
    const one = await admin.call('GET', `/api/admin/accounts/${account.accountId}`);
    expect(one.body).toMatchObject({ phone: account.phone, balance: 100, live_keys: 1, live_sessions: 0 });
    expect((await admin.call('GET', `/api/admin/accounts/${newId()}`)).status).toBe(404);
  });

  it('change roles, which hold from the next call on', async () => {
    expect((await account.call('GET', '/api/shop/jobs')).status).toBe(403);
    const put = (body: object) => admin.call('PUT', roleOf(account), body);
    expect((await put({ role: 'operator' })).status).toBe(422);
    expect((await put({ role: 'operator', shop_id: newId() })).status).toBe(404);
    expect((await put({ role: 'customer', shop_id: cloud.shopId })).status).toBe(422);
    expect((await put({ role: 'operator', shop_id: cloud.shopId })).status).toBe(200);
    expect((await account.call('GET', '/api/shop/jobs')).status).toBe(200);
    expect((await account.call('GET', '/api/admin/accounts')).status).toBe(403);
    expect((await put({ role: 'customer' })).body).toMatchObject({ role: 'customer', shop_id: null });
    expect((await account.call('GET', '/api/shop/jobs')).status).toBe(403);
    expect(await audit(`target=account:${account.accountId}`)).toMatchObject([
      { action: 'set_account_role', detail: { role: 'customer', was: 'operator' } },
      { action: 'set_account_role', detail: { role: 'operator', was: 'customer' } },
    ]);
  });

  it('never leave nobody to administer, also when several go at once', async () => {
    expect((await admin.call('PUT', roleOf(admin), { role: 'customer' })).status).toBe(409);
    const admins = [admin];
    for (let i = 0; i < 4; i += 1) admins.push(await cloud.account({ role: 'admin' }));
    const replies = await Promise.all(
      admins.map((each, i) => each.call('PUT', roleOf(admins[(i + 1) % 5]!), { role: 'customer' })),
    );
    expect(replies.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
    const query = cloud.deps.database.query;
    const left = await query.selectFrom('accounts').select('id').where('role', '=', 'admin').execute();
    expect(left.length).toBeGreaterThanOrEqual(1);
  });

  it('disable an account: its keys stop at once and work again when it is enabled', async () => {
    const path = `/api/admin/accounts/${account.accountId}`;
    expect((await account.call('GET', '/api/auth/me')).status).toBe(200);
    const disabled = await admin.call('POST', `${path}/disable`, { reason: 'spam' });
    expect(disabled.body.disabled_at).toEqual(expect.any(String));
    const refused = await account.call('GET', '/api/auth/me');
    expect(refused).toMatchObject({ status: 401, body: { error: 'This account is disabled.' } });
    expect((await account.call('POST', '/api/mcp', {})).status).toBe(401);
    expect((await admin.call('POST', `${path}/enable`)).body.disabled_at).toBeNull();
    expect((await account.call('GET', '/api/auth/me')).status).toBe(200);
    expect((await admin.call('POST', `/api/admin/accounts/${admin.accountId}/disable`, {})).status).toBe(409);
    expect((await audit('target=account:')).map((entry) => entry.action)).toEqual([
      'enable_account',
      'disable_account',
    ]);
  });

  it('change a limit, which holds at once and can be put back', async () => {
    const path = '/api/admin/rate-limits';
    expect((await admin.call('PUT', `${path}/nothing`, { max: 1, window_seconds: 1 })).status).toBe(400);
    expect((await admin.call('PUT', `${path}/code_address`, { max: 0, window_seconds: 1 })).status).toBe(400);
    const set = await admin.call('PUT', `${path}/code_address`, { max: 1, window_seconds: 600 });
    expect(set.body).toMatchObject({ max: 1, default_max: 20, changed_at: expect.any(String) });
    const ask = async (phone: string) => (await account.call('POST', '/api/auth/code', { phone })).status;
    expect([await ask('+8613800000001'), await ask('+8613800000002')]).toEqual([200, 429]);
    const reset = await admin.call('DELETE', `${path}/code_address`);
    expect(reset.body).toMatchObject({ max: 20, changed_at: null });
    const listed = (await admin.call('GET', path)).body.items;
    expect(listed.find((item: { name: string }) => item.name === 'code_address')).toEqual(reset.body);
    expect((await audit('target=rate_limit:code_address')).map((entry) => entry.action)).toEqual([
      'reset_rate_limit',
      'set_rate_limit',
    ]);
  });

  it('add, rename and remove shops, but none that something belongs to', async () => {
    const made = await admin.call('POST', '/api/admin/shops', { name: 'Second' });
    expect(made.status).toBe(201);
    const path = `/api/admin/shops/${made.body.shop_id}`;
    expect((await admin.call('PUT', path, { name: 'Harbour' })).body.name).toBe('Harbour');
    expect((await admin.call('GET', path)).body.name).toBe('Harbour');
    await admin.call('POST', '/api/admin/enrolment-codes', { shop_id: made.body.shop_id });
    await admin.call('PUT', roleOf(account), { role: 'operator', shop_id: made.body.shop_id });
    const refused = await admin.call('DELETE', path);
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('operators') } });
    await admin.call('PUT', roleOf(account), { role: 'customer' });
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect((await admin.call('GET', path)).status).toBe(404);
    expect((await admin.call('DELETE', path)).status).toBe(404);
    expect((await admin.call('DELETE', `/api/admin/shops/${cloud.shopId}`)).status).toBe(409);
    expect((await audit('target=shop:')).map((entry) => entry.action)).toEqual([
      'delete_shop',
      'create_enrolment_code',
      'update_shop',
      'create_shop',
    ]);
  });

  it('read the audit log by time and account, and not as operators', async () => {
    await admin.call('POST', '/api/admin/coupons', { phone: account.phone, amount: 5 });
    const at = new Date(Date.now() + 60_000).toISOString();
    expect(await audit(`from=${at}`)).toEqual([]);
    expect(await audit(`to=${at}&account_id=${admin.accountId}`)).toMatchObject([
      { action: 'grant_coupon', api_key_id: expect.any(String), session_id: null },
    ]);
    expect(await audit(`account_id=${account.accountId}`)).toEqual([]);
    expect((await admin.call('GET', '/api/admin/audit-log?from=yesterday')).status).toBe(400);
    const operator = await cloud.account({ role: 'operator' });
    expect((await operator.call('GET', '/api/admin/audit-log')).status).toBe(403);
  });

  it('give a key to nobody beyond fifty that work, however many are asked for at once', async () => {
    const create = () => account.call('POST', '/api/user/api-keys', { name: 'k', expires_in_days: 1 });
    const replies = await Promise.all(Array.from({ length: 60 }, create));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(49);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(11);
    cloud.clock.offsetMs = 25 * 3600 * 1000;
    expect((await create()).status).toBe(201);
    const { items } = (await account.call('GET', '/api/user/api-keys?page_size=100')).body;
    const statuses = items.map((item: { status: string }) => item.status);
    expect(statuses.filter((status: string) => status === 'expired')).toHaveLength(49);
    expect(items.at(-1)).toMatchObject({ name: 'first key', last_used_at: expect.any(String) });
    expect(items[0].last_used_at).toBeNull();
  });
});
