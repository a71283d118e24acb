import { describe, expect, it } from 'vitest';
import { mcpInstructions } from './mcp-instructions.ts';
import { createMcpTools } from './mcp-tools.ts';
import { createToolsets, toolGroups } from './mcp-toolsets.ts';
import { operations } from './operations.ts';

const tools = createMcpTools(operations);
const listed = (name: string) => tools.find(name)!.listed;

describe('the tools', () => {
  it('are the operations that say so, in the order of their names, whatever the order of the list', () => {
    const names = tools.all.map((tool) => tool.listed.name);
    expect(names).toEqual(
      operations
        .filter((operation) => operation.tool)
        .map((operation) => operation.name)
        .toSorted(),
    );
    expect(JSON.stringify(createMcpTools(operations.toReversed()))).toBe(JSON.stringify(tools));
  });

  it('each say what they are for and refuse arguments they do not know', () => {
    for (const { listed, operation } of tools.all) {
      expect(listed.description).toBe(operation.summary);
      expect(listed.title).toBe(operation.title);
      expect(listed.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(listed)).not.toMatch(/"\$schema"|"pattern"|9007199254740991/);
    }
  });

  it('describe required and optional arguments as a client sends them, and what they mean', () => {
    expect(listed('create_order').inputSchema).toMatchObject({
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          items: {
            required: ['size', 'paper_type', 'quantity'],
            properties: { quantity: { type: 'integer', minimum: 1, maximum: 999, description: 'Copies' } },
          },
        },
        delivery_method: { default: 'pickup' },
        idempotency_key: { type: 'string' },
      },
    });
    expect(listed('get_print_prices').inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('take an idempotency_key exactly when they create or pay', () => {
    for (const { listed, operation } of tools.all) {
      const takes = 'idempotency_key' in (listed.inputSchema.properties ?? {});
      expect([listed.name, takes]).toEqual([listed.name, ['create', 'pay'].includes(operation.effect)]);
    }
  });

  it('hint at what a call changes', () => {
    const none = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
    expect(listed('list_orders').annotations).toEqual({ ...none, readOnlyHint: true, idempotentHint: true });
    expect(listed('create_order').annotations).toEqual(none);
    expect(listed('pay_with_balance').annotations).toEqual({ ...none, destructiveHint: true });
    const overwrites = { ...none, destructiveHint: true, idempotentHint: true };
    expect(listed('cancel_order').annotations).toEqual(overwrites);
    expect(listed('revoke_api_key').annotations).toEqual(overwrites);
  });

  it('describe their answers on the main flow, open to further fields', () => {
    expect(tools.all.filter((tool) => tool.listed.outputSchema).map((tool) => tool.listed.name)).toEqual([
      'create_order',
      'get_print_options',
      'get_print_prices',
      'pay_with_balance',
      'upload_document',
      'upload_photo',
    ]);
    expect(JSON.stringify(listed('create_order').outputSchema)).not.toContain('additionalProperties');
  });

  it('fit into what a client can read: the list stays below 100 kB, the main flow below 35 kB', () => {
    const bytesOf = ({ all }: Pick<typeof tools, 'all'>) =>
      JSON.stringify(all.map((tool) => tool.listed)).length;
    expect(bytesOf(tools)).toBeLessThan(100_000);
    expect(bytesOf(createToolsets(tools)({ sets: ['core'], readOnly: false }))).toBeLessThan(35_000);
  });

  it('are the ones that the instructions speak of', () => {
    const spoken = new Set(mcpInstructions.match(/\b[a-z]+(_[a-z]+)+\b/g));
    const words = new Set(['document_id', 'order_id', 'address_id', 'coupon_id', 'paper_type']);
    const more = new Set(['idempotency_key', 'share_code', 'file_url', 'file_path']);
    const names = [...spoken].filter((name) => !words.has(name) && !more.has(name));
    expect(names.length).toBeGreaterThan(20);
    const known: readonly string[] = Object.values(toolGroups).flat();
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(mcpInstructions.length).toBeLessThan(3500);
  });

  it('that take a file take the name of a part, and may reach outside for a file_url', () => {
    for (const { listed, operation } of tools.all) {
      const hints = listed.annotations!;
      expect(Object.keys(hints).sort()).toEqual(
        ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'].sort(),
      );
      expect([listed.name, hints.openWorldHint]).toEqual([listed.name, operation.takesFile === true]);
      const namesPart = 'file_path' in (listed.inputSchema.properties ?? {});
      expect([listed.name, namesPart]).toEqual([listed.name, operation.takesFile === true]);
    }
    expect(tools.all.filter(({ operation }) => operation.takesFile).length).toBeGreaterThan(1);
  });

  it.each([
    ['get_prices', 'get_print_prices'],
    ['createOrder', 'create_order'],
    ['order_create', 'create_order'],
    ['pay_with_balence', 'pay_with_balance'],
    ['Upload-Document', 'upload_document'],
  ])('%s may have meant %s', (wrong, right) => {
    const near = /Did you mean (.*)\?$/.exec(tools.whyMissing(wrong))?.[1]?.split(', ') ?? [];
    expect(near).toContain(right);
    expect(near.length).toBeLessThanOrEqual(3);
  });

  it('nothing is near a name that resembles none, or that is endless', () => {
    expect(tools.whyMissing('zzqx')).toBe('Unknown tool: zzqx. tools/list names them all.');
    expect(tools.whyMissing('create_order'.repeat(10_000)).length).toBeLessThan(200);
  });
});
