/**
 * A request that shows how an operation is called: its address, its fields with values that work, and what a reader has to get first. Owns
 * which fields an example has; what they hold is in example-values.ts, how it is written in example-text.ts.
 */
import type { JsonSchema } from '../http/openapi.ts';
import { exampleValues, type VariableSource, variableSources } from './example-values.ts';

/** What stands in an example where a reader's own value goes. */
export class ExampleVariable {
  readonly source: VariableSource;
  constructor(source: VariableSource) {
    this.source = source;
  }
}

export type ExampleValue =
  | ExampleVariable
  | string
  | number
  | boolean
  | null
  | ExampleValue[]
  | { [field: string]: ExampleValue };

export interface ExampleRequest {
  method: string;
  /** Origin and path, in pieces. */
  url: Array<string | ExampleVariable>;
  body?: { [field: string]: ExampleValue };
  /** The name of a file of the reader's, which is sent as multipart/form-data. */
  file?: string;
  needsKey: boolean;
  takesIdempotencyKey: boolean;
  /** Each once, in the order in which they stand. */
  variables: VariableSource[];
}

/** What is known of an operation that an example is made of. */
export interface ExampleSubject {
  name: string;
  method: string;
  path: string;
  /** The whole input, fields of the path as well. */
  input: JsonSchema;
  takesFile: boolean;
  needsKey: boolean;
  takesIdempotencyKey: boolean;
  /** Fields beside those that are required, or other values for them. */
  chosen: Record<string, unknown>;
}

/** Makes the example. `origin` is the address of the service. */
export function createExample(subject: ExampleSubject, origin: string): ExampleRequest {
  const { name, method, path, input, takesFile, needsKey, takesIdempotencyKey, chosen } = subject;
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!));
  const wanted = new Set([...inPath, ...(input.required ?? []), ...Object.keys(chosen)]);
  const fields = Object.entries(input.properties ?? {}).filter(([field]) => wanted.has(field));
  const values = Object.fromEntries(
    fields.map(([field, schema]) => [
      field,
      valueFor(field, schema, { operation: name, chosen: chosen[field] }),
    ]),
  );
  const isInQuery = method === 'GET' || method === 'DELETE';
  const sent = fields.map(([field]) => field).filter((field) => !inPath.has(field));
  const query = isInQuery ? sent.map((field) => [field, values[field]!] as const) : [];
  const url = [origin, ...piecesOf(path, values), ...queryOf(query)];
  const body = Object.fromEntries(sent.map((field) => [field, values[field]!]));
  const hasBody = !isInQuery && !takesFile && sent.length > 0;
  return {
    method,
    url: joined(url),
    needsKey,
    takesIdempotencyKey,
    ...(hasBody && { body }),
    ...(takesFile && { file: fileOf(name) }),
    variables: [
      ...new Map(
        [...variablesIn(url), ...(hasBody ? variablesIn(body) : [])].map((each) => [each.variable, each]),
      ).values(),
    ],
  };
}

const fileOf = (operation: string): string =>
  operation.includes('document') ? 'document.pdf' : operation.includes('mask') ? 'mask.png' : 'photo.jpg';

function valueFor(
  field: string,
  schema: JsonSchema,
  { operation, chosen }: { operation: string; chosen: unknown },
): ExampleValue {
  const source = variableSources[`${operation}.${field}`] ?? variableSources[field];
  if (source) return new ExampleVariable(source);
  const ofOne = /_ids$/.test(field) ? variableSources[field.slice(0, -1)] : undefined;
  if (ofOne) return listOf(ofOne, schema);
  if (chosen !== undefined) return chosenValue(chosen, schema, operation);
  const known = exampleValues[`${operation}.${field}`] ?? exampleValues[field];
  if (known !== undefined && fits(known, schema)) return known as ExampleValue;
  return shapedValue(field, schema, operation);
}

/** A list that must have several begins with the one that is known; the others are further variables. */
function listOf(source: VariableSource, { minItems = 1 }: JsonSchema): ExampleValue {
  const { variable, from, said } = source;
  const again = (index: number): VariableSource => ({
    ...source,
    variable: `${variable}_${index}`,
    said: `another one, ${said ?? `from ${from!.operation}`}`,
  });
  return Array.from(
    { length: Number(minItems) },
    (_, index) => new ExampleVariable(index === 0 ? source : again(index + 1)),
  );
}

/** What an operation chose; its ids are variables like any other. */
function chosenValue(chosen: unknown, schema: JsonSchema, operation: string): ExampleValue {
  if (Array.isArray(chosen)) return chosen.map((each) => chosenValue(each, schema.items ?? {}, operation));
  if (typeof chosen !== 'object' || chosen === null) return chosen as ExampleValue;
  const entries = Object.entries(chosen).map(([field, value]) => {
    const inner = schema.properties?.[field] ?? {};
    return [field, valueFor(field, inner, { operation, chosen: value })] as const;
  });
  return Object.fromEntries(entries);
}

function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.enum) return (schema.enum as unknown[]).includes(value);
  if (schema.const !== undefined) return schema.const === value;
  if (typeof schema.type !== 'string') return true;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return schema.type === 'integer' ? Number.isInteger(value) : schema.type === type;
}

/** By the schema alone. */
function shapedValue(field: string, schema: JsonSchema, operation: string): ExampleValue {
  if (schema.default !== undefined) return schema.default as ExampleValue;
  if (schema.const !== undefined) return schema.const as ExampleValue;
  if (schema.enum) return (schema.enum as ExampleValue[])[0]!;
  if (schema.items) return [valueFor(field, schema.items, { operation, chosen: undefined })];
  if (schema.properties) {
    const required = schema.required ?? [];
    const inner = Object.entries(schema.properties).filter(([each]) => required.includes(each));
    return Object.fromEntries(
      inner.map(([each, value]) => [each, valueFor(each, value, { operation, chosen: undefined })]),
    );
  }
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return shapedValue(field, alternatives[0]!, operation);
  if (schema.type === 'integer' || schema.type === 'number')
    return (schema.minimum as number | undefined) ?? 1;
  if (schema.type === 'boolean') return true;
  // A text that only the reader knows: the field's own words say what it is.
  return new ExampleVariable({ variable: field.toUpperCase(), said: firstWordsOf(schema, field) });
}

const firstWordsOf = ({ description }: JsonSchema, field: string): string =>
  description?.split('\n', 1)[0] ?? field;

function piecesOf(path: string, values: Record<string, ExampleValue>): Array<string | ExampleVariable> {
  return path
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece) => (piece.startsWith('{') ? pieceOf(values[piece.slice(1, -1)]!) : piece));
}

const pieceOf = (value: ExampleValue): string | ExampleVariable =>
  value instanceof ExampleVariable ? value : encodeURIComponent(String(value));

const queryOf = (query: ReadonlyArray<readonly [string, ExampleValue]>): Array<string | ExampleVariable> =>
  query.flatMap(([field, value], index) => [`${index === 0 ? '?' : '&'}${field}=`, pieceOf(value)]);

/** Neighbouring texts are one. */
function joined(pieces: Array<string | ExampleVariable>): Array<string | ExampleVariable> {
  const result: Array<string | ExampleVariable> = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}

function variablesIn(value: unknown): VariableSource[] {
  if (value instanceof ExampleVariable) return [value.source];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(variablesIn);
}
