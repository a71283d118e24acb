/** The SQL of login codes: the newest one of each number. */
import type { Query, Tx } from '../db/database.ts';
import type { LoginCodeTable } from '../db/schema-accounts.ts';

/** Puts a code in the place of the one before. */
export async function putLoginCode(
  db: Query | Tx,
  { phone, code_hash, expires_at }: Pick<LoginCodeTable, 'phone' | 'code_hash' | 'expires_at'>,
): Promise<void> {
  const fresh = { code_hash, expires_at, tries: 0, used_at: null };
  await db
    .insertInto('login_codes')
    .values({ phone, ...fresh })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(fresh))
    .execute();
}

/** Takes the code's row until the transaction ends: tries at the same moment are counted one after the other. */
export async function lockLoginCode(tx: Tx, phone: string): Promise<LoginCodeTable | undefined> {
  return await tx
    .updateTable('login_codes')
    .set((e) => ({ tries: e.ref('tries') }))
    .where('phone', '=', phone)
    .returningAll()
    .executeTakeFirst();
}

export async function countWrongTry(tx: Tx, phone: string): Promise<void> {
  await tx
    .updateTable('login_codes')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('phone', '=', phone)
    .execute();
}

/** Uses the code up. False when somebody else has done so, or a newer one has taken its place. */
export async function spendLoginCode(
  tx: Tx,
  { phone, codeHash, now }: { phone: string; codeHash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('phone', '=', phone)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes codes that are of no use any more. */
export async function deleteOldCodes(db: Query, before: number): Promise<void> {
  await db.deleteFrom('login_codes').where('expires_at', '<', before).execute();
}
