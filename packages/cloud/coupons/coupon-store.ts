/** The SQL of coupons and campaigns. A coupon belongs to one account and is good for one order at a time. */
import type { Query, Tx } from '../db/database.ts';
import { type PageWanted, readPage } from '../operation/paging.ts';
import type { CouponStatus } from './coupon-rules.ts';
import type { CouponCampaignTable, CouponScope, CouponTable } from './coupon-tables.ts';

export async function insertCoupon(db: Query | Tx, row: CouponTable): Promise<void> {
  await db.insertInto('coupons').values(row).execute();
}

export async function findCoupon(
  db: Query | Tx,
  wanted: { id: string; accountId: string },
): Promise<CouponTable | undefined> {
  return await db
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirst();
}

export interface CouponFilter {
  accountId: string;
  /** Those that are good for it: a coupon for everything is good for photos too. */
  scope: CouponScope | undefined;
  status: CouponStatus | undefined;
  now: number;
}

/** Coupons of an account, newest first. */
export async function pageCoupons(
  db: Query,
  { accountId, scope, status, now }: CouponFilter,
  wanted: PageWanted,
) {
  let mine = db.selectFrom('coupons').selectAll().where('account_id', '=', accountId);
  if (scope) mine = mine.where('scope', 'in', scope === 'all' ? ['all'] : [scope, 'all']);
  if (status === 'used') mine = mine.where('order_id', 'is not', null);
  if (status === 'expired') mine = mine.where('order_id', 'is', null).where('expires_at', '<=', now);
  if (status === 'unused') {
    mine = mine
      .where('order_id', 'is', null)
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]));
  }
  return await readPage(db, mine, wanted);
}

/** Gives the coupon to an order. False when another order has it: of many at once exactly one wins. */
export async function takeCoupon(tx: Tx, coupon: { id: string; orderId: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ order_id: coupon.orderId })
    .where('id', '=', coupon.id)
    .where('order_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Frees the coupon of a cancelled order. */
export async function releaseCoupon(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('coupons').set({ order_id: null }).where('order_id', '=', orderId).execute();
}

export async function insertCampaign(tx: Tx, row: CouponCampaignTable): Promise<void> {
  await tx.insertInto('coupon_campaigns').values(row).execute();
}

export async function findCampaignByCode(
  db: Query | Tx,
  code: string,
): Promise<CouponCampaignTable | undefined> {
  return await db.selectFrom('coupon_campaigns').selectAll().where('code', '=', code).executeTakeFirst();
}

export async function pageCampaigns(db: Query, wanted: PageWanted) {
  return await readPage(db, db.selectFrom('coupon_campaigns').selectAll(), wanted);
}

export async function hasCampaign(db: Query, id: string): Promise<boolean> {
  const row = await db.selectFrom('coupon_campaigns').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** What a campaign gave out, newest first, with whom it was given to. */
export async function pageCouponsOfCampaign(db: Query, campaignId: string, wanted: PageWanted) {
  const given = db.selectFrom('coupons').selectAll().where('campaign_id', '=', campaignId);
  return await readPage(db, given, wanted);
}

/** Numbers of the orders that coupons were used for, by their ids. */
export async function listOrderNosOfCoupons(
  db: Query,
  coupons: readonly Pick<CouponTable, 'order_id'>[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = coupons.flatMap(({ order_id }) => order_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('orders').select(['id', 'order_no']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, order_no }) => [id, order_no]));
}

/** Counts one redemption, and keeps the campaign's row until the transaction ends. Undefined when nothing may be given. */
export async function takeRedemption(
  tx: Tx,
  { code, now }: { code: string; now: number },
): Promise<CouponCampaignTable | undefined> {
  return await tx
    .updateTable('coupon_campaigns')
    .set((e) => ({ redeemed: e('redeemed', '+', 1) }))
    .where('code', '=', code)
    .where('disabled_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .where((e) => e.or([e('max_total', 'is', null), e('redeemed', '<', e.ref('max_total'))]))
    .returningAll()
    .executeTakeFirst();
}

/** How many coupons of a campaign an account was given, used ones too. */
export async function countCouponsOf(
  tx: Tx,
  { campaignId, accountId }: { campaignId: string; accountId: string },
): Promise<number> {
  const { coupons } = await tx
    .selectFrom('coupons')
    .where('campaign_id', '=', campaignId)
    .where('account_id', '=', accountId)
    .select((e) => e.fn.countAll<number>().as('coupons'))
    .executeTakeFirstOrThrow();
  return Number(coupons);
}

/** The campaign with its code given out no more; undefined when there is none. Again changes nothing. */
export async function disableCampaign(
  tx: Tx,
  { id, now }: { id: string; now: number },
): Promise<CouponCampaignTable | undefined> {
  await tx
    .updateTable('coupon_campaigns')
    .set({ disabled_at: now })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
  return await tx.selectFrom('coupon_campaigns').selectAll().where('id', '=', id).executeTakeFirst();
}
