/** What a coupon takes off and how that is spread over items. Pure: integer minor units in and out, nothing is lost. */
import { moneyText } from '@platen/contracts/money';
import type { CouponTable } from '../db/database-schema.ts';

/** Why this coupon can't be used for this subtotal now, in a sentence; undefined when it can. */
export function refuseCoupon(
  coupon: CouponTable,
  { subtotalMinor, now }: { subtotalMinor: number; now: number },
): string | undefined {
  if (coupon.order_id !== null) return 'The coupon was used already.';
  if (coupon.expires_at !== null && coupon.expires_at <= now) return 'The coupon has expired.';
  if (subtotalMinor < coupon.min_amount_minor) {
    return `The coupon needs an order of at least ${moneyText(coupon.min_amount_minor)}.`;
  }
  return undefined;
}

/** Minor units that the coupon takes off; never more than the subtotal. `percent` is in whole percent, rounded down. */
export function discountMinor(coupon: CouponTable, subtotalMinor: number): number {
  const wanted = coupon.kind === 'amount' ? coupon.value : Math.floor((subtotalMinor * coupon.value) / 100);
  return Math.min(wanted, coupon.cap_minor ?? wanted, subtotalMinor);
}

/**
 * Spreads a discount over amounts in proportion, by largest remainder: the shares add up to the discount to the cent, and
 * no share is larger than its amount.
 */
export function spreadDiscount(amountsMinor: readonly number[], discount: number): number[] {
  const total = amountsMinor.reduce((sum, amount) => sum + amount, 0);
  if (total === 0) return amountsMinor.map(() => 0);
  // BigInt: amount times discount may pass 2^53.
  const shares = amountsMinor.map((amount) => {
    const product = BigInt(amount) * BigInt(discount);
    return { whole: Number(product / BigInt(total)), rest: Number(product % BigInt(total)) };
  });
  const missing = discount - shares.reduce((sum, share) => sum + share.whole, 0);
  const byRest = shares.map((_, index) => index).sort((a, b) => shares[b]!.rest - shares[a]!.rest || a - b);
  for (const index of byRest.slice(0, missing)) shares[index]!.whole += 1;
  return shares.map((share) => share.whole);
}
