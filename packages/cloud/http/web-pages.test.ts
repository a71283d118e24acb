/** Which addresses are pages, and what hostile ones get: the web as the cloud serves it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { openWebFiles } from '@platen/web-host/web-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { getSequence } from '../events/event-store.ts';

const script = 'globalThis.ink = 1;'.repeat(100);
const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
let dir: string;
let cloud: TestCloud;
let bare: TestCloud;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-web-pages-'));
  for (const entry of ['app', 'share', 'shop', 'admin']) {
    const assets = join(dir, 'x', entry, 'assets', entry);
    mkdirSync(assets, { recursive: true });
    writeFileSync(join(dir, 'x', entry, 'index.html'), `<head></head><p>entry ${entry}</p>`);
    writeFileSync(join(assets, 'main-1.js'), script);
    writeFileSync(join(assets, 'main-1.js.br'), brotliCompressSync(script));
  }
  writeFileSync(join(dir, 'current.json'), JSON.stringify({ fingerprint: 'x' }));
  cloud = await startTestCloud(undefined, {}, { web: openWebFiles(dir) });
  bare = await startTestCloud();
});
afterAll(async () => {
  await cloud.close();
  await bare.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** The path goes out as it is written: fetch would tidy it up. */
function ask(
  path: string,
  { method = 'GET', accept = browser, to = cloud, cookie = '' } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(to.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: { accept, cookie } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode!,
          headers: reply.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

const entryOf = async (path: string): Promise<string | undefined> =>
  /entry (\w+)/.exec((await ask(path)).body)?.[1];

describe('addresses', () => {
  it('get the page of their entry, whatever stands behind it', async () => {
    for (const path of [
      '/',
      '/?lang=zh',
      '/orders',
      '/orders/0190-x?tab=2',
      '/login',
      '/shopping',
      '/trackers',
    ])
      expect([path, await entryOf(path)]).toEqual([path, 'app']);
    for (const path of ['/shop', '/shop/', '/shop/queue/1'])
      expect([path, await entryOf(path)]).toEqual([path, 'shop']);
    for (const path of ['/admin', '/admin/prices'])
      expect([path, await entryOf(path)]).toEqual([path, 'admin']);
    for (const path of ['/track', '/track/P4X7-K2M9-QT1D-3'])
      expect([path, await entryOf(path)]).toEqual([path, 'share']);
  });

  it('of programs, files and the documentation stay what they are', async () => {
    const paths = [
      '/api',
      '/api/nothing',
      '/api/auth/login',
      '/docs/nothing',
      '/assets/app/gone-2.js',
      '/a/logo.png',
      '/pay/x',
    ];
    for (const path of paths) {
      const { status, headers, body } = await ask(path);
      expect([path, status, headers['platen-error']]).toEqual([path, 404, 'no_such_route']);
      expect(JSON.parse(body)).toHaveProperty('error');
    }
    expect((await ask('/docs')).status).toBe(200);
    expect((await ask('/orders', { method: 'POST' })).status).toBe(404);
    expect((await ask('/orders', { accept: 'application/json' })).headers['platen-error']).toBe(
      'no_such_route',
    );
    // Whoever says nothing of what they want is shown the start, and nothing else.
    expect((await ask('/', { accept: '*/*' })).body).toContain('entry app');
    expect((await ask('/orders', { accept: '*/*' })).status).toBe(404);
  });

  it('are answered to HEAD as to GET, without the body', async () => {
    for (const path of ['/', '/shop', '/assets/app/main-1.js']) {
      const [full, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
      expect([path, head.status, head.body]).toEqual([path, full.status, '']);
      expect(head.headers['content-type']).toBe(full.headers['content-type']);
      expect(head.headers['content-length']).toBe(full.headers['content-length']);
    }
  });

  it('that no honest link has are refused, and never answered with a file or a page', async () => {
    const hostile = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/shop/%2E%2E/%2e%2e/etc/passwd',
      '/assets/app/../../current.json',
      '/assets/app/%2e%2e/%2e%2e/current.json',
      '/assets/app/..%2f..%2fcurrent.json',
      '/..%5c..%5cwindows',
      '//example.org/x',
      '/orders//x',
      '/a%00b',
      '/a%0d%0aSet-Cookie:x=1',
      '/%',
      '/%zz',
      '/a\\b',
      '/<script>',
      `/${'a'.repeat(2000)}`,
      `/${'a/'.repeat(3000)}`,
    ];
    for (const path of hostile) {
      const { status, headers, body } = await ask(path);
      expect([path.slice(0, 60), [400, 404].includes(status)]).toEqual([path.slice(0, 60), true]);
      expect(headers['content-type']).toContain('application/json');
      expect(body).not.toContain('entry ');
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

it('pages and files carry their own headers, one of each', async () => {
  const page = await ask('/');
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.headers.etag).toBeUndefined();
  const file = await ask('/assets/app/main-1.js');
  expect(file.body).toBe(script);
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it('says that nobody is known where a browser has no session, and nothing of whoever has one', async () => {
  const said = '<meta name="platen-session" content="none">';
  for (const path of ['/', '/orders', '/admin/', '/track', '/share/7KQM-2XWP-9DTA-41RZ']) {
    const [nobody, somebody] = [await ask(path), await ask(path, { cookie: 'platen_session=x' })];
    expect([path, nobody.body.includes(said), somebody.body.includes('platen-session')]).toEqual([
      path,
      true,
      false,
    ]);
    expect(nobody.headers['cache-control']).toBe('private, no-cache');
  }
});

it('says where the event log stands to whoever may hear it, on pages that go by it', async () => {
  const told = async (path: string, cookie = 'platen_session=x') =>
    /<meta name="platen-events" content="(\d+)">/.exec((await ask(path, { cookie })).body)?.[1];
  const { last } = await getSequence(cloud.deps.database.query);
  for (const path of ['/', '/orders', '/admin/accounts']) {
    expect([path, await told(path)]).toEqual([path, String(last)]);
    expect([path, await told(path, '')]).toEqual([path, undefined]);
  }
  for (const path of ['/shop/', '/share/7KQM-2XWP-9DTA-41RZ']) expect(await told(path)).toBeUndefined();
});

it('says so where nothing is built, and serves everything else', async () => {
  const page = await ask('/orders', { to: bare });
  expect(page.status).toBe(404);
  expect(page.body).toContain('npm run build:web');
  for (const [, href] of page.body.matchAll(/href="(\/[^"]*)"/g)) {
    expect([href, (await ask(href!, { to: bare })).status]).toEqual([href, 200]);
  }
});
