/** MCP with the official clients of both generations, and message by message. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegBytes, type McpCloud, modernRequest, startMcpCloud } from '../../../test/fixtures/mcp/mcp.ts';
import { operations } from '../operations.ts';
import { version } from '../version.ts';

let cloud: McpCloud;
beforeAll(async () => {
  cloud = await startMcpCloud();
});
afterAll(() => cloud.close());

const info = { name: 'test', version: '1' };
/** The extension as clients find it; the tests' cloud takes 20 MiB. */
const multipart = {
  messagePart: 'message',
  maxMessageBytes: 1024 * 1024,
  maxFiles: 10,
  maxBytes: 20 * 1024 * 1024,
};
const toolNames = operations
  .filter((operation) => operation.tool)
  .map((operation) => operation.name)
  .toSorted();
const content = jpegBytes.toString('base64');
const itemOf = (document_id: string) => ({ document_id, size: '4x6', paper_type: 'glossy', quantity: 2 });

// biome-ignore lint/suspicious/noExplicitAny: structuredContent of any tool; each use says what it expects.
type Call = (name: string, input?: Record<string, unknown>) => Promise<any>;

/** The main flow as an assistant goes it; every answer must agree with the text beside it. */
async function goMainFlow(callTool: Call): Promise<void> {
  const call: Call = async (name, input = {}) => {
    const result = await callTool(name, input);
    expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
    return result.structuredContent;
  };
  expect((await call('get_print_options')).sizes.length).toBeGreaterThan(0);
  expect((await call('get_print_prices')).currency).toBe('CNY');
  const { document_id } = await call('upload_document', { content, filename: 'a.jpg' });
  const order = await call('create_order', { items: [itemOf(document_id)] });
  expect(order).toMatchObject({ status: 'pending_payment', total: 2.4 });
  const { order_id } = order;
  expect((await call('pay_with_balance', { order_id })).status).toBe('succeeded');
  expect((await call('get_order_status', { order_id })).status).toBe('paid');
  expect((await call('get_payment_status', { order_id })).amount).toBe(2.4);
  expect((await call('get_order_tracking', { order_id })).status).toBe('paid');
  const unstructured = await callTool('list_orders');
  expect(unstructured.structuredContent).toBeUndefined();
  expect(JSON.parse(unstructured.content[0].text).items[0].order_id).toBe(order_id);
}

describe('the clients', () => {
  const url = () => new URL('/api/mcp', cloud.url);
  const requestInit = () => ({ headers: { authorization: `Bearer ${cloud.apiKey}` } });

  it('of @modelcontextprotocol/sdk go the main flow, and nothing they ask for on the way is an error', async () => {
    const client = new OlderClient(info);
    const failed: Error[] = [];
    client.onerror = (error) => failed.push(error);
    const asked: string[] = [];
    const transport = new OlderTransport(url(), {
      requestInit: requestInit(),
      fetch: async (target, init) => {
        const response = await fetch(target, init);
        asked.push(`${init?.method} ${response.status} ${response.headers.get('content-type')}`);
        return response;
      },
    });
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ name: 'platen', version });
    expect(client.getInstructions()).toMatch(/prints photos and documents/);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(toolNames);
    await client.ping();
    await goMainFlow((name, input) => client.callTool({ name, arguments: input ?? {} }));
    await client.close();
    expect(failed).toEqual([]);
    // One GET, for a stream that isn't there; everything else is a JSON answer, none a stream.
    expect(asked.filter((line) => !/^POST 20[02] (application\/json|null)/.test(line))).toEqual([
      expect.stringMatching(/^GET 405/),
    ]);
  });

  it.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)(
    'of @modelcontextprotocol/client go the main flow (%o)',
    async (mode) => {
      const client = new Client(info, { versionNegotiation: { mode } });
      const failed: Error[] = [];
      client.onerror = (error) => failed.push(error);
      await client.connect(new StreamableHTTPClientTransport(url(), { requestInit: requestInit() }));
      expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
      expect(client.getInstructions()).toMatch(/prints photos and documents/);
      expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(toolNames);
      await goMainFlow((name, input) => client.callTool({ name, arguments: input ?? {} }));
      await client.close();
      expect(failed).toEqual([]);
    },
  );
});

