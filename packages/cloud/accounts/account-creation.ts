/** A new account with its balance and its first key, in one transaction. Owns what an account starts with. */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import { changeBalance } from '../balance/balance-moves.ts';
import { insertBalance } from '../balance/balance-store.ts';
import type { Database } from '../db/database.ts';
import type { Role } from '../db/database-schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { hashApiKey, hintOfApiKey, newApiKey } from '../keys/key-rules.ts';
import { insertKey } from '../keys/key-store.ts';
import { insertAccount } from './account-store.ts';

export interface NewAccount {
  phone: string;
  nickname: string;
  role: Role;
  shopId: string | null;
  openingMinor: number;
  currency: Currency;
  now: number;
}

/** Creates the account; the key is returned here and never again. Throws conflict when the phone has an account. */
export async function createAccount(
  database: Database,
  wanted: NewAccount,
): Promise<{ accountId: string; apiKey: string }> {
  const accountId = newId();
  const apiKey = newApiKey();
  const { phone, nickname, role, now } = wanted;
  try {
    await database.transaction(async (tx) => {
      await insertAccount(tx, {
        id: accountId,
        phone,
        nickname,
        role,
        shop_id: wanted.shopId,
        created_at: now,
      });
      await insertBalance(tx, { account_id: accountId, amount_minor: 0, currency: wanted.currency });
      if (wanted.openingMinor > 0) {
        await changeBalance(tx, {
          accountId,
          amountMinor: wanted.openingMinor,
          currency: wanted.currency,
          cause: 'opening',
          causeId: accountId,
          note: 'Opening balance',
          now,
        });
      }
      await insertKey(tx, {
        id: newId(),
        account_id: accountId,
        name: 'first key',
        key_hash: hashApiKey(apiKey),
        key_hint: hintOfApiKey(apiKey),
        created_at: now,
        expires_at: null,
        revoked_at: null,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', `There is an account for ${phone} already.`);
    throw error;
  }
  return { accountId, apiKey };
}
