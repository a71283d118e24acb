import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderItemTable } from '../orders/order-tables.ts';
import { chooseItems, refundableMinor, reprintResult, spreadRefund } from './after-sales-rules.ts';

const item = (more: Partial<OrderItemTable>): OrderItemTable =>
  ({
    id: 'i1',
    position: 1,
    quantity: 3,
    amount_minor: 300,
    discount_minor: 0,
    refunded_minor: 0,
    ...more,
  }) as OrderItemTable;
const printed = (more: object = {}) => ({
  item_id: 'i1',
  state: 'printed' as const,
  copies: 3,
  copies_printed: 3,
  unpaid: 0,
  ...more,
});

describe('the copies that are meant', () => {
  it('are those that came out and were not paid back', () => {
    const all = item({});
    expect(chooseItems([all], [printed()], undefined)).toEqual([{ item: all, copies: 3 }]);
    const failed = printed({ state: 'failed', copies_printed: 1 });
    expect(chooseItems([all], [failed], undefined)).toEqual([{ item: all, copies: 1 }]);
    expect(chooseItems([all], [failed, printed({ copies: 2 })], undefined)).toEqual([
      { item: all, copies: 3 },
    ]);
    expect(chooseItems([all], [printed(), printed()], [{ position: 1 }])).toEqual([{ item: all, copies: 3 }]);
    const ownCopies = printed({ unpaid: 1 });
    expect(chooseItems([all], [failed, ownCopies], undefined)).toEqual([{ item: all, copies: 1 }]);
    const paidBack = item({ refunded_minor: 300 });
    expect(chooseItems([paidBack], [printed()], undefined)).toMatch(/paid back already/);
    expect(chooseItems([item({ discount_minor: 300 })], [printed()], undefined)).toHaveLength(1);
  });
});

describe('what is paid back', () => {
  it('adds up to what was paid, however the copies are grouped, and never to more', () => {
    const amounts = fc.record({
      paid: fc.integer({ min: 0, max: 1_000_000 }),
      quantity: fc.integer({ min: 1, max: 50 }),
      steps: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 }),
    });
    fc.assert(
      fc.property(amounts, ({ paid, quantity, steps }) => {
        const each = item({ quantity, amount_minor: paid + 7, discount_minor: 7 });
        let copies = 0;
        for (const step of steps) {
          const asked = Math.min(step, quantity);
          const [share] = refundableMinor([{ item: each, copies: asked }]);
          expect(share).toBeGreaterThanOrEqual(0);
          each.refunded_minor += share!;
          copies += asked;
          expect(each.refunded_minor).toBeLessThanOrEqual(paid);
        }
        if (copies >= quantity) expect(each.refunded_minor).toBe(paid);
      }),
    );
  });

  it('is spread to the cent, no share above its own most', () => {
    const max = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(max, fc.integer({ min: 1, max: 2_000_000 }), (refundable, amount) => {
        const total = refundable.reduce((sum, share) => sum + share, 0);
        const shares = spreadRefund(refundable, amount);
        expect(shares === undefined).toBe(amount > total);
        if (!shares) return;
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        shares.forEach((share, index) => {
          expect(share).toBeLessThanOrEqual(refundable[index]!);
        });
      }),
    );
  });
});

describe('a reprint', () => {
  const job = (id: string, more: object = {}) =>
    ({
      id,
      state: 'printed',
      settlement: null,
      reprint_of: null,
      copies: 1,
      copies_printed: 1,
      ...more,
    }) as never;

  it('is done when every chain of jobs has ended', () => {
    const lost = { state: 'failed', copies_printed: 0 };
    expect(reprintResult([job('a')], ['a'])).toBe('reprinted');
    expect(reprintResult([job('a'), job('b', { state: 'queued' })], ['a', 'b'])).toBeUndefined();
    expect(reprintResult([job('a', lost)], ['a'])).toBeUndefined();
    expect(reprintResult([job('a', { ...lost, settlement: 'refunded' })], ['a'])).toBe('refunded');
    const replaced = job('a', { ...lost, settlement: 'reprinted' });
    expect(reprintResult([replaced, job('b', { reprint_of: 'a', state: 'queued' })], ['a'])).toBeUndefined();
    expect(reprintResult([replaced, job('b', { reprint_of: 'a' })], ['a'])).toBe('reprinted');
    expect(reprintResult([replaced], ['a'])).toBeUndefined();
    expect(reprintResult([], ['a'])).toBeUndefined();
  });
});
