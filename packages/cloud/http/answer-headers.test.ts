/** What browsers and caches are told with each kind of answer: every header, to the letter, and when a 304 says "you have it". */
import { connect } from 'node:net';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { openBrowser } from '../testing/browser-client.ts';

let cloud: TestCloud;
let authorization: string;
let photo: { photo_id: string; thumbnail_url: string; download_url: string };
beforeAll(async () => {
  cloud = await startTestCloud();
  const account = await cloud.account();
  authorization = `Bearer ${account.apiKey}`;
  const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 4 });
  photo = (await account.upload('/api/photos/upload', jpeg)).body;
});
afterAll(() => cloud.close());

/** Those that say something of the answer itself, or of the connection. */
const others = /^(date|connection|keep-alive|transfer-encoding|content-length|x-request-id)$/;

type Headers = Record<string, string>;

const without = (headers: Headers, ...names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

async function headersOf(path: string, { status = 200, ...more }: RequestInit & { status?: number } = {}) {
  const reply = await fetch(new URL(path, cloud.url), { redirect: 'manual', ...more });
  await reply.arrayBuffer();
  expect(reply.status, path).toBe(status);
  if (reply.status !== 204) expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  return Object.fromEntries([...reply.headers].filter(([name]) => !others.test(name)));
}

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';
const all = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const data = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'content-type': json,
};
const tag = expect.stringMatching(/^"[\w-]{22}"$/);

describe('headers of', () => {
  it('answers and refusals in JSON', async () => {
    expect(await headersOf('/api/health')).toEqual({ ...all, ...data });
    const refused = { ...all, ...data, 'platen-error': 'no_such_route' };
    expect(await headersOf('/api/none', { status: 404 })).toEqual(refused);
    const unknown = { ...refused, 'platen-error': 'unauthenticated', 'www-authenticate': 'Bearer' };
    expect(await headersOf('/api/user/balance', { status: 401 })).toEqual(unknown);
    expect(await headersOf('/api/x?a=%00', { status: 400 })).toEqual({
      ...refused,
      'platen-error': 'malformed',
    });
  });

  it('refusals before there is a request', async () => {
    const broken = { ...all, 'content-type': json, 'platen-error': 'malformed' };
    expect(await headersOf('/api/%', { status: 400 })).toEqual(broken);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(new URL(cloud.url).port), '127.0.0.1', () =>
        socket.end('NONSENSE\r\n\r\n'),
      );
      socket.on('data', (chunk) => (text += chunk)).on('close', () => resolve(text));
    });
    const [head] = answer.split('\r\n\r\n');
    expect(head!.split('\r\n').slice(1).sort()).toEqual([
      'Cache-Control: no-store',
      'Connection: close',
      expect.stringMatching(/^Content-Length: \d+$/),
      `Content-Type: ${json}`,
      'Platen-Error: malformed',
      'X-Content-Type-Options: nosniff',
    ]);
  });

  it('lists that may be asked for again', async () => {
    const first = await headersOf('/api/prices', { headers: { authorization } });
    expect(first).toEqual({ ...all, ...data, 'cache-control': 'private, no-cache', etag: tag });
    const again = { status: 304, headers: { authorization, 'if-none-match': first.etag! } };
    expect(await headersOf('/api/prices', again)).toEqual(without(first, ...Object.keys(data)));
  });

  it('pages', async () => {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
    const plain = { ...all, 'content-type': html, 'content-security-policy': policy };
    expect(await headersOf('/', { status: 404, headers: { accept: 'text/html' } })).toEqual(plain);
    expect(await headersOf('/share/7KQM-2XWP-9DTA-41RZ', { status: 404 })).toEqual(plain);
  });

  it('documentation', async () => {
    const policy =
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    const page = {
      ...all,
      'content-type': html,
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      etag: tag,
    };
    expect(await headersOf('/docs')).toEqual(page);
    const { etag } = await headersOf('/docs/mcp');
    const again = { status: 304, headers: { 'if-none-match': etag! } };
    expect(await headersOf('/docs/mcp', again)).toEqual({ ...page, etag });
    expect(await headersOf('/api/openapi.json')).toEqual({ ...page, ...data, etag: tag });
  });

  it('pictures and files of customers', async () => {
    const file = {
      ...all,
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'image/jpeg',
    };
    const small = await headersOf(photo.thumbnail_url);
    const inline = { ...file, 'content-disposition': 'inline', etag: expect.stringMatching(/^"thumbnail-/) };
    expect(small).toEqual(inline);
    const again = { status: 304, headers: { 'if-none-match': small.etag! } };
    expect(await headersOf(photo.thumbnail_url, again)).toEqual(
      without(inline, 'content-type', 'content-disposition'),
    );
    expect(await headersOf(photo.download_url)).toEqual({
      ...file,
      'content-disposition': expect.stringMatching(/^attachment; filename="test.jpg"/),
      etag: expect.stringMatching(/^"original-/),
    });
  });

  it('MCP, as JSON and as the one event of a stream', async () => {
    const call = (accept: string) => ({
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect(await headersOf('/api/mcp', call('application/json'))).toEqual({ ...all, ...data });
    const stream = { ...all, 'content-type': 'text/event-stream' };
    expect(await headersOf('/api/mcp', call('text/event-stream'))).toEqual(stream);
  });

  it('a login, whose cookie no script reads and no other site sends', async () => {
    const browser = openBrowser(cloud.url);
    await browser.call('POST', '/api/auth/code', { phone: '+8613800000001' });
    const code = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
    const reply = await browser.call('POST', '/api/auth/register', { phone: '+8613800000001', code });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const [pair, ...attributes] = browser.setCookie!.split('; ');
    expect(pair).toMatch(/^platen_session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax']);
  });
});

describe.each(['/api/prices', '/docs', 'thumbnail'])('If-None-Match of %s', (path) => {
  it.each([
    ['its tag', (etag: string) => etag, 304],
    ['its tag among others', (etag: string) => `"other", ${etag},"third"`, 304],
    ['its tag as a proxy that compresses writes it', (etag: string) => `W/${etag}`, 304],
    ['anything', () => '*', 304],
    ['another tag', () => '"other"', 200],
    ['a part of its tag', (etag: string) => etag.slice(0, -2), 200],
  ])('%s', async (_name, wanted, status) => {
    const address = new URL(path === 'thumbnail' ? photo.thumbnail_url : path, cloud.url);
    const etag = (await fetch(address, { headers: { authorization } })).headers.get('etag')!;
    const reply = await fetch(address, { headers: { authorization, 'if-none-match': wanted(etag) } });
    expect([reply.status, (await reply.arrayBuffer()).byteLength > 0]).toEqual([status, status === 200]);
  });
});
