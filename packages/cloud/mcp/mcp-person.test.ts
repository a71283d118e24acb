/** The person behind a client of revision 2026-07-28 is asked before money leaves the balance, where the client can ask. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegBytes, type McpCloud, modernRequest, startMcpCloud } from '../../../test/fixtures/mcp/mcp.ts';

let cloud: McpCloud;
beforeAll(async () => {
  cloud = await startMcpCloud();
});
afterAll(() => cloud.close());

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

async function newOrder(): Promise<string> {
  const content = jpegBytes.toString('base64');
  const { document_id } = (await cloud.call('upload_document', { content })).structuredContent;
  const items = [{ document_id, size: '4x6', paper_type: 'glossy', quantity: 2 }];
  return (await cloud.call('create_order', { items })).structuredContent.order_id;
}

const balance = async () => JSON.parse((await cloud.call('get_balance')).content[0].text).balance as number;

async function callAs(elicitation: object | undefined, name: string, params: object) {
  const { body, headers } = modernRequest('tools/call', { name, ...params });
  (body.params._meta as Record<string, unknown>)[capabilitiesKey] = elicitation ? { elicitation } : {};
  return (await cloud.post(body, headers)).json;
}

describe('before it pays from the balance, a client that can ask', () => {
  it.each([
    ['pay_with_balance', {}],
    ['create_payment', { payment_method: 'balance' }],
  ])('is given the question, and pays once it was answered with yes (%s)', async (tool, more) => {
    const before = await balance();
    const input = { order_id: await newOrder(), ...more };
    for (const elicitation of [{}, { form: {} }]) {
      const { result } = await callAs(elicitation, tool, { arguments: input });
      expect(result).toMatchObject({
        resultType: 'input_required',
        inputRequests: {
          confirm: {
            method: 'elicitation/create',
            params: {
              message: expect.stringMatching(/^Pay 2\.40 CNY for order \S+ from the balance/),
              requestedSchema: { properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
            },
          },
        },
      });
      expect(await balance()).toBe(before);
    }
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    const { result } = await callAs({}, tool, { arguments: input, inputResponses });
    expect([result.resultType, JSON.parse(result.content[0].text).status]).toEqual(['complete', 'succeeded']);
    expect(await balance()).toBeCloseTo(before - 2.4);
  });

  it.each([
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
    { action: 'accept', content: {} },
    { action: 'accept' },
    { action: 'accept', content: { confirm: 'true' } },
  ])('pays nothing on %o', async (confirm) => {
    const before = await balance();
    const order_id = await newOrder();
    const { result } = await callAs({}, 'pay_with_balance', {
      arguments: { order_id },
      inputResponses: { confirm },
    });
    expect([result.isError, result.content[0].text]).toEqual([
      true,
      'The person did not agree, so nothing was paid.',
    ]);
    expect(await balance()).toBe(before);
  });

  it('is not asked about what is refused anyway, or was done under the same key', async () => {
    const order_id = await newOrder();
    const input = { order_id, idempotency_key: `asked-${order_id}` };
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    const paid = await callAs({}, 'pay_with_balance', { arguments: input, inputResponses });
    const again = await callAs({}, 'pay_with_balance', { arguments: input });
    expect(again).toEqual(paid);
    for (const wrong of [
      { order_id },
      { order_id: 'x' },
      {},
      { order_id: paid.result.structuredContent.payment_id },
    ]) {
      const { result } = await callAs({}, 'pay_with_balance', { arguments: wrong });
      expect([result.resultType, result.isError]).toEqual(['complete', true]);
    }
  });

  it('an answer to another question is no yes', async () => {
    const order_id = await newOrder();
    const inputResponses = { other: { action: 'accept', content: { confirm: true } } };
    const { result } = await callAs({}, 'pay_with_balance', { arguments: { order_id }, inputResponses });
    expect(result.resultType).toBe('input_required');
  });
});

it('clients that can ask nobody, or only by a page, pay at once', async () => {
  for (const elicitation of [undefined, { url: {} }]) {
    const order_id = await newOrder();
    const { result } = await callAs(elicitation, 'pay_with_balance', { arguments: { order_id } });
    expect(result.structuredContent.status).toBe('succeeded');
  }
});

it('the official client asks and repeats the call by itself', async () => {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { confirm: true } };
  });
  const requestInit = { headers: { authorization: `Bearer ${cloud.apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', cloud.url), { requestInit }));
  const order_id = await newOrder();
  const result = await client.callTool({ name: 'pay_with_balance', arguments: { order_id } });
  expect(result.structuredContent).toMatchObject({ status: 'succeeded' });
  expect(asked).toEqual([expect.stringMatching(/^Pay 2\.40 CNY/)]);
  await client.close();
});
