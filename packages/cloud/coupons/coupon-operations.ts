/** Coupons of the caller's own account: list, find the best for an amount, redeem a code. */
import { AppError } from '@platen/contracts/app-error';
import { toMajor } from '@platen/contracts/money';
import { line, listOf, paging } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { returnAttempt, takeAttempt } from '../limits/limit-moves.ts';
import { readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import { redeemCode } from './coupon-redemption.ts';
import { type CouponOffer, rankCoupons } from './coupon-rules.ts';
import { listOrderNosOfCoupons, pageCoupons } from './coupon-store.ts';
import type { CouponTable } from './coupon-tables.ts';
import { couponScope, couponShape, couponView, listedCouponShape } from './coupon-view.ts';

/** More unused coupons than this nobody has; the rest is in list_coupons. */
const maxRanked = 500;

const offerShape = couponShape.extend({
  discount: z
    .number()
    .nullable()
    .describe('What it takes off this amount; null without an amount, 0 for free shipping'),
});

const refusedShape = couponShape.extend({ why_not: z.string() });

export const couponOperations = [
  defineOperation({
    name: 'list_coupons',
    title: 'List coupons',
    summary:
      "Lists this account's coupons, newest first, with coupon_id. Those for everything are in every scope.",
    rest: { method: 'GET', path: '/api/user/coupons' },
    tool: { group: 'coupons' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      scope: couponScope.optional().describe('Only coupons that are good for these prints'),
      status: z.enum(['unused', 'used', 'expired']).optional().describe('Only coupons in this state'),
      ...paging,
    }),
    output: listOf(listedCouponShape),
    async run(context, { scope, status, ...wanted }) {
      const now = context.now();
      const filter = { accountId: context.caller.accountId, scope, status, now };
      const db = context.database.query;
      const { rows, total } = await pageCoupons(db, filter, wanted);
      const { currency } = context;
      const orderNos = await listOrderNosOfCoupons(db, rows);
      const items = rows.map((row) => ({
        ...couponView(row, { currency, now }),
        order_no: orderNos.get(row.order_id) ?? null,
      }));
      return { items, ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_available_coupons',
    title: 'Coupons for an amount',
    summary:
      'Returns the coupons of this account that fit an order of this amount, the one that takes off most first, with coupon_id for create_order; and the others with why not.',
    rest: { method: 'GET', path: '/api/user/coupons/available' },
    tool: { group: 'coupons', core: true, longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      amount: z
        .number({ error: 'must be an amount' })
        .min(0, { error: 'must be at least 0' })
        .max(1e9, { error: 'must be at most 1000000000' })
        .optional()
        .describe('Subtotal of the order in major units; without it minimum amounts are not looked at'),
      scope: couponScope.default('all').describe('What is ordered: photo or document prints, or both'),
    }),
    example: { amount: 20 },
    output: z.object({
      items: z.array(offerShape),
      unavailable: z.array(refusedShape),
      currency: z.string(),
    }),
    async run(context, { amount, scope }) {
      const { currency } = context;
      const now = context.now();
      const amountMinor = amount === undefined ? undefined : readAmount('amount', amount, currency);
      const offers = rankCoupons(await unusedOf(context, now), { amountMinor, scope, now, currency });
      const view = ({ coupon }: CouponOffer<CouponTable>) => couponView(coupon, { currency, now });
      return {
        items: offers
          .filter((offer) => offer.whyNot === undefined)
          .map((offer) => ({
            ...view(offer),
            discount: offer.discountMinor === undefined ? null : toMajor(offer.discountMinor, currency),
          })),
        unavailable: offers.flatMap((offer) =>
          offer.whyNot === undefined ? [] : [{ ...view(offer), why_not: offer.whyNot }],
        ),
        currency,
      };
    },
  }),
  defineOperation({
    name: 'redeem_coupon',
    title: 'Redeem a code',
    summary:
      'Turns the code of a voucher into a coupon of this account and returns its coupon_id. Refused when redeemed before, expired, or all given out.',
    rest: { method: 'POST', path: '/api/user/coupons/redeem' },
    tool: { group: 'coupons', hints: { idempotent: true } },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({ code: line(1, 100).describe('As printed on the voucher') }),
    output: couponShape,
    async run(context, { code }) {
      const accountId = context.caller.accountId;
      const attempt = { name: 'coupon_code', subject: accountId } as const;
      await takeAttempt(context, attempt);
      const now = context.now();
      try {
        const view = await context.atomically(async (tx) =>
          couponView(await redeemCode(tx, { code, accountId, now }), { currency: context.currency, now }),
        );
        await returnAttempt(context, attempt);
        return view;
      } catch (error) {
        // Only guesses count.
        if (error instanceof AppError && error.code !== 'not_found') await returnAttempt(context, attempt);
        throw error;
      }
    },
  }),
];

async function unusedOf(context: Context, now: number): Promise<CouponTable[]> {
  const filter = { accountId: context.caller.accountId, scope: undefined, status: 'unused' as const, now };
  const { rows } = await pageCoupons(context.database.query, filter, { page: 1, page_size: maxRanked });
  return rows;
}
