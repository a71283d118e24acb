/**
 * The operations as MCP tools: name, title, description, schemas, hints. Owns how an operation is told to an assistant.
 * Built once at start; must never run anything or know a feature beyond the names of the main flow.
 */
import type { Tool } from '@modelcontextprotocol/server';
import type { Operation } from '../operation/operation.ts';
import { nearNames } from './mcp-near-names.ts';
import { inputSchemaOf, outputSchemaOf, sayOnce, type ToolSchema } from './mcp-schemas.ts';

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
  /** The pictures of the answer come too where the argument `images` asks for them. */
  shows: boolean;
  /** A long answer comes in parts, chosen by the argument `part`. */
  inParts: boolean;
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
  shareWords(all);
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
  const shows = operation.pictures !== undefined;
  const { longAnswer } = operation;
  const inParts = longAnswer === 'in parts' || (longAnswer?.inParts ?? false);
  const listed: Tool = {
    name,
    title,
    description: summary,
    inputSchema: inputSchemaOf(operation.input, {
      properties: {
        ...(operation.takesFile && { file_path: filePathSchema }),
        ...(shows && { images: imagesSchema }),
        ...(inParts && { part: partSchema }),
        ...(keyed && { idempotency_key: idempotencyKeySchema }),
      },
      defaults: operation.toolDefaults ?? {},
    }),
    ...(withOutputSchema.has(name) && { outputSchema: outputSchemaOf(operation.output) }),
    annotations: annotationsOf(operation),
  };
  return { operation, listed, keyed, shows, inParts, structured: withStructure.has(name) };
}

/** Hints as MCP defines them: only adding something is not destructive; only a file_url reaches beyond this service. */
function annotationsOf({ effect, hints, takesFile = false }: Operation): NonNullable<Tool['annotations']> {
  const isRead = effect === 'read';
  return {
    readOnlyHint: isRead,
    destructiveHint: hints?.destructive ?? (!isRead && effect !== 'create'),
    idempotentHint: hints?.idempotent ?? (effect !== 'create' && effect !== 'pay'),
    openWorldHint: takesFile,
  };
}

const idempotencyKeySchema = { type: 'string', description: 'Any new text: a repeat with it is done once' };
const imagesSchema = { type: 'boolean', description: 'true: show the pictures too' };
const partSchema = { type: 'integer', minimum: 1, description: 'Of an answer in parts' };
const filePathSchema = {
  type: 'string',
  description:
    'cid:<name> of a file part of this multipart request; a local path only through the bridge "platen mcp"',
};

/** Tools that say of some of their fields only what differs from another tool, which stands in the same list. */
const fieldsAsIn: ReadonlyMap<string, string> = new Map([
  ['update_pre_order', 'create_pre_order'],
  ['update_address', 'create_address'],
  ['batch_submit_order_reviews', 'submit_order_review'],
]);

/** What one tool says of a field, another that has the same field need not say again. */
function shareWords(tools: readonly McpTool[]): void {
  const listedOf = (name: string) => tools.find((tool) => tool.operation.name === name)?.listed;
  for (const [name, base] of fieldsAsIn) {
    const [own, other] = [listedOf(name), listedOf(base)];
    if (!own || !other) continue;
    const said = new Map<string, string>();
    sayOnce(structuredClone(other.inputSchema) as ToolSchema, said);
    sayOnce(own.inputSchema as ToolSchema, said);
    own.description = `${own.description} Fields as in ${base}.`;
  }
}
