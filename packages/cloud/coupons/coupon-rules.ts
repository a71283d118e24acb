/** What a coupon takes off and how that is spread over items. Pure: integer minor units in and out, nothing is lost. */
import { randomBytes } from 'node:crypto';
import { type Currency, defaultCurrency, moneyText } from '@platen/contracts/money';
import { amountOff, couponKindOf } from './coupon-kind-rules.ts';
import type { CouponCampaignTable, CouponScope, CouponTable } from './coupon-tables.ts';

/** What a coupon is held against: the items with what each is, and the fee of sending them. */
export interface CouponBasis {
  items: readonly { scope: Exclude<CouponScope, 'all'>; amountMinor: number }[];
  shippingMinor: number;
  now: number;
  currency?: Currency;
}

/** What it takes off each item, in their order, and off the shipping fee. */
export interface CouponDiscount {
  items: number[];
  shippingMinor: number;
}

const isCovered = (scope: CouponScope, item: { scope: CouponScope }): boolean =>
  scope === 'all' || scope === item.scope;

/** Amounts of the items that the coupon is good for; 0 for the others, in their order. */
const coveredAmounts = (coupon: Pick<CouponTable, 'scope'>, { items }: CouponBasis): number[] =>
  items.map((item) => (isCovered(coupon.scope, item) ? item.amountMinor : 0));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Why the coupon can't be used by anybody now, whatever is bought; undefined when it can. */
function refuseCouponNow(
  coupon: Pick<CouponTable, 'order_id' | 'valid_from' | 'expires_at'>,
  now: number,
): string | undefined {
  if (coupon.order_id !== null) return 'The coupon was used already.';
  if (coupon.expires_at !== null && coupon.expires_at <= now) return 'The coupon has expired.';
  if (coupon.valid_from !== null && coupon.valid_from > now)
    return `The coupon is good from ${new Date(coupon.valid_from).toISOString()} on.`;
  return undefined;
}

/** Why this coupon can't be used for this order now, in a sentence; undefined when it can. */
export function refuseCoupon(coupon: CouponTable, basis: CouponBasis): string | undefined {
  const refusal = refuseCouponNow(coupon, basis.now);
  if (refusal) return refusal;
  if (!basis.items.some((item) => isCovered(coupon.scope, item)))
    return `The coupon is good for ${coupon.scope} prints, and there are none.`;
  if (sum(coveredAmounts(coupon, basis)) < coupon.min_amount_minor) {
    const min = moneyText(coupon.min_amount_minor, basis.currency ?? defaultCurrency);
    const what = coupon.scope === 'all' ? 'an order' : `${coupon.scope} prints`;
    return `The coupon needs ${what} of at least ${min}.`;
  }
  if (takesFromShipping(coupon) && basis.shippingMinor === 0)
    return 'The coupon takes off the shipping fee, and there is none.';
  return undefined;
}

const takesFromShipping = ({ kind }: Pick<CouponTable, 'kind'>): boolean =>
  couponKindOf(kind).takesFrom === 'shipping';

/** What the coupon takes off; spread over the items that it is good for. */
export function discountOf(coupon: CouponTable, basis: CouponBasis): CouponDiscount {
  if (takesFromShipping(coupon))
    return { items: basis.items.map(() => 0), shippingMinor: amountOff(coupon, basis.shippingMinor) };
  const amounts = coveredAmounts(coupon, basis);
  return { items: spreadDiscount(amounts, amountOff(coupon, sum(amounts))), shippingMinor: 0 };
}

/**
 * Spreads a discount over amounts in proportion, by largest remainder: the shares add up to the discount to the cent, and
 * no share is larger than its amount.
 */
export function spreadDiscount(amountsMinor: readonly number[], discount: number): number[] {
  const total = sum(amountsMinor);
  if (total === 0) return amountsMinor.map(() => 0);
  // BigInt: amount times discount may pass 2^53.
  const shares = amountsMinor.map((amount) => {
    const product = BigInt(amount) * BigInt(discount);
    return { whole: Number(product / BigInt(total)), rest: Number(product % BigInt(total)) };
  });
  const missing = discount - sum(shares.map((share) => share.whole));
  const byRest = shares.map((_, index) => index).sort((a, b) => shares[b]!.rest - shares[a]!.rest || a - b);
  for (const index of byRest.slice(0, missing)) shares[index]!.whole += 1;
  return shares.map((share) => share.whole);
}

