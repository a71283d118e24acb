import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CouponTable } from '../db/database-schema.ts';
import { discountMinor, refuseCoupon, spreadDiscount } from './coupon-rules.ts';

const coupon: CouponTable = {
  id: 'c',
  account_id: 'a',
  kind: 'amount',
  value: 500,
  cap_minor: null,
  min_amount_minor: 1000,
  expires_at: 2000,
  order_id: null,
  note: '',
  created_at: 0,
};

describe('coupons', () => {
  it('say why they are not good', () => {
    expect(refuseCoupon(coupon, { subtotalMinor: 1000, now: 1999 })).toBeUndefined();
    expect(refuseCoupon(coupon, { subtotalMinor: 999, now: 0 })).toBe(
      'The coupon needs an order of at least 10.00 CNY.',
    );
    expect(refuseCoupon(coupon, { subtotalMinor: 1000, now: 2000 })).toBe('The coupon has expired.');
    expect(refuseCoupon({ ...coupon, order_id: 'o' }, { subtotalMinor: 1000, now: 0 })).toBe(
      'The coupon was used already.',
    );
  });

  it('take off an amount or a capped percentage, never more than there is', () => {
    expect(discountMinor(coupon, 1000)).toBe(500);
    expect(discountMinor(coupon, 300)).toBe(300);
    expect(discountMinor({ ...coupon, kind: 'percent', value: 15 }, 999)).toBe(149);
    expect(discountMinor({ ...coupon, kind: 'percent', value: 15, cap_minor: 100 }, 999)).toBe(100);
  });

  it('spread to the cent, no share above its amount', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1e11 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (items, part) => {
        const total = items.reduce((sum, amount) => sum + amount, 0);
        const discount = Math.floor(total * part);
        const shares = spreadDiscount(items, discount);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discount);
        shares.forEach((share, index) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(items[index]!);
        });
      }),
    );
  });
});
