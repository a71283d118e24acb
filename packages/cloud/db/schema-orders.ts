/** The shape of the tables of migration 6: coupon campaigns. Its other columns are with their tables in database-schema.ts. */

export type CouponKind = 'amount' | 'percent' | 'free_shipping';

/** What a coupon is good for: items on photo sizes, on document sizes, or any. */
export type CouponScope = 'photo' | 'document' | 'all';

/** A code that many accounts can redeem; each redemption makes one coupon. */
export interface CouponCampaignTable {
  id: string;
  name: string;
  /** As coupon-rules.ts `readCouponCode` writes it. */
  code: string;
  kind: CouponKind;
  /** Minor units for `amount`, whole percent for `percent`, 0 for `free_shipping`. */
  value: number;
  cap_minor: number | null;
  min_amount_minor: number;
  scope: CouponScope;
  valid_from: number | null;
  expires_at: number | null;
  /** Days that a coupon is good for after its redemption; null: as long as the campaign. */
  coupon_days: number | null;
  most_total: number | null;
  most_per_account: number;
  redeemed: number;
  disabled_at: number | null;
  created_at: number;
}

export interface OrdersSchema {
  coupon_campaigns: CouponCampaignTable;
}
