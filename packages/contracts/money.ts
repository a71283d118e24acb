/**
 * Money: integer minor units inside, a JSON number in major units on the wire. Owns that conversion.
 * Must never round silently: an amount with more decimals than its currency has is refused.
 */

/** Decimals of the currencies that Platen knows (ISO 4217). */
const currencyDecimals = { CNY: 2, USD: 2, EUR: 2, GBP: 2, HKD: 2, JPY: 0 } as const;

export type Currency = keyof typeof currencyDecimals;

export const defaultCurrency: Currency = 'CNY';

/** True for a currency code that amounts can be kept in. */
export const isCurrency = (code: string): code is Currency => code in currencyDecimals;

/** Minor units (1250) to the wire's major units (12.5). */
export function toMajor(amountMinor: number, currency: Currency = defaultCurrency): number {
  return amountMinor / 10 ** currencyDecimals[currency];
}

/** Major units (12.5) to minor units (1250). Undefined when it has more decimals than the currency or isn't finite. */
export function toMinor(amount: number, currency: Currency = defaultCurrency): number | undefined {
  const scaled = amount * 10 ** currencyDecimals[currency];
  const rounded = Math.round(scaled);
  // What the multiplication itself may be off by: a few units in the last place.
  const slack = Math.max(1e-6, Math.abs(scaled) * 4 * Number.EPSILON);
  if (!Number.isSafeInteger(rounded) || Math.abs(scaled - rounded) > slack) return undefined;
  return rounded;
}

/** For sentences: `12.50 CNY`. */
export function moneyText(amountMinor: number, currency: Currency = defaultCurrency): string {
  return `${toMajor(amountMinor, currency).toFixed(currencyDecimals[currency])} ${currency}`;
}