describe('older revisions', () => {
  const initialize = (protocolVersion: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: info },
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s begins with initialize',
    async (revision) => {
      const { status, json, headers } = await cloud.post(initialize(revision));
      expect(status).toBe(200);
      expect(headers.get('mcp-session-id')).toBeNull();
      expect(json).toMatchObject({
        id: 1,
        result: {
          protocolVersion: revision,
          serverInfo: { name: 'platen', version },
          capabilities: { tools: {}, extensions: { 'platen/multipart': multipart } },
          instructions: expect.stringMatching(/create_order/),
        },
      });
      const version2 = { 'mcp-protocol-version': revision };
      const noted = await cloud.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, version2);
      expect([noted.status, noted.text]).toEqual([202, '']);
      const pinged = await cloud.post({ jsonrpc: '2.0', id: 'p', method: 'ping' }, version2);
      expect(pinged.json).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
      const list = await cloud.post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, version2);
      const again = await cloud.post(
        { jsonrpc: '2.0', id: 'again', method: 'tools/list', params: {} },
        version2,
      );
      expect(list.json.result.tools).toHaveLength(toolNames.length);
      expect(again.json).toEqual({ ...list.json, id: 'again' });
    },
  );

  it('a revision that is not known gets the newest with a handshake; one in the header is refused', async () => {
    expect((await cloud.post(initialize('1999-01-01'))).json.result.protocolVersion).toBe('2025-11-25');
    const refused = await cloud.post(
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { 'mcp-protocol-version': '1999-01-01' },
    );
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ id: 2, error: { message: expect.stringContaining('2026-07-28') } });
  });

  it('batches are answered in the revisions that have them, in order, and refused in the others', async () => {
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const noted = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const answered = await cloud.post([ping(1), noted, ping(2)], { 'mcp-protocol-version': '2025-03-26' });
    expect([answered.status, answered.json]).toEqual([
      200,
      [1, 2].map((id) => ({ jsonrpc: '2.0', id, result: {} })),
    ]);
    expect((await cloud.post([noted])).status).toBe(202);
    const late = await cloud.post([ping(1)], { 'mcp-protocol-version': '2025-06-18' });
    expect([late.status, late.json.error.code, late.json.id]).toEqual([400, -32600, null]);
    for (const batch of [
      [],
      [initialize('2025-03-26')],
      Array.from({ length: 51 }, (_, id) => ping(id)),
      [1],
    ]) {
      const refused = await cloud.post(batch);
      expect([refused.status, refused.json.error.code]).toEqual([400, -32600]);
    }
    const { body } = modernRequest('tools/list');
    expect((await cloud.post([body])).json.error.code).toBe(-32600);
  });
});

describe('revision 2026-07-28', () => {
  it('discovers, lists and calls without a handshake', async () => {
    const discover = modernRequest('server/discover');
    expect((await cloud.post(discover.body, discover.headers)).json).toMatchObject({
      id: 'm-1',
      result: {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { 'platen/multipart': multipart } },
        instructions: expect.stringMatching(/pay_with_balance/),
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'platen', version } },
      },
    });
    const list = modernRequest('tools/list');
    for (let i = 0; i < 2; i++) {
      const { json } = await cloud.post(list.body, list.headers);
      expect(json).toMatchObject({
        id: 'm-1',
        result: { resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' },
      });
      expect(json.result.tools).toHaveLength(toolNames.length);
    }
    const call = modernRequest('tools/call', { name: 'get_print_prices' });
    const { status, json } = await cloud.post(call.body, call.headers);
    expect([status, json.result.resultType, json.result.structuredContent.currency]).toEqual([
      200,
      'complete',
      'CNY',
    ]);
  });

  it.each([
    ['mcp-protocol-version', undefined],
    ['mcp-protocol-version', '2025-11-25'],
    ['mcp-method', undefined],
    ['mcp-method', 'tools/list'],
    ['mcp-name', undefined],
    ['mcp-name', 'create_order'],
    ['mcp-name', '=?base64?%%%?='],
  ])('refuses a call whose header %s is %s', async (name, value) => {
    const call = modernRequest('tools/call', { name: 'get_print_prices' });
    delete call.headers[name];
    if (value) call.headers[name] = value;
    const { status, json } = await cloud.post(call.body, call.headers);
    expect([status, json.error.code, json.id]).toEqual([400, -32020, 'm-1']);
  });

  it('reads a Mcp-Name in base64', async () => {
    const call = modernRequest('tools/call', { name: 'get_print_prices' });
    call.headers['mcp-name'] = `=?base64?${Buffer.from('get_print_prices').toString('base64')}?=`;
    expect((await cloud.post(call.body, call.headers)).status).toBe(200);
  });

  it('says which revisions there are, and 404 to methods that it has not', async () => {
    const later = modernRequest('tools/list');
    later.body.params._meta['io.modelcontextprotocol/protocolVersion'] = '2027-01-01';
    const refused = await cloud.post(later.body, { ...later.headers, 'mcp-protocol-version': '2027-01-01' });
    expect([refused.status, refused.json.error.code, refused.json.error.data.supported]).toEqual([
      400,
      -32022,
      ['2026-07-28'],
    ]);
    for (const method of ['ping', 'resources/list', 'initialize', 'no/such']) {
      const { body, headers } = modernRequest(method);
      const { status, json } = await cloud.post(body, headers);
      expect([method, status, json.error.code]).toEqual([method, 404, -32601]);
    }
    const bare = await cloud.post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'mcp-protocol-version': '2026-07-28' },
    );
    expect([bare.status, bare.json.error.code]).toEqual([400, -32602]);
    const { body, headers } = modernRequest('notifications/cancelled', { requestId: 1 });
    const { id: _, ...notification } = body;
    expect((await cloud.post(notification, headers)).status).toBe(202);
  });
});
