/** Who may call /api/mcp: names that it answers to, pages that may ask, and no sign-in for clients to discover. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { createApp } from '../app.ts';
import { readCloudConfig } from '../config.ts';

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

let cloud: TestCloud;
let account: TestAccount;
beforeAll(async () => {
  cloud = await startTestCloud();
  account = await cloud.account();
});
afterAll(() => cloud.close());

/** fetch does not let Host be chosen. */
async function postAs(
  headers: Record<string, string>,
  url = cloud.url,
): Promise<{ status: number; body: string }> {
  const { port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const asked = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' };
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, path: '/api/mcp', method: 'POST', headers: { ...asked, ...headers } },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, body }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(ping);
  });
}

describe('Host', () => {
  it.each(['127.0.0.1', 'localhost:1', 'LOCALHOST', '127.0.0.2:80', '[::1]:9', '127.1'])(
    '%s is this machine',
    async (host) => expect((await postAs({ host })).status).toBe(200),
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a@127.0.0.1',
    'localhost/x',
    '10.0.0.1',
    '[::2]',
    '0.0.0.0',
    'a b',
  ])('%s is refused', async (host) => {
    const { status, body } = await postAs({ host });
    expect([status, Object.keys(JSON.parse(body))]).toEqual([403, ['error']]);
    expect(JSON.parse(body).error).toMatch(/^Host: .*PLATEN_ALLOWED_HOSTS/);
  });

  it('is asked for before the key, so that a page learns nothing', async () => {
    expect((await postAs({ host: 'evil.example', authorization: 'Bearer x' })).status).toBe(403);
  });

  it('may be the public one, or one that the operator allows', async () => {
    const deps = { ...cloud.deps, publicUrl: () => 'https://print.example' };
    const allowedHosts = readCloudConfig({
      PLATEN_ALLOWED_HOSTS: ' Shop.example, 10.0.0.5:8080',
    }).allowedHosts;
    const app = await createApp(deps, { allowedHosts });
    const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
    const statusOf = async (headers: Record<string, string>) => (await postAs(headers, url)).status;
    for (const host of [
      'print.example',
      'print.example:8080',
      'shop.example:1',
      'SHOP.example',
      '10.0.0.5:8080',
    ])
      expect([host, await statusOf({ host })]).toEqual([host, 200]);
    for (const host of ['10.0.0.5', '10.0.0.5:80', 'my.shop.example'])
      expect([host, await statusOf({ host })]).toEqual([host, 403]);
    const host = 'print.example';
    for (const origin of ['https://print.example', 'http://localhost:6274', 'https://shop.example'])
      expect([origin, await statusOf({ host, origin })]).toEqual([origin, 200]);
    for (const origin of [
      'http://print.example',
      'https://print.example:8443',
      'https://evil.example',
      'null',
    ])
      expect([origin, await statusOf({ host, origin })]).toEqual([origin, 403]);
    await app.close();
  });

  it.each(['http://x', 'a/b', 'a,,b', 'a b', '*', 'x:99999', 'user@x', '127.1'])(
    'PLATEN_ALLOWED_HOSTS refuses %s in a sentence',
    (text) =>
      expect(() => readCloudConfig({ PLATEN_ALLOWED_HOSTS: text })).toThrow(
        /^PLATEN_ALLOWED_HOSTS: must be names/,
      ),
  );
});

describe('Origin', () => {
  it.each(['http://localhost:6274', 'http://127.0.0.1:1', 'http://[::1]'])(
    '%s is a page of this machine',
    async (origin) => expect((await postAs({ origin })).status).toBe(200),
  );

  it('may be our own', async () => expect((await postAs({ origin: cloud.url })).status).toBe(200));

  it.each([
    'https://evil.example',
    'null',
    'nonsense',
    'file://localhost',
    'http://localhost.evil.example',
    '',
  ])('%s is refused', async (origin) => {
    const { status, body } = await postAs({ origin });
    expect([status, JSON.parse(body)]).toEqual([
      403,
      { error: 'Origin: pages of another site may not call this.' },
    ]);
  });
});

describe('what clients look for to sign in', () => {
  const paths = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/api/mcp',
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/api/mcp',
    '/api/mcp/.well-known/openid-configuration',
    '/authorize',
    '/register',
    '/token',
  ];
  it.each(paths)('is not there: %s', async (path) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const init of [
      {},
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      { method: 'POST', body: 'grant_type=client_credentials', headers: form },
    ]) {
      const response = await fetch(cloud.url + path, init);
      const body = (await response.json()) as object;
      expect([init.method, response.status, Object.keys(body)]).toEqual([init.method, 404, ['error']]);
    }
  });

  it('is not named by the refusal of a call without a key either', async () => {
    const response = await fetch(`${cloud.url}/api/mcp`, { method: 'POST', body: ping });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
