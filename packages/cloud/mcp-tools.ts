/**
 * The operations as MCP tools: name, title, description, schemas, hints. Owns how an operation is told to an assistant.
 * Built once at start; must never run anything or know a feature beyond the names of the main flow.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { nearNames } from './mcp-near-names.ts';
import type { Operation } from './operation.ts';

/** Tools whose answers are described too. On every tool it would triple what a client has to read. */
const withOutputSchema: ReadonlySet<string> = new Set([
  'get_print_prices',
  'get_print_options',
  'upload_document',
  'upload_photo',
  'create_order',
  'pay_with_balance',
]);

/** Tools whose answers go out as structuredContent: those, and what tells of the same order and payment later. */
const withStructure: ReadonlySet<string> = new Set([
  ...withOutputSchema,
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
  /** The sentence for a name that `find` does not find: what it may have meant, or where it is. */
  whyMissing(name: string): string;
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
    whyMissing: (name) => unknownTool(name, nearNames(name, [...byName.keys()])),
  };
}

function unknownTool(name: string, near: readonly string[]): string {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  return `Unknown tool: ${shown}. ${near.length ? `Did you mean ${near.join(', ')}?` : 'tools/list names them all.'}`;
}

function toolOf(operation: Operation): McpTool {
  const { name, title, effect, summary } = operation;
  const keyed = effect === 'create' || effect === 'pay';
  const outputSchema = withOutputSchema.has(name)
    ? { outputSchema: schemaOf(operation.output) as Tool['outputSchema'] }
    : {};
  const listed: Tool = {
    name,
    title,
    description: summary,
    inputSchema: inputSchemaOf(operation, keyed),
    ...outputSchema,
    annotations: annotationsOf(operation),
  };
  return { operation, listed, keyed, structured: withStructure.has(name) };
}

/** Hints as MCP defines them: only adding something is not destructive; only a file_url reaches beyond this service. */
function annotationsOf({ effect, takesFile = false }: Operation): NonNullable<Tool['annotations']> {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect !== 'read' && effect !== 'create',
    idempotentHint: effect !== 'create' && effect !== 'pay',
    openWorldHint: takesFile,
  };
}

const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Any text you have not used before; the same call with the same key again is done once (24 h)',
};

const filePathSchema = {
  type: 'string',
  description:
    'cid:<part name>, naming a file part of this multipart/form-data request; not a path of yours, unless the bridge "platen mcp" stands between',
};

function inputSchemaOf(operation: Operation, keyed: boolean): Tool['inputSchema'] {
  const { properties = {}, required } = schemaOf(operation.input) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(operation.takesFile && { file_path: filePathSchema }),
      ...(keyed && { idempotency_key: idempotencyKeySchema }),
    },
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
