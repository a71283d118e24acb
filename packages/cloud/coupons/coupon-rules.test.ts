import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couponKindNames, couponKindOf } from './coupon-kind-rules.ts';
import {
  type CouponBasis,
  couponExpiry,
  discountOf,
  newCouponCode,
  rankCoupons,
  readCouponCode,
  refuseCoupon,
  refuseRedemption,
  spreadDiscount,
} from './coupon-rules.ts';
import type { CouponCampaignTable, CouponTable } from './coupon-tables.ts';

const coupon: CouponTable = {
  id: 'c',
  account_id: 'a',
  kind: 'amount',
  value: 500,
  cap_minor: null,
  min_amount_minor: 1000,
  scope: 'all',
  valid_from: null,
  expires_at: 2000,
  order_id: null,
  campaign_id: null,
  note: '',
  created_at: 0,
};

const photo = (amountMinor: number) => ({ scope: 'photo', amountMinor }) as const;
const document = (amountMinor: number) => ({ scope: 'document', amountMinor }) as const;
const basis = (items: CouponBasis['items'], more: Partial<CouponBasis> = {}): CouponBasis => ({
  items,
  shippingMinor: 0,
  now: 0,
  ...more,
});
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe('a coupon is refused', () => {
  it.each<[string, Partial<CouponTable>, CouponBasis, string | undefined]>([
    ['not', {}, basis([photo(1000)], { now: 1999 }), undefined],
    ['below its minimum', {}, basis([photo(999)]), 'The coupon needs an order of at least 10.00 CNY.'],
    ['when it has expired', {}, basis([photo(1000)], { now: 2000 }), 'The coupon has expired.'],
    ['when it was used', { order_id: 'o' }, basis([photo(1000)]), 'The coupon was used already.'],
    [
      'before its day',
      { valid_from: 1000 },
      basis([photo(1000)]),
      'The coupon is good from 1970-01-01T00:00:01.000Z on.',
    ],
    [
      'for other prints',
      { scope: 'document' },
      basis([photo(5000)]),
      'The coupon is good for document prints, and there are none.',
    ],
    [
      'when the prints that it is good for are too few',
      { scope: 'photo' },
      basis([photo(900), document(5000)]),
      'The coupon needs photo prints of at least 10.00 CNY.',
    ],
    [
      'when nothing is shipped',
      { kind: 'free_shipping' },
      basis([photo(5000)]),
      'The coupon takes off the shipping fee, and there is none.',
    ],
  ])('%s', (_when, changes, order, sentence) => {
    expect(refuseCoupon({ ...coupon, ...changes }, order)).toBe(sentence);
  });
});

describe('a coupon takes off', () => {
  it('an amount or a capped percentage, never more than there is', () => {
    const off = (changes: Partial<CouponTable>, amount: number) =>
      sum(discountOf({ ...coupon, ...changes }, basis([photo(amount)])).items);
    expect(off({}, 1000)).toBe(500);
    expect(off({}, 300)).toBe(300);
    expect(off({ kind: 'percent', value: 15 }, 999)).toBe(149);
    expect(off({ kind: 'percent', value: 15, cap_minor: 100 }, 999)).toBe(100);
    expect(off({ kind: 'percent', value: 100 }, 999)).toBe(999);
  });

  it('only what it is good for', () => {
    const items = [photo(1000), document(3000), photo(2000)];
    expect(discountOf({ ...coupon, scope: 'photo', value: 300 }, basis(items)).items).toEqual([100, 0, 200]);
    expect(discountOf({ ...coupon, scope: 'document', value: 9000 }, basis(items)).items).toEqual([
      0, 3000, 0,
    ]);
  });

  it('the shipping fee and nothing else', () => {
    const free = { ...coupon, kind: 'free_shipping', value: 0 } as const;
    const order = basis([photo(1000)], { shippingMinor: 800 });
    expect(discountOf(free, order)).toEqual({ items: [0], shippingMinor: 800 });
    expect(discountOf({ ...free, cap_minor: 500 }, order)).toEqual({ items: [0], shippingMinor: 500 });
  });

  it('to the cent, whatever the coupon and the order', () => {
    const items = fc.array(
      fc.record({
        scope: fc.constantFrom('photo' as const, 'document' as const),
        amountMinor: fc.integer({ min: 0, max: 1e11 }),
      }),
      { minLength: 1, maxLength: 100 },
    );
    const terms = fc.record({
      kind: fc.constantFrom(...couponKindNames),
      value: fc.integer({ min: 0, max: 1e11 }),
      cap_minor: fc.option(fc.integer({ min: 1, max: 1e10 })),
      scope: fc.constantFrom('photo' as const, 'document' as const, 'all' as const),
    });
    fc.assert(
      fc.property(items, terms, fc.integer({ min: 0, max: 1e7 }), (ordered, wanted, shippingMinor) => {
        const value = couponKindOf(wanted.kind).unit === 'percent' ? (wanted.value % 100) + 1 : wanted.value;
        const given = { ...coupon, ...wanted, value };
        const off = discountOf(given, basis(ordered, { shippingMinor }));
        const covered = ordered.filter((item) => wanted.scope === 'all' || item.scope === wanted.scope);
        expect(off.shippingMinor).toBeLessThanOrEqual(shippingMinor);
        expect(sum(off.items)).toBeLessThanOrEqual(sum(covered.map((item) => item.amountMinor)));
        off.items.forEach((share, index) => {
          expect(Number.isInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(ordered[index]!.amountMinor);
          if (!covered.includes(ordered[index]!)) expect(share).toBe(0);
        });
        if (wanted.kind === 'percent' && wanted.cap_minor === null) {
          const base = BigInt(sum(covered.map((item) => item.amountMinor)));
          expect(BigInt(sum(off.items))).toBe((base * BigInt(value)) / 100n);
        }
        if (couponKindOf(wanted.kind).takesFrom === 'prints') expect(off.shippingMinor).toBe(0);
        else expect(sum(off.items)).toBe(0);
      }),
    );
  });

  it('shares that add up, no share above its amount', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1e11 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (items, part) => {
        const discount = Math.floor(sum(items) * part);
        const shares = spreadDiscount(items, discount);
        expect(sum(shares)).toBe(discount);
        shares.forEach((share, index) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(items[index]!);
        });
      }),
    );
  });
});