export type CouponStatus = 'unused' | 'used' | 'expired';

export function couponStatus(
  coupon: Pick<CouponTable, 'order_id' | 'expires_at'>,
  now: number,
): CouponStatus {
  if (coupon.order_id !== null) return 'used';
  return coupon.expires_at !== null && coupon.expires_at <= now ? 'expired' : 'unused';
}

/** Why a coupon of these dates makes no sense, as `field: must …`; undefined when it does. */
export function refuseCouponTerms(terms: {
  validFrom: number | null;
  expiresAt: number | null;
}): string | undefined {
  if (terms.validFrom !== null && terms.expiresAt !== null && terms.validFrom >= terms.expiresAt)
    return 'valid_from: must be before expires_at';
  return undefined;
}

/** Why no coupon of this campaign can be had any more or yet, in a sentence; undefined when it can. */
export function refuseRedemption(campaign: CouponCampaignTable, now: number): string | undefined {
  if (campaign.disabled_at !== null) return 'This code is no longer given out.';
  if (campaign.expires_at !== null && campaign.expires_at <= now) return 'This code has expired.';
  if (campaign.max_total !== null && campaign.redeemed >= campaign.max_total)
    return 'Every coupon of this code has been given out.';
  return undefined;
}

/**
 * When a coupon that is redeemed now expires: with its campaign, or its own days after, whichever is sooner. The days count
 * from when it can be used.
 */
export function couponExpiry(
  campaign: Pick<CouponCampaignTable, 'valid_from' | 'expires_at' | 'coupon_days'>,
  now: number,
): number | null {
  const from = Math.max(now, campaign.valid_from ?? now);
  const own = campaign.coupon_days === null ? null : from + campaign.coupon_days * 24 * 3600 * 1000;
  if (own === null || campaign.expires_at === null) return own ?? campaign.expires_at;
  return Math.min(own, campaign.expires_at);
}

/** A code as it is stored and compared: upper case, without spaces and hyphens. */
export const readCouponCode = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '');

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A new code of 12 letters and digits that don't look alike: 58 bits, so that guessing is hopeless. */
export function newCouponCode(): string {
  let code = '';
  while (code.length < 12) {
    for (const byte of randomBytes(16)) {
      // 240 = 8 * 30: bytes above it would favour the first letters.
      if (byte < 240 && code.length < 12) code += letters[byte % 30];
    }
  }
  return code;
}

export interface CouponOffer<C> {
  coupon: C;
  /** Undefined when no amount is known. */
  discountMinor: number | undefined;
  whyNot: string | undefined;
}

/**
 * Coupons for an order of this amount and scope (`all`: photos and documents), the best first: by what they take off, then
 * by which expires sooner. Free shipping comes after what takes something off the prints.
 */
export function rankCoupons(
  coupons: readonly CouponTable[],
  order: { amountMinor: number | undefined; scope: CouponScope; now: number; currency: Currency },
): CouponOffer<CouponTable>[] {
  const { amountMinor, scope, now, currency } = order;
  const offers = coupons.map((coupon) => {
    // An order of both may be all of what the coupon is good for: whether it is, create_order tells.
    const itemScope = scope === 'all' ? (coupon.scope === 'document' ? 'document' : 'photo') : scope;
    const items = [{ scope: itemScope, amountMinor: amountMinor ?? Number.MAX_SAFE_INTEGER }];
    const whyNot = refuseCoupon(coupon, { items, shippingMinor: 1, now, currency });
    const offPrints = takesFromShipping(coupon) ? 0 : amountOff(coupon, amountMinor ?? 0);
    const discountMinor = amountMinor === undefined ? undefined : offPrints;
    return { coupon, discountMinor, whyNot };
  });
  const expiry = (offer: CouponOffer<CouponTable>) => offer.coupon.expires_at ?? Number.MAX_SAFE_INTEGER;
  return offers.toSorted((a, b) => (b.discountMinor ?? 0) - (a.discountMinor ?? 0) || expiry(a) - expiry(b));
}
