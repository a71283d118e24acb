/**
 * The operations as MCP tools: name, title, description, schemas, hints. Owns how an operation is told to an assistant.
 * Built once at start; must never run anything or know a feature beyond the names of the main flow.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Effect, Operation } from './operation.ts';

/** What the service is for and the order of the main flow; assistants read it before they look at a tool. */
export const mcpInstructions = `Platen prints photos and documents on paper at a print shop.

To have something printed:
1. get_print_options for the size and paper_type codes, get_print_prices for what a page costs.
2. upload_document (PDF or picture) or upload_photo (picture); keep the id that comes back.
3. create_order with that id, size, paper_type and quantity; it answers with the total. Nothing is charged yet.
4. pay_with_balance with the order_id: this spends the account's money and starts printing. Tell the person the total first.
5. get_order_status or get_order_tracking for progress; get_payment_status for refunds; cancel_order while nothing was printed.

Ids come from the tool that a description names; never make one up. A refused call says which argument is wrong and what it must be: correct it and call again. When an answer to a creating or paying call was lost, repeat the call with the same idempotency_key: it is done once.`;

/** Tools whose answers are described too. On every tool it would triple what a client has to read. */
const withOutputSchema: ReadonlySet<string> = new Set([
  'get_print_prices',
  'get_print_options',
  'upload_document',
  'upload_photo',
  'create_order',
  'pay_with_balance',
  'get_order_status',
  'get_payment_status',
  'get_order_tracking',
]);

/** One tool: what tools/list says of it and the operation that a call runs. */
export interface McpTool {
  operation: Operation;
  listed: Tool;
  /** The operation takes an idempotency key, as the argument `idempotency_key`. */
  keyed: boolean;
  /** The answer goes out as structuredContent too. */
  structured: boolean;
}

export interface McpTools {
  /** In the order of their names, so that two processes answer tools/list alike. */
  all: readonly McpTool[];
  find(name: string): McpTool | undefined;
  /** At most three names that resemble a name which isn't there. */
  near(name: string): string[];
}

/** The tools among the operations. */
export function createMcpTools(operations: readonly Operation[]): McpTools {
  const all = operations
    .filter((operation) => operation.tool)
    .map(toolOf)
    .sort((a, b) => (a.operation.name < b.operation.name ? -1 : 1));
  const byName = new Map(all.map((tool) => [tool.operation.name, tool]));
  return {
    all,
    find: (name) => byName.get(name),
    near: (name) => nearNames(name, [...byName.keys()]),
  };
}

function toolOf(operation: Operation): McpTool {
  const { name, title, effect, summary } = operation;
  const keyed = effect === 'create' || effect === 'pay';
  const structured = withOutputSchema.has(name);
  const outputSchema = structured ? { outputSchema: schemaOf(operation.output) as Tool['outputSchema'] } : {};
  const listed: Tool = {
    name,
    title,
    description: summary,
    inputSchema: inputSchemaOf(operation, keyed),
    ...outputSchema,
    annotations: annotationsOf(effect),
  };
  return { operation, listed, keyed, structured };
}

/** Hints as MCP defines them: only adding something is not destructive; nothing here reaches beyond this service. */
function annotationsOf(effect: Effect): NonNullable<Tool['annotations']> {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect !== 'read' && effect !== 'create',
    idempotentHint: effect !== 'create' && effect !== 'pay',
    openWorldHint: false,
  };
}

const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Any text you have not used before; the same call with the same key again is done once (24 h)',
};

function inputSchemaOf(operation: Operation, keyed: boolean): Tool['inputSchema'] {
  const { properties = {}, required } = schemaOf(operation.input) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return {
    type: 'object',
    properties: keyed ? { ...properties, idempotency_key: idempotencyKeySchema } : properties,
    ...(required?.length ? { required } : {}),
    additionalProperties: false,
  } as Tool['inputSchema'];
}

/**
 * JSON Schema 2020-12, MCP's default, without the `$schema` line: clients of older revisions hand it to validators of
 * draft-07, which refuse to read a schema that names another draft. `input` leaves answers open to further fields.
 */
function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Not every client's regular expressions know \p{…}; the service itself checks and says what is wrong.
      delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}

/** Longer names resemble none; comparing them would cost time only. */
const longestCompared = 64;

function nearNames(name: string, names: readonly string[]): string[] {
  if (name.length > longestCompared) return [];
  const wanted = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const words = new Set(wanted.split('_'));
  return names
    .map((candidate) => {
      const parts = candidate.split('_');
      const shared = parts.filter((word) => words.has(word)).length / Math.max(parts.length, words.size);
      const close = 1 - editDistance(wanted, candidate) / Math.max(wanted.length, candidate.length);
      return { candidate, likeness: Math.max(shared, close) };
    })
    .filter(({ likeness }) => likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Levenshtein's distance: insertions, deletions and replacements from one text to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const replaced = row[column - 1]! + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
