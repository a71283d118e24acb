/**
 * A code becomes a coupon of an account. Owns that limits hold however many redeem at once: the campaign's row is counted
 * up first, under its limit, and stays taken until the coupon is written.
 */
import { AppError } from '@platen/contracts/app-error';
import type { Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { couponExpiry, readCouponCode, refuseRedemption } from './coupon-rules.ts';
import { countCouponsOf, findCampaignByCode, insertCoupon, takeRedemption } from './coupon-store.ts';
import type { CouponCampaignTable, CouponTable } from './coupon-tables.ts';

/** Throws not_found for an unknown code, conflict when the account has had it, unprocessable with the reason else. */
export async function redeemCode(
  tx: Tx,
  wanted: { code: string; accountId: string; now: number },
): Promise<CouponTable> {
  const { accountId, now } = wanted;
  const code = readCouponCode(wanted.code);
  const campaign = await takeRedemption(tx, { code, now });
  if (!campaign) throw await refusalOf(tx, { code, accountId, now });
  const had = await countCouponsOf(tx, { campaignId: campaign.id, accountId });
  if (had >= campaign.max_per_account) throw alreadyRedeemed(campaign);
  const coupon = couponOf(campaign, { accountId, now });
  await insertCoupon(tx, coupon);
  return coupon;
}

async function refusalOf(
  tx: Tx,
  { code, accountId, now }: { code: string; accountId: string; now: number },
): Promise<AppError> {
  const campaign = await findCampaignByCode(tx, code);
  if (!campaign)
    return new AppError('not_found', 'code: no coupon has this code. Check it for typing errors.');
  const had = await countCouponsOf(tx, { campaignId: campaign.id, accountId });
  if (had >= campaign.max_per_account) return alreadyRedeemed(campaign);
  return new AppError('unprocessable', `code: ${refuseRedemption(campaign, now) ?? 'Try again.'}`);
}

const alreadyRedeemed = ({ max_per_account }: CouponCampaignTable) =>
  new AppError(
    'conflict',
    max_per_account === 1
      ? 'code: this account has redeemed it already.'
      : `code: this account has redeemed it ${max_per_account} times already.`,
    { hint: 'See list_coupons.' },
  );

const couponOf = (
  campaign: CouponCampaignTable,
  { accountId, now }: { accountId: string; now: number },
): CouponTable => ({
  id: newId(),
  account_id: accountId,
  kind: campaign.kind,
  value: campaign.value,
  cap_minor: campaign.cap_minor,
  min_amount_minor: campaign.min_amount_minor,
  scope: campaign.scope,
  valid_from: campaign.valid_from,
  expires_at: couponExpiry(campaign, now),
  order_id: null,
  campaign_id: campaign.id,
  note: campaign.name,
  created_at: now,
});
