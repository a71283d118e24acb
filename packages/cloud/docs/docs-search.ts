/** What the search of the documentation finds. Owns the entries; the page's script looks through them without asking again. */

import { anchorOfClient, type McpClient } from '@platen/contracts/mcp-clients';
import type { JsonSchema } from '../http/openapi.ts';
import { innerFields } from './field-table.ts';
import { guides } from './guide-text.ts';
import type { Chapter, Endpoint, Reference } from './reference-page.ts';

/** Short names, for it travels whole. */
export interface SearchEntry {
  /** What it is called. */
  t: string;
  /** Where it is. */
  u: string;
  /** Above the title: the subject, or what kind of page it is. */
  s: string;
  /** Method and path. */
  p?: string;
  /** Its name as an operation. */
  n?: string;
  /** Whatever else it may be found by. */
  w?: string;
}

export function createSearchEntries(
  reference: Reference,
  { origin, clients }: { origin: string; clients: readonly McpClient[] },
): SearchEntry[] {
  const plain = (html: string) =>
    html
      .replace(/<(pre|table)[\s\S]*?<\/\1>/g, ' ')
      .replace(/<[^>]+>/g, '')
      .replace(/&#39;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, ' ');
  return [
    ...guides(origin).map(({ id, title, html }) => {
      const words = plain(html((text) => text));
      return { t: title, u: `/docs#${id}`, s: 'Guide', w: words };
    }),
    ...reference.customer.flatMap((chapter) => chapterEntries(chapter, '/docs')),
    ...reference.staff.flatMap((chapter) => chapterEntries(chapter, '/docs/staff')),
    ...clients.map(({ name, where }) => ({
      t: name,
      u: `/docs/mcp#${anchorOfClient(name)}`,
      s: 'AI client',
      w: `MCP ${where}`,
    })),
  ];
}

function chapterEntries({ subject, endpoints }: Chapter, page: string): SearchEntry[] {
  const { id, title, chinese, intro } = subject;
  return [
    { t: title, u: `${page}#${id}`, s: `Subject ${chinese}`, w: intro },
    ...endpoints.map((endpoint) => endpointEntry(endpoint, { page, subject: title, chinese })),
  ];
}

function endpointEntry(
  { method, path, told }: Endpoint,
  { page, subject, chinese }: { page: string; subject: string; chinese: string },
): SearchEntry {
  const sent = told.parameters.flatMap((each) =>
    'in' in each ? [`${each.name} ${each.description}`, enumOf(each.schema)] : [],
  );
  const bodies = Object.values(told.requestBody?.content ?? {}).flatMap(({ schema }) =>
    fieldWords(schema, 0),
  );
  const [answer] = Object.values(told.responses) as Array<{
    content?: Record<string, { schema: JsonSchema }>;
  }>;
  const answered = Object.values(answer?.content ?? {}).flatMap(({ schema }) => namesOf(schema, 0));
  const words = [told.description, ...sent, ...bodies, ...new Set(answered)].filter(Boolean);
  return {
    t: told.summary,
    u: `${page}#${told.operationId}`,
    s: `${subject} ${chinese}`,
    p: `${method} ${path}`,
    n: told.operationId,
    w: words.join(' '),
  };
}

const deepest = 4;

const enumOf = (schema: JsonSchema): string => ((schema.enum as unknown[] | undefined) ?? []).join(' ');

function fieldWords(schema: JsonSchema, depth: number): string[] {
  if (depth > deepest) return [];
  return innerFields(schema).flatMap((field) => [
    `${field.name} ${field.schema.description ?? ''} ${enumOf(field.schema)}`.trim(),
    ...fieldWords(field.schema, depth + 1),
  ]);
}

function namesOf(schema: JsonSchema, depth: number): string[] {
  if (depth > deepest) return [];
  return innerFields(schema).flatMap((field) => [field.name, ...namesOf(field.schema, depth + 1)]);
}
