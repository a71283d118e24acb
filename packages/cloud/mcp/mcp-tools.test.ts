import { pictureMediaTypes } from '@platen/imaging/decode/file-type';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../test/fixtures/mcp/tokens.ts';
import { operations } from '../operations.ts';
import { mcpInstructions } from './mcp-instructions.ts';
import type { ToolSchema } from './mcp-schemas.ts';
import { createMcpTools } from './mcp-tools.ts';
import { createToolsets } from './mcp-toolsets.ts';

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

  it('each say what they are for, and nothing that needs no saying', () => {
    for (const { listed, operation } of tools.all) {
      expect(listed.description!.startsWith(operation.summary)).toBe(true);
      expect(listed.title).toBe(operation.title);
      expect(listed.inputSchema.type).toBe('object');
      expect(JSON.stringify(listed)).not.toMatch(
        /"\$schema"|"pattern"|"additionalProperties"|"minLength"|"format"|9007199254740991/,
      );
    }
  });

  it('describe required and optional arguments as a client sends them, and what they mean', () => {
    expect(listed('create_order').inputSchema).toMatchObject({
      properties: {
        items: {
          type: 'array',
          maxItems: 100,
          items: {
            required: ['size', 'paper_type', 'quantity'],
            properties: { quantity: { type: 'integer', minimum: 1, maximum: 999, description: 'Copies' } },
          },
        },
        delivery_method: { enum: ['pickup', 'shipping', 'express'] },
        pre_order_id: { type: 'string' },
        idempotency_key: { type: 'string', description: expect.stringMatching(/once/) },
      },
    });
    expect(listed('get_balance').inputSchema).toEqual({ type: 'object', properties: {} });
    expect(listed('list_orders').inputSchema.properties).toMatchObject({
      page_size: { type: 'integer', default: 20, minimum: 1, maximum: 100 },
    });
  });

  it('say of a field once what it means, and where the other tool stands that says it', () => {
    const words = (name: string) => JSON.stringify(listed(name).inputSchema);
    expect(words('create_pre_order')).toContain('"What submitters see first"');
    expect(words('update_pre_order')).not.toContain('"What submitters see first"');
    expect(listed('update_pre_order').description).toMatch(/Fields as in create_pre_order\.$/);
    const share = listed('submit_share_photos').inputSchema.properties as Record<string, ToolSchema>;
    expect(share.size!.description).toMatch(/get_print_options/);
    expect(share.specs!.items!.properties!.size).toEqual({ type: 'string' });
  });

  it('take an idempotency_key exactly when they create or pay', () => {
    for (const { listed, operation } of tools.all) {
      const takes = 'idempotency_key' in (listed.inputSchema.properties ?? {});
      expect([listed.name, takes]).toEqual([listed.name, ['create', 'pay'].includes(operation.effect)]);
    }
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

  it('take little of what an assistant can read: 16,000 tokens at most, the main flow 6,000', () => {
    const wordsOf = ({ all }: Pick<typeof tools, 'all'>) =>
      JSON.stringify({ tools: all.map((tool) => tool.listed) });
    const core = createToolsets(tools)({ sets: ['core'], readOnly: false });
    for (const [text, max] of [
      [wordsOf(tools), 16_000],
      [wordsOf(core), 6000],
    ] as const) {
      expect(countTokens(text)).toBeLessThanOrEqual(max);
      expect(Buffer.byteLength(text) / 4).toBeLessThanOrEqual(max);
    }
  });

  it('name other tools that there are, where those say what is left out', () => {
    const named = tools.all.flatMap(({ facts: { fieldsAs, longAnswer } }) => {
      const see = typeof longAnswer === 'object' ? longAnswer.see.split(' ')[0] : undefined;
      return [fieldsAs, see].filter((name) => name !== undefined);
    });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !tools.find(name))).toEqual([]);
  });

  it('are the ones that the instructions speak of', () => {
    const spoken = new Set(mcpInstructions.match(/\b[a-z]+(_[a-z]+)+\b/g));
    const words = new Set([
      'document_id',
      'order_id',
      'address_id',
      'coupon_id',
      'paper_type',
      'pre_order_id',
    ]);
    const more = new Set(['idempotency_key', 'share_url', 'file_url', 'file_path']);
    const names = [...spoken].filter((name) => !words.has(name) && !more.has(name));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !tools.find(name))).toEqual([]);
    expect(mcpInstructions.length).toBeLessThan(4000);
  });

  it('name every format of pictures that is taken', () => {
    const taken = pictureMediaTypes.map((type) => type.replace('image/', '').toUpperCase());
    expect(taken).toContain('HEIC');
    for (const text of [
      listed('upload_photo').description!,
      listed('upload_document').description!,
      mcpInstructions,
    ]) {
      for (const format of taken) expect(text.toUpperCase()).toContain(format);
    }
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
