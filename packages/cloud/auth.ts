/**
 * From an Authorization header to a caller. Owns key lookup and its short memory; must never log a key.
 * A revoked key stops working at once in every process: revocations are signalled (db/database.ts).
 */
import { AppError } from '@platen/contracts/app-error';
import type { Caller, Deps } from './context.ts';
import { hashApiKey, isApiKey } from './keys/key-rules.ts';
import { findCallerByKeyHash, type KeyRow } from './keys/key-store.ts';
import { keyMissing } from './operation.ts';

const rememberedMs = 5000;
const mostRemembered = 10_000;

export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** Makes the check of this process. Throws unauthenticated with what is wrong: missing, unknown, revoked or expired. */
export function createAuthenticate(deps: Pick<Deps, 'database' | 'now'>): Authenticate {
  const remembered = new Map<string, { row: KeyRow; until: number }>();
  deps.database.listen('platen_key_revoked', (hash) => remembered.delete(hash));

  return async (authorization) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (!key) throw keyMissing();
    if (!isApiKey(key)) throw new AppError('unauthenticated', 'This API key is not valid.');
    const hash = hashApiKey(key);
    const known = remembered.get(hash);
    if (known && known.until > deps.now()) return callerOf(known.row, deps.now());

    const row = await findCallerByKeyHash(deps.database.query, hash);
    if (!row) throw new AppError('unauthenticated', 'This API key is not known.');
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(hash, { row, until: deps.now() + rememberedMs });
    return callerOf(row, deps.now());
  };
}

function callerOf(row: KeyRow, now: number): Caller {
  if (row.revoked_at !== null) throw new AppError('unauthenticated', 'This API key was revoked.');
  if (row.expires_at !== null && row.expires_at <= now) {
    throw new AppError('unauthenticated', 'This API key has expired. Create a new one.');
  }
  return { accountId: row.account_id, role: row.role, shopId: row.shop_id, keyId: row.id };
}
