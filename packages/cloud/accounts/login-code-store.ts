/** The SQL of login codes: the newest one of each number and network. */
import type { Query, Tx } from '../db/database.ts';
import type { LoginCodeTable } from './account-tables.ts';

/** Puts a code in the place of the one before. */
export async function upsertLoginCode(
  db: Query | Tx,
  { phone, network, code_hash, expires_at }: Omit<LoginCodeTable, 'tries' | 'foreign_tries' | 'used_at'>,
): Promise<void> {
  const fresh = { code_hash, expires_at, tries: 0, foreign_tries: 0, used_at: null };
  await db
    .insertInto('login_codes')
    .values({ phone, network, ...fresh })
    .onConflict((conflict) => conflict.columns(['phone', 'network']).doUpdateSet(fresh))
    .execute();
}

/** Takes the number's codes until the transaction ends: tries at the same moment are counted one after the other. */
export async function lockLoginCodes(tx: Tx, phone: string): Promise<LoginCodeTable[]> {
  return await tx
    .updateTable('login_codes')
    .set((e) => ({ tries: e.ref('tries') }))
    .where('phone', '=', phone)
    .returningAll()
    .execute();
}

/** Counts a wrong try from this network against each code of the number. */
export async function addWrongTry(
  tx: Tx,
  { phone, network }: Pick<LoginCodeTable, 'phone' | 'network'>,
): Promise<void> {
  await tx
    .updateTable('login_codes')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('phone', '=', phone)
    .where('network', '=', network)
    .execute();
  await tx
    .updateTable('login_codes')
    .set((e) => ({ foreign_tries: e('foreign_tries', '+', 1) }))
    .where('phone', '=', phone)
    .where('network', '!=', network)
    .execute();
}

/** Uses the code up. False when somebody else has done so, or a newer one has taken its place. */
export async function spendLoginCode(
  tx: Tx,
  {
    phone,
    network,
    code_hash,
    now,
  }: Pick<LoginCodeTable, 'phone' | 'network' | 'code_hash'> & { now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('phone', '=', phone)
    .where('network', '=', network)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes codes that are of no use any more. */
export async function deleteOldCodes(db: Query, before: number): Promise<void> {
  await db.deleteFrom('login_codes').where('expires_at', '<', before).execute();
}
