/**
 * Decisions about payments: which method, when the provider is asked again, what a customer's money counts for.
 * Pure: no clock, no database; rows and times are handed in.
 */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText, toMinor } from '@platen/contracts/money';
import { nextPauseMs, retryPauses } from '@platen/contracts/retry-pauses';
import type { OrderTable } from '../orders/order-tables.ts';
import type { ProviderPayment } from '../ports/payments.ts';
import type { PaymentTable } from './payment-tables.ts';

/** How long a customer has at the provider. */
const paymentLifeMs = 30 * 60_000;

/** Until when a payment that is started now can be made: no longer than its order waits. */
export const paymentExpiry = (now: number, order: Pick<OrderTable, 'expires_at'> | undefined): number =>
  Math.min(now + paymentLifeMs, order?.expires_at ?? Number.POSITIVE_INFINITY);

/** Topping up: smallest and largest amount, in major units. */
const topupMax = 50_000;
const topupMin = 1;

/** The method that is meant; the first of those accepted when none is named. Throws unprocessable, naming them. */
export function chooseMethod(wanted: string | undefined, accepted: readonly string[]): string {
  const method = wanted ?? accepted[0];
  if (method === undefined) throw new AppError('unprocessable', 'No way to pay is set up here yet.');
  if (!accepted.includes(method)) {
    const sentence = `payment_method: "${method}" is not accepted; methods are ${accepted.join(', ')}.`;
    throw new AppError('unprocessable', sentence);
  }
  return method;
}

/** A top-up in minor units. Throws malformed for a fraction of a minor unit, unprocessable beyond the limits. */
export function topupMinor(amount: number, currency: Currency): number {
  const minor = toMinor(amount, currency);
  if (minor === undefined) throw new AppError('malformed', `amount: must be an amount in ${currency}`);
  const min = toMinor(topupMin, currency)!;
  const max = toMinor(topupMax, currency)!;
  if (minor < min || minor > max) {
    const sentence = `amount: must be from ${moneyText(min, currency)} to ${moneyText(max, currency)}.`;
    throw new AppError('unprocessable', sentence);
  }
  return minor;
}

/** A pending payment is offered again while the customer has at least this long to carry it out. */
const minTimeLeftMs = 60_000;

/** True when somebody who wants to pay this order this way can go on with this payment. */
export const canGoOn = (
  payment: Pick<PaymentTable, 'status' | 'expires_at' | 'amount_minor'>,
  { amountMinor, now }: { amountMinor: number; now: number },
): boolean =>
  payment.status === 'pending' &&
  payment.amount_minor === amountMinor &&
  (payment.expires_at ?? 0) - now >= minTimeLeftMs;

/** The payment of an order that counts, among all of them, the newest first: the successful one, else the newest. */
export const paymentThatCounts = (payments: readonly PaymentTable[]): PaymentTable | undefined =>
  payments.find((row) => row.status === 'succeeded') ?? payments[0];

/** Webhooks mostly come by themselves: the first question is asked after this long, later ones ever more rarely. */
export const firstCheckAfterMs = retryPauses.paymentCheck.firstMs;
/** Somebody who looks at a pending payment has the provider asked, at most this often. */
const freshForMs = 5000;
/** A provider that does not answer for this long after the expiry is waited for no longer. */
const giveUpAfterMs = 24 * 3_600_000;

/** When the provider is asked again after `checks` questions; at the expiry in any case. */
export function nextCheckAt(
  { checks, expires_at }: Pick<PaymentTable, 'checks' | 'expires_at'>,
  now: number,
): number {
  const next = now + nextPauseMs('paymentCheck', checks);
  return expires_at !== null && expires_at > now ? Math.min(next, expires_at) : next;
}

/** True when a reader should have the provider asked first. */
export const isStale = (
  payment: Pick<PaymentTable, 'status' | 'provider_ref' | 'checked_at' | 'created_at'>,
  now: number,
): boolean =>
  payment.status === 'pending' &&
  payment.provider_ref !== null &&
  now - (payment.checked_at ?? payment.created_at) >= freshForMs;

/** Of a payment, or of an order that waits to be paid. */
export const isExpired = ({ expires_at }: Pick<PaymentTable, 'expires_at'>, now: number): boolean =>
  expires_at !== null && expires_at <= now;

export const isGivenUp = ({ expires_at }: Pick<PaymentTable, 'expires_at'>, now: number): boolean =>
  expires_at !== null && expires_at + giveUpAfterMs <= now;

/** True when the provider took exactly what it was asked to take. */
export const isAsAsked = (
  payment: Pick<PaymentTable, 'amount_minor' | 'currency'>,
  said: ProviderPayment,
): boolean => said.amountMinor === payment.amount_minor && said.currency === payment.currency;

/** Why money that the provider took can't count and has to go back, in a sentence; undefined when it counts. */
export function refuseMoney(
  payment: PaymentTable,
  order: OrderTable | undefined,
  said: ProviderPayment,
): string | undefined {
  if (payment.status !== 'pending') return `The money came after the payment had ${payment.status}.`;
  if (!isAsAsked(payment, said)) return 'The provider took another amount than was asked for.';
  if (!order) return undefined;
  if (order.paid_at !== null) return 'The order had been paid already.';
  if (order.status !== 'pending_payment') return `The order was ${order.status.replaceAll('_', ' ')}.`;
  return order.total_minor === payment.amount_minor ? undefined : "The order's price had changed.";
}

/** When a provider is told of a refund again after it could not be reached `tries` times. */
export const nextRefundTryAt = (tries: number, now: number): number => now + nextPauseMs('refund', tries);
