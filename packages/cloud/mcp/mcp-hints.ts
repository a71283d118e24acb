/**
 * What an assistant needs beside a refusal to get its arguments right: what the field means and which tool supplies it,
 * and which arguments there are. Owns these words; they are made from the whole schema, of which tools/list shows what is needed at first, and only when a call failed.
 */

import { nearNames } from './mcp-near-names.ts';
import { type ToolSchema as Schema, schemaOf } from './mcp-schemas.ts';
import type { McpTool } from './mcp-tools.ts';

const mostIssues = 3;

/** Lines about the arguments that the tool's schema refuses; undefined when it refuses none, or has no more to say. */
export function hintAtArguments({ operation, listed }: McpTool, input: unknown): string | undefined {
  const { error } = operation.input.safeParse(withoutMcpArguments({ operation, listed }, input));
  if (!error) return undefined;
  const whole = wholeSchemaOf({ operation, listed });
  const lines = error.issues.slice(0, mostIssues).map((issue) => {
    const schema = schemaAt(whole, issue.path);
    if (issue.code === 'unrecognized_keys') {
      const place = issue.path.length ? pathOf(issue.path) : listed.name;
      return takes(place, Object.keys(schema?.properties ?? {}), issue.keys);
    }
    const said = schema?.description;
    return said ? `${pathOf(issue.path)}: ${said}.` : undefined;
  });
  const text = [...new Set(lines.filter((line) => line !== undefined))].join('\n');
  return text || undefined;
}

/** Arguments that belong to MCP alone are no fields of the operation; what is wrong with them was said already. */
function withoutMcpArguments(
  { operation, listed }: Pick<McpTool, 'operation' | 'listed'>,
  input: unknown,
): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const own = new Set(Object.keys(operation.input.shape));
  const shown = listed.inputSchema.properties ?? {};
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => own.has(name) || !Object.hasOwn(shown, name)),
  );
}

/** Every word on every argument, those of MCP alone included. */
function wholeSchemaOf({ operation, listed }: Pick<McpTool, 'operation' | 'listed'>): Schema {
  const shown = listed.inputSchema.properties as Record<string, Schema>;
  return { properties: { ...shown, ...schemaOf(operation.input).properties } };
}

function takes(place: string, known: readonly string[], unknown: readonly string[]): string {
  const list = known.length > 0 ? `${place} takes ${known.join(', ')}.` : `${place} takes no arguments.`;
  const near = [...new Set(unknown.slice(0, mostIssues).flatMap((name) => nearNames(name, known)))];
  return near.length > 0 ? `${list} Did you mean ${near.join(', ')}?` : list;
}

/** `items[0].size` */
const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`))
    .join('');

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const step of path) {
    const each: Schema[] = [at, ...(at.anyOf ?? []), ...(at.oneOf ?? [])];
    at =
      typeof step === 'number'
        ? each.find(({ items }) => items)?.items
        : each.find(({ properties }) => properties && Object.hasOwn(properties, step))?.properties?.[
            String(step)
          ];
    if (!at) return undefined;
  }
  return at;
}
