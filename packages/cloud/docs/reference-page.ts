/** The REST reference as pages. Owns how the OpenAPI document is shown; it adds no word about an operation itself. */
import type { ApiDocument, ApiOperation, ApiParameter, JsonSchema } from '../http/openapi.ts';
import type { Operation } from '../operation/operation.ts';
import { codeBoxHtml } from './code-box.ts';
import { breakable, docsPage, escapeHtml, inlineText } from './docs-shell.ts';
import { customerSubjects, type DocsSubject, otherSubject, staffSubjects } from './docs-subjects.ts';
import { createExample, type ExampleRequest } from './example-request.ts';
import { exampleTexts, sourceSentence } from './example-text.ts';
import { type Field, fieldTableHtml, innerFields, type Linked, typeOf } from './field-table.ts';
import { type Guide, guides } from './guide-text.ts';

export interface Endpoint {
  method: string;
  path: string;
  told: ApiOperation;
  example: ExampleRequest;
}

export interface Chapter {
  subject: DocsSubject;
  endpoints: Endpoint[];
}

export interface Reference {
  customer: Chapter[];
  staff: Chapter[];
}

/** Every endpoint under its subject, with its example. Pure. */
export function createReference(document: ApiDocument, operations: readonly Operation[]): Reference {
  const origin = document.servers[0]!.url;
  const chosen = new Map(operations.map(({ name, example }) => [name, example ?? {}]));
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) =>
      endpointOf(
        { method: method.toUpperCase(), path, told, chosen: chosen.get(told.operationId) ?? {} },
        origin,
      ),
    ),
  );
  const isStaffs = ({ told }: Endpoint) => told['x-role'] === 'operator' || told['x-role'] === 'admin';
  return {
    customer: chaptersOf(
      endpoints.filter((each) => !isStaffs(each)),
      customerSubjects,
    ),
    staff: chaptersOf(endpoints.filter(isStaffs), staffSubjects),
  };
}

function endpointOf(
  {
    method,
    path,
    told,
    chosen,
  }: { method: string; path: string; told: ApiOperation; chosen: Record<string, unknown> },
  origin: string,
): Endpoint {
  const parameters = ownParameters(told);
  const body = told.requestBody?.content['application/json']?.schema;
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const input: JsonSchema = {
    properties: Object.assign(properties, body?.properties),
    required: [
      ...parameters.filter((each) => each.required).map(({ name }) => name),
      ...(body?.required ?? []),
    ],
  };
  const subject = {
    name: told.operationId,
    method,
    path,
    input,
    takesFile: told.requestBody?.content['multipart/form-data'] !== undefined,
    needsKey: told.security.length > 0,
    takesIdempotencyKey: told.parameters.some((each) => '$ref' in each) && told.security.length > 0,
    chosen,
  };
  return { method, path, told, example: createExample(subject, origin) };
}

const ownParameters = ({ parameters }: ApiOperation): ApiParameter[] =>
  parameters.filter((each): each is ApiParameter => !('$ref' in each));

function chaptersOf(endpoints: Endpoint[], subjects: readonly DocsSubject[]): Chapter[] {
  const all = [...subjects, otherSubject];
  const subjectOf = ({ path }: Endpoint) => all.find(({ has }) => has.test(path))!;
  return all
    .map((subject) => ({ subject, endpoints: endpoints.filter((each) => subjectOf(each) === subject) }))
    .filter((chapter) => chapter.endpoints.length > 0);
}

/** What customers call, behind the guides. */
export function renderReference(reference: Reference, origin: string): string {
  const linked = linker(reference, 'customer');
  const told = guides(origin);
  const nav = `<p>Guides</p><ul class="guides">${told.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}<li><a href="/docs/mcp">AI clients (MCP)</a></li></ul><p>Reference</p>${chapterNav(reference.customer)}`;
  return docsPage({
    path: '/docs',
    title: 'Platen: API',
    description: 'Everything that can be called: guides, every endpoint, and examples that work when pasted.',
    nav,
    body: `${opening(origin)}${told.map((guide) => guideHtml(guide, linked)).join('')}${reference.customer.map((each) => chapterHtml(each, linked)).join('')}`,
  });
}

