/** What must be refused, and how: each refusal is `{ "error": … }` alone, its code in a header, and changes nothing. */
import { request } from 'node:http';
import { makeGigapixelPng, makeJpeg, makeTruncatedJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Reply, startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 2 });
const mb = 1024 * 1024;

describe('bad input', () => {
  let cloud: TestCloud;
  let account: TestAccount;
  let documentId: string;
  beforeAll(async () => {
    cloud = await startTestCloud(undefined, { maxUploadBytes: 2 * mb });
    account = await cloud.account();
    documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
  });
  afterAll(() => cloud.close());

  function expectRefusal(reply: Reply, status: number, code: string, sentence: RegExp | string) {
    expect(reply.body).toEqual({ error: expect.any(String) });
    if (typeof sentence === 'string') expect(reply.body.error).toBe(sentence);
    else expect(reply.body.error).toMatch(sentence);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('platen-error')).toBe(code);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }

  const item = (more: object) => ({
    document_id: documentId,
    size: '4x6',
    paper_type: 'glossy',
    quantity: 1,
    ...more,
  });
  const order = (more: object) => account.call('POST', '/api/orders', { items: [item(more)] });

  it('broken JSON', async () => {
    expectRefusal(
      await account.call('POST', '/api/orders', '{"items": ['),
      400,
      'malformed',
      /^The body is not JSON/,
    );
    expectRefusal(
      await account.call('POST', '/api/orders', '[]'),
      400,
      'malformed',
      'The body must be a JSON object.',
    );
    expectRefusal(
      await account.call('POST', '/api/orders', 'null'),
      400,
      'malformed',
      'items: is missing; it must be a list of 1 to 100 items, or pre_order_id be given',
    );
    const form = await account.call('POST', '/api/orders', 'a=1', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expectRefusal(
      form,
      400,
      'malformed',
      'Content-Type: must be application/json, or multipart/form-data where a file is uploaded.',
    );
  });

  it('unknown fields, by name', async () => {
    expectRefusal(await order({ colour: 'red' }), 400, 'malformed', 'items[0]: has unknown fields: colour');
    const extra = await account.call('POST', '/api/orders', { items: [item({})], coupon: 1 });
    expectRefusal(extra, 400, 'malformed', 'unknown field: coupon');
    expectRefusal(await account.call('GET', '/api/orders?pages=2'), 400, 'malformed', 'unknown field: pages');
  });

  it.each([
    [{ quantity: 0 }, 'items[0].quantity: must be a whole number from 1 to 999'],
    [{ quantity: 1e9 }, 'items[0].quantity: must be a whole number from 1 to 999'],
    [{ quantity: 1.5 }, 'items[0].quantity: must be a whole number from 1 to 999'],
    [{ quantity: '2' }, 'items[0].quantity: must be a whole number from 1 to 999'],
    [{ quantity: null }, 'items[0].quantity: must be a whole number from 1 to 999'],
    [{ size: 46 }, 'items[0].size: must be a text of 1 to 40 characters'],
    [{ document_id: '1' }, 'items[0].document_id: must be a UUID'],
    [{ fit: 'stretch' }, 'items[0].fit: must be one of "fill", "fit"'],
    [{ document_id: undefined }, 'items[0]: must have either document_id or photo_id'],
  ])('a field of the wrong shape: %o', async (more, sentence) => {
    expectRefusal(await order(more), 400, 'malformed', sentence);
  });

  it('wrong types around the items', async () => {
    const all = (body: unknown) => account.call('POST', '/api/orders', body);
    expectRefusal(await all({ items: [] }), 400, 'malformed', 'items: must be a list of 1 to 100 items');
    expectRefusal(await all({ items: 'x' }), 400, 'malformed', 'items: must be a list of 1 to 100 items');
    expectRefusal(await all({ items: [3] }), 400, 'malformed', 'items[0]: must be an object');
    expectRefusal(
      await account.call('GET', '/api/orders?page=0'),
      400,
      'malformed',
      /^page: must be a whole number from 1/,
    );
    expectRefusal(
      await account.call('GET', '/api/orders?page_size=101'),
      400,
      'malformed',
      /^page_size: .* from 1 to 100/,
    );
    expectRefusal(
      await account.call('GET', '/api/orders/not-a-uuid'),
      400,
      'malformed',
      'order_id: must be a UUID',
    );
  });

  it('a size or paper that is not offered', async () => {
    expectRefusal(
      await order({ size: '13x13' }),
      422,
      'unprocessable',
      /^items\[0\]\.size: "13x13" is not offered; sizes are 3\.5x5, 4x6/,
    );
    expectRefusal(await order({ paper_type: 'velvet' }), 422, 'unprocessable', /comes on glossy/);
    expectRefusal(await order({ size: 'A4' }), 422, 'unprocessable', /comes on plain/);
  });

  it("someone else's document, order, payment", async () => {
    const other = await cloud.account();
    const theirs = (await other.upload('/api/documents/upload', jpeg)).body.document_id;
    expectRefusal(
      await order({ document_id: theirs }),
      404,
      'not_found',
      /^items\[0\]\.document_id: no such upload/,
    );
    const mine = (await order({})).body.order_id;
    for (const path of [
      `/api/orders/${mine}`,
      `/api/orders/${mine}/tracking`,
      `/api/payment/status/${mine}`,
    ]) {
      expectRefusal(await other.call('GET', path), 404, 'not_found', 'No such order.');
    }
    expectRefusal(await other.call('PUT', `/api/orders/${mine}/cancel`), 404, 'not_found', 'No such order.');
    expectRefusal(
      await other.call('POST', '/api/payment/balance', { order_id: mine }),
      404,
      'not_found',
      'No such order.',
    );
    expectRefusal(
      await other.call('GET', `/api/documents/${documentId}`),
      404,
      'not_found',
      'No such document.',
    );
  });

  it.each([
    ['an empty file', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.from([0xff])],
    ['a text named .jpg', () => Buffer.from('This is no picture at all, just words in a file.\n'.repeat(50))],
    ['a truncated JPEG', () => makeTruncatedJpeg({ widthPx: 400, heightPx: 300, seed: 4 })],
    ['a gigapixel PNG', () => makeGigapixelPng()],
  ])('%s', async (_name, bytes) => {
    for (const path of ['/api/documents/upload', '/api/photos/upload']) {
      expectRefusal(
        await account.upload(path, await bytes(), 'photo.jpg'),
        422,
        'unprocessable',
        /^file: .{10,}/,
      );
    }
    expect((await account.call('GET', '/api/documents')).body.total).toBe(1);
  });

  it('an upload that is no upload', async () => {
    const send = (body: string, type: string) =>
      account.call('POST', '/api/photos/upload', body, { 'content-type': type });
    expectRefusal(
      await send('photo', 'text/plain'),
      400,
      'malformed',
      /must be application.json, or multipart/,
    );
    expectRefusal(await send('{}', 'application/json'), 400, 'malformed', /^file_url: is missing/);
    expectRefusal(await send('', 'multipart/form-data'), 400, 'malformed', /boundary/);
    expectRefusal(
      await send('--x\r\n', 'multipart/form-data; boundary=x'),
      400,
      'malformed',
      /can't be read|is missing/,
    );
    const named = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc\r\n--x--\r\n`;
    expectRefusal(
      await send(named('photo'), 'multipart/form-data; boundary=x'),
      400,
      'malformed',
      /^photo: unknown part/,
    );
    expectRefusal(
      await send('--x--\r\n', 'multipart/form-data; boundary=x'),
      400,
      'malformed',
      /file: is missing/,
    );
  });

  it('a file over the limit, told by its bytes when its length is not said', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode(
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
          ),
        );
        for (let i = 0; i < 3; i++) controller.enqueue(new Uint8Array(mb));
        controller.close();
      },
    });
    const response = await fetch(`${cloud.url}/api/photos/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: 'The file is larger than 2 MiB.' });
  });

  it('a file over the limit, refused by Content-Length before a byte of it is read', async () => {
    const refused = await announce({
      'content-length': String(3 * mb),
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(refused).toMatchObject({ status: 413, body: { error: 'The file is larger than 2 MiB.' } });
    const json = await announce(
      { 'content-length': String(3 * mb), 'content-type': 'application/json' },
      '/api/orders',
    );
    expect(json.status).toBe(413);
  });

  /** Sends headers and not one byte of the body. */
  function announce(headers: Record<string, string>, path = '/api/photos/upload') {
    return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const outgoing = request(`${cloud.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.apiKey}`, ...headers },
      });
      outgoing.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        outgoing.destroy();
        resolve({ status: response.statusCode, body: JSON.parse(text) });
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
  }

  it('a key that is missing, misspelt, unknown, revoked or expired', async () => {
    const get = (key: string) => clientOf(cloud.url, key).call('GET', '/api/user/balance');
    const none = await fetch(`${cloud.url}/api/user/balance`);
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    expect(none.headers.get('platen-error')).toBe('unauthenticated');
    expectRefusal(await get('nonsense'), 401, 'unauthenticated', 'This API key is not valid.');
    expectRefusal(
      await get(account.apiKey.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a'))),
      401,
      'unauthenticated',
      'This API key is not valid.',
    );
    const { newApiKey } = await import('@platen/cloud/accounts/key-rules');
    expectRefusal(await get(newApiKey()), 401, 'unauthenticated', 'This API key is not known.');

    const made = await account.call('POST', '/api/user/api-keys', { name: 'laptop', expires_in_days: 1 });
    expect(made.status).toBe(201);
    expect((await get(made.body.api_key)).status).toBe(200);
    expect((await account.call('DELETE', `/api/user/api-keys/${made.body.api_key_id}`)).status).toBe(200);
    expectRefusal(await get(made.body.api_key), 401, 'unauthenticated', 'This API key was revoked.');

    const short = await account.call('POST', '/api/user/api-keys', { name: 'short', expires_in_days: 1 });
    expect((await get(short.body.api_key)).status).toBe(200);
    cloud.clock.offsetMs = 25 * 3600 * 1000;
    const expired = await get(short.body.api_key);
    cloud.clock.offsetMs = 0;
    expectRefusal(expired, 401, 'unauthenticated', /has expired/);
  });

  it('a customer where operators and admins work', async () => {
    expectRefusal(await account.call('GET', '/api/shop/jobs'), 403, 'forbidden', /operator/);
    expectRefusal(await account.call('GET', '/api/admin/shops'), 403, 'forbidden', /admin/);
  });

  it('a route that does not exist, with or without a key', async () => {
    expectRefusal(
      await account.call('GET', '/api/no/such/route'),
      404,
      'no_such_route',
      'There is no GET /api/no/such/route here.',
    );
    expectRefusal(
      await account.call('DELETE', '/api/orders'),
      404,
      'no_such_route',
      'There is no DELETE /api/orders here.',
    );
  });

  it('an Idempotency-Key that is none', async () => {
    const reply = await account.call(
      'POST',
      '/api/orders',
      { items: [item({})] },
      { 'idempotency-key': 'x'.repeat(201) },
    );
    expectRefusal(reply, 400, 'malformed', /^Idempotency-Key: must be/);
  });
});
