/** Fewer tools by path and header; and the table that says which tool is where, against the interface's own list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpCloud, modernRequest, startMcpCloud } from '../../../test/fixtures/mcp/mcp.ts';
import { operations } from '../operations.ts';
import { coreTools, toolGroups, toolsetNames } from './mcp-toolsets.ts';

/** The tools of the interface, line by line as it groups them. */
const interfaceTools = `
upload_document list_documents get_document_info delete_document
upload_photo get_photo delete_photo check_photo_quality
create_order list_orders get_order_status cancel_order track_order get_order_tracking
create_payment pay_with_balance get_payment_status create_topup get_balance get_balance_transactions
list_coupons get_available_coupons redeem_coupon
list_addresses create_address update_address delete_address parse_address
list_pre_orders create_pre_order get_pre_order update_pre_order update_pre_order_status review_submission cancel_submission
get_share_info submit_share_photos get_submission_status list_my_submissions
list_after_sales create_after_sales
list_regions get_region get_region_tree get_region_coverage get_city_coverage get_agent_by_referral check_express_delivery
get_shipping_config get_shipping_carriers list_pickup_points
get_print_prices get_print_options get_printer_status get_queue_status
get_profile update_profile
restoration_preview get_restoration create_restore_share list_my_restore_shares revoke_restore_share claim_restore_share
list_api_keys create_api_key revoke_api_key
health_check get_auto_print_schedule
submit_order_review batch_submit_order_reviews list_my_order_reviews get_order_review mark_order_review_read
`
  .trim()
  .split(/\s+/);

const grouped: readonly string[] = Object.values(toolGroups).flat();

describe('the table', () => {
  it('has each of the 73 tools in exactly one group', () => {
    expect(interfaceTools).toHaveLength(73);
    expect(grouped.toSorted()).toEqual(interfaceTools.toSorted());
  });

  it('has every tool that is served, and the main flow in core', () => {
    const served = operations.filter(({ tool }) => tool).map(({ name }) => name);
    expect(served.filter((name) => !grouped.includes(name))).toEqual([]);
    expect(coreTools.filter((name) => !grouped.includes(name))).toEqual([]);
    expect(new Set(coreTools).size).toBe(15);
    for (const name of ['upload_document', 'get_print_prices', 'create_order', 'pay_with_balance'])
      expect(coreTools).toContain(name);
  });
});

describe('a connection with fewer tools', () => {
  let cloud: McpCloud;
  beforeAll(async () => {
    cloud = await startMcpCloud();
  });
  afterAll(() => cloud.close());

  const served = new Set(operations.filter(({ tool }) => tool).map(({ name }) => name));
  const expected = (names: readonly string[]) => names.filter((name) => served.has(name)).toSorted();
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const namesAt = async (path: string, headers: Record<string, string> = {}) => {
    const { json } = await cloud.post(list, headers, path);
    return json.result.tools.map((tool: { name: string }) => tool.name) as string[];
  };
  const callAt = (path: string, name: string, headers = {}) =>
    cloud.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }, headers, path);

  it('is asked for by path or by header, in any order and spelling', async () => {
    const both = expected([...coreTools, ...toolGroups.addresses]);
    expect(await namesAt('/api/mcp/x/core,addresses')).toEqual(both);
    expect(await namesAt('/api/mcp/x/Addresses,%20core,core')).toEqual(both);
    expect(await namesAt('/api/mcp', { 'x-mcp-toolsets': 'addresses, CORE' })).toEqual(both);
    expect(await namesAt('/api/mcp', { 'x-mcp-toolsets': 'pre_orders' })).toEqual(
      expected(toolGroups['pre-orders']),
    );
    // The path is more particular than a header that a client sends everywhere.
    expect(await namesAt('/api/mcp/x/keys', { 'x-mcp-toolsets': 'core' })).toEqual(expected(toolGroups.keys));
    for (const path of ['/api/mcp', '/api/mcp/x/all', '/api/mcp/x/core,all'])
      expect(await namesAt(path)).toEqual(expected(grouped));
    expect(await namesAt('/api/mcp', { 'x-mcp-toolsets': '' })).toEqual(expected(grouped));
  });

  it.each(Object.entries(toolGroups))('has exactly the tools of %s', async (set, names) => {
    expect(await namesAt(`/api/mcp/x/${set}`)).toEqual(expected(names));
  });

  it('gives every set its own list, again and again', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await namesAt('/api/mcp/x/keys')).toEqual(expected(toolGroups.keys));
      expect(await namesAt('/api/mcp/x/core')).toEqual(expected(coreTools));
      expect(await namesAt('/api/mcp')).toEqual(expected(grouped));
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
    expect(await namesAt('/api/mcp', { 'x-mcp-readonly': '0' })).toEqual(expected(grouped));
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
