import { describe, expect, it } from 'vitest';
import type { OrderTable } from '../orders/order-tables.ts';
import { actionsOf, noFacts, type OrderFacts } from './order-action-rules.ts';

const dayMs = 24 * 3600 * 1000;
const now = 100 * dayMs;
const order = {
  status: 'printing',
  delivery_method: 'pickup',
  cancel_requested_at: null,
  finished_at: now,
  expires_at: null,
} as OrderTable;
const submitted = {
  state: 'printing' as const,
  reason: 'none' as const,
  message: '',
  submitted: 1,
  settlement: null,
  copies: 1,
  copies_printed: 0,
  updated_at: 5,
} as const;

const actions = (
  changes: Partial<OrderTable>,
  facts: OrderFacts = noFacts,
  jobs: (typeof submitted)[] = [],
) => actionsOf({ ...order, ...changes }, { jobs, facts, now });
const allowed = (...wanted: Parameters<typeof actions>) =>
  actions(...wanted)
    .filter((each) => each.allowed)
    .map((each) => each.action);
const whyNot = (action: string, ...wanted: Parameters<typeof actions>) =>
  actions(...wanted).find((each) => each.action === action)?.why_not;

describe('what can be done to an order', () => {
  it('follows its status', () => {
    expect(actions({}, noFacts, [submitted]).slice(0, 2)).toEqual([
      { action: 'pay', allowed: false, why_not: 'Nothing is to be paid.' },
      { action: 'cancel', allowed: false, why_not: expect.stringContaining('gone to the printer') },
    ]);
    expect(allowed({ status: 'pending_payment' })).toEqual(['pay', 'cancel']);
    expect(allowed({ status: 'paid' })).toEqual(['cancel']);
    expect(allowed({ status: 'paid', cancel_requested_at: 1 })).toEqual([]);
    expect(allowed({}, noFacts, [submitted])).toEqual([]);
    expect(allowed({ status: 'printed' })).toEqual(['after_sales']);
    expect(allowed({ status: 'ready_for_pickup' })).toEqual(['after_sales', 'review']);
    expect(allowed({ status: 'shipped' })).toEqual(['confirm_receipt', 'after_sales', 'review']);
    expect(allowed({ status: 'completed' })).toEqual(['after_sales', 'review']);
    expect(allowed({ status: 'cancelled' })).toEqual([]);
  });

  it('is not paid after its time', () => {
    expect(allowed({ status: 'pending_payment', expires_at: now + 1 })).toContain('pay');
    expect(whyNot('pay', { status: 'pending_payment', expires_at: now })).toMatch(/in time/);
  });

  it('is reviewed once, and complained about once at a time and for a month', () => {
    const completed = { status: 'completed' } as const;
    expect(whyNot('review', completed, { ...noFacts, isReviewed: true })).toMatch(/reviewed already/);
    expect(whyNot('after_sales', completed, { ...noFacts, hasOpenRequest: true })).toMatch(/open already/);
    expect(whyNot('after_sales', { ...completed, finished_at: now - 31 * dayMs })).toMatch(/30 days/);
  });
});
