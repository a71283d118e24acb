/** Fewer tools by path and header; and which tool is in which set, against the interface's own list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpCloud, modernRequest, startMcpCloud } from '../../../test/fixtures/mcp/mcp.ts';
import { operations } from '../operations.ts';
import { interfaceTools } from '../testing/interface-tools.ts';
import { toolsetNames } from './mcp-toolsets.ts';

const toolsOf = (set: string): string[] => Object.keys(interfaceTools[set]!);
const everyTool = Object.keys(interfaceTools).flatMap(toolsOf);

/** The main flow, across groups. */
const coreTools =
  'upload_document upload_photo check_photo_quality get_print_options get_print_prices get_available_coupons create_order list_orders get_order_status get_order_tracking cancel_order get_balance pay_with_balance create_payment get_payment_status'.split(
    ' ',
  );

describe('the sets', () => {
  it('have each tool of the interface in exactly one, and no other', () => {
    expect(new Set(everyTool).size).toBe(everyTool.length);
    const served = operations.flatMap(({ name, tool }) => (tool ? [name] : []));
    expect(served.toSorted()).toEqual(everyTool.toSorted());
    expect(toolsetNames).toEqual(['core', 'all', ...Object.keys(interfaceTools)]);
  });
});

describe('a connection with fewer tools', () => {
  let cloud: McpCloud;
  beforeAll(async () => {
    cloud = await startMcpCloud();
  });
  afterAll(() => cloud.close());

  const expected = (names: readonly string[]) => names.toSorted();
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const namesAt = async (path: string, headers: Record<string, string> = {}) => {
    const { json } = await cloud.post(list, headers, path);
    return json.result.tools.map((tool: { name: string }) => tool.name) as string[];
  };
  const callAt = (path: string, name: string, headers = {}) =>
    cloud.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }, headers, path);

  it('is asked for by path or by header, in any order and spelling', async () => {
    const both = expected([...coreTools, ...toolsOf('addresses')]);
    expect(await namesAt('/api/mcp/x/core,addresses')).toEqual(both);
    expect(await namesAt('/api/mcp/x/Addresses,%20core,core')).toEqual(both);
    expect(await namesAt('/api/mcp', { 'x-mcp-toolsets': 'addresses, CORE' })).toEqual(both);
    expect(await namesAt('/api/mcp', { 'x-mcp-toolsets': 'pre_orders' })).toEqual(
      expected(toolsOf('pre-orders')),
    );
    // The path is more particular than a header that a client sends everywhere.
    expect(await namesAt('/api/mcp/x/keys', { 'x-mcp-toolsets': 'core' })).toEqual(expected(toolsOf('keys')));
    for (const path of ['/api/mcp', '/api/mcp/x/all', '/api/mcp/x/core,all'])
      expect(await namesAt(path)).toEqual(expected(everyTool));
    expect(await namesAt('/api/mcp', { 'x-mcp-toolsets': '' })).toEqual(expected(everyTool));
  });

  it.each(Object.keys(interfaceTools))('has exactly the tools of %s', async (set) => {
    expect(await namesAt(`/api/mcp/x/${set}`)).toEqual(expected(toolsOf(set)));
  });

  it('gives every set its own list, again and again', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await namesAt('/api/mcp/x/keys')).toEqual(expected(toolsOf('keys')));
      expect(await namesAt('/api/mcp/x/core')).toEqual(expected(coreTools));
      expect(await namesAt('/api/mcp')).toEqual(expected(everyTool));
    }
    const { body, headers } = modernRequest('tools/list');
    const { json } = await cloud.post(body, { ...headers, 'x-mcp-toolsets': 'keys' });
    expect(json.result).toMatchObject({ resultType: 'complete', tools: { length: 3 } });
  });

  it('changes nothing when it is read-only', async () => {
    const reading = operations
      .filter(({ tool, effect }) => tool && effect === 'read')
      .map(({ name }) => name)
      .toSorted();
    expect(await namesAt('/api/mcp', { 'x-mcp-readonly': 'true' })).toEqual(reading);
    expect(await namesAt('/api/mcp/x/all/readonly')).toEqual(reading);
    expect(await namesAt('/api/mcp/x/core/readonly', { 'x-mcp-readonly': 'false' })).toEqual(
      expected(coreTools).filter((name) => reading.includes(name)),
    );
    expect(await namesAt('/api/mcp', { 'x-mcp-readonly': '0' })).toEqual(expected(everyTool));
    const { json } = await callAt('/api/mcp/x/core/readonly', 'create_order');
    expect(json.error).toMatchObject({ code: -32602, message: expect.stringMatching(/read-only/) });
    expect((await cloud.post(list, { 'x-mcp-readonly': 'maybe' })).status).toBe(400);
  });

  it('answers a tool of another set as unknown and says where it is', async () => {
    const { status, json } = await callAt('/api/mcp/x/core', 'create_api_key');
    expect([status, json.error.code]).toEqual([200, -32602]);
    expect(json.error.message).toMatch(/^Unknown tool: create_api_key\. It is in the set "keys"/);
    const none = await callAt('/api/mcp/x/core', 'create_orders');
    expect(none.json.error.message).toMatch(/Did you mean create_order/);
    expect((await callAt('/api/mcp/x/keys', 'list_api_keys')).json.result.isError).toBeUndefined();
  });

  it.each(['nope', 'core,nope', 'core,', ',', '__proto__', 'x'.repeat(150)])(
    'is refused for sets that are not there: %s',
    async (sets) => {
      for (const [path, headers] of [
        [`/api/mcp/x/${sets}`, {}],
        ['/api/mcp', { 'x-mcp-toolsets': sets }],
      ] as const) {
        const { status, json } = await cloud.post(list, headers, path);
        expect([status, Object.keys(json)]).toEqual([400, ['error']]);
        for (const name of toolsetNames) expect(json.error).toContain(name);
      }
    },
  );

  it('needs the key all the same, and has no stream either', async () => {
    expect((await cloud.post(list, { authorization: '' }, '/api/mcp/x/core')).status).toBe(401);
    for (const path of ['/api/mcp/x/core', '/api/mcp/x/core/readonly'])
      expect((await cloud.rest('GET', path)).status).toBe(405);
  });
});
