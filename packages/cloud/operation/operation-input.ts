/**
 * From what a client sent to an operation's input, or one sentence that names the field and what it must be.
 * Owns how schema refusals read; the same sentence goes out over REST and MCP.
 */
import { AppError } from '@platen/contracts/app-error';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Checks `raw` against the schema. Throws malformed with `field: must be …`. */
export function readInput<I extends z.ZodObject>(schema: I, raw: unknown): z.output<I> {
  const result = schema.safeParse(raw, { reportInput: true });
  if (result.success) return result.data;
  throw new AppError('malformed', result.error.issues.slice(0, 3).map(sentenceOf).join('; '));
}

/** `items[0].quantity: must be a whole number from 1 to 999`. */
function sentenceOf(issue: Issue): string {
  const path = fieldName(issue.path);
  return path ? `${path}: ${demandOf(issue)}` : demandOf(issue);
}

/** `['items', 0, 'size']` to `items[0].size`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`))
    .join('');
}

function demandOf(issue: Issue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  // Own sentences of a schema (contracts/shapes.ts) win over those made here.
  if (issue.message.startsWith('must ')) return missing ? `is missing; it ${issue.message}` : issue.message;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.path.length
        ? `has unknown fields: ${namesOf(issue.keys)}`
        : `unknown ${issue.keys.length > 1 ? 'fields' : 'field'}: ${namesOf(issue.keys)}`;
    case 'invalid_type':
      return `${missing ? 'is missing; it must' : 'must'} be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    case 'too_small':
      return `must be at least ${amountOf(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must be at most ${amountOf(issue.maximum, issue.origin)}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? `a valid ${issue.format}`}`;
    default:
      return issue.message;
  }
}

/** The first few: a client that sends a million of them is not sent them back. */
function namesOf(keys: readonly string[]): string {
  const named = keys.slice(0, 10).map((key) => (key.length > 60 ? `${key.slice(0, 60)}…` : key));
  return keys.length > 10 ? `${named.join(', ')} and ${keys.length - 10} more` : named.join(', ');
}

const formats: Record<string, string> = {
  uuid: 'a UUID',
  datetime: 'a time such as 2026-01-31T09:00:00Z (RFC 3339)',
  email: 'an e-mail address',
};

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const article = (type: string): string => typeNames[type] ?? `a ${type}`;

function amountOf(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} characters long`;
  if (origin === 'array') return `${limit} entries long`;
  return String(limit);
}
