/** The SQL of sessions. */
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { SessionTable } from './account-tables.ts';

export async function insertSession(tx: Tx, row: SessionTable): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

/** A session with what is needed of its account. */
export async function findCallerByTokenHash(db: Query, tokenHash: string) {
  return await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'sessions.account_id', 'sessions.expires_at', 'sessions.revoked_at'])
    .select(['sessions.last_used_at', 'accounts.role', 'accounts.shop_id', 'accounts.disabled_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Notes a use; only when the last one noted is older than `before`. */
export async function touchSession(
  db: Query,
  { id, now, before, expiresAt }: { id: string; now: number; before: number; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('last_used_at', '<', before)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Those that still work. */
export async function pageSessions(
  db: Query,
  { accountId, now }: { accountId: string; now: number },
  wanted: PageWanted,
) {
  const rows = db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  return await readPage(db, rows, wanted);
}

export interface RevokedSessions {
  accountId: string;
  /** This one alone. */
  id?: string;
  /** All but this one. */
  exceptId?: string | undefined;
  now: number;
}

/** Ends sessions; the hashes of those that were live come back, to be signalled. */
export async function revokeSessions(tx: Tx, wanted: RevokedSessions): Promise<string[]> {
  let rows = tx
    .updateTable('sessions')
    .set({ revoked_at: wanted.now })
    .where('account_id', '=', wanted.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', wanted.now);
  if (wanted.id !== undefined) rows = rows.where('id', '=', wanted.id);
  if (wanted.exceptId !== undefined) rows = rows.where('id', '!=', wanted.exceptId);
  return (await rows.returning('token_hash').execute()).map((row) => row.token_hash);
}

/** Ends the session of this token, whoever's it is. */
export async function revokeSessionByToken(
  tx: Tx,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function countSessions(
  db: Query,
  { accountId, now }: { accountId: string; now: number },
): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Removes what ended long ago. */
export async function deleteOldSessions(db: Query, before: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await db.deleteFrom('sessions').where('revoked_at', '<', before).execute();
}
