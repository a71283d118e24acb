/**
 * From a request to a caller, by API key or by session. Owns the lookup and its short cache; must never log a key.
 *
 * INVARIANTS
 * 1. What was revoked or disabled stops working at once in every process: it is signalled (db/database.ts), and what was
 *    read before a signal is not cached after it.
 * 2. A key in the Authorization header counts alone; the cookie is looked at only without one.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Caller, Deps } from '../context.ts';
import type { Authenticate } from '../http/rest.ts';
import { checkOwnRequest, findSessionToken } from '../http/session-cookie.ts';
import { keyMissing } from '../operation/operation.ts';
import type { Role } from './account-tables.ts';
import { hashApiKey, isApiKey } from './key-rules.ts';
import { findCallerByKeyHash, touchKey } from './key-store.ts';
import { hashSessionToken, isSessionToken, sessionLifeMs } from './session-rules.ts';
import { findCallerByTokenHash, touchSession } from './session-store.ts';

const cacheMs = 5000;
const maxCached = 10_000;
/** The last use is written down at most this often. */
const touchedMs = 60_000;

type AuthDeps = Pick<Deps, 'database' | 'now' | 'publicUrl' | 'log'>;

/** A key or a session with what is needed of its account. */
interface Credential {
  id: string;
  account_id: string;
  role: Role;
  shop_id: string | null;
  expires_at: number | null;
  revoked_at: number | null;
  disabled_at: number | null;
  last_used_at: number | null;
}

type Kind = 'key' | 'session';

/** Makes the check of this process. */
export function createAuthenticate(deps: AuthDeps): Authenticate {
  const recall = createCredentialCache(deps);
  return async (authorization, browser) => {
    if (authorization === undefined && browser) {
      const token = findSessionToken(browser, deps.publicUrl());
      if (token) {
        checkOwnRequest(browser, deps.publicUrl());
        if (!isSessionToken(token)) throw sessionOver();
        return callerOf('session', await recall('session', hashSessionToken(token)), deps.now());
      }
    }
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (!key) throw keyMissing();
    if (!isApiKey(key)) throw new AppError('unauthenticated', 'This API key is not valid.');
    return callerOf('key', await recall('key', hashApiKey(key)), deps.now());
  };
}

/** Finds credentials by their hash, in the cache or in the database. */
function createCredentialCache(
  deps: AuthDeps,
): (kind: Kind, hash: string) => Promise<Credential | undefined> {
  const cached = new Map<string, { row: Credential; until: number }>();
  let changes = 0;
  deps.database.listen('platen_key_revoked', (hash) => {
    changes += 1;
    cached.delete(hash);
  });
  deps.database.listen('platen_account_changed', (accountId) => {
    changes += 1;
    for (const [hash, { row }] of cached) if (row.account_id === accountId) cached.delete(hash);
  });

  return async (kind, hash) => {
    const known = cached.get(hash);
    if (known && known.until > deps.now()) return known.row;
    const changesBefore = changes;
    const find = kind === 'key' ? findCallerByKeyHash : findCallerByTokenHash;
    const row: Credential | undefined = await find(deps.database.query, hash);
    if (!row) return undefined;
    if (changes === changesBefore) {
      if (cached.size >= maxCached) cached.clear();
      cached.set(hash, { row, until: deps.now() + cacheMs });
    }
    noteUse(deps, kind, row);
    return row;
  };
}

/** Nobody waits for it, and a request does not fail by it. */
function noteUse({ database, now, log }: AuthDeps, kind: Kind, row: Credential): void {
  const at = now();
  if (row.last_used_at !== null && at - row.last_used_at < touchedMs) return;
  const use = { id: row.id, now: at, before: at - touchedMs };
  const noted =
    kind === 'key'
      ? touchKey(database.query, use)
      : touchSession(database.query, { ...use, expiresAt: at + sessionLifeMs });
  noted.catch((error: unknown) => log('warn', 'last-use.unwritten', { error }));
}

const sessionOver = (): AppError => new AppError('unauthenticated', 'The session has ended. Log in again.');

function callerOf(kind: Kind, row: Credential | undefined, now: number): Caller {
  const isOver = row === undefined || row.revoked_at !== null || isPast(row.expires_at, now);
  if (kind === 'session' && isOver) throw sessionOver();
  if (!row) throw new AppError('unauthenticated', 'This API key is not known.');
  if (row.revoked_at !== null) throw new AppError('unauthenticated', 'This API key was revoked.');
  if (isPast(row.expires_at, now)) {
    throw new AppError('unauthenticated', 'This API key has expired. Create a new one.');
  }
  if (row.disabled_at !== null) throw new AppError('unauthenticated', 'This account is disabled.');
  const account = { accountId: row.account_id, role: row.role, shopId: row.shop_id };
  return kind === 'key' ? { ...account, keyId: row.id } : { ...account, sessionId: row.id };
}

const isPast = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now;
