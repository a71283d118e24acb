/**
 * The one error type and its status table. Owns which kinds of refusal exist and the HTTP status of each.
 * Must never carry secrets: the message is shown to the caller as it is.
 */

/** Every machine-readable code with its HTTP status (RFC 9110). It travels in the header `Platen-Error`. */
export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  no_such_route: 404,
  conflict: 409,
  too_large: 413,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A refusal with a sentence for people. `hint` says what to do next; it is appended for callers that read prose. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, more: { hint?: string; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.hint = more.hint;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** HTTP status of this refusal. */
  get status(): number {
    return errorStatus[this.code];
  }

  /** The sentence and, behind it, what to do. */
  get sentence(): string {
    return this.hint ? `${this.message} ${this.hint}` : this.message;
  }
}
