/** What tools/call answers: results, refusals as REST words them, repeats, bugs; and what the HTTP route turns away. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegBytes, type McpCloud, startMcpCloud } from '../../../test/fixtures/mcp/mcp.ts';

let cloud: McpCloud;
beforeAll(async () => {
  cloud = await startMcpCloud();
});
afterAll(() => cloud.close());

const content = jpegBytes.toString('base64');
const absent = '01900000-0000-7000-8000-000000000000';
const message = (name: unknown, input?: unknown) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: input },
});

describe('a refusal', () => {
  const item = { document_id: absent, size: '4x6', paper_type: 'glossy', quantity: 1 };
  it.each([
    ['create_order', 'POST', '/api/orders', {}],
    ['create_order', 'POST', '/api/orders', { items: [] }],
    ['create_order', 'POST', '/api/orders', { items: [{ ...item, quantity: 0 }] }],
    ['create_order', 'POST', '/api/orders', { items: [{ ...item, size: '9x9' }] }],
    ['create_order', 'POST', '/api/orders', { items: [item] }],
    ['create_order', 'POST', '/api/orders', { items: [item], no_such: 1, nor_this: 2 }],
    ['pay_with_balance', 'POST', '/api/payment/balance', { order_id: 'x' }],
    ['pay_with_balance', 'POST', '/api/payment/balance', { order_id: absent }],
    ['create_api_key', 'POST', '/api/user/api-keys', { name: 'a\nb' }],
    ['get_order_status', 'GET', `/api/orders/${absent}`, { order_id: absent }],
    ['get_document_info', 'GET', '/api/documents/17', { document_id: '17' }],
    ['list_orders', 'GET', '/api/orders?page_size=101', { page_size: 101 }],
  ])('of %s is the sentence that %s %s sends', async (name, method, path, input) => {
    const { status, json } = await cloud.rest(method, path, method === 'GET' ? undefined : input);
    expect(status).toBeGreaterThanOrEqual(400);
    const { content, isError } = await cloud.call(name, input);
    expect([content[0], isError]).toEqual([{ type: 'text', text: json.error }, true]);
  });

  it.each([
    ['pay_with_balance', {}, ['order_id: From create_order or list_orders.']],
    ['pay_with_balance', { order_id: 5 }, ['order_id: From create_order or list_orders.']],
    [
      'pay_with_balance',
      { order: absent },
      [
        'order_id: From create_order or list_orders.',
        'pay_with_balance takes order_id, idempotency_key. Did you mean order_id?',
      ],
    ],
    ['get_balance', { currency: 'CNY' }, ['get_balance takes no arguments.']],
    ['create_order', { items: [{ ...item, quantity: '2' }] }, ['items[0].quantity: Copies.']],
    [
      'create_order',
      { items: [{ ...item, papertype: 'glossy' }] },
      [expect.stringMatching(/^items\[0\] takes .*paper_type.*Did you mean paper_type\?$/)],
    ],
    ['list_orders', { page_size: 'many' }, ['page_size: Entries a page, 100 at most.']],
  ])('of %s with %o is followed by what helps to correct it', async (name, input, lines) => {
    const { content, isError } = await cloud.call(name, input);
    expect([content.length, isError]).toEqual([2, true]);
    expect(content[1].text.split('\n')).toEqual(lines);
  });

  it('of arguments that the schema accepts needs no such help', async () => {
    expect((await cloud.call('pay_with_balance', { order_id: absent })).content).toHaveLength(1);
  });

  it('of a tool that is not there is a protocol error that names near ones', async () => {
    const { status, json } = await cloud.post(message('create_orders', {}));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: 7,
      error: {
        code: -32602,
        message: expect.stringMatching(/^Unknown tool: create_orders\. .*create_order/),
      },
    });
    const endless = await cloud.post(message('x'.repeat(100_000)));
    expect(endless.json.error.code).toBe(-32602);
    expect(endless.text.length).toBeLessThan(400);
  });

  it.each([
    [undefined, {}],
    [5, {}],
    ['list_orders', 'text'],
    ['list_orders', [1]],
    ['list_orders', null],
  ])('of a call that is none (%o, %o) is a protocol error', async (name, input) => {
    expect((await cloud.post(message(name, input))).json.error.code).toBe(-32602);
  });

  it.each(['__proto__', 'constructor', 'toString'])('no tool is called %s', async (name) => {
    expect((await cloud.post(message(name, {}))).json.error.code).toBe(-32602);
  });

  it('of an argument called __proto__ reaches nothing', async () => {
    const params = '{"name":"list_orders","arguments":{"__proto__":{"polluted":1}}}';
    const { status, json } = await cloud.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    );
    expect([status, json.result.content.length]).toEqual([200, 1]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('idempotency_key', () => {
  it('gives a repeat the first answer and refuses another body', async () => {
    const upload = () => cloud.call('upload_document', { content, idempotency_key: 'u-1' });
    const [first, second] = await Promise.all([upload(), upload()]);
    expect(first.isError).toBeUndefined();
    expect(second).toEqual(first);
    const other = await cloud.call('upload_document', { content, filename: 'b', idempotency_key: 'u-1' });
    expect(other).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/Idempotency-Key/) }],
    });
  });

  it('pays once', async () => {
    const { document_id } = (await cloud.call('upload_document', { content })).structuredContent;
    const items = [{ document_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    const { order_id } = (await cloud.call('create_order', { items })).structuredContent;
    const pay = () => cloud.call('pay_with_balance', { order_id, idempotency_key: 'pay-1' });
    const paid = await pay();
    expect(paid.structuredContent.status).toBe('succeeded');
    expect(await pay()).toEqual(paid);
    const unkeyed = await cloud.call('pay_with_balance', { order_id });
    expect(unkeyed.isError).toBe(true);
  });

  it('must be one, and only creating and paying tools take it', async () => {
    for (const idempotency_key of ['', 5, 'a b', 'x'.repeat(201)]) {
      expect((await cloud.call('create_api_key', { name: 'k', idempotency_key })).content[0].text).toBe(
        'idempotency_key: must be 1 to 200 visible ASCII characters.',
      );
    }
    expect((await cloud.call('list_orders', { idempotency_key: 'k' })).content[0].text).toBe(
      'unknown field: idempotency_key',
    );
  });
});

describe('a call', () => {
  it('keeps the bytes of an upload', async () => {
    const { structuredContent } = await cloud.call('upload_photo', { content, filename: 'holiday.jpg' });
    expect(structuredContent).toMatchObject({
      filename: 'holiday.jpg',
      bytes: jpegBytes.length,
      width_px: 1800,
    });
    const bad = await cloud.call('upload_photo', { content: '!' });
    expect(bad).toEqual({ content: [{ type: 'text', text: 'content: must be base64.' }], isError: true });
  });

  it('that meets a bug says so without its insides, and the bug is logged', async () => {
    const before = cloud.errors.length;
    const probe = cloud.deps.imaging.probe;
    cloud.deps.imaging.probe = () => Promise.reject(new Error('secret insides'));
    const result = await cloud.call('upload_photo', { content }).finally(() => {
      cloud.deps.imaging.probe = probe;
    });
    expect(result).toEqual({
      content: [
        { type: 'text', text: 'Something went wrong on our side. Nothing of this request was kept.' },
      ],
      isError: true,
    });
    expect(cloud.errors.slice(before)).toEqual([
      {
        event: 'request.failed',
        fields: expect.objectContaining({ tool: 'upload_photo', requestId: expect.any(String) }),
      },
    ]);
  });

  it('with the id of another call under way gets its own answer, and no cancellation reaches it', async () => {
    const names = ['get_print_prices', 'get_print_options', 'get_balance', 'list_orders'];
    const calls = Array.from({ length: 40 }, (_, index) => names[index % names.length]!);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    const answers = await Promise.all(
      calls.flatMap((name) => [cloud.post(message(name, {})), cloud.post(cancel)]),
    );
    const alone = new Map<string, unknown>();
    for (const name of names) alone.set(name, (await cloud.post(message(name, {}))).json);
    expect(answers.filter((_, index) => index % 2 === 0).map((answer) => answer.json)).toEqual(
      calls.map((name) => alone.get(name)),
    );
  });
});

describe('the route', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it.each(['', 'Bearer', 'Bearer wrong', 'Basic eDp5'])(
    'without a key (%s) is 401',
    async (authorization) => {
      const { status, json, headers } = await cloud.post(ping, { authorization });
      expect([
        status,
        Object.keys(json),
        headers.get('www-authenticate'),
        headers.get('platen-error'),
      ]).toEqual([401, ['error'], 'Bearer', 'unauthenticated']);
    },
  );

  it('asks for the key before it reads the body', async () => {
    const { port } = new URL(cloud.url);
    const headers = { 'content-type': 'application/json', 'content-length': '1000000' };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path: '/api/mcp', method: 'POST', headers });
      request.on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(status).toBe(401);
  });

  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*;q=0.5, text/event-stream', 'application/json'],
    ['text/event-stream, application/json', 'application/json'],
    ['text/html', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
  ])('takes Accept: %s and answers %s', async (accept, type) => {
    const { status, headers, text } = await cloud.post(ping, { accept });
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    const data = type === 'text/event-stream' ? /^event: message\ndata: (.*)\n\n$/.exec(text)?.[1] : text;
    expect(JSON.parse(data!)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it.each(['{', '', 'nul', '{"jsonrpc":"2.0",}', '\u007f'])('broken JSON (%o) is -32700', async (body) => {
    const { status, json } = await cloud.post(body);
    expect([status, json.error.code, json.id, json.jsonrpc]).toEqual([400, -32700, null, '2.0']);
  });

  it.each([
    'null',
    '1',
    '"x"',
    '{}',
    '{"method":"ping","id":1}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  ])('JSON that is no message (%s) is -32600', async (body) => {
    const { status, json } = await cloud.post(body);
    expect([status, json.error.code]).toEqual([400, -32600]);
  });

  it('nesting without end is answered', async () => {
    const depth = 200_000;
    const { status } = await cloud.post(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(status).toBe(400);
    const input = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_orders","arguments":${input}}}`;
    expect((await cloud.post(body)).json.result.isError).toBe(true);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x', ''])(
    'Content-Type %s is 400',
    async (type) => {
      const { status, json } = await cloud.post(ping, { 'content-type': type });
      expect([status, json]).toEqual([
        400,
        { error: 'Content-Type: must be application/json, or multipart/form-data where a file is uploaded.' },
      ]);
    },
  );

  it('takes 12 MB in base64 and refuses more than 16 MiB', async () => {
    const large = await cloud.call('upload_photo', {
      content: Buffer.alloc(11 * 1024 * 1024, 1).toString('base64'),
    });
    expect(large.structuredContent?.bytes).toBe(11 * 1024 * 1024);
    const { status, json } = await cloud.post(
      message('upload_photo', { content: 'A'.repeat(16 * 1024 * 1024) }),
    );
    expect([status, json]).toEqual([413, { error: 'The request body is too large.' }]);
  });

  it('has no stream and no session', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers, json } = await cloud.rest(method, '/api/mcp');
      expect([status, headers.get('allow'), Object.keys(json)]).toEqual([405, 'POST', ['error']]);
    }
  });
});
