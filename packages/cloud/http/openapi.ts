/**
 * The operations as an OpenAPI 3.1 document. Owns how an operation is told to programs; every word in it comes from the
 * definitions. Must never know a feature.
 */
import { errorStatus } from '@platen/contracts/app-error';
import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import { version } from '../version.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  description?: string;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

/** One endpoint, as the reference page reads it too. */
export interface ApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Array<Record<string, string[]>>;
  parameters: Array<ApiParameter | { $ref: string }>;
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, object>;
  /** The MCP tool that runs the same operation. */
  'x-mcp-tool'?: string;
  /** customer, operator or admin; missing when no key is needed. */
  'x-role'?: string;
}

export interface ApiDocument {
  openapi: string;
  info: object;
  servers: Array<{ url: string }>;
  tags: Array<{ name: string }>;
  paths: Record<string, Record<string, ApiOperation>>;
  components: object;
}

/** Builds the document. `url` is the origin that clients see. */
export function createOpenApi(operations: readonly Operation[], url: string): ApiDocument {
  const paths: ApiDocument['paths'] = {};
  const tags = new Set<string>();
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const told = tell(operation, method, path);
    paths[path] = { ...paths[path], [method.toLowerCase()]: told };
    tags.add(told.tags[0]!);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version,
      description:
        'Print ordering: upload photos and documents, price, order, pay, collect or have delivered. Amounts are numbers in major units beside their currency; times are RFC 3339 in UTC; lists are pages of items. The same operations are MCP tools at /api/mcp.',
    },
    servers: [{ url }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key from create_api_key: Authorization: Bearer <API_KEY>',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-platen_session',
          description:
            'The session of a browser, from login or register_account. Requests that change something also carry the header X-Platen-CSRF, with any value.',
        },
      },
      parameters: { idempotencyKey },
      responses: Object.fromEntries(Object.entries(refusals).map(([name, said]) => [name, refusal(said)])),
      schemas: { Error: errorSchema },
    },
  };
}

function tell(operation: Operation, method: string, path: string): ApiOperation {
  const { name, title, summary, access, effect, tool } = operation;
  const input = jsonSchema(operation.input, 'input');
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!));
  const inQuery = method === 'GET' || method === 'DELETE';
  const parameters: ApiOperation['parameters'] = Object.entries(input.properties ?? {})
    .filter(([field]) => inPath.has(field) || inQuery)
    .map(([field, schema]) => parameterOf(field, schema, { input, inPath }));
  if (effect === 'create' || effect === 'pay')
    parameters.push({ $ref: '#/components/parameters/idempotencyKey' });
  const body = inQuery ? undefined : bodyOf(operation, without(input, inPath));
  return {
    operationId: name,
    summary: title,
    description: summary,
    tags: [tagOf(path)],
    security: access === 'public' ? [] : [{ apiKey: [] }, { session: [] }],
    parameters,
    ...(body && { requestBody: body }),
    responses: responsesOf(operation),
    ...(tool && { 'x-mcp-tool': name }),
    ...(access !== 'public' && { 'x-role': access }),
  };
}

function parameterOf(
  name: string,
  { description, ...schema }: JsonSchema,
  { input, inPath }: { input: JsonSchema; inPath: Set<string> },
): ApiParameter {
  const place = inPath.has(name) ? 'path' : 'query';
  const required = place === 'path' || (input.required ?? []).includes(name);
  return { name, in: place, required, description: description ?? '', schema };
}

/** The schema without the fields that travel in the path. */
function without(input: JsonSchema, fields: Set<string>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([field]) => !fields.has(field)),
  );
  const required = (input.required ?? []).filter((field) => !fields.has(field));
  const { required: _, ...rest } = input;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

function bodyOf(operation: Operation, schema: JsonSchema): ApiOperation['requestBody'] {
  if (operation.takesFile) {
    const file = {
      type: 'string',
      format: 'binary',
      description: 'The file; its type is told by its content',
    };
    const form = { type: 'object', properties: { file }, required: ['file'] };
    return {
      required: true,
      content: { 'multipart/form-data': { schema: form }, 'application/json': { schema } },
    };
  }
  if (Object.keys(schema.properties ?? {}).length === 0) return undefined;
  return { required: (schema.required ?? []).length > 0, content: { 'application/json': { schema } } };
}

function responsesOf(operation: Operation): ApiOperation['responses'] {
  const status = operation.effect === 'create' ? '201' : '200';
  const schema = jsonSchema(operation.output, 'output');
  const refused = Object.keys(refusals).filter(
    (code) => operation.access !== 'public' || (code !== '401' && code !== '403'),
  );
  return {
    [status]: { description: operation.title, content: { 'application/json': { schema } } },
    ...(operation.etag && { '304': { description: 'Not changed since the ETag in If-None-Match' } }),
    ...Object.fromEntries(refused.map((code) => [code, { $ref: `#/components/responses/${code}` }])),
  };
}

/** `/api/user/pre-orders/{id}` to "pre-orders": the noun behind the words that group paths. */
function tagOf(path: string): string {
  const [, first = '', second = ''] = path.split('/').filter(Boolean);
  if (first === 'admin' || first === 'shop') return first;
  return first === 'user' ? second : first;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return rest as JsonSchema;
}

const idempotencyKey: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same request with the same key again is done once and answered alike for 24 hours; with another request it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'What is wrong and what to do, for people' },
    retry_after_seconds: { type: 'integer', description: 'With 429 alone' },
  },
};

const refusals: Record<string, string> = {
  400: "Can't be read, or a field has the wrong shape; the sentence names the field.",
  401: 'No key, or one that is not valid.',
  403: 'The key is valid, its account may not do this.',
  404: 'Not there, or not yours.',
  409: 'The state does not allow it.',
  413: 'The body is too large.',
  422: "Well-formed, but it can't be honoured.",
  429: 'Too many attempts; wait for retry_after_seconds.',
  500: 'Our fault; nothing of the request was kept.',
};

function refusal(description: string): object {
  const retry = { description: 'Seconds', schema: { type: 'integer' } };
  const headers = {
    'Platen-Error': {
      description: 'The machine-readable code',
      schema: { type: 'string', enum: Object.keys(errorStatus) },
    },
    ...(description === refusals[429] && { 'Retry-After': retry }),
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return { description, headers, content };
}
