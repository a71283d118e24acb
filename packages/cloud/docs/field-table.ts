/** Fields as a table: name, type and meaning, with what is inside of a field below it. Owns how a schema is told to people. */
import type { JsonSchema } from '../http/openapi.ts';
import { breakable } from './docs-shell.ts';

export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  /** `path`, `query`, `header`; missing in bodies and answers. */
  place?: string;
}

/** How a description becomes HTML: names of operations in it are links. */
export type Linked = (text: string) => string;

/** Deepest nesting shown; no answer goes deeper today. */
const maxDepth = 8;

/** A table of these; `side` says whether fields that may be missing are told, or those that must be there. */
export function fieldTableHtml(
  fields: readonly Field[],
  { linked, side, label }: { linked: Linked; side: 'sent' | 'answered'; label: string },
  depth = 0,
): string {
  const rows = fields.map(({ name, schema, isRequired, place }) => {
    const marks = [
      `<span class="type">${breakable(typeOf(schema))}</span>`,
      place === 'path' || place === 'header' ? `<span class="type">in the ${place}</span>` : '',
      side === 'sent' && isRequired ? '<span class="must">required</span>' : '',
      side === 'answered' && !isRequired ? '<span class="type">may be missing</span>' : '',
    ];
    const inner = depth < maxDepth ? innerFields(schema) : [];
    const below = inner.length
      ? `<details><summary>Fields of <code>${breakable(name)}</code></summary>${fieldTableHtml(inner, { linked, side, label: `${label}: ${name}` }, depth + 1)}</details>`
      : '';
    const said = linked([schema.description ?? '', limitsOf(schema)].filter(Boolean).join(' '));
    return `<tr><th scope="row"><code>${breakable(name)}</code>${marks.join('')}</th><td>${said}${below}</td></tr>`;
  });
  return `<table class="fields" aria-label="${breakable(label).replaceAll('<wbr>', '')}"><thead class="unseen"><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The fields of an object, of the entries of a list, of all that a value may be. */
export function innerFields(schema: JsonSchema): Field[] {
  if (schema.items) return innerFields(schema.items);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  const required = schema.required ?? [];
  const own = Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    isRequired: required.includes(name),
  }));
  const others = (alternatives ?? []).flatMap(innerFields);
  const named = new Map<string, Field>();
  for (const field of [...own, ...others]) if (!named.has(field.name)) named.set(field.name, field);
  return [...named.values()];
}

export function typeOf(schema: JsonSchema): string {
  if (schema.enum) return (schema.enum as unknown[]).map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.format === 'binary') return 'file';
  if (typeof schema.format === 'string') return formats[schema.format] ?? schema.format;
  return [schema.type ?? 'any value'].flat().join(' or ');
}

const formats: Record<string, string> = { 'date-time': 'time, RFC 3339', uuid: 'id' };

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: preset } = schema;
  const said = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `${minimum} or more`,
    maxLength !== undefined && `${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters`,
    maxItems !== undefined && `${minItems ? `${minItems} to` : 'at most'} ${maxItems} entries`,
    preset !== undefined && preset !== '' && `default ${JSON.stringify(preset)}`,
  ].filter(Boolean);
  return said.length ? `(${said.join('; ')})` : '';
}
