/**
 * What an assistant needs beside a refusal to get its arguments right: what the field means and which tool supplies it,
 * and which arguments there are. Owns these words; they are made from the schema that tools/list shows, and only when a call failed.
 */

import { nearNames } from './mcp-near-names.ts';
import type { McpTool } from './mcp-tools.ts';

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const mostIssues = 3;

/** Lines about the arguments that the tool's schema refuses; undefined when it refuses none, or has no more to say. */
export function hintAtArguments({ operation, listed }: McpTool, input: unknown): string | undefined {
  const { error } = operation.input.safeParse(input);
  if (!error) return undefined;
  const lines = error.issues.slice(0, mostIssues).map((issue) => {
    const schema = schemaAt(listed.inputSchema as Schema, issue.path);
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