it('the best coupon for an order comes first, what cannot be used says why', () => {
  const coupons = [
    { ...coupon, id: 'five' },
    { ...coupon, id: 'ten percent', kind: 'percent', value: 10, expires_at: null },
    { ...coupon, id: 'five, sooner', expires_at: 1500 },
    { ...coupon, id: 'free', kind: 'free_shipping', value: 0, min_amount_minor: 0 },
    { ...coupon, id: 'photos', scope: 'photo', value: 900 },
    { ...coupon, id: 'large', min_amount_minor: 100_000 },
  ] as CouponTable[];
  const ranked = (amountMinor: number | undefined, scope: 'photo' | 'document' | 'all') =>
    rankCoupons(coupons, { amountMinor, scope, now: 0, currency: 'CNY' })
      .filter((offer) => offer.whyNot === undefined)
      .map(({ coupon: { id }, discountMinor }) => [id, discountMinor]);
  expect(ranked(2000, 'document')).toEqual([
    ['five, sooner', 500],
    ['five', 500],
    ['ten percent', 200],
    ['free', 0],
  ]);
  expect(ranked(2000, 'photo')[0]).toEqual(['photos', 900]);
  expect(ranked(500, 'all')).toEqual([['free', 0]]);
  expect(ranked(undefined, 'document').map(([id]) => id)).toContain('large');
});

describe('a campaign', () => {
  const campaign = {
    disabled_at: null,
    expires_at: 100 * 24 * 3600 * 1000,
    coupon_days: 30,
    max_total: 5,
    redeemed: 4,
  } as CouponCampaignTable;

  it('ends, runs out, is disabled', () => {
    expect(refuseRedemption(campaign, 0)).toBeUndefined();
    expect(refuseRedemption({ ...campaign, redeemed: 5 }, 0)).toMatch(/given out/);
    expect(refuseRedemption({ ...campaign, disabled_at: 1 }, 0)).toMatch(/no longer/);
    expect(refuseRedemption(campaign, campaign.expires_at!)).toMatch(/expired/);
  });

  it('gives coupons that never outlast it', () => {
    const day = 24 * 3600 * 1000;
    expect(couponExpiry(campaign, 0)).toBe(30 * day);
    expect(couponExpiry(campaign, 90 * day)).toBe(100 * day);
    expect(couponExpiry({ ...campaign, coupon_days: null }, 0)).toBe(100 * day);
    const noEnd = { valid_from: null, expires_at: null, coupon_days: null };
    expect(couponExpiry(noEnd, 0)).toBeNull();
    // Redeemed before it can be used: its days are days on which it can.
    expect(couponExpiry({ ...noEnd, coupon_days: 7, valid_from: 20 * day }, day)).toBe(27 * day);
    expect(couponExpiry({ ...noEnd, coupon_days: 7, valid_from: 20 * day }, 30 * day)).toBe(37 * day);
  });

  it('has codes that are read in any case and can not be guessed', () => {
    expect(readCouponCode(' spring-2026 ｘ')).toBe('SPRING2026X');
    const codes = Array.from({ length: 500 }, newCouponCode);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-TV-Z2-9]{12}$/);
  });
});