/** What a shop's staff and admins call. */
export function renderStaffReference(reference: Reference): string {
  const linked = linker(reference, 'staff');
  return docsPage({
    path: '/docs/staff',
    title: 'Platen: API for shops and admins',
    description: 'What the staff of a shop and admins call.',
    nav: `<p>Reference</p>${chapterNav(reference.staff)}`,
    body: `<section class="opening"><h1>For shops and admins</h1>
<p class="lead">What the staff of a shop and admins call beside <a href="/docs">everything that a customer may</a>. Each change is written to the audit log in the transaction that makes it. Keys, errors, paging and idempotency are as in the <a href="/docs#errors">guides</a>.</p>
${keyBox()}</section>${reference.staff.map((each) => chapterHtml(each, linked)).join('')}`,
  });
}

function opening(origin: string): string {
  return `<section class="opening"><h1>The Platen API</h1>
<p class="lead">Upload photos and documents, price, order, pay, collect or have delivered. JSON at <code>${escapeHtml(origin)}</code>; the same operations are <a href="/docs/mcp">MCP tools</a> for AI clients and an <a href="/api/openapi.json">OpenAPI 3.1 document</a> for generators.</p>
${keyBox()}</section>`;
}

/** Where a reader puts a key, for all examples of the page. */
const keyBox = (): string =>
  `<form class="key-box scripted"><label for="key">Your API key, for the examples on this page</label><div class="key-row"><input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="platen_live_" maxlength="200"><button type="button" class="make-key">Make me a key</button></div><p class="hint">It stays on this page. Without one the examples read the environment variable <code>PLATEN_API_KEY</code>. Who is logged in on this site can have one made, which ends after 7 days.</p><p class="key-note" role="status"></p></form>`;

const chapterNav = (chapters: Chapter[]): string =>
  chapters
    .map(
      ({ subject, endpoints }) =>
        `<details><summary>${escapeHtml(subject.title)}</summary><ul><li><a href="#${subject.id}">Overview</a></li>${endpoints.map(({ told }) => `<li><a href="#${told.operationId}">${escapeHtml(told.summary)}</a></li>`).join('')}</ul></details>`,
    )
    .join('');

const guideHtml = ({ id, title, html }: Guide, linked: Linked): string =>
  `<section class="guide" id="${id}"><h2>${escapeHtml(title)}${anchorHtml(id, title)}</h2>${html(linked)}</section>`;

const anchorHtml = (id: string, title: string): string =>
  `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(title)}">#</a>`;

function chapterHtml({ subject, endpoints }: Chapter, linked: Linked): string {
  const { id, title, chinese, intro } = subject;
  const list = endpoints
    .map(
      ({ method, path, told }) =>
        `<li><a href="#${told.operationId}">${methodHtml(method)} <code>${breakable(path)}</code></a></li>`,
    )
    .join('');
  return `<section class="chapter"><div class="chapter-head" id="${id}"><h2>${escapeHtml(title)}${anchorHtml(id, title)}</h2><p class="chinese" lang="zh-CN">${chinese}</p><p>${inlineText(intro)}</p><ul class="routes">${list}</ul></div>${endpoints.map((each) => endpointHtml(each, linked)).join('')}</section>`;
}

const methodHtml = (method: string): string =>
  `<span class="method ${method.toLowerCase()}">${method}</span>`;

const whoMay: Record<string, string> = {
  customer: 'API key or session',
  operator: 'Staff of a shop',
  admin: 'Admins',
};

function endpointHtml({ method, path, told, example }: Endpoint, linked: Linked): string {
  const { operationId: name, summary: title, description } = told;
  const role = told['x-role'];
  const marks = [
    `<span class="tag who">${role === undefined ? 'No key needed' : whoMay[role]}</span>`,
    told['x-mcp-tool'] === undefined
      ? `<span class="tag"><code>${name}</code></span>`
      : `<a class="tag" href="/docs/mcp">MCP tool <code>${name}</code></a>`,
  ];
  return `<article class="endpoint" id="${name}"><div class="told"><h3>${escapeHtml(title)}${anchorHtml(name, title)}</h3>
<p class="route">${methodHtml(method)}<code>${breakable(path)}</code></p><p class="tags">${marks.join('')}</p>
<p>${linked(description)}</p>${sentHtml(told, linked)}${answerHtml(told, linked)}${refusalsHtml(told)}</div>
<div class="shown">${needsHtml(example, linked)}${codeBoxHtml({ id: `code.${name}`, label: title }, exampleTexts(example))}</div></article>`;
}

