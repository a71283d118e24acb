/**
 * The JSON Schemas that tools/list shows. An assistant reads all of them before it does anything, so they hold what helps to
 * choose and to fill in, and nothing twice; whatever they leave out, the service checks itself and says in a sentence. Owns what is left out. Built
 * once at start.
 */
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface ToolSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, ToolSchema>;
  required?: string[];
  items?: ToolSchema;
  anyOf?: ToolSchema[];
  oneOf?: ToolSchema[];
  const?: unknown;
  default?: unknown;
  [keyword: string]: unknown;
}

/**
 * JSON Schema 2020-12, MCP's default, without the `$schema` line: clients of older revisions hand it to validators of draft-07,
 * which refuse to read a schema that names another draft. As a client sends it; of answers, open to further fields.
 */
export function schemaOf(schema: z.ZodType): ToolSchema {
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
  return rest as ToolSchema;
}

/** What a description or the name says already, and what only a refusal needs. */
const unsaid = ['additionalProperties', 'minLength', 'maxLength', 'minItems', 'format'] as const;
/** Larger bounds are there against nonsense. */
const largestBound = 100_000;

/** Of what every list has, the names and defaults say enough. */
const selfEvident: ReadonlyMap<string, string> = new Map([
  ['page', 'Page, from 1'],
  ['page_size', 'Entries a page, 100 at most'],
  ['limit', 'Entries a page, 100 at most'],
]);

/** An operation's input as its tool shows it. `more` are arguments that belong to MCP alone. */
export function inputSchemaOf(
  input: z.ZodObject,
  more: { properties: Record<string, ToolSchema>; defaults: Record<string, unknown> },
): Tool['inputSchema'] {
  const { properties = {}, required } = slim(schemaOf(input));
  for (const [name, value] of Object.entries(more.defaults)) properties[name]!.default = value;
  const schema = {
    type: 'object' as const,
    properties: { ...properties, ...structuredClone(more.properties) },
    ...(required?.length && { required }),
  };
  sayOnce(schema, new Map(selfEvident));
  return schema as Tool['inputSchema'];
}

/** Without what needs no saying. */
function slim(schema: ToolSchema): ToolSchema {
  const slimmed: ToolSchema = { ...schema };
  for (const keyword of unsaid) delete slimmed[keyword];
  const { minimum, maximum } = slimmed as { minimum?: number; maximum?: number };
  if (maximum !== undefined && maximum > largestBound) {
    delete slimmed.maximum;
    if (minimum !== undefined && minimum <= 1) delete slimmed.minimum;
  }
  if (isEmpty(slimmed.default)) delete slimmed.default;
  // A constant says its type too; a list of values as well, but not every client reads it so.
  if (slimmed.const !== undefined) delete slimmed.type;
  if (slimmed.properties) slimmed.properties = mapValues(slimmed.properties, slim);
  if (slimmed.items) slimmed.items = slim(slimmed.items);
  for (const kind of ['anyOf', 'oneOf'] as const) {
    if (slimmed[kind]) slimmed[kind] = slimmed[kind].map(slim);
  }
  return slimmed;
}

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const mapValues = <T, R>(of: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

/**
 * A field that was described under the same name with the same words before needs them no second time. `said` is what was said
 * so far, and hears of what is said here.
 */
export function sayOnce(schema: ToolSchema, said: Map<string, string>): void {
  const own = Object.entries(schema.properties ?? {});
  for (const [name, field] of own) {
    if (field.description !== undefined) {
      if (said.get(name) === field.description) delete field.description;
      else said.set(name, field.description);
    }
  }
  const inner = [
    ...own.map(([, field]) => field),
    schema.items,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  for (const each of inner) if (each) sayOnce(each, said);
}

/**
 * An answer in outline: its fields with their types. Open to further fields, for validators of clients refuse an answer that
 * doesn't fit.
 */
export function outputSchemaOf(output: z.ZodType): NonNullable<Tool['outputSchema']> {
  return { ...outline(schemaOf(output), 0), type: 'object' } as NonNullable<Tool['outputSchema']>;
}

/** What the fields of an answer hold in turn speaks for itself. */
const outlinedDepth = 0;

function outline(schema: ToolSchema, depth: number): ToolSchema {
  const { type, properties, required, items, anyOf, oneOf } = slim(schema);
  const kinds = anyOf ?? oneOf;
  if (kinds) {
    const rest = kinds.filter((kind) => kind.type !== 'null');
    if (rest.length !== 1) return depth > 0 ? {} : { anyOf: kinds.map((kind) => outline(kind, depth)) };
    const one = outline(rest[0]!, depth);
    return typeof one.type === 'string' ? { ...one, type: [one.type, 'null'] } : {};
  }
  return {
    ...(type !== undefined && { type }),
    ...(properties &&
      depth <= outlinedDepth && { properties: mapValues(properties, (field) => outline(field, depth + 1)) }),
    ...(required && depth === 0 && { required }),
    ...(items && { items: outline(items, depth + 1) }),
  };
}
