/** How coupons look on the wire, and how their terms are given. Owns those shapes. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText, toMajor } from '@platen/contracts/money';
import { time, toTime, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { amountAboveZero, amountInput, readAmount } from '../operation/amount-input.ts';
import { couponStatus, refuseCouponTerms } from './coupon-rules.ts';
import type { CouponCampaignTable, CouponKind, CouponTable } from './coupon-tables.ts';

export const couponScope = z.enum(['photo', 'document', 'all']);

const termsShape = {
  kind: z.enum(['amount', 'percent', 'free_shipping']),
  description: z.string().describe('What it takes off, in words'),
  amount: z.number().nullable().describe('Off, in major units; null for other kinds'),
  percent: z.number().nullable().describe('Off, in percent; null for other kinds'),
  cap: z.number().nullable().describe('Most that it takes off; null: no limit'),
  min_amount: z.number().describe('Smallest amount of the prints it is good for'),
  scope: couponScope.describe('What it is good for: photo sizes, document sizes, or all'),
  valid_from: time.nullable(),
  expires_at: time.nullable().describe('null: never'),
  currency: z.string(),
};

export const couponShape = z.object({
  coupon_id: z.uuid().describe('For create_order'),
  status: z.enum(['unused', 'used', 'expired']),
  ...termsShape,
  order_id: z.uuid().nullable().describe('The order that it was used for'),
  note: z.string(),
  created_at: time,
});

export const campaignShape = z.object({
  campaign_id: z.uuid(),
  name: z.string(),
  code: z.string(),
  ...termsShape,
  coupon_days: z.int().nullable(),
  max_total: z.int().nullable(),
  max_per_account: z.int(),
  redeemed: z.int(),
  disabled_at: time.nullable(),
  created_at: time,
});

type Terms = Pick<
  CouponTable,
  'kind' | 'value' | 'cap_minor' | 'min_amount_minor' | 'scope' | 'valid_from' | 'expires_at'
>;

const orNull = (minor: number | null, currency: Currency) =>
  minor === null ? null : toMajor(minor, currency);

function termsView(terms: Terms, currency: Currency) {
  return {
    kind: terms.kind,
    description: describe(terms, currency),
    amount: terms.kind === 'amount' ? toMajor(terms.value, currency) : null,
    percent: terms.kind === 'percent' ? terms.value : null,
    cap: orNull(terms.cap_minor, currency),
    min_amount: toMajor(terms.min_amount_minor, currency),
    scope: terms.scope,
    valid_from: toTimeOrNull(terms.valid_from),
    expires_at: toTimeOrNull(terms.expires_at),
    currency,
  };
}

function describe(terms: Terms, currency: Currency): string {
  const money = (minor: number) => moneyText(minor, currency);
  const cap = terms.cap_minor === null ? '' : `, ${money(terms.cap_minor)} at most`;
  const off = {
    amount: `${money(terms.value)} off`,
    percent: `${terms.value} % off${cap}`,
    free_shipping: `Free shipping${cap}`,
  }[terms.kind];
  const what = terms.scope === 'all' ? '' : ` for ${terms.scope} prints`;
  return terms.min_amount_minor > 0
    ? `${off}${what} from ${money(terms.min_amount_minor)} on`
    : `${off}${what}`;
}

export const couponView = (row: CouponTable, { currency, now }: { currency: Currency; now: number }) => ({
  coupon_id: row.id,
  status: couponStatus(row, now),
  ...termsView(row, currency),
  order_id: row.order_id,
  note: row.note,
  created_at: toTime(row.created_at),
});

export const campaignView = (row: CouponCampaignTable, currency: Currency) => ({
  campaign_id: row.id,
  name: row.name,
  code: row.code,
  ...termsView(row, currency),
  coupon_days: row.coupon_days,
  max_total: row.max_total,
  max_per_account: row.max_per_account,
  redeemed: row.redeemed,
  disabled_at: toTimeOrNull(row.disabled_at),
  created_at: toTime(row.created_at),
});

/** How an admin gives the terms of a coupon or campaign. */
export const termsInput = {
  amount: amountAboveZero
    .optional()
    .describe('Off, in major units; one of amount, percent and free_shipping'),
  percent: wholeNumber(1, 100).optional().describe('Off, in percent'),
  free_shipping: z.literal(true).optional().describe('Takes the shipping fee off'),
  cap: amountAboveZero.optional().describe('Most that percent or free_shipping takes off, in major units'),
  min_amount: amountInput.default(0).describe('Smallest amount of the prints it is good for'),
  scope: couponScope.default('all').describe('Discounts apply to these prints alone'),
  valid_from: time.optional().describe('Default: at once'),
};

type TermsInput = z.output<z.ZodObject<typeof termsInput>>;

/** Those terms as they are stored. Throws malformed for amounts with too many decimals and terms that make no sense. */
export function readTerms(input: TermsInput, { currency, expiresAt }: TermsContext): Terms {
  const kind = kindOf(input);
  const terms = {
    kind,
    value: kind === 'amount' ? readAmount('amount', input.amount!, currency) : (input.percent ?? 0),
    cap_minor: input.cap === undefined ? null : readAmount('cap', input.cap, currency),
    min_amount_minor: readAmount('min_amount', input.min_amount, currency),
    scope: input.scope,
    valid_from: input.valid_from === undefined ? null : Date.parse(input.valid_from),
    expires_at: expiresAt,
  };
  const refusal = refuseCouponTerms({ ...terms, validFrom: terms.valid_from, expiresAt });
  if (refusal) throw new AppError('malformed', refusal);
  return terms;
}

interface TermsContext {
  currency: Currency;
  expiresAt: number | null;
}

function kindOf({ amount, percent, free_shipping, cap }: TermsInput): CouponKind {
  const kinds = [
    ...(amount === undefined ? [] : ['amount' as const]),
    ...(percent === undefined ? [] : ['percent' as const]),
    ...(free_shipping === undefined ? [] : ['free_shipping' as const]),
  ];
  const [kind] = kinds;
  if (!kind || kinds.length > 1)
    throw new AppError(
      'malformed',
      'amount: must be given, or percent, or free_shipping, and no two of them',
    );
  if (kind === 'amount' && cap !== undefined)
    throw new AppError('malformed', 'cap: must not be given with amount');
  return kind;
}
