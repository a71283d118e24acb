/** Whether a caller is still who they were when their call began: for answers that come long after. */
import type { Caller } from '../context.ts';
import type { Query } from '../db/database.ts';

/** False once the key or session was revoked or is over, the account was disabled, or has another role or shop. */
export async function isStillCaller(db: Query, caller: Caller, now: number): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select(['role', 'shop_id', 'disabled_at'])
    .where('id', '=', caller.accountId)
    .executeTakeFirst();
  if (!account || account.disabled_at !== null) return false;
  if (account.role !== caller.role || account.shop_id !== caller.shopId) return false;
  const credential = await credentialOf(db, caller);
  if (!credential) return caller.keyId === undefined && caller.sessionId === undefined;
  const { revoked_at, expires_at } = credential;
  return revoked_at === null && (expires_at === null || expires_at > now);
}

async function credentialOf(db: Query, { keyId, sessionId }: Caller) {
  if (keyId !== undefined) {
    return await db
      .selectFrom('api_keys')
      .select(['revoked_at', 'expires_at'])
      .where('id', '=', keyId)
      .executeTakeFirst();
  }
  if (sessionId === undefined) return undefined;
  return await db
    .selectFrom('sessions')
    .select(['revoked_at', 'expires_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
}
