/** Coupons as admins give them: to one account, or by a code that many can redeem. */
import { AppError } from '@platen/contracts/app-error';
import { id, line, listOf, paging, time, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { findAccountByTypedPhone, listAccountsByIds } from '../accounts/account-store.ts';
import type { Deps } from '../context.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { newCouponCode, readCouponCode } from './coupon-rules.ts';
import {
  disableCampaign,
  hasCampaign,
  insertCampaign,
  insertCoupon,
  listOrderNosOfCoupons,
  pageCampaigns,
  pageCouponsOfCampaign,
} from './coupon-store.ts';
import type { CouponCampaignTable, CouponTable } from './coupon-tables.ts';
import {
  campaignShape,
  campaignView,
  couponShape,
  couponView,
  kindsInWords,
  listedCouponShape,
  readTerms,
  termsInput,
} from './coupon-view.ts';

const dayMs = 24 * 3600 * 1000;

const campaignInput = z.strictObject({
  name: line(1, 100).describe('Shown with the coupon'),
  code: line(4, 40)
    .optional()
    .describe(
      "Any letters and digits; case, spaces and hyphens don't matter. Default: a code nobody can guess",
    ),
  ...termsInput,
  expires_at: time.optional().describe('When the code ends, and every coupon of it; default: never'),
  coupon_days: wholeNumber(1, 3650)
    .optional()
    .describe('Days that a coupon is good for once redeemed, or from valid_from on where that is later'),
  max_total: wholeNumber(1, 10_000_000).optional().describe('Coupons in all; default: no limit'),
  max_per_account: wholeNumber(1, 1000).default(1).describe('How often one account may redeem it'),
});

function campaignOf(context: Deps, input: z.output<typeof campaignInput>): CouponCampaignTable {
  const expiresAt = input.expires_at === undefined ? null : Date.parse(input.expires_at);
  if (expiresAt !== null && expiresAt <= context.now())
    throw new AppError('unprocessable', 'expires_at: must be in the future.');
  const code = input.code === undefined ? newCouponCode() : readCouponCode(input.code);
  if (!/^[\p{L}\p{N}]{4,40}$/u.test(code))
    throw new AppError('malformed', 'code: must be 4 to 40 letters and digits');
  return {
    id: newId(),
    name: input.name,
    code,
    ...readTerms(input, { currency: context.currency, expiresAt }),
    coupon_days: input.coupon_days ?? null,
    max_total: input.max_total ?? null,
    max_per_account: input.max_per_account,
    redeemed: 0,
    disabled_at: null,
    created_at: context.now(),
  };
}

export const couponAdminOperations = [
  defineOperation({
    name: 'grant_coupon',
    title: 'Give a coupon',
    summary: `Gives an account (by phone) a coupon: ${kindsInWords}. create_order takes its coupon_id.`,
    rest: { method: 'POST', path: '/api/admin/coupons' },
    access: 'admin',
    effect: 'create',
    audit: 'account',
    input: z.strictObject({
      phone: line(3, 40).describe('Number of the account'),
      ...termsInput,
      expires_in_days: wholeNumber(1, 3650).optional().describe('Default: never'),
      note: line(0, 200).default('').describe('Shown with the coupon'),
    }),
    example: { amount: 2, note: 'Welcome' },
    output: couponShape.extend({ phone: z.string() }),
    async run(context, input) {
      const now = context.now();
      const { currency } = context;
      const expiresAt = input.expires_in_days ? now + input.expires_in_days * dayMs : null;
      const terms = readTerms(input, { currency, expiresAt });
      const account = await findAccountByTypedPhone(context.database.query, input.phone);
      if (!account) throw new AppError('not_found', 'phone: no account has this number.');
      const row: CouponTable = {
        id: newId(),
        account_id: account.id,
        ...terms,
        order_id: null,
        campaign_id: null,
        note: input.note,
        created_at: now,
      };
      return await context.change(async (tx) => {
        await insertCoupon(tx, row);
        const { phone: _phone, ...asked } = input;
        return {
          output: { ...couponView(row, { currency, now }), phone: account.phone },
          target: account.id,
          detail: { ...asked, coupon_id: row.id },
        };
      });
    },
  }),
  defineOperation({
    name: 'create_coupon_campaign',
    title: 'Create a coupon code',
    summary:
      'Creates a code that accounts turn into coupons with redeem_coupon, with its terms, dates and limits. Returns the campaign with its code.',
    rest: { method: 'POST', path: '/api/admin/coupon-campaigns' },
    access: 'admin',
    effect: 'create',
    audit: 'coupon_campaign',
    input: campaignInput,
    example: { code: 'SPRING24', amount: 3 },
    output: campaignShape,
    async run(context, input) {
      const row = campaignOf(context, input);
      try {
        return await context.change(async (tx) => {
          await insertCampaign(tx, row);
          return { output: campaignView(row, context.currency), target: row.id, detail: input };
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw new AppError('conflict', 'code: another campaign has it.');
        throw error;
      }
    },
  }),
  defineOperation({
    name: 'list_coupon_campaigns',
    title: 'Coupon codes',
    summary: 'Lists coupon codes, newest first, with how many coupons were given out.',
    rest: { method: 'GET', path: '/api/admin/coupon-campaigns' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(campaignShape),
    async run(context, wanted) {
      const { rows, total } = await pageCampaigns(context.database.query, wanted);
      return { items: rows.map((row) => campaignView(row, context.currency)), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'list_campaign_coupons',
    title: 'Coupons of a code',
    summary:
      'Lists the coupons that a code gave out (campaign_id from list_coupon_campaigns), newest first: who has each, and which order it was used for.',
    rest: { method: 'GET', path: '/api/admin/coupon-campaigns/{campaign_id}/coupons' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ campaign_id: id('From list_coupon_campaigns'), ...paging }),
    output: listOf(listedCouponShape.extend({ account_id: z.uuid(), phone: z.string() })),
    async run(context, { campaign_id, ...wanted }) {
      const { currency } = context;
      const db = context.database.query;
      if (!(await hasCampaign(db, campaign_id))) throw new AppError('not_found', 'No such campaign.');
      const { rows, total } = await pageCouponsOfCampaign(db, campaign_id, wanted);
      const accounts = await listAccountsByIds(db, [...new Set(rows.map((row) => row.account_id))]);
      const phones = new Map(accounts.map((account) => [account.id, account.phone]));
      const orderNos = await listOrderNosOfCoupons(db, rows);
      const items = rows.map((row) => ({
        ...couponView(row, { currency, now: context.now() }),
        order_no: orderNos.get(row.order_id) ?? null,
        account_id: row.account_id,
        phone: phones.get(row.account_id) ?? '',
      }));
      return { items, ...wanted, total };
    },
  }),
  defineOperation({
    name: 'disable_coupon_campaign',
    title: 'End a coupon code',
    summary:
      'Ends a code (campaign_id from list_coupon_campaigns): nobody can redeem it any more. Coupons that were given out stay good.',
    rest: { method: 'DELETE', path: '/api/admin/coupon-campaigns/{campaign_id}' },
    access: 'admin',
    effect: 'delete',
    audit: 'coupon_campaign',
    input: z.strictObject({ campaign_id: id('From list_coupon_campaigns') }),
    output: campaignShape,
    async run(context, { campaign_id }) {
      return await context.change(async (tx) => {
        const row = await disableCampaign(tx, { id: campaign_id, now: context.now() });
        if (!row) throw new AppError('not_found', 'No such campaign.');
        return { output: campaignView(row, context.currency), target: row.id, detail: {} };
      });
    },
  }),
];
