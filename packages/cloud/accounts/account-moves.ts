/**
 * Who may do what. The only writer of roles and of whether an account may be used; every change is signalled, so that
 * each process acts on it at once, and is in the audit log.
 * INVARIANT: there is always an admin who may act.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Admin, AuditedContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { insertAudit } from '../operation/audit-store.ts';
import { findShop } from '../shops/shop-store.ts';
import {
  findAccountByPhone,
  getAccount,
  lockAccount,
  lockAdmins,
  updateClosed,
  updateStanding,
} from './account-store.ts';
import type { AccountTable, Role } from './account-tables.ts';
import { revokeKeys } from './key-store.ts';
import { endSessions } from './session-moves.ts';

/** Throws not_found (for a shop that is not there, too), unprocessable for a shop that doesn't fit the role, conflict for the last admin. */
export async function changeRole(
  context: AuditedContext<Admin>,
  { accountId, role, shopId }: { accountId: string; role: Role; shopId: string | null },
): Promise<AccountTable> {
  if (role === 'operator' && !shopId) {
    throw new AppError('unprocessable', 'shop_id: is needed for an operator; see list_shops.');
  }
  if (role === 'customer' && shopId) {
    throw new AppError('unprocessable', 'shop_id: a customer belongs to no shop.');
  }
  return await changeAccount(context, accountId, async (tx, account) => {
    if (shopId && !(await findShop(tx, shopId))) throw new AppError('not_found', 'shop_id: no such shop.');
    if (role !== 'admin') await checkOtherAdmin(tx, account);
    await updateStanding(tx, accountId, { role, shop_id: shopId });
    return { role, shop_id: shopId, was: account.role };
  });
}

/**
 * The same by the one who has the machine, for the first admin: no admin asks for it. Undefined when no account has the
 * number; throws conflict for the last admin. Running processes act on it within 5 s.
 */
export async function changeRoleByPhone(
  database: Database,
  { phone, role, shopId, now }: { phone: string; role: Role; shopId: string | null; now: number },
): Promise<AccountTable | undefined> {
  return await database.transaction(async (tx) => {
    const account = await findAccountByPhone(tx, phone);
    if (!account) return undefined;
    if (role !== 'admin') await checkOtherAdmin(tx, account);
    await updateStanding(tx, account.id, { role, shop_id: shopId });
    const caller = { accountId: 'command line', role: 'admin', shopId: null } as const;
    const detail = { role, shop_id: shopId, was: account.role };
    const target = `account:${account.id}`;
    await insertAudit(tx, { caller, action: 'set_account_role', target, detail, now });
    await database.signal(tx, 'platen_account_changed', account.id);
    return await getAccount(tx, account.id);
  });
}

/** Its keys stop, its sessions end. Throws not_found, conflict for one's own account and the last admin. */
export async function disableAccount(
  context: AuditedContext<Admin>,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<AccountTable> {
  if (accountId === context.caller.accountId) {
    throw new AppError('conflict', 'This is your own account: another admin can disable it.');
  }
  return await changeAccount(context, accountId, async (tx, account) => {
    await checkOtherAdmin(tx, account);
    const now = context.now();
    await updateStanding(tx, accountId, { disabled_at: account.disabled_at ?? now });
    return { reason, sessions_ended: await endSessions(context.database, tx, { accountId, now }) };
  });
}

/** Throws not_found. */
export async function enableAccount(
  context: AuditedContext<Admin>,
  accountId: string,
): Promise<AccountTable> {
  return await changeAccount(context, accountId, async (tx) => {
    await updateStanding(tx, accountId, { disabled_at: null });
    return {};
  });
}

/**
 * Its owner leaves: sessions and keys end, its number is free, and what it kept is to be removed (clear_at). The row stays for orders and
 * books. Gives how many sessions and keys that worked were ended.
 */
export async function closeAccount(
  database: Database,
  tx: Tx,
  { accountId, now }: { accountId: string; now: number },
): Promise<{ sessions: number; keys: number }> {
  const sessions = await endSessions(database, tx, { accountId, now });
  const keyHashes = await revokeKeys(tx, { accountId, now });
  for (const hash of keyHashes) await database.signal(tx, 'platen_key_revoked', hash);
  await updateClosed(tx, { id: accountId, now });
  await database.signal(tx, 'platen_account_changed', accountId);
  return { sessions, keys: keyHashes.length };
}

/** Runs `work` on the locked account; what it returns goes into the audit log. */
async function changeAccount(
  { database, caller, change }: AuditedContext<Admin>,
  accountId: string,
  work: (tx: Tx, account: AccountTable) => Promise<object>,
): Promise<AccountTable> {
  return await change(async (tx) => {
    const admins = await lockAdmins(tx);
    // Who was an admin when the call began may have lost that while it waited for another change.
    if (!admins.includes(caller.accountId))
      throw new AppError('forbidden', 'Only admin accounts may do this.');
    const account = await lockAccount(tx, accountId);
    if (!account) throw new AppError('not_found', 'No such account.');
    if (account.closed_at !== null) {
      throw new AppError('conflict', 'Its owner closed this account. The number can register anew.');
    }
    const detail = await work(tx, account);
    await database.signal(tx, 'platen_account_changed', accountId);
    return { output: await getAccount(tx, accountId), target: accountId, detail };
  });
}

async function checkOtherAdmin(tx: Tx, account: AccountTable): Promise<void> {
  if (account.role !== 'admin' || account.disabled_at !== null) return;
  if ((await lockAdmins(tx)).length > 1) return;
  throw new AppError('conflict', 'This is the last admin: make somebody else an admin first.');
}
