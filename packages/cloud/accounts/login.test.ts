/** Registration and login by phone and code, with what attacks them; on both databases. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import type { Log } from '../log.ts';
import { type Browser, openBrowser } from '../testing/browser-client.ts';
import { findRightCode } from './login-code-rules.ts';
import { addWrongTry, lockLoginCodes, spendLoginCode, upsertLoginCode } from './login-code-store.ts';

const phone = '+8613800000001';

describe.each(databases)('login on $name', ({ open }) => {
  let cloud: TestCloud;
  let browser: Browser;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    browser = openBrowser(cloud.url);
  });
  afterEach(() => cloud.close());

  const post = (path: string, body: object) => browser.call('POST', `/api/auth/${path}`, body);
  const newestCode = () => /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
  async function code(of = phone): Promise<string> {
    expect((await post('code', { phone: of })).status).toBe(200);
    return newestCode();
  }
  const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  const pass = (seconds: number) => {
    cloud.clock.offsetMs += seconds * 1000;
  };
  async function registered(): Promise<void> {
    expect((await post('register', { phone, code: await code() })).status).toBe(201);
    pass(61);
  }

  it('makes an account with a balance of 0, whose session may do everything and whose key is made with it', async () => {
    const asked = await post('code', { phone: '138 0000 0001', purpose: 'register', language: 'en' });
    expect(asked.body).toEqual({ sent: true, expires_in_seconds: 300, resend_in_seconds: 60 });
    expect(cloud.messages).toMatchObject([{ phone, language: 'en', template: 'register_code' }]);
    const made = await post('register', { phone, code: newestCode(), nickname: 'Li', language: 'zh-CN' });
    expect(made).toMatchObject({
      status: 201,
      body: { account: { nickname: 'Li', phone: '+86138****0001', role: 'customer', language: 'zh-CN' } },
    });
    expect(JSON.stringify(made.body)).not.toContain(browser.cookie.split('=')[1]);
    expect(browser.setCookie).toMatch(
      /^platen_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const balance = await browser.call('GET', '/api/user/balance');
    expect(balance.body).toEqual({ balance: 0, currency: 'CNY' });
    const key = await browser.call('POST', '/api/user/api-keys', { name: 'laptop' });
    const me = await fetch(`${cloud.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${key.body.api_key}` },
    });
    expect(await me.json()).toMatchObject({ account_id: made.body.account.account_id });
  });

  it('answers a wrong code alike for known and unknown numbers, and tells them apart by the right one alone', async () => {
    await registered();
    const unknown = '+8613900000009';
    const [known, outsider] = [await code(), await code(unknown)];
    const wrong = await post('login', { phone, code: other(known) });
    const wrongToo = await post('login', { phone: unknown, code: other(outsider) });
    const never = await post('login', { phone: '+8613700000007', code: '123456' });
    expect(wrong.status).toBe(401);
    for (const reply of [wrongToo, never]) {
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual(wrong.body);
    }
    const names = (reply: typeof wrong) => [...reply.headers.keys()].sort();
    expect(names(wrongToo)).toEqual(names(wrong));
    expect((await post('login', { phone, code: known })).status).toBe(200);
    expect((await post('login', { phone: unknown, code: outsider })).status).toBe(404);
    expect((await post('register', { phone: unknown, code: outsider })).status).toBe(201);
    pass(61);
    const again = await code();
    expect((await post('register', { phone, code: again })).status).toBe(409);
    expect((await post('login', { phone, code: again })).status).toBe(200);
  });

  it('lets exactly one of 50 logins at once in, whose code is then used up', async () => {
    await registered();
    // All fifty are to get as far as the code itself.
    const admin = await cloud.account({ role: 'admin' });
    for (const limit of ['login_phone', 'login_address']) {
      await admin.call('PUT', `/api/admin/rate-limits/${limit}`, { max: 1000, window_seconds: 900 });
    }
    const right = await code();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        openBrowser(cloud.url).call('POST', '/api/auth/login', { phone, code: right }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(49);
    const rows = await cloud.deps.database.query.selectFrom('sessions').selectAll().execute();
    expect(rows).toHaveLength(2);
  });

  it('spends a code once, also for two that have both found it right', async () => {
    const { database } = cloud.deps;
    const code = { phone, network: 'n', code_hash: 'h' };
    await upsertLoginCode(database.query, { ...code, expires_at: Date.now() + 1000 });
    const spend = () => database.transaction((tx) => spendLoginCode(tx, { ...code, now: Date.now() }));
    expect(await Promise.all([spend(), spend()])).toEqual(expect.arrayContaining([true, false]));
    expect(await spend()).toBe(false);
  });

  it('counts wrong tries at the same moment one after the other', async () => {
    const { database } = cloud.deps;
    const codeHash = 'a'.repeat(64);
    const network = 'n';
    const code = { phone, network, code_hash: 'b'.repeat(64) };
    await upsertLoginCode(database.query, { ...code, expires_at: Date.now() + 60_000 });
    const looked: number[] = [];
    const tryOnce = () =>
      database.transaction(async (tx) => {
        const rows = await lockLoginCodes(tx, phone);
        looked.push(rows[0]!.tries);
        expect(findRightCode(rows, { codeHash, network, now: Date.now() })).toBeUndefined();
        await addWrongTry(tx, { phone, network });
      });
    await Promise.all(Array.from({ length: 9 }, tryOnce));
    expect(looked.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('makes one account of 5 registrations at once', async () => {
    const right = await code();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => post('register', { phone, code: right })),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.every((reply) => [201, 401, 409].includes(reply.status))).toBe(true);
    const accounts = await cloud.deps.database.query.selectFrom('accounts').selectAll().execute();
    expect(accounts.filter((account) => account.phone === phone)).toHaveLength(1);
  });

  it('allows five wrong tries a number, which a new code does not give back', async () => {
    await registered();
    const right = await code();
    for (let i = 0; i < 5; i += 1) {
      expect((await post('login', { phone, code: other(right) })).status).toBe(401);
    }
    const refused = await post('login', { phone, code: right });
    expect(refused.status).toBe(429);
    expect(refused.body.retry_after_seconds).toBeGreaterThan(60);
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after_seconds));
    pass(61);
    expect((await post('login', { phone, code: await code() })).status).toBe(429);
    pass(240);
    expect((await post('login', { phone, code: await code() })).status).toBe(200);
  });

  it('lets a code die of five wrong tries however high an admin sets the limit', async () => {
    await registered();
    const admin = await cloud.account({ role: 'admin' });
    await admin.call('PUT', '/api/admin/rate-limits/login_phone', { max: 1000, window_seconds: 900 });
    const right = await code();
    for (let i = 0; i < 5; i += 1) await post('login', { phone, code: other(right) });
    expect((await post('login', { phone, code: right })).status).toBe(401);
  });

  it('takes no code that is too old, was used, or has been replaced', async () => {
    await registered();
    const first = await code();
    pass(61);
    const second = await code();
    if (first !== second) expect((await post('login', { phone, code: first })).status).toBe(401);
    expect((await post('login', { phone, code: second })).status).toBe(200);
    expect((await post('login', { phone, code: second })).status).toBe(401);
    pass(61);
    const third = await code();
    pass(301);
    expect((await post('login', { phone, code: third })).status).toBe(401);
  });

  it('sends a code a minute and five an hour to a number, twenty an hour for an address', async () => {
    await code();
    const soon = await post('code', { phone });
    expect(soon).toMatchObject({ status: 429, body: { retry_after_seconds: expect.any(Number) } });
    for (let i = 0; i < 4; i += 1) {
      pass(60);
      await code();
    }
    pass(60);
    expect((await post('code', { phone })).status).toBe(429);
    pass(24 * 3600);
    const statuses: number[] = [];
    for (let i = 10; i < 32; i += 1) {
      statuses.push((await post('code', { phone: `+86139000000${i}` })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });

  it('refuses what is no number and no code', async () => {
    const implausible = ['+861011112222', '+861380000000', '+18005550199', '+19005550123', '+442079460000'];
    const nonsense = ['', 'x', '12', '+86 12345', '+8613800000001 ext. 5', '＋', `1${'0'.repeat(39)}`];
    for (const phone of [...nonsense, ...implausible]) {
      expect((await post('code', { phone })).status, phone).toBe(400);
    }
    // Jamaica has the country code of the United States, and is not served here.
    for (const phone of ['+18765550123', '+33612345678']) {
      expect(await post('code', { phone })).toMatchObject({
        status: 422,
        body: { error: expect.stringMatching(/^phone: numbers of (JM|FR) are not served\. .*CN, US\.$/) },
      });
      expect((await post('login', { phone, code: '123456' })).status).toBe(422);
    }
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', 123456]) {
      expect((await post('login', { phone, code })).status).toBe(400);
    }
    expect(cloud.messages).toEqual([]);
  });
});

describe('login against somebody who guesses far away', () => {
  let cloud: TestCloud;
  beforeEach(async () => {
    cloud = await startTestCloud(undefined, {}, { trustProxy: ['loopback'] });
  });
  afterEach(() => cloud.close());
  const from = (address: string) => {
    const browser = openBrowser(cloud.url);
    return (path: string, body: object) =>
      browser.call('POST', `/api/auth/${path}`, body, { 'x-forwarded-for': address });
  };
  const pass = (seconds: number) => {
    cloud.clock.offsetMs += seconds * 1000;
  };
  const newestCode = () => /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
  const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

  it('a known number is not locked out by one who guesses every three minutes, and asks for codes all the time', async () => {
    const [owner, guesser] = [from('198.51.100.1'), from('203.0.113.9')];
    await owner('code', { phone });
    expect((await owner('register', { phone, code: newestCode() })).status).toBe(201);
    for (let minute = 0; minute < 24 * 60; minute += 3) {
      pass(180);
      await guesser('code', { phone });
      await guesser('login', { phone, code: '000000' });
    }
    expect((await owner('code', { phone })).status).toBe(200);
    const right = newestCode();
    for (let i = 0; i < 30; i += 1) await guesser('login', { phone, code: wrong(right) });
    expect((await owner('login', { phone, code: right })).status).toBe(200);
  });

  it('a code may be typed from another network, until somebody guesses from elsewhere', async () => {
    const [home, way, guesser] = [from('198.51.100.1'), from('198.51.100.200'), from('203.0.113.9')];
    await home('code', { phone });
    expect((await way('register', { phone, code: newestCode() })).status).toBe(201);
    pass(61);
    await home('code', { phone });
    const right = newestCode();
    for (let i = 0; i < 3; i += 1) await guesser('login', { phone, code: wrong(right) });
    expect((await way('login', { phone, code: right })).status).toBe(401);
    expect((await home('login', { phone, code: right })).status).toBe(200);
  });

  it('many networks together get a bounded number of codes and of guesses at each', async () => {
    await from('198.51.100.1')('code', { phone });
    expect((await from('198.51.100.1')('register', { phone, code: newestCode() })).status).toBe(201);
    const { database } = cloud.deps;
    let sent = 0;
    for (let i = 0; i < 60; i += 1) {
      const answer = await from(`203.0.113.${i}`)('code', { phone });
      if (answer.status === 200) sent += 1;
    }
    expect(sent).toBe(39);
    // What no limit lets through is refused by the codes themselves: 3 guesses from afar and 5 from their own network.
    for (let i = 60; i < 100; i += 1)
      await from(`203.0.113.${i}`)('login', { phone, code: 'xxxxxx'.replaceAll('x', '0') });
    const rows = await database.query
      .selectFrom('login_codes')
      .selectAll()
      .where('phone', '=', phone)
      .execute();
    expect(rows).toHaveLength(40);
    for (const row of rows.filter(({ used_at }) => used_at === null)) {
      expect(row.foreign_tries).toBeGreaterThan(3);
      const elsewhere = { codeHash: row.code_hash, network: 'elsewhere', now: cloud.deps.now() };
      expect(findRightCode([row], elsewhere)).toBeUndefined();
    }
  });
});

describe('login', () => {
  it('does the same work for a wrong code, whoever has an account', async () => {
    const now = Date.now();
    const cloud = await startTestCloud(undefined, { now: () => now });
    const { database } = cloud.deps;
    // What runs beside the request, in the background, is none of its work.
    const counted = new AsyncLocalStorage<string[]>();
    const watched = database.query.withPlugin({
      transformQuery: ({ node }) => {
        counted.getStore()?.push(JSON.stringify(node).match(/"name":"(\w+)"/)?.[1] ?? '');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const deps = {
      ...cloud.deps,
      database: {
        ...database,
        query: watched,
        transaction: (work: never) => watched.transaction().execute(work),
      },
    };
    const { logIn, sendLoginCode } = await import('./login-moves.ts');
    const context = {
      ...deps,
      caller: undefined,
      file: undefined,
      clientNetwork: '',
      session: () => ({ token: undefined, device: '', set: () => {}, clear: () => {} }),
      atomically: deps.database.transaction,
    } as never;
    const known = (await cloud.account()).phone;
    // Old rows are removed now and then; not now.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const work: string[][] = [];
    for (const phone of [known, '+8613900000009']) {
      const tables: string[] = [];
      await counted.run(tables, async () => {
        await sendLoginCode(context, { phone, purpose: 'login' });
        await expect(logIn(context, { phone, code: 'xxxxxx' })).rejects.toThrow('code: is wrong');
      });
      work.push(tables);
    }
    expect(work[0]!.length).toBeGreaterThan(5);
    expect(work[1]).toEqual(work[0]);
    expect(work[0]).not.toContain('accounts');
    random.mockRestore();
    await cloud.close();
  });

  it('gives the attempts back when the message cannot be sent', async () => {
    let works = false;
    const sms = {
      send: async () => {
        if (!works) throw new Error(`no credit for ${phone}, 138 0000-0001`);
      },
    };
    const logged: string[] = [];
    const log: Log = (...line) => void logged.push(JSON.stringify(line));
    const cloud = await startTestCloud(undefined, { sms, log });
    const ask = () => openBrowser(cloud.url).call('POST', '/api/auth/code', { phone });
    for (let i = 0; i < 6; i += 1) {
      const reply = await ask();
      expect(reply.status).toBe(500);
      expect(reply.body.error).toBe("The code can't be sent now. Try again in a minute.");
    }
    expect(logged).toContain('["error","sms.failed",{"reason":"no credit for +…, …"}]');
    expect(logged.join()).not.toContain('0001');
    works = true;
    expect((await ask()).status).toBe(200);
    await cloud.close();
  });
});
