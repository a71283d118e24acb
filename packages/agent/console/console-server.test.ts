/** The console against whoever may knock: other pages, other names, wrong PINs, forged forms, hostile text. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepRecent } from '../machine/recent-log.ts';
import { html } from './console-html.ts';
import { logsPage } from './console-logs.ts';
import { type ConsolePage, done, refused } from './console-page.ts';
import { changePin, isPin, readPin } from './console-pin.ts';
import { isConsoleOf, proveConsole } from './console-proof.ts';
import { type Console, createConsole } from './console-server.ts';
import { createConsoleSessions } from './console-sessions.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

const hostile = `<script>alert('x')</script>"&`;
let nowMs: number;
let acted: string[];
let logged: string[];
let site: Console;
const keys = generateKeyPairSync('ed25519');

const page: ConsolePage = {
  path: '/things',
  title: () => 'Things',
  isLive: true,
  render: ({ words }) =>
    html`<p>${hostile}</p><p title="${hostile}">${words.asOf}</p>${[html`<b>1</b>`, 'a<b']}`,
  acts: {
    do: (form) => {
      acted.push(form.get('what') ?? '');
      return form.get('what') === 'no' ? refused(`No: ${hostile}`) : done(`Did ${hostile}`);
    },
  },
};

beforeEach(async () => {
  nowMs = Date.parse('2026-03-02T10:00:00Z');
  acted = [];
  logged = [];
  const recent = keepRecent(
    (_level, event) => logged.push(event),
    () => nowMs,
  );
  recent.log('warn', 'printer.unreachable', { uri: hostile, error: new Error('no route') });
  site = createConsole({
    port: 0,
    pages: [page, logsPage(recent)],
    now: () => nowMs,
    log: recent.log,
    sessions: createConsoleSessions({ pin: () => '246810', now: () => nowMs }),
    prove: (challenge) => proveConsole(keys.privateKey, challenge),
    floor: { answer: async () => false },
  });
  await site.start();
});
afterEach(() => site.stop());

it('proves whose console it is, to whom asks with a challenge', async () => {
  const port = Number(new URL(site.url!).port);
  expect(await isConsoleOf(keys.publicKey, port)).toBe(true);
  expect(await isConsoleOf(generateKeyPairSync('ed25519').publicKey, port)).toBe(false);
  expect(await ask({ path: '/proof?challenge=short' })).toMatchObject({ status: 400 });
});

function ask({ method = 'GET', path, headers = {}, form }: Asked): Promise<Answer> {
  const { port, host } = new URL(site.url!);
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const sending = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method: form ? 'POST' : method,
      headers: {
        host,
        ...(form && { origin: site.url!, 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    sending.end(body);
  });
}

const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';')[0]!;
const logIn = async (pin = '246810') => await ask({ path: '/login', form: { pin } });
const entered = async () => ({ cookie: cookieOf(await logIn()) });

describe('the door', () => {
  it('shows the login alone, and leads there from everywhere', async () => {
    const login = await ask({ path: '/' });
    expect(login.status).toBe(200);
    expect(login.body).toContain('name="pin"');
    expect(login.body).not.toContain('/things');
    for (const path of ['/things', '/log', '/nothing']) {
      const { status, headers, body } = await ask({ path });
      expect([status, headers.location, body]).toEqual([303, '/', '']);
    }
    expect((await ask({ path: '/things/do', form: { what: 'x' } })).status).toBe(403);
    expect(acted).toEqual([]);
  });

  it('opens with the PIN, and stays open for twelve hours', async () => {
    const opened = await logIn();
    expect(opened.status).toBe(303);
    expect(opened.headers['set-cookie']).toEqual([
      expect.stringMatching(/^platen_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    ]);
    const headers = { cookie: cookieOf(opened) };
    expect((await ask({ path: '/things', headers })).status).toBe(200);
    nowMs += 12 * 3600_000;
    expect((await ask({ path: '/things', headers })).status).toBe(303);
  });

  it('makes whoever guesses wait, longer each time, even with the right PIN', async () => {
    for (let tries = 0; tries < 4; tries += 1) expect((await logIn('1111')).body).toContain('not the PIN');
    expect((await logIn('1111')).body).toContain('Try again in 30 s');
    expect((await logIn()).body).toContain('Try again in 30 s');
    nowMs += 30_000;
    expect((await logIn('1111')).body).toContain('Try again in 60 s');
    nowMs += 60_000;
    expect((await logIn()).status).toBe(303);
    expect((await logIn('1111')).body).toContain('4 more tries');
  });

  it('is closed by leaving', async () => {
    const headers = await entered();
    expect((await ask({ path: '/leave', headers, form: {} })).status).toBe(303);
    expect((await ask({ path: '/things', headers })).status).toBe(303);
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '[::1]:1', 'localhost.evil.example'])(
    'answers nothing to the name "%s"',
    async (host) => {
      const headers = await entered();
      const { status, body } = await ask({ path: '/things', headers: { ...headers, host } });
      expect(status).toBe(403);
      expect(body).not.toContain('Things');
    },
  );

  it.each(['http://evil.example', 'http://127.0.0.1:1', 'null', ''])(
    'does nothing for a form from "%s"',
    async (origin) => {
      const headers = { ...(await entered()), origin };
      expect((await ask({ path: '/things/do', headers, form: { what: 'x' } })).status).toBe(403);
      expect((await ask({ path: '/login', headers, form: { pin: '246810' } })).status).toBe(403);
      expect(acted).toEqual([]);
    },
  );
});

describe('pages', () => {
  it('escape what is not theirs, and load nothing from elsewhere', async () => {
    const { body, headers } = await ask({ path: '/things', headers: await entered() });
    expect(body).not.toContain(hostile);
    expect(body).toContain('<p>&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#34;&#38;</p>');
    expect(body).toContain('<b>1</b>a&#60;b');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toMatch(/(?:src|href)="(?![/#])/);
  });

  it('do what they are told, say it once, and say refusals as such', async () => {
    const headers = await entered();
    const acting = await ask({ path: '/things/do', headers, form: { what: 'yes' } });
    expect([acting.status, acting.headers.location]).toEqual([303, '/things']);
    const after = await ask({ path: '/things', headers });
    expect(after.body).toContain('<p class="done" role="status">Did &#60;script');
    expect((await ask({ path: '/things', headers })).body).not.toContain('Did');
    await ask({ path: '/things/do', headers, form: { what: 'no' } });
    expect((await ask({ path: '/things', headers })).body).toContain('<p class="refusal" role="status">No:');
    expect(acted).toEqual(['yes', 'no']);
  });

  it('are there in Chinese too, by the browser or by choice', async () => {
    const headers = await entered();
    const chinese = await ask({
      path: '/things',
      headers: { ...headers, 'accept-language': 'zh-CN,en;q=0.5' },
    });
    expect(chinese.body).toContain('<html lang="zh-CN">');
    const chosen = await ask({ path: '/language', headers, form: { language: 'en' } });
    const cookie = `${headers.cookie}; ${cookieOf(chosen)}`;
    const english = await ask({ path: '/things', headers: { cookie, 'accept-language': 'zh-CN' } });
    expect(english.body).toContain('<html lang="en">');
  });

  it('have the log, troubles alone if asked', async () => {
    const headers = await entered();
    const all = await ask({ path: '/log', headers });
    expect(all.body).toContain('printer.unreachable');
    expect(all.body).toContain('error: no route');
    expect(all.body).toContain('console.login');
    const troubles = await ask({ path: '/log?troubles=yes', headers });
    expect(troubles.body).toContain('printer.unreachable');
    expect(troubles.body).not.toContain('console.login');
    expect(`${all.body}${logged.join()}`).not.toContain('246810');
  });

  it('that are none are 404, and acts that are none too', async () => {
    const headers = await entered();
    expect((await ask({ path: '/nothing', headers })).status).toBe(404);
    for (const path of ['/things/toString', '/things/constructor', '/nothing/do', '/things/do/do', '/'])
      expect((await ask({ path, headers, form: {} })).status, path).toBe(404);
    expect((await ask({ path: '/things', headers, method: 'PUT' })).status).toBe(405);
  });

  it('take no form that is too large or none', async () => {
    const headers = await entered();
    expect((await ask({ path: '/things/do', headers, form: { what: 'x'.repeat(70_000) } })).status).toBe(413);
    const json = { ...headers, 'content-type': 'application/json' };
    expect((await ask({ path: '/things/do', headers: json, form: { what: 'x' } })).status).toBe(413);
    expect(acted).toEqual([]);
  });
});

describe('with the pages of the shop floor built', () => {
  it('serves them and their files alone, under their own policy, and shows them first', async () => {
    const answerOf = (body: string) => ({
      headers: { 'Content-Security-Policy': 'theirs' },
      body: Buffer.from(body),
    });
    const asked: string[] = [];
    const built = createConsole({
      port: 0,
      pages: [page],
      now: () => nowMs,
      log: () => {},
      sessions: createConsoleSessions({ pin: () => '246810', now: () => nowMs }),
      prove: () => undefined,
      floor: { answer: async () => false },
      web: {
        fingerprint: '',
        keptBytes: 0,
        createPage: (entry) => answerOf(`page of ${entry}`),
        async findFile(path) {
          asked.push(path);
          return /^\/(assets\/(shop|app)\/a.js|favicon.svg)$/.test(path)
            ? answerOf(`file ${path}`)
            : undefined;
        },
      },
    });
    await built.start();
    const get = async (path: string) => {
      const { status, headers, body } = await fetch(`${built.url}${path}`, { redirect: 'manual' });
      return [
        status,
        headers.get('location') ?? headers.get('content-security-policy'),
        await new Response(body).text(),
      ];
    };
    expect(await get('/')).toEqual([303, '/shop/', '']);
    expect(await get('/shop/')).toEqual([200, 'theirs', 'page of shop']);
    expect(await get('/shop/queue?x=1')).toEqual([200, 'theirs', 'page of shop']);
    expect(await get('/assets/shop/a.js')).toEqual([200, 'theirs', 'file /assets/shop/a.js']);
    expect(await get('/favicon.svg')).toEqual([200, 'theirs', 'file /favicon.svg']);
    // What belongs to customers and admins is not here.
    expect((await get('/assets/app/a.js'))[0]).toBe(404);
    expect((await get('/assets/shop/b.js'))[0]).toBe(404);
    expect((await get('/shopping'))[0]).toBe(303);
    expect(asked).not.toContain('/assets/app/a.js');
    const evil = await fetch(`${built.url}/shop/`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    });
    expect(evil.status).toBe(403);
    await built.stop();
  });
});

describe('around it', () => {
  it('a port in use is no reason to fall', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const events: string[] = [];
    const second = createConsole({
      port,
      pages: [page],
      now: () => nowMs,
      log: (_level, event) => events.push(event),
      sessions: createConsoleSessions({ pin: () => '246810', now: () => nowMs }),
      prove: () => undefined,
      floor: { answer: async () => false },
    });
    await second.start();
    expect([second.url, events]).toEqual([undefined, ['console.port-in-use']]);
    await second.stop();
    await new Promise((resolve) => other.close(resolve));
  });

  it('the PIN is made once, for its owner alone, and can be changed', () => {
    const dir = mkdtempSync(join(tmpdir(), 'platen-pin-'));
    const first = readPin(dir);
    expect(first).toMatch(/^\d{6}$/);
    expect(readPin(dir)).toBe(first);
    expect(statSync(join(dir, 'console-pin')).mode & 0o777).toBe(0o600);
    changePin(dir, '9876');
    expect(readPin(dir)).toBe('9876');
    expect(['12', '12345678901234', '12a4', ''].filter(isPin)).toEqual([]);
    rmSync(dir, { recursive: true });
  });
});
