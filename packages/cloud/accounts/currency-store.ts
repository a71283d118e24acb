/**
 * The one currency of an installation. Prices, fees and coupons are kept in minor units without it, so 12.50 CNY would be
 * 1250 JPY under another: it is written down at the first start and never changes.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import type { Query } from '../db/database.ts';

const name = 'currency';

/** Writes the currency down, or throws malformed, naming the one that this installation has. */
export async function ensureCurrency(db: Query, currency: Currency): Promise<void> {
  const known = await db.selectFrom('balances').select('currency').limit(1).executeTakeFirst();
  await db
    .insertInto('settings')
    .values({ name, value: known?.currency ?? currency })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (value === currency) return;
  throw new AppError('malformed', `PLATEN_CURRENCY: this installation has ${value}, not ${currency}.`, {
    hint: 'Its prices and balances are in it. Start another installation, or leave it as it is.',
  });
}
