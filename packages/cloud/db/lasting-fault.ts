/** Owns which errors would come again with the same work, and which are a database's bad day. */
import { AppError } from '@platen/contracts/app-error';
import { NoResultError } from 'kysely';

/** PostgreSQL's classes of wrong values, broken constraints, and statements that make no sense (appendix A of its manual). */
const lastingPostgres = /^(22|23|42)[0-9A-Z]{3}$/;

/** What our own code throws when something that it builds on is not so. */
const ownErrors = [AppError, NoResultError, TypeError, RangeError, SyntaxError, ReferenceError];

/**
 * True when the same work would fail again: it contradicts what is stored, or our code is wrong. False for everything that passes, a lost
 * connection, a full disk, a server that stops; what is not known is taken for that, since it can be tried again.
 */
export function isLastingFault(error: unknown): boolean {
  if (ownErrors.some((kind) => error instanceof kind)) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (lastingPostgres.test(code) || code.startsWith('SQLITE_CONSTRAINT'));
}
