/** Sessions: who may use the cookie, how they end, on both databases; between two processes on PostgreSQL. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { openDatabase } from '../db/database.ts';
import { type Browser, openBrowser } from '../testing/browser-client.ts';

const phone = '+8613800000001';

async function logIn(cloud: TestCloud, path = 'login'): Promise<Browser> {
  const browser = openBrowser(cloud.url);
  cloud.clock.offsetMs += 61_000;
  await browser.call('POST', '/api/auth/code', { phone });
  const code = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
  const reply = await browser.call('POST', `/api/auth/${path}`, { phone, code });
  expect(reply.status).toBeLessThan(300);
  return browser;
}
const me = async (browser: Browser) => (await browser.call('GET', '/api/auth/me')).status;

describe.each(databases)('sessions on $name', ({ open }) => {
  let cloud: TestCloud;
  let first: Browser;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    first = await logIn(cloud, 'register');
  });
  afterEach(() => cloud.close());

  it('are listed, and end one by one or all at once', async () => {
    const second = await logIn(cloud);
    const third = await logIn(cloud);
    const list = (await first.call('GET', '/api/auth/sessions')).body;
    expect(list.total).toBe(3);
    expect(list.items.map((item: { current: boolean }) => item.current)).toEqual([false, false, true]);
    expect(list.items[0]).toMatchObject({ device: 'Test browser' });
    const path = `/api/auth/sessions/${list.items[0].session_id}`;
    expect((await first.call('DELETE', path)).body).toEqual({ revoked: 1 });
    expect((await first.call('DELETE', path)).status).toBe(404);
    expect([await me(third), await me(second), await me(first)]).toEqual([401, 200, 200]);
    expect((await first.call('DELETE', '/api/auth/sessions?keep_current=true')).body).toEqual({ revoked: 1 });
    expect([await me(second), await me(first)]).toEqual([401, 200]);
    expect((await first.call('DELETE', '/api/auth/sessions')).body).toEqual({ revoked: 1 });
    expect(await me(first)).toBe(401);
  });

  it("of somebody else can't be ended", async () => {
    const outsider = await cloud.account();
    const [session] = (await first.call('GET', '/api/auth/sessions')).body.items;
    const reply = await outsider.call('DELETE', `/api/auth/sessions/${session.session_id}`);
    expect(reply.status).toBe(404);
    expect(await me(first)).toBe(200);
  });

  it('end by logout, which takes the cookie away and works without one', async () => {
    const { cookie } = first;
    expect((await first.call('POST', '/api/auth/logout')).body).toEqual({ logged_out: true });
    expect(first.setCookie).toMatch(/^platen_session=; Max-Age=0; Path=\//);
    first.cookie = cookie;
    expect(await me(first)).toBe(401);
    expect((await openBrowser(cloud.url).call('POST', '/api/auth/logout')).status).toBe(200);
  });

  it('last 30 days after the last use', async () => {
    const day = 24 * 3600 * 1000;
    for (let i = 0; i < 3; i += 1) {
      cloud.clock.offsetMs += 29 * day;
      expect(await me(first)).toBe(200);
      // The use is written down behind the answer.
      const db = cloud.deps.database.query;
      await until('the use', async () => {
        const row = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow();
        return row.expires_at > cloud.deps.now() + 29 * day;
      });
    }
    cloud.clock.offsetMs += 31 * day;
    expect(await me(first)).toBe(401);
  });
});

describe('the session cookie', () => {
  let cloud: TestCloud;
  let browser: Browser;
  let account: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud();
    account = await cloud.account();
    browser = await logIn(cloud, 'register');
  });
  afterEach(() => cloud.close());

  const rename = (headers: Record<string, string>) =>
    browser.call('PUT', '/api/auth/me', { nickname: 'Mallory' }, headers);

  it("changes nothing for another site's page", async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1:1',
      `${cloud.url}.evil.example`,
    ]) {
      expect((await rename({ origin })).status).toBe(403);
    }
    expect((await rename({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await browser.call('GET', '/api/auth/me')).body.nickname).toBe('');
    expect((await rename({ origin: cloud.url })).status).toBe(200);
  });

  it('changes nothing without the header that forms cannot send', async () => {
    const reply = await fetch(`${cloud.url}/api/auth/me`, {
      method: 'PUT',
      headers: { cookie: browser.cookie, 'content-type': 'application/json' },
      body: '{"nickname":"Mallory"}',
    });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toEqual({ error: expect.stringContaining('X-Platen-CSRF') });
  });

  it('is not set or taken away by another site', async () => {
    const foreign = { origin: 'https://evil.example' };
    const body = { phone, code: '000000' };
    expect((await browser.call('POST', '/api/auth/login', body, foreign)).status).toBe(403);
    expect((await browser.call('POST', '/api/auth/logout', undefined, foreign)).status).toBe(403);
    expect(await me(browser)).toBe(200);
  });

  it('counts for nothing beside a key, right or wrong', async () => {
    const asKey = (authorization: string) =>
      browser.call('GET', '/api/auth/me', undefined, { authorization });
    const reply = await asKey(`Bearer ${account.apiKey}`);
    expect(reply.body.account_id).toBe(account.accountId);
    expect((await asKey('Bearer nonsense')).status).toBe(401);
  });

  it('does not open MCP', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await browser.call('POST', '/api/mcp', ping)).status).toBe(401);
  });

  it('is none when it was made up', async () => {
    for (const value of ['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}'--`]) {
      browser.cookie = `platen_session=${value}`;
      expect(await me(browser)).toBe(401);
    }
  });

  it('over https is a __Host- cookie, and the plain one is ignored', async () => {
    const secure = await startTestCloud(undefined, { publicUrl: () => 'https://print.example' });
    const host = { origin: 'https://print.example' };
    const safe = openBrowser(secure.url);
    await safe.call('POST', '/api/auth/code', { phone }, host);
    const code = /\d{6}/.exec(secure.messages.at(-1)!.text)![0];
    const reply = await safe.call('POST', '/api/auth/register', { phone, code }, host);
    expect(reply.headers.get('strict-transport-security')).toMatch(/max-age/);
    expect(safe.setCookie).toMatch(
      /^__Host-platen_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await me(safe)).toBe(200);
    // A page of the same name without TLS may be the work of anybody on the way.
    const bare = { origin: new URL(secure.url).origin };
    expect((await safe.call('PUT', '/api/auth/me', { nickname: 'Mallory' }, bare)).status).toBe(403);
    safe.cookie = safe.cookie.replace('__Host-', '');
    expect(await me(safe)).toBe(401);
    await secure.close();
  });
});

it('what is revoked in one process ends in another, and a disabled account with it', async () => {
  const opened = await databases[1].open();
  const cloud = await startTestCloud(opened);
  const second = await openDatabase(opened.url);
  const here = await logIn(cloud, 'register');
  // Its clock stands still: what it remembers would be good for ever.
  const now = cloud.deps.now();
  const twin = await startTestCloud(
    { database: second, url: opened.url, drop: () => second.close() },
    { now: () => now },
  );
  const there = openBrowser(twin.url);
  there.cookie = here.cookie;
  expect(await me(there)).toBe(200);
  await here.call('POST', '/api/auth/logout');
  await until('the end of the session', async () => (await me(there)) === 401);

  const [admin, account] = [await cloud.account({ role: 'admin' }), await cloud.account()];
  const get = async () =>
    (await fetch(`${twin.url}/api/auth/me`, { headers: { authorization: `Bearer ${account.apiKey}` } }))
      .status;
  expect(await get()).toBe(200);
  await admin.call('POST', `/api/admin/accounts/${account.accountId}/disable`, {});
  await until('the end of the key', async () => (await get()) === 401);
  await twin.close();
  await cloud.close();
});
