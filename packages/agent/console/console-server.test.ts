/** The console against whoever may knock: other pages, other names, wrong PINs, pages that are not there. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changePin, isPin, readPin } from './console-pin.ts';
import { isConsoleOf, proveConsole } from './console-proof.ts';
import { type Console, type ConsoleDeps, createConsole } from './console-server.ts';
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
}

let nowMs: number;
let acted: string[];
let site: Console;
const keys = generateKeyPairSync('ed25519');

/** A floor that logs in, leaves, and says what it is asked for. */
const floor: ConsoleDeps['floor'] = {
  async answer({ request, response, url, session, language, logIn, logOut }) {
    if (url.pathname === '/api/nothing') return false;
    const say = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
    if (url.pathname === '/api/login') return say(logIn(url.searchParams.get('pin') ?? ''));
    if (url.pathname === '/api/leave') {
      logOut();
      return say({});
    }
    if (session && request.method !== 'GET') acted.push(url.pathname);
    return say({ open: session !== undefined, stillOpen: session?.isOpen() ?? false, language });
  },
};

const openConsole = (more: Partial<ConsoleDeps> = {}): Console =>
  createConsole({
    port: 0,
    now: () => nowMs,
    log: () => {},
    sessions: createConsoleSessions({ pin: () => '246810', now: () => nowMs }),
    prove: (challenge) => proveConsole(keys.privateKey, challenge),
    floor,
    ...more,
  });

beforeEach(async () => {
  nowMs = Date.parse('2026-03-02T10:00:00Z');
  acted = [];
  site = openConsole();
  await site.start();
});
afterEach(() => site.stop());

it('proves whose console it is, to whom asks with a challenge', async () => {
  const port = Number(new URL(site.url!).port);
  expect(await isConsoleOf(keys.publicKey, port)).toBe(true);
  expect(await isConsoleOf(generateKeyPairSync('ed25519').publicKey, port)).toBe(false);
  expect(await ask({ path: '/proof?challenge=short' })).toMatchObject({ status: 400 });
});

function ask({ method = 'GET', path, headers = {} }: Asked): Promise<Answer> {
  const { port, host } = new URL(site.url!);
  return new Promise((resolve, reject) => {
    const sending = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host, ...(method !== 'GET' && { origin: site.url! }), ...headers },
    });
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    sending.end();
  });
}

const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';')[0]!;
const logIn = (pin = '246810') => ask({ method: 'POST', path: `/api/login?pin=${pin}` });
const tried = async (pin?: string) => JSON.parse((await logIn(pin)).body);
const entered = async () => ({ cookie: cookieOf(await logIn()) });
const isOpen = async (headers: Record<string, string>) =>
  JSON.parse((await ask({ path: '/api/floor', headers })).body).open;

describe('the door', () => {
  it('opens with the PIN, and stays open for twelve hours', async () => {
    const opened = await logIn();
    expect(opened.headers['set-cookie']).toEqual([
      expect.stringMatching(/^platen_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    ]);
    expect(JSON.parse(opened.body)).toMatchObject({ kind: 'open', endsAtMs: nowMs + 12 * 3600_000 });
    const headers = { cookie: cookieOf(opened) };
    expect(await isOpen(headers)).toBe(true);
    expect(await isOpen({ cookie: 'platen_console=guessed' })).toBe(false);
    nowMs += 12 * 3600_000;
    expect(await isOpen(headers)).toBe(false);
  });

  it('makes whoever guesses wait, longer each time, even with the right PIN', async () => {
    for (let left = 4; left > 0; left -= 1)
      expect(await tried('1111')).toEqual({ kind: 'wrong', triesLeft: left });
    const paused = (seconds: number) => ({ kind: 'paused', untilMs: nowMs + seconds * 1000 });
    expect(await tried('1111')).toEqual(paused(30));
    const refused = await logIn();
    expect([JSON.parse(refused.body), refused.headers['set-cookie']]).toEqual([paused(30), undefined]);
    nowMs += 30_000;
    expect(await tried('1111')).toEqual(paused(60));
    nowMs += 60_000;
    expect(await tried()).toMatchObject({ kind: 'open' });
    expect(await tried('1111')).toEqual({ kind: 'wrong', triesLeft: 4 });
  });

  it('is closed by leaving', async () => {
    const headers = await entered();
    const left = await ask({ method: 'POST', path: '/api/leave', headers });
    expect(left.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    expect(await isOpen(headers)).toBe(false);
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '[::1]:1', 'localhost.evil.example'])(
    'answers nothing to the name "%s"',
    async (host) => {
      const headers = { ...(await entered()), host };
      for (const path of ['/', '/shop/', '/api/floor', '/proof?challenge=x']) {
        const { status, body } = await ask({ path, headers });
        expect([path, status]).toEqual([path, 403]);
        expect(body).not.toContain('open');
      }
    },
  );

  it.each(['http://evil.example', 'http://127.0.0.1:1', 'null', ''])(
    'does nothing for a page from "%s"',
    async (origin) => {
      const headers = { ...(await entered()), origin };
      for (const method of ['POST', 'PUT', 'DELETE', 'GET'])
        expect([method, (await ask({ method, path: '/api/act', headers })).status]).toEqual([method, 403]);
      expect((await ask({ method: 'POST', path: '/api/login?pin=246810', headers })).status).toBe(403);
      expect(acted).toEqual([]);
    },
  );

  it('speaks the language that is asked for', async () => {
    const language = async (accepted: string) =>
      JSON.parse((await ask({ path: '/api/floor', headers: { 'accept-language': accepted } })).body).language;
    expect(await language('zh-CN,en;q=0.5')).toBe('zh-CN');
    expect(await language('de, en')).toBe('en');
    expect(await language('')).toBe('en');
  });
});

describe('what is not there', () => {
  it('is 404, with a session too, and may load and do nothing', async () => {
    const headers = await entered();
    for (const path of ['/today', '/login', '/printers', '/api/nothing', '/console.css', '/assets/shop/a.js'])
      for (const method of ['GET', 'POST'])
        expect([path, (await ask({ method, path, headers })).status]).toEqual([path, 404]);
    const answer = await ask({ path: '/today', headers });
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(acted).toEqual([]);
  });

  it('where no pages are built is said with what to do', async () => {
    for (const path of ['/', '/shop', '/shop/queue']) {
      const { status, body } = await ask({ path });
      expect([path, status]).toEqual([path, 404]);
      expect(body).toContain('npm run build:web');
    }
  });
});

describe('with the pages of the shop floor built', () => {
  it('serves them and their files alone, under their own policy, and shows them first', async () => {
    const answerOf = (body: string) => ({
      headers: { 'Content-Security-Policy': 'theirs' },
      body: Buffer.from(body),
    });
    const asked: string[] = [];
    const built = openConsole({
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
    expect((await get('/shopping'))[0]).toBe(404);
    expect(asked).not.toContain('/assets/app/a.js');
    const evil = await fetch(`${built.url}/shop/`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    });
    expect(evil.status).toBe(404);
    await built.stop();
  });
});

describe('around it', () => {
  it('a port in use is no reason to fall', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const events: string[] = [];
    const second = openConsole({ port, log: (_level, event) => events.push(event) });
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
