/**
 * The operations as MCP tools: name, title, description, schemas, hints. Owns how an operation is told to an assistant, and which
 * names a wrong one resembles.
 * Built once for each list of operations; must never run anything or know a feature.
 */
import type { Tool } from '@modelcontextprotocol/server';
import type { Operation, OperationTool } from '../operation/operation.ts';
import { inputSchemaOf, outputSchemaOf, sayOnce, type ToolSchema } from './mcp-schemas.ts';

/** One tool: what tools/list says of it and the operation that a call runs. */
export interface McpTool {
  operation: Operation;
  /** What the operation says of itself as a tool. */
  facts: OperationTool;
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

const builtFor = new WeakMap<readonly Operation[], McpTools>();

/** The tools among the operations. The same list gives the same tools, whose schemas are half of what starting a cloud takes. */
export function createMcpTools(operations: readonly Operation[]): McpTools {
  const tools = builtFor.get(operations) ?? toolsAmong(operations);
  builtFor.set(operations, tools);
  return tools;
}

function toolsAmong(operations: readonly Operation[]): McpTools {
  const all = operations
    .flatMap((operation) => (operation.tool ? [toolOf(operation, operation.tool)] : []))
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

function toolOf(operation: Operation, facts: OperationTool): McpTool {
  const { name, title, effect, summary } = operation;
  const { answer, defaults = {}, longAnswer } = facts;
  const keyed = effect === 'create' || effect === 'pay';
  const shows = operation.pictures !== undefined;
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
      defaults,
    }),
    ...(answer === 'described' && { outputSchema: outputSchemaOf(operation.output) }),
    annotations: annotationsOf(operation, facts),
  };
  return { operation, facts, listed, keyed, shows, inParts, structured: answer !== undefined };
}

/** Hints as MCP defines them: only adding something is not destructive; only a file_url reaches beyond this service. */
function annotationsOf(
  { effect, takesFile = false }: Operation,
  { hints }: OperationTool,
): NonNullable<Tool['annotations']> {
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

/** What one tool says of a field, another that has the same field need not say again. */
function shareWords(tools: readonly McpTool[]): void {
  for (const { facts, listed } of tools) {
    const base = tools.find(({ operation }) => operation.name === facts.fieldsAs);
    if (!base) continue;
    const said = new Map<string, string>();
    sayOnce(structuredClone(base.listed.inputSchema) as ToolSchema, said);
    sayOnce(listed.inputSchema as ToolSchema, said);
    listed.description = `${listed.description} Fields as in ${facts.fieldsAs}.`;
  }
}

/** Longer names resemble none; comparing them would cost time only. */
const longestCompared = 64;

/** At most three of `names`, the likest first. */
export function nearNames(name: string, names: readonly string[]): string[] {
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
