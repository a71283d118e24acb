/** A new account with its balance. Owns what an account starts with. */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import type { Database, Tx } from '../db/database.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { insertAccount } from './account-store.ts';
import type { AccountTable, Language, Role } from './account-tables.ts';
import { changeBalance } from './balance-moves.ts';
import { insertBalance } from './balance-store.ts';
import { hashApiKey, hintOfApiKey, newApiKey } from './key-rules.ts';
import { insertKey } from './key-store.ts';

export interface NewAccount {
  phone: string;
  nickname: string;
  role: Role;
  shopId: string | null;
  openingMinor: number;
  currency: Currency;
  language?: Language | undefined;
  now: number;
}

/** Adds the account and its balance. A phone that has an account breaks the unique constraint. */
export async function createAccount(tx: Tx, wanted: NewAccount): Promise<AccountTable> {
  const { phone, nickname, role, now, currency } = wanted;
  const row: AccountTable = {
    id: newId(),
    phone,
    nickname,
    role,
    shop_id: wanted.shopId,
    created_at: now,
    language: wanted.language ?? null,
    disabled_at: null,
    closed_at: null,
    clear_at: null,
  };
  await insertAccount(tx, row);
  await insertBalance(tx, { account_id: row.id, amount_minor: 0, currency });
  if (wanted.openingMinor > 0) {
    await changeBalance(tx, {
      accountId: row.id,
      amountMinor: wanted.openingMinor,
      currency,
      cause: 'opening',
      causeId: row.id,
      note: 'Opening balance',
      now,
    });
  }
  return row;
}

/**
 * Creates an account with a first key, which is returned here and never again. Throws conflict when the phone has an
 * account.
 */
export async function createAccountWithKey(
  database: Database,
  wanted: NewAccount,
): Promise<{ accountId: string; apiKey: string }> {
  const apiKey = newApiKey();
  try {
    return await database.transaction(async (tx) => {
      const account = await createAccount(tx, wanted);
      await insertKey(tx, {
        id: newId(),
        account_id: account.id,
        name: 'first key',
        key_hash: hashApiKey(apiKey),
        key_hint: hintOfApiKey(apiKey),
        created_at: wanted.now,
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      });
      return { accountId: account.id, apiKey };
    });
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new AppError('conflict', `There is an account for ${wanted.phone} already.`);
    }
    throw error;
  }
}
