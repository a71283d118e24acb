/** What reaches no handler, or too much of it: each is refused in the one form, and nothing stays open or is told on. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 4 });
const mib = 1024 * 1024;

let cloud: TestCloud;
let account: TestAccount;
let logged: string;
beforeAll(async () => {
  cloud = await startTestCloud(undefined, {
    maxUploadBytes: 2 * mib,
    log: (level, event, fields) => {
      logged += `${JSON.stringify({ level, event, ...fields }, (_name, value) => (value instanceof Error ? value.stack : value))}\n`;
    },
  });
  account = await cloud.account();
});
beforeEach(() => {
  logged = '';
});
afterAll(() => cloud.close());

const open = (): Socket =>
  connect({ port: Number(new URL(cloud.url).port), host: '127.0.0.1', allowHalfOpen: true });

/** Everything that comes back until the other side has closed, though this side never does. */
async function talk(text: string): Promise<{ status: number; headers: string; body: string }> {
  const socket = open();
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'end');
  // What was let go answers nothing more; what is only half closed would take this and wait on.
  const poke = setInterval(() => socket.write('x'), 10);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(poke);
  const [headers = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body };
}

describe('a request that reaches no route', () => {
  it.each([
    ['an address with a broken escape', 'GET', '/api/photos/%zz'],
    ['an address with half a letter', 'GET', '/api/photos/%c3%28'],
    ['an address with a NUL', 'GET', '/api/user/after-sales/%00/photos/x'],
    ['a parameter beyond reason', 'GET', `/api/photos/${'a'.repeat(400)}`],
  ])('%s', async (_what, method, path) => {
    const reply = await account.call(method, path);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: expect.stringMatching(/can't be read|must be a UUID|must not contain %00/),
    });
    expect(reply.headers.get('platen-error')).toBe('malformed');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['no HTTP', 'EHLO example.com\r\n\r\n', "The request can't be read."],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      "The request can't be read.",
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      "The request can't be read.",
    ],
    [
      'headers without an end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}`,
      "The request's headers are too long.",
    ],
  ])('%s', async (_what, text, sentence) => {
    const { status, headers, body } = await talk(text);
    expect(status).toBe(400);
    expect(headers).toContain('platen-error: malformed');
    expect(JSON.parse(body)).toEqual({ error: sentence });
  });

  it('an upgrade that is refused, whose client keeps its side open', async () => {
    const upgrade = (path: string) =>
      talk(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
    expect(await upgrade('/api/agent/link')).toMatchObject({ status: 401 });
    expect(JSON.parse((await upgrade('/elsewhere')).body)).toEqual({ error: 'There is no WebSocket here.' });
  });
});