function sentHtml(told: ApiOperation, linked: Linked): string {
  const parameters = ownParameters(told).map(({ name, in: place, required, description, schema }): Field => {
    return { name, place, isRequired: required, schema: Object.assign({ description }, schema) };
  });
  if (told.parameters.length > parameters.length) parameters.push(idempotencyField);
  const parts: string[] = [];
  if (parameters.length > 0) {
    parts.push(
      `<h4>Parameters</h4>${fieldTableHtml(parameters, { linked, side: 'sent', label: `Parameters of ${told.summary}` })}`,
    );
  }
  const kinds = Object.entries(told.requestBody?.content ?? {});
  for (const [kind, { schema }] of kinds) {
    const heading = kinds.length > 1 ? `Body as <code>${kind}</code>` : 'Body';
    const label = `${kind} of ${told.summary}`;
    parts.push(`<h4>${heading}</h4>${fieldTableHtml(innerFields(schema), { linked, side: 'sent', label })}`);
  }
  return parts.join('');
}

const idempotencyField: Field = {
  name: 'Idempotency-Key',
  place: 'header',
  isRequired: false,
  schema: {
    type: 'string',
    description: 'The same request with the same key is done once and answered alike for 24 hours.',
    maxLength: 200,
  },
};

function answerHtml(told: ApiOperation, linked: Linked): string {
  const [status, answer] = Object.entries(told.responses)[0]!;
  const schema = (answer as { content?: Record<string, { schema: JsonSchema }> }).content?.[
    'application/json'
  ]?.schema;
  const fields = schema ? innerFields(schema) : [];
  const heading = `Answer <span class="status">${status}</span>`;
  if (!schema || fields.length === 0)
    return `<h4>${heading}</h4><p>${schema ? escapeHtml(typeOf(schema)) : ''}</p>`;
  const label = `Answer of ${told.summary}`;
  return `<details class="answer"><summary><h4>${heading}</h4> <span>${fields.length === 1 ? '1 field' : `${fields.length} fields`}</span></summary>${fieldTableHtml(fields, { linked, side: 'answered', label })}</details>`;
}

function refusalsHtml({ responses, parameters, requestBody }: ApiOperation): string {
  const isNamed = parameters.some((each) => 'in' in each && each.in === 'path') || requestBody !== undefined;
  const codes = Object.keys(responses).filter(
    (code) => Number(code) >= 400 && (isNamed || !['404', '409', '413', '422'].includes(code)),
  );
  const links = codes.map((code) => `<a href="/docs#error-${code}">${code}</a>`).join(' ');
  return `<p class="refusals"><span>Refusals</span> ${links}</p>`;
}

/** Which calls come first. */
function needsHtml({ variables }: ExampleRequest, linked: Linked): string {
  if (variables.length === 0) return '';
  const lines = variables.map((source) => {
    const { variable, from, said } = source;
    const where =
      from && said === undefined
        ? `<code>${breakable(from.field)}</code> from ${linked(from.operation)}`
        : escapeHtml(sourceSentence(source));
    return `<li><code>${breakable(variable)}</code>: ${where}</li>`;
  });
  return `<ul class="needs" aria-label="Needed first">${lines.join('')}</ul>`;
}

/** Names of operations in a description lead to them. */
function linker({ customer, staff }: Reference, page: keyof Reference): Linked {
  const namesOf = (chapters: Chapter[]) =>
    new Set(chapters.flatMap(({ endpoints }) => endpoints.map(({ told }) => told.operationId)));
  const names = { customer: namesOf(customer), staff: namesOf(staff) };
  const paths = { customer: '/docs', staff: '/docs/staff' };
  const other = page === 'customer' ? 'staff' : 'customer';
  return (text) =>
    inlineText(text).replace(/(?<![\w/">])[a-z]+(?:_[a-z]+)+(?![\w<])/g, (name) => {
      if (names[page].has(name)) return `<a href="#${name}"><code>${breakable(name)}</code></a>`;
      if (names[other].has(name))
        return `<a href="${paths[other]}#${name}"><code>${breakable(name)}</code></a>`;
      return `<code>${breakable(name)}</code>`;
    });
}
