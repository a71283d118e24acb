/** Amounts of money as they come in: major units, within reason, no more decimals than the currency has. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, toMinor } from '@platen/contracts/money';
import { z } from 'zod';

/** Above this an amount is a slip of the finger; prices times pages stay far below 2^53 minor units. */
const maxAmount = 1_000_000;

/** An amount as staff enters it: a price, a fee, a discount. */
export const amountInput = z
  .number({ error: 'must be an amount of 0 or more' })
  .min(0, { error: 'must be an amount of 0 or more' })
  .max(maxAmount, { error: `must be an amount of at most ${maxAmount}` });

/** The same where nothing would be no amount. */
export const amountAboveZero = amountInput.min(0.01, { error: 'must be an amount above 0' });

/** To minor units. Throws malformed when it has more decimals than the currency. */
export function readAmount(field: string, value: number, currency: Currency): number {
  const minor = toMinor(value, currency);
  if (minor === undefined) throw new AppError('malformed', `${field}: must be an amount in ${currency}`);
  return minor;
}
