/** The REST reference as a page. Owns how the OpenAPI document is shown; it adds no word about an operation itself. */
import type { ApiDocument, ApiOperation, ApiParameter, JsonSchema } from '../http/openapi.ts';
import { docsPage, escapeHtml } from './html-text.ts';

interface Endpoint {
  method: string;
  path: string;
  operation: ApiOperation;
}

/** Renders the whole reference. Pure: the same document gives the same page. */
export function renderReference(document: ApiDocument): string {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter(({ operation }) => operation.tags[0] === name),
  }));
  const nav = `<label>Find <input type="search" id="find" autocomplete="off"></label>
<ul>${groups.map(({ name }) => `<li><a href="#${name}">${headingOf(name)}</a></li>`).join('')}</ul>`;
  const url = document.servers[0]!.url;
  const sections = groups.map(
    ({ name, endpoints: all }) =>
      `<section id="${name}"><h2>${headingOf(name)}</h2>${all.map((each) => endpointHtml(each, url)).join('\n')}</section>`,
  );
  return docsPage({
    title: 'Platen: REST reference',
    nav,
    body: `${introduction(url)}${sections.join('\n')}`,
  });
}

const headingOf = (tag: string): string =>
  escapeHtml(tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' '));

function introduction(url: string): string {
  return `<h1>REST reference</h1>
<p>Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>, except where "no key" stands. Amounts are numbers in major units beside their <code>currency</code>. Times are RFC 3339 in UTC. Lists answer <code>items</code>, <code>page</code>, <code>page_size</code> and <code>total</code>. Requests that create or pay take an <code>Idempotency-Key</code>.</p>
<p>A refusal is JSON with one field, <code>error</code>, a sentence; its code is in the header <code>Platen-Error</code>. 429 adds <code>retry_after_seconds</code>.</p>
<pre>${escapeHtml(`curl -H 'Authorization: Bearer <API_KEY>' ${url}/api/user/balance`)}</pre>`;
}

function endpointHtml({ method, path, operation }: Endpoint, url: string): string {
  const tool = operation['x-mcp-tool'];
  const marks = [
    tool && `<span class="mark">MCP tool <code>${escapeHtml(tool)}</code></span>`,
    operation.security.length === 0 && '<span class="mark">no key</span>',
    operation['x-role'] &&
      operation['x-role'] !== 'customer' &&
      `<span class="mark">${operation['x-role']} only</span>`,
  ].filter(Boolean);
  const parameters = operation.parameters.filter((each): each is ApiParameter => !('$ref' in each));
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [status, answer] = Object.entries(operation.responses)[0]!;
  const answerSchema = (answer as { content?: Record<string, { schema: JsonSchema }> }).content?.[
    'application/json'
  ];
  return `<details id="${operation.operationId}" class="endpoint" data-find="${escapeHtml(`${method} ${path} ${operation.operationId} ${operation.summary}`.toLowerCase())}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p>${escapeHtml(operation.description)}</p>
<p>${marks.join(' ')}</p>
${parameters.length ? `<h4>Parameters</h4>${parametersHtml(parameters)}` : ''}
${body ? `<h4>Body <small>${escapeHtml(bodyType!)}</small></h4>${fieldsHtml(body.schema)}` : ''}
<h4>Answer <small>${status}</small></h4>${answerSchema ? fieldsHtml(answerSchema.schema) : ''}
<h4>With curl</h4><pre>${escapeHtml(curlOf({ method, path, operation }, url))}</pre>
</details>`;
}

function parametersHtml(parameters: ApiParameter[]): string {
  return rowsHtml(
    parameters.map(({ name, schema, description, required, in: place }) => ({
      name,
      type: `${typeOf(schema)}, in the ${place}`,
      isOptional: !required,
      description: description + limitsOf(schema),
    })),
  );
}

interface Row {
  name: string;
  type: string;
  isOptional: boolean;
  description: string;
}

function rowsHtml(rows: Row[]): string {
  const lines = rows.map(
    ({ name, type, isOptional, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}${isOptional ? ', optional' : ''}</td><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** Deepest nesting shown; no answer goes deeper today. */
const maxDepth = 8;

function fieldsHtml(schema: JsonSchema): string {
  const rows = rowsOf(schema, '', 0);
  return rows.length ? rowsHtml(rows) : `<p>${escapeHtml(typeOf(schema))}</p>`;
}

/** Nested fields as one flat table: `items[].price`. */
function rowsOf(schema: JsonSchema, prefix: string, depth: number): Row[] {
  if (depth > maxDepth) return [];
  if (schema.items) return rowsOf(schema.items, `${prefix}[]`, depth + 1);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  const inner = alternatives?.filter((each) => each.properties || each.items) ?? [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
    const name = prefix ? `${prefix}.${field}` : field;
    const row: Row = {
      name,
      type: typeOf(value),
      isOptional: !(schema.required ?? []).includes(field),
      description: (value.description ?? '') + limitsOf(value),
    };
    return [row, ...rowsOf(value, name, depth + 1)];
  });
  return [...own, ...inner.flatMap((each) => rowsOf(each, prefix, depth + 1))];
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return (schema.enum as unknown[]).map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ') + (schema.format ? ` (${String(schema.format)})` : '');
}

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, default: preset } = schema;
  const said = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    maxLength !== undefined && `${minLength ?? 0} to ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems} entries`,
    preset !== undefined && preset !== '' && `default ${JSON.stringify(preset)}`,
  ].filter(Boolean);
  return said.length ? ` (${said.join('; ')})` : '';
}

function curlOf({ method, path, operation }: Endpoint, url: string): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${url}${path}'`];
  if (operation.security.length) lines.push(`-H 'Authorization: Bearer <API_KEY>'`);
  const content = operation.requestBody?.content;
  if (content?.['multipart/form-data']) lines.push('-F file=@photo.jpg');
  else if (content) {
    const schema = content['application/json']!.schema;
    const needed = Object.fromEntries(
      (schema.required ?? []).map((field) => [field, exampleOf(schema.properties?.[field] ?? {}, 0)]),
    );
    lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(needed)}'`);
  }
  return lines.join(' \\\n  ');
}

/** A value of the schema's shape, to be replaced by the reader. */
function exampleOf(schema: JsonSchema, depth: number): unknown {
  if (depth > maxDepth) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return (schema.enum as unknown[])[0];
  if (schema.items) return [exampleOf(schema.items, depth + 1)];
  if (schema.properties)
    return Object.fromEntries(
      (schema.required ?? []).map((field) => [field, exampleOf(schema.properties![field] ?? {}, depth + 1)]),
    );
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return '…';
}