describe('methods', () => {
  const head = (path: string, headers: Record<string, string> = {}) =>
    fetch(cloud.url + path, { method: 'HEAD', headers });

  it('HEAD answers as GET does, without the body', async () => {
    const authorization = `Bearer ${account.apiKey}`;
    for (const path of ['/api/health', '/docs', '/api/openapi.json']) {
      const response = await head(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
      expect(await response.text()).toBe('');
    }
    expect((await head('/api/user/balance')).status).toBe(401);
    expect((await head('/api/user/balance', { authorization })).status).toBe(200);
  });

  it('HEAD of a file opens none', async () => {
    const { body } = await account.upload('/api/photos/upload', jpeg);
    const path = new URL(body.download_url).pathname;
    const read = cloud.deps.files.read;
    let opened = 0;
    cloud.deps.files.read = async (...given) => {
      opened += 1;
      return await read(...given);
    };
    const response = await head(path);
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(jpeg.length)]);
    expect(opened).toBe(0);
    const whole = await fetch(cloud.url + path);
    expect((await whole.arrayBuffer()).byteLength).toBe(jpeg.length);
    expect(opened).toBe(1);
    cloud.deps.files.read = read;
  });

  it('OPTIONS allows no page of another site anything', async () => {
    for (const path of ['/api/orders', '/api/auth/login', '/api/mcp', '/api/health']) {
      const response = await fetch(cloud.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      expect([path, response.status]).toEqual([path, 404]);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('bodies', () => {
  it('a form where JSON belongs is not passed over', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'image/jpeg']) {
      const reply = await account.call('PUT', '/api/auth/me', '--x--\r\n', { 'content-type': type });
      expect(reply).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('must be application/json') },
      });
    }
    const login = await account.call('POST', '/api/auth/logout', '--x--\r\n', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(login.status).toBe(400);
  });

  it('JSON as deep as a body is long', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const items = await account.call('POST', '/api/orders', `{"items":[{"size":${deep}}]}`);
    expect(items.status).toBe(400);
    const query = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_orders","arguments":{"page":${deep}}}}`;
    const called = await account.call('POST', '/api/mcp', query);
    expect(called.body.result ?? called.body.error).toBeDefined();
    expect((await account.call('POST', '/api/mcp', deep)).status).toBe(400);
    expect(logged).toBe('');
  });

  it('a field called __proto__ gives nothing to anybody', async () => {
    for (const name of ['__proto__', 'constructor']) {
      const reply = await account.call('PUT', '/api/auth/me', `{"${name}":{"nickname":"Eve"}}`);
      expect(reply.status).toBe(400);
      expect((await account.call('GET', `/api/orders?${name}=1`)).status).toBe(400);
    }
    expect(({} as { nickname?: string }).nickname).toBeUndefined();
  });

  it('a million unknown fields are not all sent back', async () => {
    const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field_${index}`, 1]));
    const reply = await account.call('PUT', '/api/auth/me', fields);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(/^unknown fields: field_0, .* and 49990 more$/);
    const long = await account.call('PUT', '/api/auth/me', { ['x'.repeat(100_000)]: 1 });
    expect(long.body.error.length).toBeLessThan(100);
  });

  it('base64 that is a megabyte of blanks and one wrong letter', async () => {
    const refused = await account.call('POST', '/api/photos/upload', {
      content: `${' '.repeat(1.5 * mib)}!`,
    });
    expect(refused).toMatchObject({ status: 400, body: { error: 'content: must be base64.' } });
  });

  it('base64 as people paste it', async () => {
    const text = Buffer.from(jpeg).toString('base64');
    const wrapped = text.replace(/.{76}/g, '$&\r\n');
    for (const content of [text, wrapped, `${wrapped}\n \n`, text.replace(/=+$/, '')]) {
      const reply = await account.call('POST', '/api/photos/upload', { content });
      expect(reply.body).toMatchObject({ bytes: jpeg.length });
    }
    for (const content of ['A=AA', 'AAA===', '=A', 'A-B_', 'data:image/jpeg;base64,AAAA']) {
      const reply = await account.call('POST', '/api/photos/upload', { content });
      expect([content, reply.status, reply.body.error]).toEqual([content, 400, 'content: must be base64.']);
    }
  });

  it('an upload that goes on after its refusal is cut off', async () => {
    const outgoing = request(`${cloud.url}/api/photos/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    const closed = new Promise<void>((resolve) => outgoing.on('close', resolve));
    outgoing.on('error', () => {});
    outgoing.write('--x\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\n');
    const chunk = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!outgoing.destroyed && outgoing.write(chunk));
    };
    outgoing.on('drain', more);
    more();
    await closed;
    expect(outgoing.destroyed).toBe(true);
  });
});

it('a bug is logged by its route, without what was asked for', async () => {
  const { query } = cloud.deps.database;
  await query.schema.alterTable('orders').renameTo('orders_away').execute();
  const reply = await account.call('GET', '/api/orders?status=paid');
  const order = await account.call('GET', '/api/public/orders/SECRET-NO').catch(() => undefined);
  await query.schema.alterTable('orders_away').renameTo('orders').execute();
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({
    error: 'Something went wrong on our side. Nothing of this request was kept.',
  });
  expect(logged).toContain('"url":"/api/orders"');
  expect(logged).not.toContain('status=paid');
  expect(logged).not.toContain(account.apiKey);
  expect(order).toBeDefined();
  expect(logged).not.toContain('SECRET-NO');
});
