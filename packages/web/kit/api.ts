/**
 * Calls of the cloud from a page. Owns how a call becomes a request and how a refusal becomes an ApiError; its types come from the
 * operations (api-types.ts). There is no table of routes here: the string is the route.
 */
import type { ErrorCode } from '@platen/contracts/app-error';
import type { ApiInput, ApiOutput, ApiRoute } from './api-types.ts';
import { newKey } from './new-key.ts';

/** `offline`: no answer came; `unreadable`: what came was none of Platen's; `file_gone`: there is nothing left to be sent. */
export type ApiErrorCode = ErrorCode | 'offline' | 'unreadable' | 'file_gone';

/** A call that came to nothing. `message` is the server's sentence, in English. */
export class ApiError extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      status,
      code,
      retryAfterSeconds,
    }: { status: number; code: ApiErrorCode; retryAfterSeconds?: number | undefined },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** True when nobody knows whether the call was carried out: the same call may be sent again under the same idempotency key. */
export const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.code !== 'file_gone';

/** True where there is no such thing for this account, or never can be under this id. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Of what creates or pays: the same key again does the same thing once. Without it each call has its own. */
  idempotencyKey?: string;
  /** Until an answer must have begun; unless told 12 s for what only reads, since it is asked again then, and 30 s for what does something. */
  timeoutMs?: number;
}

export const readTimeoutMs = 12_000;
export const actTimeoutMs = 30_000;

/** What is given after the route: an input where some field is needed, else it may be left out. */
type CallArguments<R extends ApiRoute> =
  Record<never, never> extends ApiInput<R>
    ? [input?: ApiInput<R>, options?: CallOptions]
    : [input: ApiInput<R>, options?: CallOptions];

/** Calls the route; `{x}` in it is the input's field x, the rest goes to the query or the body. Throws ApiError. */
export async function api<R extends ApiRoute>(
  route: R,
  ...[input, options = {}]: CallArguments<R>
): Promise<ApiOutput<R>> {
  const { url, init } = requestOf(route, (input ?? {}) as Record<string, unknown>, options);
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    // Whoever gave it up knows why.
    if (options.signal?.aborted) throw error;
    throw new ApiError('No answer came.', { status: 0, code: 'offline' });
  }
  return (await readAnswer(response)) as ApiOutput<R>;
}

/** The request of a call; apart from `api` for what sends a body of its own. */
export function requestOf(
  route: string,
  input: Record<string, unknown>,
  { signal, idempotencyKey, timeoutMs }: CallOptions = {},
): { url: string; init: RequestInit & { headers: Record<string, string> } } {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const rest = { ...input };
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { Accept: 'application/json' };
  const late = AbortSignal.timeout(timeoutMs ?? (method === 'GET' ? readTimeoutMs : actTimeoutMs));
  const init = {
    method,
    headers,
    credentials: 'same-origin' as const,
    signal: signal ? AbortSignal.any([signal, late]) : late,
  };
  if (method === 'GET') return { url: path + queryOf(rest), init };
  headers['X-Platen-CSRF'] = '1';
  if (method === 'DELETE') return { url: path + queryOf(rest), init };
  if (method === 'POST') headers['Idempotency-Key'] = idempotencyKey ?? newKey();
  headers['Content-Type'] = 'application/json';
  return { url: path, init: { ...init, body: JSON.stringify(rest) } };
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The JSON of an answer. Throws the ApiError of a refusal. */
async function readAnswer(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => undefined)) as Refusal | undefined;
  if (response.ok && body !== undefined) return body;
  throw refusalOf(response.status, body, response.headers.get('Platen-Error'));
}

interface Refusal {
  error?: unknown;
  retry_after_seconds?: unknown;
}

/** The error of an answer that is none of success. */
export function refusalOf(status: number, body: Refusal | undefined, code: string | null): ApiError {
  if (typeof body?.error !== 'string') {
    return new ApiError(`The answer can't be read (HTTP ${status}).`, { status, code: 'unreadable' });
  }
  const seconds = body.retry_after_seconds;
  return new ApiError(body.error, {
    status,
    code: (code ?? 'internal') as ErrorCode,
    retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
  });
}
