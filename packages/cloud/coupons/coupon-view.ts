/** How coupons look on the wire, and how their terms are given. Owns those shapes. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, moneyText, toMajor } from '@platen/contracts/money';
import { time, toTime, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { amountAboveZero, amountInput, readAmount } from '../operation/amount-input.ts';
import {
  type CouponKind,
  type CouponUnit,
  couponKindNames,
  couponKindOf,
  type couponKinds,
} from './coupon-kind-rules.ts';
import { couponStatus, refuseCouponTerms } from './coupon-rules.ts';
import type { CouponCampaignTable, CouponTable } from './coupon-tables.ts';

export const couponScope = z.enum(['photo', 'document', 'all']);

interface ValueForms {
  /** How an admin gives a value of this unit. */
  input: z.ZodType<number | true>;
  /** What is given as it is stored. Throws malformed for amounts with too many decimals. */
  read(field: CouponKind, given: number, currency: Currency): number;
  inWords(value: number, currency: Currency): string;
  /** The stored value as it is shown. */
  show(value: number, currency: Currency): number;
}

const valueForms: Record<CouponUnit, ValueForms> = {
  money: { input: amountAboveZero, read: readAmount, inWords: moneyText, show: toMajor },
  percent: {
    input: wholeNumber(1, 100),
    read: (_field, given) => given,
    inWords: (value) => `${value} %`,
    show: (value) => value,
  },
  none: { input: z.literal(true), read: () => 0, inWords: () => '', show: () => 0 },
};

const formsOf = (kind: CouponKind): ValueForms => valueForms[couponKindOf(kind).unit];

/** The kinds whose value is shown in a field of their name. */
type ShownKind = {
  [Kind in CouponKind]: (typeof couponKinds)[Kind]['unit'] extends 'none' ? never : Kind;
}[CouponKind];

const shownFields = <Field>(fieldOf: (kind: CouponKind) => Field): Record<ShownKind, Field> =>
  Object.fromEntries(
    couponKindNames.filter((kind) => couponKindOf(kind).unit !== 'none').map((kind) => [kind, fieldOf(kind)]),
  ) as Record<ShownKind, Field>;

const termsShape = {
  kind: z.enum(couponKindNames),
  description: z.string().describe('What it takes off, in words'),
  ...shownFields((kind) =>
    z
      .number()
      .nullable()
      .describe(`${couponKindOf(kind).field}; null for other kinds`),
  ),
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

/** As it stands in a list: with the number of its order. */
export const listedCouponShape = couponShape.extend({ order_no: z.string().nullable() });

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
    ...shownFields((kind) => (terms.kind === kind ? formsOf(kind).show(terms.value, currency) : null)),
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
  const { inWords, isCapped } = couponKindOf(terms.kind);
  const cap = isCapped && terms.cap_minor !== null ? `, ${money(terms.cap_minor)} at most` : '';
  const off = inWords(formsOf(terms.kind).inWords(terms.value, currency)) + cap;
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

/** What a coupon may be, in words. */
export const kindsInWords: string = couponKindNames
  .map(
    (kind, index) =>
      `${index > 0 && index === couponKindNames.length - 1 ? 'or ' : ''}${couponKindOf(kind).summary}`,
  )
  .join(', ');

const cappedKinds = couponKindNames.filter((kind) => couponKindOf(kind).isCapped);

/** One field a kind, of which an admin gives one; the first one says so. */
const kindFields = Object.fromEntries(
  couponKindNames.map((kind, index) => {
    const choice = `; one of ${couponKindNames.slice(0, -1).join(', ')} and ${couponKindNames.at(-1)}`;
    const text = couponKindOf(kind).field + (index === 0 ? choice : '');
    return [kind, formsOf(kind).input.optional().describe(text)];
  }),
) as Record<CouponKind, z.ZodOptional<ValueForms['input']>>;

/** How an admin gives the terms of a coupon or campaign. */
export const termsInput = {
  ...kindFields,
  cap: amountAboveZero.optional().describe(`Most that ${cappedKinds.join(' or ')} takes off, in major units`),
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
    value: formsOf(kind).read(kind, Number(input[kind]), currency),
    cap_minor: input.cap === undefined ? null : readAmount('cap', input.cap, currency),
    min_amount_minor: readAmount('min_amount', input.min_amount, currency),
    scope: input.scope,
    valid_from: input.valid_from === undefined ? null : Date.parse(input.valid_from),
    expires_at: expiresAt,
  };
  const refusal = refuseCouponTerms({ validFrom: terms.valid_from, expiresAt });
  if (refusal) throw new AppError('malformed', refusal);
  return terms;
}

interface TermsContext {
  currency: Currency;
  expiresAt: number | null;
}

function kindOf(input: TermsInput): CouponKind {
  const [kind, ...others] = couponKindNames.filter((name) => input[name] !== undefined);
  if (!kind || others.length > 0) {
    const [first, ...rest] = couponKindNames;
    const choice = rest.map((name) => `or ${name}`).join(', ');
    throw new AppError('malformed', `${first}: must be given, ${choice}, and no two of them`);
  }
  if (!couponKindOf(kind).isCapped && input.cap !== undefined)
    throw new AppError('malformed', `cap: must not be given with ${kind}`);
  return kind;
}
