import { AppError } from '@platen/contracts/app-error';
import { itemChoices } from '@platen/contracts/print-choices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couponKindNames } from '../coupons/coupon-kind-rules.ts';
import { discountOf, refuseCoupon } from '../coupons/coupon-rules.ts';
import type { CouponTable } from '../coupons/coupon-tables.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { catalogueOf } from '../prices/price-rules.ts';
import type { PaperTypeTable, PriceTable, SizeTable } from '../prices/price-tables.ts';
import { type PricedItem, priceItem, sheetsOf, totalOf } from './pricing-rules.ts';

const size = { code: '4x6', made_for: 'photo', borderless: 1, enabled: 1 } as SizeTable;
const glossy = { code: 'glossy', enabled: 1 } as PaperTypeTable;
const price = (size_code: string, paper_code: string, unit_minor: number, more: Partial<PriceTable> = {}) =>
  ({
    size_code,
    paper_code,
    color_mode: 'color',
    sides: 'one-sided',
    min_pages: 1,
    unit_minor,
    ...more,
  }) as const;
const catalogue = catalogueOf(
  {
    sizes: [
      size,
      { ...size, code: 'A4', made_for: 'document' },
      { ...size, code: 'A2', enabled: 0 },
      { ...size, code: 'A7' },
    ],
    papers: [glossy, { ...glossy, code: 'plain' }, { ...glossy, code: 'old', enabled: 0 }],
    prices: [
      price('4x6', 'glossy', 120),
      price('4x6', 'glossy', 90, { min_pages: 50 }),
      price('A4', 'plain', 50),
      price('A4', 'old', 10),
      price('A2', 'plain', 500),
      price('A4', 'plain', 45, { sides: 'two-sided' }),
      price('A4', 'plain', 20, { color_mode: 'monochrome' }),
      price('A4', 'plain', 15, { color_mode: 'monochrome', sides: 'two-sided' }),
    ],
  },
  '1',
);
const documents = new Map(
  [1, 3].map((pages) => [`d${pages}`, { id: `d${pages}`, pages } as DocumentTable] as const),
);
const item = {
  document_id: 'd3',
  size: '4x6',
  paper_type: 'glossy',
  quantity: 2,
  color_mode: 'color',
} as const;
const priced = (changes: object) => priceItem(catalogue, { ...item, ...changes }, { documents, position: 0 });
const document = { size: 'A4', paper_type: 'plain' };

describe('pricing an item', () => {
  it('counts pages times copies, and takes the price for that many', () => {
    expect(priced({})).toMatchObject({ unitMinor: 120, amountMinor: 720, choices: { fit: 'fill' } });
    expect(priced({ quantity: 17 })).toMatchObject({ unitMinor: 90, amountMinor: 51 * 90 });
    expect(priced({ size: 'a4', paper_type: 'Plain' })).toMatchObject({
      size: { code: 'A4' },
      choices: { fit: 'fit' },
    });
    expect(priced({ size: '6X4' })).toMatchObject({ size: { code: '4x6' } });
  });

  it('knows colour and sides', () => {
    expect(priced({ color_mode: 'monochrome' }).unitMinor).toBe(120);
    expect(priced({ ...document, color_mode: 'monochrome' }).unitMinor).toBe(20);
    const both = { ...document, sides: 'two-sided-short-edge' };
    expect(priced(both)).toMatchObject({
      unitMinor: 45,
      amountMinor: 270,
      choices: { sides: 'two-sided-short-edge' },
    });
    expect(priced({ ...both, color_mode: 'monochrome' }).unitMinor).toBe(15);
    expect(sheetsOf(priced(both))).toBe(2);
  });

  it('prints and prices a single page one-sided: its back costs no less', () => {
    const both = { ...document, sides: 'two-sided-long-edge' };
    expect(priced({ ...both, document_id: 'd1' })).toMatchObject({
      unitMinor: 50,
      choices: { sides: 'one-sided' },
    });
    expect(priced({ ...both, page_ranges: '2' })).toMatchObject({
      pages: 1,
      choices: { sides: 'one-sided' },
    });
  });

  it('keeps every choice, in the order in which orders show them', () => {
    expect(Object.keys(priced({}).choices)).toEqual(Object.keys(itemChoices));
  });

  it('prices the pages that are printed', () => {
    expect(priced({ ...document, page_ranges: '3, 1' })).toMatchObject({
      pages: 2,
      choices: { page_ranges: '1,3' },
      amountMinor: 200,
    });
    expect(priced({ ...document, page_ranges: '1-3' })).toMatchObject({
      pages: 3,
      choices: { page_ranges: null },
    });
  });

  it.each([
    [{ size: '9x9' }, 'unprocessable', 'items[0].size: "9x9" is not offered; sizes are 4x6, A4.'],
    [{ size: 'A2', paper_type: 'plain' }, 'unprocessable', expect.stringContaining('"A2" is not offered')],
    [{ size: 'A7' }, 'unprocessable', expect.stringContaining('"A7" is not offered')],
    [
      { ...document, paper_type: 'old' },
      'unprocessable',
      expect.stringContaining('"old" is not offered in A4'),
    ],
    [
      { paper_type: 'plain' },
      'unprocessable',
      'items[0].paper_type: "plain" is not offered in 4x6; it comes on glossy.',
    ],
    [
      { sides: 'two-sided-long-edge' },
      'unprocessable',
      'items[0].sides: 4x6 can be printed on both sides on no paper.',
    ],
    [
      { page_ranges: '2-4' },
      'unprocessable',
      'items[0].page_ranges: must stay within the document, which has 3 pages; 2-4 does not.',
    ],
    [{ document_id: 'x' }, 'not_found', 'items[0].document_id: no such upload in this account.'],
    [
      { document_id: undefined, photo_id: 'x' },
      'not_found',
      'items[0].photo_id: no such upload in this account.',
    ],
  ])('refuses %o', (changes, code, sentence) => {
    const error = (() => {
      try {
        priced(changes);
      } catch (caught) {
        return caught as AppError;
      }
    })();
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code, message: sentence });
  });
});

