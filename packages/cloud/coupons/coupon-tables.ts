/** The shape of the tables of coupons and the campaigns that give them; db/schema.ts joins them. */
import type { CouponKind } from './coupon-kind-rules.ts';

/** What a coupon is good for: items on photo sizes, on document sizes, or any. */
export type CouponScope = 'photo' | 'document' | 'all';

export interface CouponTable {
  id: string;
  account_id: string;
  kind: CouponKind;
  value: number;
  cap_minor: number | null;
  min_amount_minor: number;
  scope: CouponScope;
  valid_from: number | null;
  expires_at: number | null;
  order_id: string | null;
  campaign_id: string | null;
  note: string;
  created_at: number;
}

/** A code that many accounts can redeem; each redemption makes one coupon. */
export interface CouponCampaignTable {
  id: string;
  name: string;
  /** As coupon-rules.ts `readCouponCode` writes it. */
  code: string;
  kind: CouponKind;
  /** In the unit of the kind (coupon-kind-rules.ts): minor units, whole percent, 0 for none. */
  value: number;
  cap_minor: number | null;
  min_amount_minor: number;
  scope: CouponScope;
  valid_from: number | null;
  expires_at: number | null;
  /** Days that a coupon is good for after its redemption; null: as long as the campaign. */
  coupon_days: number | null;
  max_total: number | null;
  max_per_account: number;
  redeemed: number;
  disabled_at: number | null;
  created_at: number;
}

export interface CouponTables {
  coupons: CouponTable;
  coupon_campaigns: CouponCampaignTable;
}