describe('an order adds up', () => {
  const pages = fc.integer({ min: 1, max: 20 });
  const wanted = fc.record({
    quantity: fc.integer({ min: 1, max: 99 }),
    pages,
    isPhoto: fc.boolean(),
    color_mode: fc.constantFrom('color' as const, 'monochrome' as const),
    sides: fc.constantFrom('one-sided' as const, 'two-sided-long-edge' as const),
  });
  const coupons = fc.record({
    kind: fc.constantFrom(...couponKindNames),
    value: fc.integer({ min: 1, max: 100 }),
    scope: fc.constantFrom('photo' as const, 'document' as const, 'all' as const),
    cap_minor: fc.option(fc.integer({ min: 1, max: 5000 })),
    min_amount_minor: fc.integer({ min: 0, max: 5000 }),
  });

  type Wanted = typeof wanted extends fc.Arbitrary<infer Item> ? Item : never;
  const priceAll = (items: readonly Wanted[]): PricedItem[] =>
    items.map((each, position) =>
      priceItem(
        catalogue,
        {
          document_id: 'd',
          ...(each.isPhoto ? { size: '4x6', paper_type: 'glossy' } : document),
          quantity: each.quantity,
          color_mode: each.color_mode,
          sides: each.isPhoto ? 'one-sided' : each.sides,
        },
        { documents: new Map([['d', { id: 'd', pages: each.pages } as DocumentTable]]), position },
      ),
    );

  it('to the cent, whatever is ordered and whatever the coupon', () => {
    const orders = fc.array(wanted, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(orders, coupons, fc.nat(5000), (order, terms, shippingMinor) => {
        const items = priceAll(order);
        const coupon = { ...terms, order_id: null, valid_from: null, expires_at: null } as CouponTable;
        const basis = {
          items: items.map((each) => ({ scope: each.size.made_for, amountMinor: each.amountMinor })),
          shippingMinor,
          now: 0,
        };
        const isGood = refuseCoupon(coupon, basis) === undefined;
        const discount = isGood ? discountOf(coupon, basis) : undefined;
        const total = totalOf(items, { discount, shippingMinor });
        const paidForItems = items.map((each, index) => each.amountMinor - total.itemDiscounts[index]!);
        for (const paid of paidForItems) expect(paid).toBeGreaterThanOrEqual(0);
        const shippingPaid = total.shippingMinor - total.shippingDiscountMinor;
        expect(shippingPaid).toBeGreaterThanOrEqual(0);
        // What can be paid back, item by item and the shipping, is what was paid.
        expect(paidForItems.reduce((sum, paid) => sum + paid, 0) + shippingPaid).toBe(total.totalMinor);
        expect(total.subtotalMinor - total.discountMinor + total.shippingMinor).toBe(total.totalMinor);
      }),
    );
  });

  it('and never gets dearer a page by ordering more', () => {
    fc.assert(
      fc.property(pages, pages, (few, more) => {
        const one = priced({ quantity: few }).unitMinor;
        expect(priced({ quantity: few + more }).unitMinor).toBeLessThanOrEqual(one);
      }),
    );
  });
});
